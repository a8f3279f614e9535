/**
 * What the command palette finds: commands, also by the words of other programs, and named parts of the active file.
 */

import type { ModelElement } from '@lithoscope/core';
import { clipGroups } from '../document/animation-clips.ts';
import type { Clip, OpenFile } from '../document/open-file.ts';
import { chooseClip, playClip } from '../document/playback.ts';
import { select, selectionAt } from '../document/selection.ts';
import type { Command } from '../store/commands.ts';
import { isCalm } from '../ui/environment.ts';
import { pane } from '../ui/layout.ts';

/** Parts of labels by synonym. */
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

/** Minimum number of typed letters that can match a synonym. */
const LEAST = 3;

/** A typed word, and the words it is a synonym of. */
function meaningsOf(word: string): readonly string[] {
  if (word.length < LEAST) return [word];
  const known = Object.keys(SYNONYMS).filter((synonym) => synonym.startsWith(word));
  return [word, ...known.flatMap((synonym) => SYNONYMS[synonym] ?? [])];
}

/**
 * Commands whose label or group has every word of a text or a synonym of it: those that begin with the text first,
 * those found by synonyms last.
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

/** A piece, node, socket or animation of the active file. */
export interface Place {
  readonly name: string;
  /** `Node`, `Animation`. */
  readonly kind: string;
  /** Selects it, or plays it. */
  go(): void;
}

/** Places whose names have every word of a text; `exact` has those with this very name. Reads signals. */
export function placesNamed(file: OpenFile | null, text: string): { exact: Place[]; others: Place[] } {
  const wanted = text.trim().toLowerCase();
  const found = { exact: [] as Place[], others: [] as Place[] };
  if (!file?.model || wanted === '') return found;
  const words = wanted.split(/\s+/);
  for (const [name, make] of named(file)) {
    const said = name.toLowerCase();
    if (!words.every((word) => said.includes(word))) continue;
    const list = said === wanted ? found.exact : found.others;
    if (list.length < MAX_LISTED) list.push(make());
  }
  return found;
}

/** Maximum length of each list. */
const MAX_LISTED = 50;

function* named(file: OpenFile): Generator<readonly [string, () => Place]> {
  for (const { child, file: lender } of clipGroups(file)) {
    for (const [animation, { name, complete }] of lender.info.animations.entries()) {
      if (complete) yield [name, () => clipPlace(file, name, { child, animation })];
    }
  }
  const { pieces, nodes, sockets } = file.info;
  const kinds = [
    ['piece', 'Piece', pieces],
    ['node', 'Node', nodes],
    ['socket', 'Socket', sockets],
  ] as const;
  for (const [key, kind, list] of kinds) {
    for (const [index, { name }] of list.entries())
      yield [name, () => elementPlace(file, name, kind, { [key]: index })];
  }
}

function clipPlace(file: OpenFile, name: string, clip: Clip): Place {
  const go = () => {
    pane.value = 'model';
    if (isCalm()) chooseClip(file, clip);
    else playClip(file, clip);
  };
  return { name, kind: 'Animation', go };
}

function elementPlace(file: OpenFile, name: string, kind: string, element: ModelElement): Place {
  const go = () => select(file, selectionAt(file, file.parsed.pathOf(element)), 'go-to');
  return { name, kind, go };
}
