/** Panels of the import wizard: the source as it was understood, and the result with its notes and changes. */

import type { AbcFile } from '@lithoscope/core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Skin } from '../document/open-file.ts';
import { counted, formatCount, formatTime, identityOf } from '../explain/describe.ts';
import { problemCounts } from '../explain/verdict.ts';
import { sizeInWords } from '../export/model/words.ts';
import type { ImportNote } from '../from-glb/report.ts';
import { saveTarget } from '../opening/save-target.ts';
import { reasonOf } from '../store/core.ts';
import { notify } from '../store/notices.ts';
import { button, el, fileText, icon } from '../ui/dom.ts';
import { ALERT } from '../ui/icons.ts';
import type { Making } from '../ui/making.ts';
import { effect } from '../ui/scope.ts';
import type { Made, ReadGltf } from './protocol.ts';

/** Items listed of each kind; further ones are counted. */
const MAX_LISTED = 100;

export function understoodPanel(read: ReadGltf): HTMLElement {
  const { from, understood } = read;
  const { joints, skins, sockets, meshes, materials, animations, notes } = understood;
  const origin = el('p', { class: 'import-origin' });
  if (from) {
    const { version } = identityOf({ ...from, token: '' });
    origin.append('Exported by Lithoscope from ', fileText(from.name), `, ${version}.`);
    if (!read.hasTemplate) origin.append(' It was exported without the data that glTF cannot represent.');
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
      `slot ${formatCount(slot)}${hasPicture ? ', with an image' : ''}${colour ? `, ${colour}` : ''}`,
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

/** A result, opened. */
export interface Opened {
  readonly made: Made;
  readonly file: AbcFile;
  /** The model in ABC that the file was converted from, if it is of another format; else the file. */
  readonly imported: AbcFile;
  readonly skins: ReadonlyMap<number, Skin>;
}

export interface ResultState {
  readonly making: Making<Opened>;
  readonly originalName: ReadonlySignal<{ readonly name: string } | null>;
}

/** Changes listed; further ones are counted. */
const MAX_CHANGES = 200;
const SEVERITIES: readonly ImportNote['severity'][] = ['error', 'warning', 'info'];

/** Counts, notes and changes. */
export function resultPanel({ making, originalName }: ResultState): HTMLElement {
  const { result: opened } = making;
  const heading = el('h3', {}, 'Result');
  const counts = el('dl', { class: 'glb-counts import-counts' });
  const notes = el('ul', { class: 'glb-notes', 'aria-label': 'Notes on the import' });
  const changes = el('div', { class: 'import-changes' });
  const save = button('Save the skin…', () => saveSkin(opened.peek()), { class: 'button-small import-skin' });
  const panel = el(
    'section',
    { class: 'import-result', 'aria-label': 'Result', tabindex: 0 },
    heading,
    changes,
    notes,
    save,
    counts,
  );
  effect(() => panel.classList.toggle('glb-outdated', making.state.value.state !== 'ready'));
  effect(() => {
    const now = opened.value;
    counts.replaceChildren(...(now ? countsOf(now) : []));
    const said = now ? notesOf(now) : [];
    notes.replaceChildren(...said.map(noteItem));
    save.hidden = !now?.made.result.skin;
    changes.replaceChildren(...(now ? changesOf(now, originalName.value?.name ?? '') : []));
  });
  return panel;
}

/** Saves the picture that was made from the colours of materials. */
async function saveSkin(now: Opened | null): Promise<void> {
  const skin = now?.made.result.skin;
  if (!skin) return;
  try {
    const target = await saveTarget(skin.name, {
      description: 'PNG image',
      type: 'image/png',
      ending: '.png',
    });
    await target?.write(skin.png);
    await target?.finish();
  } catch (error) {
    notify(reasonOf(error));
  }
}

function countsOf({ made, file }: Opened): HTMLElement[] {
  const { report } = made.result;
  const numbers: [string, string][] = [
    ['Format', identityOf(file.info).version],
    ...NUMBERS.map(([name, key]): [string, string] => [name, formatCount(report[key])]),
    ['Problems', problemCounts(file)],
  ];
  return numbers.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)));
}

const NUMBERS: readonly (readonly [
  string,
  'pieces' | 'levels' | 'triangles' | 'vertices' | 'nodes' | 'sockets' | 'animations' | 'keys',
])[] = [
  ['Pieces', 'pieces'],
  ['Levels', 'levels'],
  ['Triangles', 'triangles'],
  ['Vertices', 'vertices'],
  ['Nodes', 'nodes'],
  ['Sockets', 'sockets'],
  ['Animations', 'animations'],
  ['Keys', 'keys'],
];

/** The worst first. */
function notesOf({ made }: Opened): ImportNote[] {
  const { notes } = made.result.report;
  const skins: ImportNote[] =
    made.unshown.length > 0
      ? [
          {
            code: 'SKINS_LEFT_OUT',
            severity: 'info',
            message: `Images of ${made.unshown.join(', ')} are in a format that cannot be read, or not in the file: their slots are without a skin.`,
            help: 'Drop an image onto the slot once the file is open.',
          },
        ]
      : [];
  return SEVERITIES.flatMap((severity) => [...notes, ...skins].filter((note) => note.severity === severity));
}

const SPOKEN: Readonly<Record<ImportNote['severity'], string>> = {
  error: 'Games refuse it: ',
  warning: 'Warning: ',
  info: '',
};

function noteItem({ severity, message, help }: ImportNote): HTMLElement {
  const mark = severity === 'info' ? [] : [icon(...ALERT)];
  const spoken = SPOKEN[severity];
  return el(
    'li',
    { class: `glb-note glb-note-${severity === 'info' ? 'info' : 'warning'} import-note-${severity}` },
    ...mark,
    el(
      'div',
      {},
      spoken ? el('span', { class: 'visually-hidden' }, spoken) : '',
      fileText(message),
      ...(help ? [' ', el('span', { class: 'import-help' }, fileText(help))] : []),
    ),
  );
}

function changesOf({ made }: Opened, name: string): HTMLElement[] {
  const { way, report } = made.result;
  if (way === 'new') return [];
  const { changes } = report;
  const file = way === 'merge' ? name : 'what was exported';
  if (changes.length === 0)
    return [el('p', { class: 'import-same' }, 'No differences from ', fileText(file), '.')];
  const rest = changes.length - MAX_CHANGES;
  return [
    el('h4', {}, `${counted(changes.length, 'change')} of `, fileText(file)),
    el(
      'ul',
      { class: 'import-change-list' },
      ...changes
        .slice(0, MAX_CHANGES)
        .map(({ path, message }) => el('li', { title: path }, fileText(message))),
      ...(rest > 0 ? [el('li', {}, `and ${formatCount(rest)} more`)] : []),
    ),
  ];
}

/** Name and size of the result, with the progress. @param begin restarts the import */
export function resultHead(
  { making, originalName }: ResultState,
  name: () => string,
  begin: () => void,
): HTMLElement {
  const { result: opened } = making;
  const file = el('span', { class: 'import-file' });
  const size = el('p', { class: 'import-size', role: 'status' });
  const bar = el('progress', { max: 1, 'aria-label': 'Importing' });
  // The pressed button disappears, so the focus moves to the next action.
  const stopped = () => {
    making.stop();
    again.focus();
  };
  const stop = button('Stop', stopped, { class: 'button-small', 'aria-label': 'Stop importing' });
  const again = button('Try again', begin, { class: 'button-small' });
  const progress = el('div', { class: 'import-progress' }, bar, stop);
  const line = el('div', { class: 'import-head' }, size, progress, again);
  effect(() => {
    const now = making.state.value;
    const runs = now.state === 'runs';
    line.classList.toggle('import-runs', runs);
    stop.disabled = !runs;
    again.hidden = now.state !== 'stopped' && now.state !== 'failed';
    bar.value = runs ? now.done : 1;
  });
  effect(() => {
    const value = making.state.value;
    const { state: now } = value;
    const made = opened.value;
    if (now === 'runs') {
      if (!made) size.replaceChildren('–');
      return;
    }
    if (now === 'ready' && made) {
      const { way, bytes } = made.made.result;
      const into = way === 'merge' ? (originalName.value?.name ?? '') : name();
      file.replaceChildren(fileText(into));
      size.replaceChildren(file, `: ${identityOf(made.file.info).version}, ${sizeInWords(bytes.length)}`);
      return;
    }
    const words = 'reason' in value ? value.reason : 'Stopped: there is nothing to open.';
    size.replaceChildren(el('span', { class: 'import-problem' }, fileText(words)));
  });
  return line;
}
