/** What comes of an export, before it is saved: its size, what is in it, and what there is to know. */
import { counted } from '../../explain/describe.ts';
import { button, el, fileText, icon } from '../../ui/dom.ts';
import { ALERT } from '../../ui/icons.ts';
import type { Making } from '../../ui/making.ts';
import { effect } from '../../ui/scope.ts';
import type { Exported } from './exporter.ts';
import { type Said, sizeInWords } from './words.ts';

export interface ResultState<Result> {
  readonly making: Making<Result>;
  /** Names and numbers. Reads signals. */
  counts(): readonly (readonly [name: string, value: string])[];
  /** What there is to know, warnings first. Reads signals. */
  notes(): readonly Said[];
}

/** The counts and the notes. */
export function resultPanel<Result>({ making, ...say }: ResultState<Result>): HTMLElement {
  const counts = el('dl', { class: 'glb-counts' });
  const notes = el('ul', { class: 'glb-notes', 'aria-label': 'Notes on the export' });
  effect(() => {
    const isKnown = making.result.value !== null;
    counts.replaceChildren(
      ...say
        .counts()
        .map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, isKnown ? value : '–'))),
    );
  });
  effect(() => notes.replaceChildren(...say.notes().map(noteItem)));
  const panel = el(
    'section',
    { class: 'glb-result', 'aria-label': 'Result', tabindex: 0 },
    el('h3', {}, 'Result'),
    counts,
    notes,
  );
  effect(() => panel.classList.toggle('glb-outdated', making.state.value.state !== 'ready'));
  return panel;
}

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

/**
 * The name and the size of what will be saved, and how far the conversion is.
 * @param name reads signals
 * @param begin begins again
 */
export function resultHead(making: Making<Exported>, name: () => string, begin: () => void): HTMLElement {
  const file = el('p', { class: 'glb-file' });
  const size = el('p', { class: 'glb-size', role: 'status' });
  const bar = el('progress', { max: 1, 'aria-label': 'Converting' });
  const percent = el('span', { class: 'glb-percent' });
  // What was pressed goes away: the focus goes on to what can be done next.
  const stopped = () => {
    making.stop();
    again.focus();
  };
  const stop = button('Stop', stopped, { class: 'button-small', 'aria-label': 'Stop converting' });
  const again = button('Convert again', begin, { class: 'button-small' });
  const progress = el('div', { class: 'glb-progress' }, bar, percent, stop);
  const line = el('div', { class: 'dialog-line glb-size-line' }, size, progress, again);
  effect(() => file.replaceChildren(fileText(name())));
  effect(() => {
    const now = making.state.value;
    const runs = now.state === 'runs';
    line.classList.toggle('glb-runs', runs);
    stop.disabled = !runs;
    again.hidden = now.state !== 'stopped' && now.state !== 'failed';
    bar.value = runs ? now.done : 1;
    percent.textContent = runs ? `${Math.round(now.done * 100)} %` : '';
  });
  effect(() => {
    const now = making.state.value.state === 'runs' ? 'runs' : making.state.value;
    const bytes = making.result.value?.bytes.length;
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
