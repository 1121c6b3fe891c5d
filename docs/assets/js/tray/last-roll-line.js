const MAX_DICE = 6;

/** Shows the verdict, dice and total of a result in the line of the closed tray. */
export function fillLine(tray, result, { total } = {}) {
  const verdict = tray.part("line-verdict");
  verdict.className = result.querySelector(".outcome").className;
  verdict.replaceChildren(result.querySelector(".outcome__verdict").cloneNode(true));
  const dice = [...result.querySelectorAll(".die")].slice(0, MAX_DICE);
  const drawings = dice.map((die) => {
    const drawing = document.createElement("span");
    drawing.className = die.className;
    drawing.append(die.querySelector(".die__drawing").cloneNode(true));
    return drawing;
  });
  tray.part("line-dice").replaceChildren(...drawings);
  const inVerdict = total === undefined || verdict.textContent.includes(total);
  tray.part("line-total").textContent = inVerdict ? "" : `= ${total}`;
  hideDiceIfCrowded(tray.part("line"), verdict.querySelector("strong"));
}

export function emptyLine(tray) {
  for (const part of ["verdict", "dice", "total"]) tray.part(`line-${part}`).replaceChildren();
}

/** Hides the dice if the verdict would need a third line beside them. */
function hideDiceIfCrowded(line, verdict) {
  line.removeAttribute("data-crowded");
  line.toggleAttribute("data-crowded", verdict.scrollHeight > 1.25 * verdict.clientHeight);
}
