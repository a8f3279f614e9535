/**
 * The dialog that exports the model in front. What is chosen is converted at once, in a worker, so that size and contents
 * are known before anything is saved. The worker ends with the dialog.
 */
import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { formatMegabytes } from '../../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { baseName } from '../../lib/file-names.ts';
import { slotStates, textureLoadOf } from '../../opening/textures/slots.ts';
import { missingWords } from '../../skins/words.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';
import { saveBlob } from '../../ui/clipboard.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { Making } from '../../ui/making.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { choiceBefore, keptChoice } from './choice.ts';
import { exportWorkers } from './converter.ts';
import type { Exported, Exporter } from './exporter.ts';
import { glbExporter } from './glb.ts';
import { objExporter } from './obj.ts';
import { resultHead, resultPanel } from './result.ts';
import { exportName, type GlbSubject, subjectOf } from './subject.ts';
import { type Circumstances, sizeInWords } from './words.ts';
import './dialog.css';

/** Characters of the sentence about missing skins: names may be of any length. */
const MAX_MISSING = 160;

/** Opens the dialog for the file in front, or says why it cannot be exported. */
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

/** What there is to know of the model besides the report. */
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
              `${baseName(source.name)} goes out at ${level.width} × ${level.height}, as it is drawn, not ${width} × ${height}.`,
            ]
          : [];
      }),
    };
  });
}
