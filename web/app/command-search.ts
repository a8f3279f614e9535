/** Finding commands by words, also by those that other programs have for the same. */

import type { Command } from '../store/commands.ts';

/** By the word that is typed: parts of labels that mean it. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  animate: ['animation', 'play'],
  camera: ['camera', 'look from', 'frame'],
  delete: ['remove', 'delete', 'clear'],
  diff: ['compare'],
  discard: ['undo', 'close'],
  download: ['save', 'export'],
  edit: ['edit', 'change'],
  find: ['find', 'search', 'go to'],
  fps: ['film', 'statistics'],
  hide: ['show'],
  hotkeys: ['keys'],
  image: ['picture'],
  jump: ['go to'],
  lod: ['level'],
  movie: ['film'],
  mp4: ['film'],
  night: ['dark'],
  photo: ['picture'],
  picture: ['picture'],
  png: ['picture', 'png'],
  record: ['film'],
  render: ['picture', 'film'],
  rotate: ['turntable'],
  ruler: ['measure'],
  save: ['save', 'export'],
  screenshot: ['picture'],
  settings: ['options', 'switch'],
  share: ['link'],
  shortcuts: ['keys', 'shortcuts'],
  skin: ['texture', 'skin'],
  snapshot: ['picture'],
  spin: ['turntable'],
  theme: ['dark'],
  toggle: ['show', 'switch'],
  transparent: ['x-ray'],
  video: ['film'],
  wires: ['wireframe'],
  zoom: ['frame'],
};

/** So many letters of a word are enough to know it by. */
const LEAST = 3;

/** What a typed word may stand for, itself first. */
function meaningsOf(word: string): readonly string[] {
  if (word.length < LEAST) return [word];
  const known = Object.keys(SYNONYMS).filter((synonym) => synonym.startsWith(word));
  return [word, ...known.flatMap((synonym) => SYNONYMS[synonym] ?? [])];
}

/**
 * The commands with every word of a text, or another word for it, in their label or group: those that begin with the
 * text first, those with other words for it last.
 */
export function matching(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const meanings = words.map(meaningsOf);
  const rankOf = ({ label, group }: Command) => {
    const said = `${label} ${group}`.toLowerCase();
    if (said.startsWith(wanted)) return 0;
    if (words.every((word) => said.includes(word))) return 1;
    return meanings.every((alike) => alike.some((word) => said.includes(word))) ? 2 : 3;
  };
  const ranked = commands.map((command) => ({ command, rank: rankOf(command) }));
  return ranked
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}
