/** What was understood of the source, before anything is chosen. */
import { counted, formatCount } from '../explain/describe.ts';
import type { ImportNote } from '../from-glb/report.ts';
import { formatTime } from '../motion/timeline/words.ts';
import { el, fileText, icon } from '../ui/dom.ts';
import { ALERT } from '../ui/icons.ts';
import type { ReadGltf } from './protocol.ts';

/** More of each are counted. */
const MAX_LISTED = 100;

export function understoodPanel(read: ReadGltf): HTMLElement {
  const { from, understood } = read;
  const { joints, skins, sockets, meshes, materials, animations, notes } = understood;
  const origin = el('p', { class: 'import-origin' });
  if (from) {
    origin.append('Exported by Lithoscope from ', fileText(from.name), `, ABC v${from.version}.`);
    if (!read.hasTemplate) origin.append(' It was exported without what glTF has no place for.');
  } else origin.append('From another program.');
  const morphs = meshes.reduce((sum, mesh) => sum + mesh.morphTargets, 0);
  const facts = [
    skins > 0 ? `skeleton of ${counted(joints, 'node')}` : 'no skeleton',
    counted(meshes.length, 'piece'),
    counted(materials.length, 'material'),
    counted(animations.length, 'animation'),
    ...(sockets > 0 ? [counted(sockets, 'socket')] : []),
    ...(morphs > 0 ? [counted(morphs, 'morph target')] : []),
  ];
  return el(
    'section',
    { class: 'import-understood', 'aria-label': 'Source' },
    origin,
    el(
      'p',
      {},
      `${facts.join(', ')}.`.replace(/^./, (letter) => letter.toUpperCase()),
    ),
    ...details('Pieces', meshes, ({ name, triangles }) => [
      fileText(name || '(no name)'),
      counted(triangles, 'triangle'),
    ]),
    ...details('Materials', materials, ({ name, slot, hasPicture, colour }) => [
      fileText(name || '(no name)'),
      `slot ${formatCount(slot)}${hasPicture ? ', with a picture' : ''}${colour ? `, ${colour}` : ''}`,
    ]),
    ...details('Animations', animations, ({ name, length, strings }) => [
      fileText(name || '(no name)'),
      `${formatTime(length)}${strings > 0 ? `, ${counted(strings, 'frame string')}` : ''}`,
    ]),
    el('ul', { class: 'glb-notes', 'aria-label': 'Notes on the source' }, ...notes.map(noteLine)),
  );
}

function details<T>(
  title: string,
  list: readonly T[],
  row: (item: T) => readonly [name: HTMLElement, what: string],
): HTMLElement[] {
  if (list.length === 0) return [];
  const rows = list.slice(0, MAX_LISTED).map((item) => {
    const [name, what] = row(item);
    return el('div', {}, el('dt', {}, name), el('dd', {}, what));
  });
  const rest = list.length - rows.length;
  return [
    el(
      'details',
      { class: 'import-list' },
      el('summary', {}, `${title}: ${formatCount(list.length)}`),
      el('dl', { class: 'glb-counts' }, ...rows),
      rest > 0 ? el('p', { class: 'dialog-hint' }, `and ${formatCount(rest)} more`) : '',
    ),
  ];
}

function noteLine({ severity, message, help }: ImportNote): HTMLElement {
  return el(
    'li',
    { class: `glb-note glb-note-${severity === 'info' ? 'info' : 'warning'}` },
    ...(severity === 'info' ? [] : [icon(...ALERT)]),
    el('div', {}, fileText(message), help ? ' ' : '', el('span', { class: 'import-help' }, fileText(help))),
  );
}
