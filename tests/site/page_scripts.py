"""Key names, and the scripts that `browsers.py` runs in a page."""

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
# over what the page's own scripts made. Nothing is handed back where the page is left meanwhile: put aside as
# it stands, it would never end.
ASYNC_BODY = """
const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1), ended = new AbortController();
window.addEventListener("pagehide", () => done(null), {signal: ended.signal});
(async () => { %s })().then(
    value => done({json: JSON.stringify(value) ?? "null"}),
    error => done({error: `${error}\n${error?.stack}`}),
).finally(() => ended.abort());
"""
# A function body that is asked again for a moment while its answer is nothing. A question from outside costs
# as much as a small page; most of what tests wait for comes within a few of these moments. A page that still
# comes in may lack what the body takes for granted, and so does the empty one that Firefox has in its place
# at first: neither is asked.
SOON = """
if (document.readyState === "loading" || location.href === "about:blank") return;
const began = performance.now(), ask = async () => { %s
};
for (let found = await ask(); ; found = await ask()) {
    if (found || performance.now() - began > 250) return found;
    await new Promise(then => setTimeout(then, 20));
}
"""
# A function: the first visible element among the matches of a selector.
_VISIBLE = """
const sized = ({width, height}) => width > 0 && height > 0;
const shown = element => element.checkVisibility({visibilityProperty: true});
const seen = element => shown(element) && [...element.getClientRects()].some(sized);
const visible = css => [...document.querySelectorAll(css)].find(seen);
"""
IS_VISIBLE = f"{_VISIBLE} return Boolean(visible(args[0]));"
CONTAINS_TEXT = "return document.querySelector(args[0])?.textContent.includes(args[1])"

# Where the first visible match can be pressed, or null while it moves or lies under something else. It is
# brought into view at once, where drivers would press while the page still glides, and has to lie still for
# so many milliseconds. Where the next click goes is noted.
PLACE_TO_PRESS = f"""{_VISIBLE}
const [css, pause] = args;
const element = visible(css);
if (!element) return null;
const place = () => {{
    const {{x, y, width, height}} = [...element.getClientRects()].find(sized) ?? {{}};
    return [x + width / 2, y + height / 2].map(Math.floor);
}};
const isHit = ([x, y]) => Number.isFinite(x) && element.contains(document.elementFromPoint(x, y));
if (!isHit(place())) element.scrollIntoView({{block: "center", inline: "nearest", behavior: "instant"}});
const before = place();
if (pause) await new Promise(then => setTimeout(then, pause));
const now = place();
if (!isHit(now) || String(now) !== String(before)) return null;
window.clickedBeside = false;
const note = event => {{
    window.clickedBeside = !event.composedPath().includes(element);
    if (!window.clickedBeside) return;
    event.preventDefault(); // it does nothing there, and is made again
    event.stopPropagation();
}};
document.addEventListener("click", note, {{capture: true, once: true}});
return now;
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

# Draws also what a page leaves for when it is read: where a thing lies tells whether it can be seen and
# touched.
DRAW_ALL = """
const sheet = new CSSStyleSheet(); // the page's policy allows it no other styles
sheet.replaceSync("* { content-visibility: visible !important; }");
document.adoptedStyleSheets.push(sheet);
"""

# Takes out blocks, rows, entries, fields, words of code and parts of pictures that show no kind of thing
# which neither those before them nor the pages turned from show: as in `skeletons.py`, what counts is how an
# element and the one around it are called, and which attributes it has; also whether it shows, and the
# colours of the book. Headings stay, whose order tells, what others name by its id, and what the script of an
# element looks for that stays itself.
THIN_OUT = """
const told = new Set(["aria-live", "role", "style", "type"]);
const called = (each) => [each.localName, ...[...each.classList].sort()].join(".");
const colours = document.body.dataset.mdColorPrimary;
const kind = (each) => {
    const given = [...each.attributes].filter(({name}) => name !== "id" && name !== "class");
    const names = given.map(({name, value}) => told.has(name) ? `${name}=${value}` : name).sort();
    const shows = each.checkVisibility({visibilityProperty: true});
    return [colours, shows, called(each.parentElement), called(each), ...names].join(" ");
};
// before anything goes, or the page would be laid out anew for each
const kinds = new Map([...document.body.querySelectorAll("*")].map((each) => [each, kind(each)]));
const naming = ["for", "aria-controls", "aria-describedby", "aria-labelledby", "list"];
const namers = new Map(); // by id
for (const name of naming)
    for (const each of document.querySelectorAll(`[${name}]`))
        for (const id of each.getAttribute(name).split(/\\s+/)) namers.set(id, [...namers.get(id) ?? [], each]);
const seen = (window.kindsSeen ??= new Set());
const element = (each) => each && (each.localName.includes("-") ? each : element(each.parentElement));
const soughtFor = "[data-part], [data-goal-seek], [data-plot-part]";
const headings = "h1, h2, h3, h4, h5, h6, [role=heading]";
const blocks = "article > *, article :is(section, details) > :not(summary)";
const parts = `tbody > tr, li, option, article svg *, code > span, dl > div, article .field, .tray__chips > *, ${blocks}`;
for (const part of document.querySelectorAll(parts)) {
    if (!part.isConnected) continue;
    const all = [part, ...part.querySelectorAll("*")], {parentElement} = part;
    const isNew = all.some((each) => !seen.has(kinds.get(each)));
    const isNamed = all.some(({id}) => namers.get(id)?.some((each) => each.isConnected && !part.contains(each)));
    const isSought = all.some((each) => each.matches(soughtFor) && !part.contains(element(each.parentElement)));
    const stays =
        parentElement.childElementCount === 1 || isNamed || isSought || all.some((each) => each.matches(headings));
    if (isNew || stays) all.forEach((each) => seen.add(kinds.get(each)));
    else part.remove();
}
"""
