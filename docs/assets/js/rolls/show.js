/**
 * Creates the engine's reply to a compiled roll from templates that the engine's own functions wrote
 * (`hooks/compiled_rolls/tables.py`).
 */

/**
 * Returns the reply to a "resolve" request with these dice, or null if only the engine can show them: very
 * many dice or steps. `titles` are the title and the text of the inputs, `root` is the address of the site.
 */
export function show(table, templates, { faces, urls, steps, end }, [title, inputs], root) {
  const [verdict, stop, tone, came] = end;
  const { limits, spoken } = templates;
  const isCrowded = steps.some(({ dice }) => dice.length > limits.row);
  if (isCrowded || steps.length > limits.steps) return null;
  const [, home, index] = /^(.*?)(index\.html)?$/.exec(root);
  const page = { root: home, index: index ?? "" };
  const expand = (text) => table.html[text] ?? text;
  const step = ({ text, dice, rule, entry }) => drawStep(text, dice, rule, entry);
  function drawStep(text, dice, rule, entry) {
    const words = entry ? fill(table.entries[entry], { words: expand(text), ...page }) : expand(text);
    const link = rule ? fill(table.rules[rule], page) : "";
    const note = text || rule ? fill(templates.text, { words, space: text && rule ? " " : "", link }) : "";
    const row = dice.length ? fill(templates.row, { dice: dice.map(drawDie).join("") }) : "";
    return fill(row ? templates.rolled : templates.noted, { row, text: note });
  }
  function drawDie({ sides, lowest, face, status }) {
    const text = templates.faces[`${sides} ${lowest}`]?.[face - lowest] ?? String(face);
    const long = text.length > limits.face ? " long" : "";
    return fill(templates.dice[`${sides} ${lowest} ${status}${long}`], { text, face });
  }
  const list = steps.length ? fill(templates.steps, { steps: steps.map(step).join("") }) : "";
  const html = fill(templates.outcome[tone], { verdict: expand(verdict), steps: list });
  const dice = announce(steps, spoken, templates);
  return {
    ok: true,
    html,
    say: `${verdict}${stop}${dice}`,
    came,
    roll: { calculator: table.calculator, inputs: table.inputs, seed: null, faces },
    entry: {
      title,
      asked: inputs,
      verdict,
      tone,
      address: fill(table.address, { dice: `%5B${urls.join("%2C+")}%5D`, ...page }),
      text: fill(templates.line[inputs ? "asked" : "bare"], { title, asked: inputs, verdict, stop, dice }),
    },
  };
}

/** Returns the dice, or without any the notes, as they are announced after the verdict. */
function announce(steps, spoken, { limits, uncounted }) {
  const rolled = steps.flatMap(({ dice }) => dice);
  if (!rolled.length) return steps.length > limits.spoken ? "" : announceNotes(steps);
  if (rolled.length > limits.spoken) return fill(spoken.many, { count: rolled.length });
  const faces = (fits) =>
    rolled
      .filter(fits)
      .map(({ face }) => face)
      .join(", ");
  const uncountedStatuses = new Set(
    rolled.map(({ status }) => status).filter((status) => uncounted.includes(status)),
  );
  const rest = [...uncountedStatuses].map((status) =>
    fill(spoken.out, { faces: faces((die) => die.status === status), status }),
  );
  const countedFaces = faces(({ status }) => !uncounted.includes(status)) || spoken.none;
  return fill(spoken.dice, { faces: countedFaces, rest: rest.join("") });
}

function announceNotes(steps) {
  const textsByLabel = new Map();
  for (const { text } of steps) {
    const colon = text.indexOf(": ");
    const label = colon < 0 ? text : text.slice(0, colon);
    const what = textsByLabel.get(label) ?? [];
    if (colon >= 0) what.push(text.slice(colon + 2));
    textsByLabel.set(label, what);
  }
  return [...textsByLabel]
    .map(([label, what]) => (what.length ? `${label}: ${what.join(", ")}` : label))
    .filter(Boolean)
    .map((text) => ` ${text}${/[.!?…”]$/.test(text) ? "" : "."}`)
    .join("");
}

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (slot, name) => (name in values ? values[name] : slot));
}
