/**
 * Plays a roll that the build compiled (`hooks/compiled_rolls/graph.py` describes the graph) with real
 * randomness, and treats each die as `rules_py.dice` does.
 */
/** The most nodes of a roll; a fight may take hundreds. */
const MAX_NODES = 20_000;

/**
 * Returns the result of the dice: {faces, urls: the faces as in an address, steps: [{text, dice, rule,
 * entry}], end: [verdict, full stop, tone, came]}. `below(limit)` returns a whole number from 0 to limit - 1.
 */
export function play({ nodes, states, root }, below) {
  const roll = new Roll(below);
  let at = root;
  for (let visited = 0; visited < MAX_NODES; visited += 1) {
    const [events, [kind, ...end]] = typeof at === "number" ? nodes[at] : at;
    for (const [event, ...args] of events) roll[event](...args);
    if (kind === "end") return { faces: roll.faces, urls: roll.urls, steps: roll.steps, end };
    at = kind === "goto" || kind === "play" ? states[roll[kind](...end)] : roll[kind](...end);
  }
  throw new Error("a compiled roll does not end");
}

class Roll {
  faces = [];
  urls = [];
  steps = [];
  #rolls = []; // {dice: [{sides, lowest, face, status}], pool: the arguments of `roll`}
  #processes = []; // for each running process: the surrounding rolls, and the nodes that follow its ends
  #below;

  constructor(below) {
    this.#below = below;
  }

  // events

  roll(...pool) {
    const [sizes, lowest, extra, label, rule] = pool;
    const [adding, limit, labels] = extra || [{}, 0, []];
    let latest = this.#roll(sizes, lowest, label, rule);
    const dice = [...latest];
    for (let more = 0; more < limit; more += 1) {
      const added = latest
        .filter(({ sides, face }) => adding[sides]?.includes(face))
        .map(({ sides }) => sides);
      if (!added.length) break;
      latest = this.#roll(added, lowest, labels[added.length - 1], rule);
      dice.push(...latest);
    }
    this.#rolls.push({ dice, pool });
  }

  reroll(number, faces, label, rule) {
    const { dice, pool } = this.#rolls[number];
    const again = dice.filter(({ face }) => !faces || faces.includes(face));
    for (const die of again) die.status = "rerolled";
    if (!faces) return this.roll(...pool.slice(0, 3), label, rule);
    const others = dice.filter((die) => !again.includes(die));
    const sizes = again.map(({ sides }) => sides);
    const rerolled = sizes.length ? this.#roll(sizes, pool[1], label, rule) : [];
    this.#rolls.push({ dice: [...others, ...rerolled], pool });
  }

  status(number, status, [by, places], most) {
    const { dice } = this.#rolls[number];
    const ranked = by === "rank" && byFace(dice);
    const matches = ranked
      ? places.map((place) => ranked.at(place))
      : dice.filter(({ face }) => by === "all" || places.includes(face));
    for (const die of matches.slice(0, most ?? undefined)) die.status = status;
  }

  reread(number, aggregate) {
    evaluate(this.#rolls[number].dice, aggregate);
  }

  note(text, rule, entry) {
    this.steps.push({ text, dice: [], rule, entry });
  }

  // ends: the node that follows

  read(number, aggregate, answers) {
    return answers[evaluate(this.#rolls[number].dice, aggregate)];
  }

  dice(number, answers) {
    const dice = this.#rolls[number].dice.map(({ face, sides }) => [face, sides]);
    dice.sort(([one, size], [other, otherSize]) => other - one || otherSize - size);
    return answers[dice.flat().join()];
  }

  draw(rule, keys) {
    const whole = keys.reduce((sum, [, weight]) => sum + weight, 0);
    let place = this.#below(whole);
    const drawn = keys.find(([, weight]) => (place -= weight) < 0);
    const [key, , text, url, node] = drawn;
    this.faces.push(key);
    this.urls.push(url);
    this.note(text, rule, 0);
    return node;
  }

  /** Returns the state in which a process starts; `ends` are the nodes that follow it. */
  play(state, ends) {
    this.#processes.push({ rolls: this.#rolls, ends });
    return this.goto(state);
  }

  /** Returns the state of the next round, which has its own dice. */
  goto(state) {
    this.#rolls = [];
    return state;
  }

  return(end) {
    const { rolls, ends } = this.#processes.pop();
    this.#rolls = rolls;
    return ends[end];
  }

  #roll(sizes, lowest, label, rule) {
    const dice = sizes.map((sides) => ({ sides, lowest, face: this.#below(sides) + lowest, status: "" }));
    const faces = dice.map(({ face }) => face);
    this.faces.push(...faces);
    this.urls.push(...faces);
    const text = typeof label === "string" ? label : label[1][sum(faces) - label[0]];
    this.steps.push({ text, dice, rule, entry: 0 });
    return dice;
  }
}

/** Returns the result of an aggregate as text, and sets the status of each die. */
function evaluate(dice, [kind, ...args]) {
  const faces = byFace(dice).map(({ face }) => face);
  if (kind === "faces") return faces.join();
  if (kind === "keep") return keep(dice, ...args);
  if (kind === "tally") return tally(dice, ...args);
  if (kind === "counts") return tally(structuredClone(dice), ...args); // leaves the dice unchanged
  if (kind === "symbols") return symbols(faces, ...args);
  return sum(faces) - (kind === "penetrated" ? faces.length - 1 : 0);
}

function keep(dice, count, highest) {
  const ranked = highest ? byFace(dice) : [...dice].sort((one, other) => one.face - other.face);
  for (const [place, die] of ranked.entries()) die.status = place < count ? "kept" : "dropped";
  return sum(ranked.slice(0, count).map(({ face }) => face));
}

function tally(dice, lowest, categories) {
  const numbers = new Map(categories.filter((each) => each !== null).map((each) => [each, 0]));
  for (const die of dice) {
    const category = categories[die.face - lowest];
    if (category === null) continue;
    die.status = category;
    numbers.set(category, numbers.get(category) + 1);
  }
  return [...numbers.values()].join();
}

function symbols(faces, rows) {
  return rows[0].map((_, place) => sum(faces.map((face) => rows[face - 1][place]))).join();
}

function byFace(dice) {
  return [...dice].sort((one, other) => other.face - one.face);
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
