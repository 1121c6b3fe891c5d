/** A search field with a list of results as buttons below it. */
const MOST = 8;

/**
 * `find` gets the query and returns [{label, text}], or a promise of it; `choose` gets the pressed result.
 * `say` is called with the number of results.
 */
export function connectFinder(field, hits, { find, choose, say }, signal) {
  let latest = 0;
  const close = () => {
    hits.hidden = true;
    hits.replaceChildren();
  };
  const look = async () => {
    const words = field.value.trim();
    const request = (latest += 1);
    if (!words) return close();
    const matches = await find(words);
    if (request !== latest || signal.aborted) return;
    const first = matches.slice(0, MOST);
    hits.replaceChildren(...first.map((each) => hit(each, pick)));
    hits.hidden = !first.length;
    say(matches.length);
  };
  const pick = (each) => {
    latest += 1;
    close();
    choose(each);
  };
  field.addEventListener("input", look, { signal });
  // The query stays: changing it while the focus moves would announce it instead of the target.
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

/**
 * Returns the `things` that match a rule number or all words, numbers first; `textOf` returns the text to
 * search.
 */
export function matching(things, words, textOf) {
  const wanted = words.toLocaleLowerCase().split(/\s+/);
  return things.filter((each) => {
    const text = textOf(each).toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
