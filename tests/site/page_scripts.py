"""Key names, and the scripts that `browser_session.py` runs in a page."""

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

# Runs the body of an async function and returns its value or error: as JSON, since Firefox can't return
# objects of the page's own scripts. If the page is left meanwhile, null is returned, as the script may never
# end in the back/forward cache.
ASYNC_BODY = """
const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1), ended = new AbortController();
window.addEventListener("pagehide", () => done(null), {signal: ended.signal});
(async () => { %s })().then(
    value => done({json: JSON.stringify(value) ?? "null"}),
    error => done({error: `${error}\n${error?.stack}`}),
).finally(() => ended.abort());
"""
# Repeats a function body for up to a quarter of a second while its value is false: a request of the driver
# takes as long as loading a small page, and most conditions of tests become true within a few repetitions.
# The body is not run in a page that is still loading, or in the empty page that Firefox shows before it, as
# these may lack elements that it needs.
SOON = """
if (document.readyState === "loading" || location.href === "about:blank") return;
const start = performance.now(), run = async () => { %s
};
for (let value = await run(); ; value = await run()) {
    if (value || performance.now() - start > 250) return value;
    await new Promise(then => setTimeout(then, 20));
}
"""
# Defines a function that returns the first visible match of a selector.
_VISIBLE = """
const sized = ({width, height}) => width > 0 && height > 0;
const isRendered = element => element.checkVisibility({visibilityProperty: true});
const isVisible = element => isRendered(element) && [...element.getClientRects()].some(sized);
const visible = css => [...document.querySelectorAll(css)].find(isVisible);
"""
IS_VISIBLE = f"{_VISIBLE} return Boolean(visible(args[0]));"
CONTAINS_TEXT = "return document.querySelector(args[0])?.textContent.includes(args[1])"

# Returns the point at which the first visible match can be pressed, or null while it is moving or covered. It
# is scrolled into view at once, as drivers would press during smooth scrolling, and must not move for `pause`
# milliseconds. `clickedBeside` is set if the next click misses it.
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
    event.preventDefault(); // it has no effect there, and is repeated
    event.stopPropagation();
}};
document.addEventListener("click", note, {{capture: true, once: true}});
return now;
"""

# Records in `window.redundantRedraws` the matching parts that are redrawn with unchanged content.
WATCH_DRAWING = """
window.redundantRedraws = [];
for (const part of document.querySelectorAll(args[0])) {
    let before = part.innerHTML;
    new MutationObserver(() => {
        if (part.innerHTML === before) window.redundantRedraws.push(part.dataset.part);
        before = part.innerHTML;
    }).observe(part, {childList: true});
}
"""

# Renders also the parts of the page that are rendered only when scrolled to, as their positions matter.
DRAW_ALL = """
const sheet = new CSSStyleSheet(); // the only styles that the page's policy permits
sheet.replaceSync("* { content-visibility: visible !important; }");
document.adoptedStyleSheets.push(sheet);
"""

# Removes blocks, rows, entries, fields, tokens of code and parts of drawings whose kinds of elements all
# appeared before, on this page or on one that the document showed earlier. As in `representative_pages.py`,
# the kind is the tag and classes of an element and its parent, and its attributes; here also its visibility
# and the book's colours. Not removed are headings, whose order matters, elements that others refer to by id,
# and those that the script of a remaining element needs.
REMOVE_REPETITION = """
const distinctive = new Set(["aria-live", "role", "style", "type"]);
const nameOf = (each) => [each.localName, ...[...each.classList].sort()].join(".");
const colours = document.body.dataset.mdColorPrimary;
const kind = (each) => {
    const attributes = [...each.attributes].filter(({name}) => name !== "id" && name !== "class");
    const names = attributes.map(({name, value}) => distinctive.has(name) ? `${name}=${value}` : name).sort();
    const isVisible = each.checkVisibility({visibilityProperty: true});
    return [colours, isVisible, nameOf(each.parentElement), nameOf(each), ...names].join(" ");
};
// before anything is removed, as each removal would cause another layout
const kinds = new Map([...document.body.querySelectorAll("*")].map((each) => [each, kind(each)]));
const references = ["for", "aria-controls", "aria-describedby", "aria-labelledby", "list"];
const referrers = new Map(); // by id
for (const name of references)
    for (const each of document.querySelectorAll(`[${name}]`))
        for (const id of each.getAttribute(name).split(/\\s+/)) referrers.set(id, [...referrers.get(id) ?? [], each]);
const known = (window.knownKinds ??= new Set());
const element = (each) => each && (each.localName.includes("-") ? each : element(each.parentElement));
const neededByScripts = "[data-part], [data-goal-seek], [data-plot-part]";
const headings = "h1, h2, h3, h4, h5, h6, [role=heading]";
const blocks = "article > *, article :is(section, details) > :not(summary)";
const parts = `tbody > tr, li, option, article svg *, code > span, dl > div, article .field, .tray__chips > *, ${blocks}`;
for (const part of document.querySelectorAll(parts)) {
    if (!part.isConnected) continue;
    const all = [part, ...part.querySelectorAll("*")], {parentElement} = part;
    const isNew = all.some((each) => !known.has(kinds.get(each)));
    const isReferredTo = all.some(({id}) => referrers.get(id)?.some((each) => each.isConnected && !part.contains(each)));
    const isNeeded = all.some((each) => each.matches(neededByScripts) && !part.contains(element(each.parentElement)));
    const stays =
        parentElement.childElementCount === 1 || isReferredTo || isNeeded || all.some((each) => each.matches(headings));
    if (isNew || stays) all.forEach((each) => known.add(kinds.get(each)));
    else part.remove();
}
"""
