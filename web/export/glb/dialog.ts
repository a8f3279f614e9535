/**
 * The dialog that exports the model in front as GLB. What is chosen is converted at once, in a worker, so that size and
 * contents are known before anything is saved. The worker ends with the dialog.
 */
import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { formatMegabytes } from '../../explain/describe.ts';
import { baseName } from '../../explain/file-names.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { slotStates, textureLoadOf } from '../../files/textures/slots.ts';
import type { GlbOptions } from '../../glb/input.ts';
import type { GlbResult } from '../../glb/report.ts';
import { missingWords } from '../../model/textures/messages.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';
import { activeFile } from '../../store/state.ts';
import { recall, remember } from '../../store/storage.ts';
import { saveBlob } from '../../ui/clipboard.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { isWithdrawn } from '../../ui/tasks/worker.ts';
import { choiceFrom, KEPT, keptChoice, optionsOf } from './choice.ts';
import { glbConverter, transferOf } from './converter.ts';
import { glbForm } from './form.ts';
import { type Conversion, type ResultState, resultHead, resultPanel } from './result.ts';
import { type GlbSubject, glbName, subjectOf, taskOf } from './subject.ts';
import { type Circumstances, sizeInWords } from './words.ts';
import './dialog.css';

/** Characters of the sentence about missing skins: names may be of any length. */
const MAX_MISSING = 160;
/** What is chosen or written quickly one after the other is converted once, ms. */
const DEBOUNCE_MS = 150;

/** Opens the dialog for the file in front, or says why it cannot be exported. */
export function openGlbExport(): void {
  const file = activeFile.peek();
  if (!file) return;
  if (file.model) open(file.id);
  else if (file.parsed.isPartial) {
    notify(
      `${file.name} is larger than ${formatMegabytes(MAX_PARSED_BYTES)} and only partially loaded, so it cannot be exported as GLB.`,
    );
  }
}

/** @param id of the open file */
function open(id: number): void {
  const about = el('p', { class: 'glb-about' });
  openDialog({
    class: 'glb',
    title: 'Export as GLB',
    about,
    build: (made) => {
      effect(() => about.replaceChildren(fileText(subjectOf(id)?.file.name ?? '')));
      return [formOf(made, id)];
    },
    focus: ({ element }) => element.querySelector<HTMLElement>('.glb-save'),
  });
}

function formOf(dialog: Dialog, id: number): HTMLElement {
  const choice = signal(choiceFrom(recall(KEPT)));
  const subject = computed(() => subjectOf(id));
  const conversion = signal<Conversion>({ state: 'runs', done: 0 });
  const result = signal<GlbResult | null>(null);
  const attempt = signal(0);
  /** What is there when the dialog opens is converted at once. */
  let isFirst = true;
  /** The conversion that is about to begin. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the result is of. */
  let made: { readonly subject: GlbSubject; readonly key: string } | null = null;
  const converter = glbConverter();
  /** Save was pressed before there was anything to save. */
  const isSaving = signal(false);

  const withdraw = () => {
    clearTimeout(timer);
    converter.stop();
  };

  const save = () => {
    const glb = result.peek();
    const now = subject.peek();
    if (!glb || !now || conversion.peek().state !== 'ready') return;
    const name = glbName(now.file.name);
    remember(KEPT, keptChoice(choice.peek()));
    saveBlob(name, new Blob([glb.bytes], { type: 'model/gltf-binary' }));
    announcement.value = `Saved ${name}, ${sizeInWords(glb.bytes.length)}.`;
    dialog.close();
  };

  const convert = async (now: GlbSubject, options: GlbOptions, key: string) => {
    // In place of what runs.
    converter.stop();
    try {
      const task = taskOf(now, choice.peek(), options);
      const converted = await converter.run('task', task, {
        transfer: transferOf(task),
        progress(done) {
          conversion.value = { state: 'runs', done };
        },
      });
      made = { subject: now, key };
      result.value = converted;
      conversion.value = { state: 'ready' };
      if (isSaving.peek()) save();
    } catch (error) {
      if (isWithdrawn(error)) return;
      isSaving.value = false;
      conversion.value = { state: 'failed', reason: `It cannot be exported: ${reasonOf(error)}` };
    }
  };

  effect(() => {
    attempt.value;
    const now = subject.value;
    // The file was closed.
    if (!now) return untracked(() => dialog.close());
    const options = optionsOf(choice.value, now.facts);
    isSaving.value = false;
    if (typeof options === 'string') {
      conversion.value = { state: 'invalid', reason: options };
      return undefined;
    }
    const { alpha, skins } = choice.value;
    const key = JSON.stringify([options, [...alpha], skins]);
    // Another way to say the same.
    if (made?.subject === now && made.key === key) {
      conversion.value = { state: 'ready' };
      return undefined;
    }
    conversion.value = { state: 'runs', done: 0 };
    timer = setTimeout(() => void convert(now, options, key), isFirst ? 0 : DEBOUNCE_MS);
    isFirst = false;
    return withdraw;
  });

  const saveButton = el('button', { type: 'submit', class: 'button-action glb-save' });
  effect(() => {
    const { state: now } = conversion.value;
    saveButton.textContent = isSaving.value ? 'Saving…' : 'Save';
    saveButton.disabled = now === 'invalid' || now === 'failed' || now === 'stopped';
  });

  const state: ResultState = {
    conversion,
    result,
    features: computed(() => subject.value?.file.info.features ?? { deformation: false }),
    circumstances: circumstancesOf(subject, () => choice.value.skins),
    stop() {
      withdraw();
      isSaving.value = false;
      conversion.value = { state: 'stopped' };
    },
    again() {
      attempt.value++;
      saveButton.focus();
    },
  };
  const frames = computed(() => result.value?.report.morphTargets.all ?? null);

  const form = el(
    'form',
    { class: 'glb-frame', method: 'dialog' },
    dialog.header,
    el('div', { class: 'glb-scroll' }, glbForm({ choice, subject, frames }), resultPanel(state)),
    el(
      'div',
      { class: 'glb-foot' },
      resultHead(state, () => glbName(subject.value?.file.name ?? '')),
      el(
        'div',
        { class: 'glb-buttons' },
        button('Cancel', () => dialog.close(), { class: 'button-small' }),
        saveButton,
      ),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (conversion.peek().state === 'runs') isSaving.value = true;
    save();
  });
  onEnd(() => converter.end());
  return form;
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
