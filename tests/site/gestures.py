"""What the verbs of `browsers.py` send to a page: names of keys, and scripts."""

# Private-use code points that WebDriver sends as keys.
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Escape": "\ue00c",
    "Space": " ",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Backspace": "\ue003",
    "Delete": "\ue017",
}

# Runs a function body that may `await`, hands back its value or its error. As text, since Firefox can't hand
# over what the page's own scripts made.
ASYNC_BODY = """
const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1);
(async () => { %s })().then(
    value => done({json: JSON.stringify(value) ?? "null"}),
    error => done({error: `${error}\n${error?.stack}`}),
);
"""
# A function body that is asked again for a moment while its answer is nothing. A question from outside costs as much
# as a small page; most of what tests wait for comes within a few of these moments.
SOON = """
const began = performance.now(), ask = async () => { %s
};
for (let found = await ask(); ; found = await ask()) {
    if (found || performance.now() - began > 250) return found;
    await new Promise(then => setTimeout(then, 20));
}
"""
# The first visible element among the matches, else the first match.
FIND = """
const all = [...document.querySelectorAll(arguments[0])];
const sized = ({width, height}) => width > 0 && height > 0;
const shown = element => element.checkVisibility({visibilityProperty: true});
const seen = element => shown(element) && [...element.getClientRects()].some(sized);
return all.find(seen) ?? (arguments[1] ? null : all[0] ?? null);
"""

# Notes from now on, in `window.drawnInVain`, which of the matching parts is given anew what it held already.
WATCH_DRAWING = """
window.drawnInVain = [];
for (const part of document.querySelectorAll(args[0])) {
    let before = part.innerHTML;
    new MutationObserver(() => {
        if (part.innerHTML === before) window.drawnInVain.push(part.dataset.part);
        before = part.innerHTML;
    }).observe(part, {childList: true});
}
"""

# Brings an element into view at once, where drivers would press while the page still glides, and notes where
# the next click goes; where the element is then.
BRING = """
const [element] = arguments;
const middle = ({x, y, width, height}) => [x + width / 2, y + height / 2];
const place = () => middle(element.getBoundingClientRect());
const hit = document.elementFromPoint(...place());
if (!hit || !element.contains(hit) && !hit.contains(element))
    element.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"});
window.clickedBeside = false;
const note = event => { window.clickedBeside = !event.composedPath().includes(element); };
document.addEventListener("click", note, {capture: true, once: true});
return place();
"""

# Draws also what a page leaves for when it is read: where a thing lies tells whether it can be seen and touched.
DRAW_ALL = """
const style = document.createElement("style");
style.textContent = "* { content-visibility: visible !important; }";
document.head.append(style);
"""

# Of a page, what was not looked at yet: marks with `data-alike` each part that is made just like one of an earlier
# page, down to the last element, below elements of the same kinds; hands back how each part is made. Text counts as
# being there or not.
MARK_ALIKE = """
const [known, telling] = args, seen = new Set(known), found = new Set();
const hash = text => {
    let [low, high] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
        low = Math.imul(low ^ text.charCodeAt(at), 2654435761);
        high = Math.imul(high ^ text.charCodeAt(at), 1597334677);
    }
    return ((high >>> 0) * 4294967296 + (low >>> 0)).toString(36);
};
const kind = element => {
    const names = element.getAttributeNames().filter(each => each !== "data-alike").sort();
    const told = telling.map(each => element.getAttribute(each) ?? "");
    const written = [...element.childNodes].some(each => each.nodeType === 3 && each.data.trim());
    return [element.localName, [...element.classList].sort(), names, told, written].join("|");
};
const make = new Map();
const made = element => {
    const parts = new Set([...element.children].map(made)); // however often: a row more is no other table
    make.set(element, hash(`${kind(element)}(${[...parts]})`));
    return make.get(element);
};
made(document.body);
const mark = (element, above) => {
    const key = hash(above + make.get(element));
    if (seen.has(key)) return element.setAttribute("data-alike", "");
    found.add(key);
    for (const child of element.children) mark(child, `${above}>${kind(element)}`);
};
for (const child of document.body.children) mark(child, "");
return [...found];
"""
