/**
 * Everyday words that mean much the same at any table, a line each. A question is read so where the reader's
 * book has none of its own words. What a word means in one game only stands in the glossary of its book.
 */
import { root } from "./text-matching.js";

const ALIKE = `
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

const alike = new Map();
for (const line of ALIKE.trim().split("\n")) {
  const words = line.trim().split(" ").map(root);
  for (const word of words) alike.set(word, words);
}

/** The everyday words that mean much the same as a root. */
export function everydayWords(word) {
  return alike.get(word)?.filter((other) => other !== word) ?? [];
}
