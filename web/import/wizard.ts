/**
 * Import wizard for GLB and glTF: source, options, result, and a preview of both. Each choice is converted immediately, in a
 * worker. Worker, models and preview end with the dialog.
 */
import type { AbcFile } from '@lithoscope/core';
import { computed, type Signal, signal, untracked } from '@preact/signals-core';
import { files } from '../document/state.ts';
import { NotImported, whyNotImported } from '../from-glb/report.ts';
import { baseName } from '../lib/file-names.ts';
import { isWithdrawn } from '../lib/reason.ts';
import type { GltfRequest } from '../opening/gltf.ts';
import { LongTask } from '../opening/long-task.ts';
import { loadCore } from '../store/core.ts';
import { announcement, dismissNotice, notify, spoken } from '../store/notices.ts';
import { type Dialog, openDialog } from '../ui/dialog.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { Making, type Wanted } from '../ui/making.ts';
import { effect } from '../ui/scope.ts';
import { choiceOf, formatOf, type ImportChoice, optionsOf } from './choice.ts';
import { importForm } from './form.ts';
import { Importer } from './importer.ts';
import { previewPanel } from './preview.ts';
import type { ReadGltf, Target } from './protocol.ts';
import { type Opened, resultHead, resultPanel, understoodPanel } from './result.ts';
import { loadSkins, openMade, originalOf, type Put, putInto } from './taking.ts';
import { withTextures } from './textures.ts';
import '../export/model/dialog.css';
import './wizard.css';

/** Reads a file and opens the wizard for it; resolves when the wizard is closed. Rejects with a sentence for the user. */
export async function openImport({ source, companions }: GltfRequest): Promise<void> {
  dismissNotice();
  const name = baseName(source.name);
  const task = new LongTask(`Reading ${name}`, (done) => `Reading ${name}: ${done} %`, 100);
  let importer: Importer | null = null;
  try {
    const parts = await Promise.all(
      [...companions].map(async ([path, part]) => [path, await part.read()] as const),
    );
    const order = { name, file: await source.read(), companions: new Map(parts) };
    if (task.isCancelled) return;
    importer = new Importer(order);
    const reading = importer;
    task.signal.addEventListener('abort', () => reading.stop());
    const read = await reading.read((done) => {
      task.done.value = Math.round(done * 100);
    });
    task.end();
    await new Promise<void>((resolve) => open(name, reading, read, resolve));
  } catch (error) {
    if (!isWithdrawn(error)) throw error;
  } finally {
    task.end();
    importer?.end();
  }
}

function open(name: string, importer: Importer, read: ReadGltf, closed: () => void): void {
  openDialog({
    class: 'import',
    title: 'Import',
    about: el('p', { class: 'glb-about' }, fileText(name)),
    build: (made) => [formOf(made, { name, importer, read })],
    focus: ({ element }) => element.querySelector<HTMLElement>('.import-take'),
    stays: true,
    closed() {
      importer.stop();
      closed();
    },
  });
}

interface Subject {
  readonly name: string;
  readonly importer: Importer;
  readonly read: ReadGltf;
}

function formOf(dialog: Dialog, { name, importer, read }: Subject): HTMLElement {
  const { understood, from, hasTemplate } = read;
  const first = untracked(() => originalOf(from));
  // The original is not replaced later by another file: the user was told its name.
  const original = computed(() => first && originalOf(from, first.id));
  const originalName = computed(() => {
    const now = original.value;
    const file = now && files.value.find(({ id }) => id === now.id);
    return file ? { name: file.name, isSame: now.isSame } : null;
  });
  const way = original.peek() ? 'merge' : hasTemplate ? 'template' : 'new';
  const choice: Signal<ImportChoice> = signal(
    choiceOf(understood.suggested, way, understood.animations.length, from?.format),
  );
  const options = computed(() => optionsOf(choice.value, understood.suggested));
  /** The content of the merge target. */
  const base = computed(() => {
    if (choice.value.way !== 'merge') return null;
    return files.value.find(({ id }) => id === original.value?.id)?.parsed ?? null;
  });
  // The target was closed or replaced.
  effect(() => {
    if (choice.value.way === 'merge' && !original.value)
      choice.value = { ...choice.peek(), way: hasTemplate ? 'template' : 'new' };
  });
  const wish = computed(() => JSON.stringify([options.value, choice.value.way, formatOf(choice.value)]));

  const wanted = (): Wanted<Opened> | string | null => {
    const key = [wish.value, base.value];
    const into = base.value;
    const chosen = options.peek();
    if (typeof chosen === 'string') return chosen;
    const { way } = choice.peek();
    if (way === 'merge' && !into) return null;
    const name = originalName.peek()?.name ?? '';
    const target = (): Target => {
      if (way === 'merge') return { way, name, bytes: new Uint8Array(into?.bytes ?? []) };
      return way === 'new' ? { way, to: formatOf(choice.peek()) } : { way };
    };
    return {
      key,
      async make(progress, aborted) {
        aborted.addEventListener('abort', () => importer.stop());
        const made = await importer.make(chosen, target(), progress);
        const [core, skins] = await Promise.all([loadCore(), loadSkins(made.skins)]);
        aborted.throwIfAborted();
        if (!core)
          throw new NotImported(
            'The part of the page that reads files (WebAssembly) could not be loaded, so the model cannot be shown.',
          );
        const file = await core.openAny(made.result.bytes);
        return { made, skins, file, imported: made.imported ? core.open(made.imported) : file };
      },
    };
  };

  const take = async (opened: Opened, calledOff: AbortSignal): Promise<boolean> => {
    const { result } = opened.made;
    if (result.way !== 'merge') {
      const own = name.replace(/\.(glb|gltf)$/i, '');
      const made = choice.peek().textures ? await withTextures(opened, own, calledOff) : null;
      if (calledOff.aborted) return false;
      const file = openMade(own, opened.file, opened.made, made?.textures);
      spoken.value = `${file.name} opened: not saved yet.`;
      if (made && made.problems.length > 0) notify(made.problems.join(' '));
      dialog.close();
      if (opened.imported !== opened.file) opened.imported.release();
      return true;
    }
    const id = original.peek()?.id;
    const into = originalName.peek()?.name ?? '';
    let put: Put = { problem: 'The file was closed.' };
    try {
      // The user may cancel or choose something else while the editing module loads.
      if (id !== undefined) put = await putInto(id, name, opened.made, () => !calledOff.aborted);
    } catch {
      put = {
        problem:
          'The part of the page that edits files could not be loaded. Check the connection, then try again.',
      };
    }
    if (put === 'unwanted') return false;
    if (put !== 'done') throw new NotImported(put.problem);
    announcement.value = `Merged ${name} into ${into} as one change, which can be undone.`;
    dialog.close();
    // The change has the bytes, so the file opened for the preview can be released.
    return false;
  };

  const making = new Making<Opened>({
    wanted,
    take,
    reason: whyNotImported,
    release({ file, imported }) {
      file.release();
      if (imported !== file) imported.release();
    },
  });
  const { result: opened, isTaking } = making;

  const takeButton = el('button', { type: 'submit', class: 'button-action import-take' });
  effect(() => {
    const { state } = making.state.value;
    const now = opened.value?.made.result;
    const merges = now ? now.way === 'merge' : choice.value.way === 'merge';
    const words = merges ? `Merge into ${visible(originalName.value?.name ?? '', 40)}` : 'Open';
    takeButton.textContent = isTaking.value ? 'Opening…' : words;
    const isSame = merges && state === 'ready' && now?.operations.length === 0;
    takeButton.disabled = isSame || state === 'invalid' || state === 'failed' || state === 'stopped';
  });

  const triangles = computed(() => trianglesOf(opened.value?.imported ?? null));
  const shown = computed(() => {
    const now = opened.value;
    return now && { file: now.imported, skins: now.skins, result: now.made.result };
  });
  const form = el(
    'form',
    { class: 'import-frame', method: 'dialog' },
    dialog.header,
    el(
      'div',
      { class: 'import-scroll' },
      previewPanel({
        glb: read.glb,
        notShown: understood.notShown ?? (read.glb ? '' : 'The source cannot be shown.'),
        result: shown,
        names: understood.animations.map((animation) => animation.name),
      }),
      el(
        'div',
        { class: 'import-options', tabindex: 0, role: 'region', 'aria-label': 'Source and options' },
        understoodPanel(read),
        importForm({
          choice,
          original: originalName,
          hasTemplate,
          version: understood.suggested.version,
          hasColours: understood.materials.some(({ colour, hasPicture }) => colour !== null && !hasPicture),
          hasImages: understood.materials.some(({ hasPicture }) => hasPicture),
          height: understood.height,
          animations: understood.animations,
          triangles,
        }),
      ),
      resultPanel({ making, originalName }),
    ),
    el(
      'div',
      { class: 'import-foot' },
      resultHead(
        { making, originalName },
        () => `${name.replace(/\.(glb|gltf)$/i, '')}.${formatOf(choice.value) ?? 'abc'}`,
        () => {
          making.again();
          takeButton.focus();
        },
      ),
      el(
        'div',
        { class: 'glb-buttons' },
        button('Cancel', () => dialog.close(), { class: 'button-small' }),
        takeButton,
      ),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    making.take();
  });
  return form;
}

/** Triangles of each level; of the first and the last if levels are single collapses. */
function trianglesOf(file: AbcFile | null): number[] {
  const { features, pieces = [], lodCount = 0 } = file?.info ?? {};
  if (file && features?.collapses)
    return [...new Set([0, lodCount - 1])].map((lod) => file.topology(0, lod).faces.length);
  return Array.from({ length: Math.min(lodCount, 8) }, (_, lod) =>
    pieces.reduce((sum, { lods }) => sum + (lods[lod]?.faces ?? 0), 0),
  );
}
