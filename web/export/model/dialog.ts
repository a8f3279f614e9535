/**
 * Export dialog for the active model. Each choice is converted immediately, in a worker, so that size and contents are
 * known before saving.
 */
import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { counted, formatMegabytes } from '../../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { baseName } from '../../lib/file-names.ts';
import { slotStates, textureLoadOf } from '../../opening/textures/slots.ts';
import { missingWords } from '../../skins/words.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';
import { saveBlob } from '../../ui/clipboard.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el, fileText, icon, visible } from '../../ui/dom.ts';
import { ALERT } from '../../ui/icons.ts';
import { Making } from '../../ui/making.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { choiceBefore, keptChoice } from './choice.ts';
import { type Exported, type Exporter, exportWorkers, glbExporter, objExporter } from './exporters.ts';
import { exportName, type GlbSubject, subjectOf } from './subject.ts';
import { type Circumstances, type Said, sizeInWords } from './words.ts';
import './dialog.css';

/** Characters of the sentence about missing skins: names can be of any length. */
const MAX_MISSING = 160;

/** Opens the dialog for the active file, or says why it cannot be exported. */
export function openExport(format: 'glb' | 'obj'): void {
  const file = activeFile.peek();
  if (!file) return;
  if (file.model) {
    if (format === 'glb') open(file, glbExporter);
    else open(file, objExporter(file));
  } else if (file.parsed.isPartial) {
    notify(
      `${file.name} is larger than ${formatMegabytes(MAX_PARSED_BYTES)} and only partially loaded, so it cannot be exported.`,
    );
  }
}

function open<Result extends Exported>({ id }: OpenFile, exporter: Exporter<Result>): void {
  const about = el('p', { class: 'glb-about' });
  openDialog({
    class: 'glb',
    title: `Export as ${exporter.name}`,
    about,
    build: (dialog) => {
      effect(() => about.replaceChildren(fileText(subjectOf(id)?.file.name ?? '')));
      return [formOf(dialog, id, exporter)];
    },
    focus: ({ element }) => element.querySelector<HTMLElement>('.glb-save'),
  });
}

function formOf<Result extends Exported>(
  dialog: Dialog,
  id: number,
  exporter: Exporter<Result>,
): HTMLElement {
  const choice = signal(choiceBefore());
  const subject = computed(() => subjectOf(id));
  const nameNow = () => exportName(subject.value?.file.name ?? '', exporter.ending);
  const worker = exportWorkers();
  onEnd(() => worker.end());
  const making = new Making<Result>({
    wanted() {
      const now = subject.value;
      if (now) return exporter.wanted(now, choice.value, worker);
      // The file was closed.
      untracked(() => dialog.close());
      return null;
    },
    take(result) {
      const name = untracked(nameNow);
      const { bytes } = result;
      keptChoice.write(choice.peek());
      saveBlob(name, new Blob([bytes], { type: exporter.type }));
      announcement.value = `Saved ${name}, ${sizeInWords(bytes.length)}.`;
      dialog.close();
      return true;
    },
    reason: (error) => `It cannot be exported: ${reasonOf(error)}`,
  });
  const { result } = making;
  const circumstances = circumstancesOf(subject, () => choice.value.skins);
  const panel = resultPanel({
    making,
    counts: () => exporter.counts(result.value, subject.value),
    notes: () => (result.value === null ? [] : exporter.notes(result.value, circumstances.value)),
  });
  const save = saveButton(making);
  const begin = () => {
    making.again();
    save.focus();
  };
  const form = el(
    'form',
    { class: 'glb-frame', method: 'dialog' },
    dialog.header,
    el('div', { class: 'glb-scroll' }, exporter.form({ choice, subject, result }), panel),
    el(
      'div',
      { class: 'glb-foot' },
      resultHead(making, nameNow, begin),
      el(
        'div',
        { class: 'glb-buttons' },
        button('Cancel', () => dialog.close(), { class: 'button-small' }),
        save,
      ),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    making.take();
  });
  return form;
}

function saveButton({ state, isTaking }: Making<unknown>): HTMLButtonElement {
  const element = el('button', { type: 'submit', class: 'button-action glb-save' });
  effect(() => {
    const { state: now } = state.value;
    element.textContent = isTaking.value ? 'Saving…' : 'Save';
    element.disabled = now === 'invalid' || now === 'failed' || now === 'stopped';
  });
  return element;
}

/** What the notes say about the model besides the report. */
function circumstancesOf(
  subject: ReadonlySignal<GlbSubject | null>,
  withSkins: () => boolean,
): ReadonlySignal<Circumstances> {
  return computed(() => {
    const now = subject.value;
    const states = now && withSkins() ? slotStates(now.file) : [];
    const { text, more } = missingWords(states, false);
    return {
      findings: now?.model.findings ?? [],
      missingSkins:
        text && `${visible(text, MAX_MISSING)}${more > 0 ? ' and others' : ''}. These materials are plain.`,
      skins: states.flatMap(({ source }) => {
        const load = source && now ? textureLoadOf(now.file, source) : null;
        if (load?.state === 'failed') return [load.problem];
        if (!source || load?.state !== 'ready') return [];
        const { width, height, picture } = load.loaded;
        const [level] = (picture.decoded ?? picture).levels;
        return level && level.width < width
          ? [
              `${baseName(source.name)} is exported at ${level.width} × ${level.height}, as drawn, not ${width} × ${height}.`,
            ]
          : [];
      }),
    };
  });
}

export interface ResultState<Result> {
  readonly making: Making<Result>;
  /** Counts by name. Reads signals. */
  counts(): readonly (readonly [name: string, value: string])[];
  /** Notes, warnings first. Reads signals. */
  notes(): readonly Said[];
}

/** Counts and notes. */
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
 * Name and size of the file to be saved, with the progress of the conversion.
 * @param name reads signals
 * @param begin restarts the conversion
 */
export function resultHead(making: Making<Exported>, name: () => string, begin: () => void): HTMLElement {
  const file = el('p', { class: 'glb-file' });
  const size = el('p', { class: 'glb-size', role: 'status' });
  const bar = el('progress', { max: 1, 'aria-label': 'Converting' });
  const percent = el('span', { class: 'glb-percent' });
  // The pressed button disappears, so the focus moves to the next action.
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
      // The previous size stays in view, and the next one is announced.
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
