/** What comes of an export as GLB, before it is saved: its size, what is in it, and what there is to know. */
import type { Features } from '@lithoscope/core';
import type { ReadonlySignal } from '@preact/signals-core';
import { counted } from '../../explain/describe.ts';
import type { GlbResult } from '../../glb/report.ts';
import { button, el, fileText, icon } from '../../ui/dom.ts';
import { ALERT } from '../../ui/icons.ts';
import { effect } from '../../ui/scope.ts';
import { type Circumstances, countsOf, notesOf, type Said, sizeInWords } from './words.ts';

/** Where a conversion is. `stopped`: by the user. `invalid`: what was chosen cannot be. */
export type Conversion =
  | { readonly state: 'runs'; readonly done: number }
  | { readonly state: 'ready' }
  | { readonly state: 'stopped' }
  | { readonly state: 'failed' | 'invalid'; readonly reason: string };

export interface ResultState {
  readonly conversion: ReadonlySignal<Conversion>;
  /** The last that was made; it stays in view while the next is. Null before the first. */
  readonly result: ReadonlySignal<GlbResult | null>;
  readonly features: ReadonlySignal<Pick<Features, 'deformation'>>;
  readonly circumstances: ReadonlySignal<Circumstances>;
  stop(): void;
  again(): void;
}

/** The counts and the notes. */
export function resultPanel(state: ResultState): HTMLElement {
  const { result, features, circumstances } = state;
  const counts = el('dl', { class: 'glb-counts' });
  const notes = el('ul', { class: 'glb-notes', 'aria-label': 'Notes on the export' });
  effect(() => {
    const report = result.value?.report ?? NO_REPORT;
    const isKnown = result.value !== null;
    counts.replaceChildren(
      ...countsOf(report, features.value).map(([name, value]) =>
        el('div', {}, el('dt', {}, name), el('dd', {}, isKnown ? value : '–')),
      ),
    );
  });
  effect(() => {
    const report = result.value?.report;
    notes.replaceChildren(...(report ? notesOf(report, circumstances.value).map(noteItem) : []));
  });
  const panel = el(
    'section',
    { class: 'glb-result', 'aria-label': 'Result', tabindex: 0 },
    el('h3', {}, 'Result'),
    counts,
    notes,
  );
  effect(() => panel.classList.toggle('glb-outdated', state.conversion.value.state !== 'ready'));
  return panel;
}

const NO_REPORT: GlbResult['report'] = {
  meshes: 0,
  vertices: 0,
  triangles: 0,
  joints: 0,
  sockets: 0,
  animations: 0,
  keys: 0,
  images: 0,
  morphTargets: { all: 0, kept: 0 },
  morphDeviation: 0,
  deviations: [],
  notes: [],
};

function noteItem({ severity, text, details }: Said): HTMLElement {
  const mark = severity === 'warning' ? [icon(...ALERT)] : [];
  return el(
    'li',
    { class: `glb-note glb-note-${severity}` },
    ...mark,
    el(
      'div',
      {},
      severity === 'warning' ? el('span', { class: 'visually-hidden' }, 'Warning: ') : '',
      fileText(text),
      ...(details.length > 0 ? [el('ul', {}, ...details.map((line) => el('li', {}, fileText(line))))] : []),
    ),
  );
}

/** The name and the size of what will be saved, and how far the conversion is. */
export function resultHead(state: ResultState, name: () => string): HTMLElement {
  const { conversion, result } = state;
  const file = el('p', { class: 'glb-file' });
  const size = el('p', { class: 'glb-size', role: 'status' });
  const bar = el('progress', { max: 1, 'aria-label': 'Converting' });
  const percent = el('span', { class: 'glb-percent' });
  // What was pressed goes away: the focus goes on to what can be done next.
  const stopped = () => {
    state.stop();
    again.focus();
  };
  const stop = button('Stop', stopped, { class: 'button-small', 'aria-label': 'Stop converting' });
  const again = button('Convert again', () => state.again(), { class: 'button-small' });
  const progress = el('div', { class: 'glb-progress' }, bar, percent, stop);
  const line = el('div', { class: 'glb-line glb-size-line' }, size, progress, again);
  effect(() => file.replaceChildren(fileText(name())));
  effect(() => {
    const now = conversion.value;
    const runs = now.state === 'runs';
    line.classList.toggle('glb-runs', runs);
    stop.disabled = !runs;
    again.hidden = now.state !== 'stopped' && now.state !== 'failed';
    bar.value = runs ? now.done : 1;
    percent.textContent = runs ? `${Math.round(now.done * 100)} %` : '';
  });
  effect(() => {
    const now = conversion.value.state === 'runs' ? 'runs' : conversion.value;
    const bytes = result.value?.bytes.length;
    if (now === 'runs') {
      // The size before stays in view, and is read out when it is known again.
      if (bytes === undefined) size.replaceChildren(el('strong', {}, '–'));
    } else if (now.state === 'ready' && bytes !== undefined) {
      const exact = bytes >= 1024 ? [' ', el('span', {}, counted(bytes, 'byte'))] : [];
      size.replaceChildren(el('strong', {}, sizeInWords(bytes)), ...exact);
    } else {
      const words = 'reason' in now ? now.reason : 'Stopped: there is nothing to save.';
      size.replaceChildren(el('span', { class: 'glb-problem' }, fileText(words)));
    }
  });
  return el('div', { class: 'glb-head' }, file, line);
}
