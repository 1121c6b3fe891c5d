/**
 * Rows of dice for compiled rolls, the same in Node and in browsers: random rows, and rows that each visit a
 * node for the first time, to cover a table.
 *
 *     node roll_rows.mjs SCRIPTS ROWS MOST   reads [{templates, table}] and prints for each
 *                                            {plays: [{faces, reply}], nodes, visited, digest of the ROWS}
 */
const ROOT = "https://example.org/book/";
/** The number of plays without a new node after which the remaining nodes are considered unreachable. */
const PATIENCE = 4000;

export function digestOfRows(player, { templates, table }, rows) {
  return digestOf(randomPlays(player, templates, table, rows));
}

async function digestOf(plays) {
  const text = new TextEncoder().encode(JSON.stringify(plays));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function randomPlays({ play, show, generator }, templates, table, rows) {
  const below = generator(1);
  return Array.from({ length: rows }, () => toPlay(show, templates, table, play(table, below)));
}

/** Returns at most `most` plays that each visit a new node, and the numbers of all and of visited nodes. */
export function coveringPlays({ play, show, generator }, templates, table, most) {
  const nodes = allNodes(table);
  const visited = new Set();
  for (const node of nodes) {
    const [events, end] = node;
    node[Symbol.iterator] = function* () {
      visited.add(node);
      yield events;
      yield end;
    };
  }
  const uniform = generator(2);
  const plays = [];
  for (
    let without = 0;
    without < PATIENCE && visited.size < nodes.length && plays.length < most;
    without += 1
  ) {
    const before = visited.size;
    const below = without % 2 ? uniform : biased(uniform);
    const played = play(table, below);
    if (visited.size === before) continue;
    plays.push(toPlay(show, templates, table, played));
    without = -1;
  }
  for (const node of nodes) delete node[Symbol.iterator];
  return { plays, nodes: nodes.length, visited: visited.size };
}

function toPlay(show, templates, table, played) {
  return { faces: played.faces, reply: show(table, templates, played, table.titles, ROOT) };
}

function allNodes({ nodes, states, root }) {
  const all = [];
  const pending = [root, ...states, ...nodes];
  while (pending.length) {
    const node = pending.pop();
    if (!Array.isArray(node)) continue;
    all.push(node);
    const [kind, ...end] = node[1];
    if (kind === "draw") pending.push(...end[1].map((key) => key.at(-1)));
    else if (["read", "dice", "play"].includes(kind)) pending.push(...Object.values(end.at(-1)));
  }
  return all;
}

/** Dice that show only a few of their faces, so that rare sums and long fights occur. */
function biased(random) {
  const [few, turns] = [1 + random(3), 1 + random(3)];
  const chosen = new Map();
  let calls = 0;
  return (limit) => {
    calls += 1;
    const key = `${limit} ${calls % turns}`;
    if (!chosen.has(key))
      chosen.set(
        key,
        Array.from({ length: few }, () => random(limit)),
      );
    return random(12) ? chosen.get(key)[random(few)] : random(limit);
  };
}

if (globalThis.process?.argv[1]?.endsWith("roll_rows.mjs")) {
  const fs = await import("node:fs");
  const [scripts, rows, most] = process.argv.slice(2);
  const { generator } = await import("../../hooks/compiled_rolls/generator.mjs");
  const { play } = await import(`${scripts}/play.js`);
  const { show } = await import(`${scripts}/show.js`);
  const player = { play, show, generator };
  const results = [];
  for (const each of JSON.parse(fs.readFileSync(0, "utf8"))) {
    const covering = coveringPlays(player, each.templates, each.table, Number(most));
    const plays = randomPlays(player, each.templates, each.table, Number(rows));
    results.push({ ...covering, plays: [...covering.plays, ...plays], digest: await digestOf(plays) });
  }
  process.stdout.write(JSON.stringify(results));
}
