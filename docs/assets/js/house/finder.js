/** A field for words, with a list of what they find as buttons below it. */
const MOST = 8;

/**
 * `find` is given the words and gives [{label, text}], or a promise of it; `choose` is given the one that is
 * pressed. `say` is told how many were found.
 */
export function connectFinder(field, hits, { find, choose, say }, signal) {
  let latest = 0;
  const close = () => {
    hits.hidden = true;
    hits.replaceChildren();
  };
  const look = async () => {
    const words = field.value.trim();
    const asked = (latest += 1);
    if (!words) return close();
    const found = await find(words);
    if (asked !== latest || signal.aborted) return;
    const shown = found.slice(0, MOST);
    hits.replaceChildren(...shown.map((each) => hit(each, pick)));
    hits.hidden = !shown.length;
    say(found.length);
  };
  const pick = (each) => {
    latest += 1;
    close();
    choose(each);
  };
  field.addEventListener("input", look, { signal });
  // The words stay: changed while the focus goes on, they would be read out in place of what follows.
  field.addEventListener("focus", () => field.select(), { signal });
  field.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") close();
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (hits.hidden) look();
      else hits.querySelector("button").click();
    },
    { signal },
  );
}

function hit(each, pick) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button--row";
  const label = document.createElement("strong");
  label.textContent = each.label;
  button.append(label, " ", each.text);
  button.addEventListener("click", () => pick(each));
  item.append(button);
  return item;
}

/** Those of `things` that a rule number or all words fit, the numbers first; `textOf` is what is searched. */
export function matching(things, words, textOf) {
  const wanted = words.toLocaleLowerCase().split(/\s+/);
  return things.filter((each) => {
    const text = textOf(each).toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
