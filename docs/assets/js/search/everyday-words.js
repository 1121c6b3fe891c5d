/**
 * Everyday words with nearly the same meaning in any game, one group per line. The search uses them if the
 * reader's book contains none of the words in the query. Words with a special meaning in one game are in its
 * glossary.
 */
import { root } from "./text-matching.js";

const GROUPS = `
  run sprint dash race
  flee escape retreat
  jump leap vault
  sneak stealth hide creep lurk
  lie bluff deceive trick con cheat
  persuade convince diplomacy negotiate bargain bribe haggle sway
  charm seduce flirt
  intimidate threaten scare frighten bully
  steal theft thief pickpocket rob
  lock lockpick lockpicking
  search investigate inspect
  notice spot perceive perception listen hear watch
  track tracking trail
  forage survival wilderness
  ride riding horse mount
  medicine bandage doctor surgeon
  poison venom toxin
  disease illness sickness plague
  fire flame burn burning
  gun firearm pistol rifle revolver shoot
  bow arrow archery
  sword blade axe
  magic spell sorcery arcane wizard witch
  god religion faith priest prayer
  lore history
  money gold coin cash wealth
  fight combat battle brawl
  kill slay fatal lethal
  help aid assist helper
  strong strength muscle
  pet animal beast
`;

const groupByWord = new Map();
for (const line of GROUPS.trim().split("\n")) {
  const words = line.trim().split(" ").map(root);
  for (const word of words) groupByWord.set(word, words);
}

/** Returns the everyday words with nearly the same meaning as a root. */
export function everydayWords(word) {
  return groupByWord.get(word)?.filter((other) => other !== word) ?? [];
}
