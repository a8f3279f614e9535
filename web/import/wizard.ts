/**
 * The wizard: what was understood of a GLB or glTF, what is chosen, what comes of it, and the two moving together. What is
 * chosen is made at once, in a worker. The worker, the models and the picture end with the dialog.
 */
import type { AbcFile } from '@lithoscope/core';
import { computed, type Signal, signal, untracked } from '@preact/signals-core';
import { baseName } from '../explain/file-names.ts';
import type { GltfRequest } from '../files/gltf.ts';
import { Opening } from '../files/opening.ts';
import { NotImported, whyNotImported } from '../from-glb/report.ts';
import { loadCore } from '../store/core.ts';
import { announcement, dismissNotice, spoken } from '../store/notices.ts';
import { files } from '../store/state.ts';
import { type Dialog, openDialog } from '../ui/dialog.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { effect, onEnd } from '../ui/scope.ts';
import { isWithdrawn } from '../ui/tasks/worker.ts';
import { choiceOf, type ImportChoice, optionsOf } from './choice.ts';
import { importForm } from './form.ts';
import { Importer } from './importer.ts';
import { measured } from './measured.ts';
import { previewPanel } from './preview/preview.ts';
import type { ReadGltf, Target } from './protocol.ts';
import { type Making, type Opened, resultHead, resultPanel } from './result.ts';
import { openMade, originalOf, type Put, putInto, wornOf } from './taking.ts';
import { understoodPanel } from './understood.ts';
import '../export/glb/dialog.css';
import './wizard.css';

/** What is chosen or written quickly one after the other is made once, ms. */
const DEBOUNCE_MS = 250;

/** Reads a file and opens the wizard for it; resolves when that is closed. Rejects with a sentence for the user. */
export async function openImport({ source, companions }: GltfRequest): Promise<void> {
  dismissNotice();
  const name = baseName(source.name);
  const opening = new Opening(`Reading ${name}`, (done) => `Reading ${name}: ${done} %`, 100);
  let importer: Importer | null = null;
  try {
    const parts = await Promise.all(
      [...companions].map(async ([path, part]) => [path, await part.read()] as const),
    );
    const task = { name, file: await source.read(), companions: new Map(parts) };
    if (opening.isCancelled) return;
    importer = new Importer(task);
    const reading = importer;
    opening.signal.addEventListener('abort', () => reading.stop());
    const read = await reading.read((done) => {
      opening.done.value = Math.round(done * 100);
    });
    opening.end();
    await new Promise<void>((resolve) => open(name, reading, read, resolve));
  } catch (error) {
    if (!isWithdrawn(error)) throw error;
  } finally {
    opening.end();
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
  // No other one takes its place: it is what the user was told.
  const original = computed(() => first && originalOf(from, first.id));
  const originalName = computed(() => {
    const now = original.value;
    const file = now && files.value.find(({ id }) => id === now.id);
    return file ? { name: file.name, isSame: now.isSame } : null;
  });
  const way = original.peek() ? 'merge' : hasTemplate ? 'template' : 'new';
  const choice: Signal<ImportChoice> = signal(
    choiceOf(understood.suggested, way, understood.animations.length),
  );
  const making = signal<Making>({ state: 'runs', done: 0 });
  const opened = signal<Opened | null>(null);
  const attempt = signal(0);
  /** Open was pressed before there was anything to open. */
  const isTaking = signal(false);
  /** It is being put into the file, once. */
  const isPutting = signal(false);
  let isFirst = true;
  let isTaken = false;

  const keep = (next: Opened | null) => {
    const last = opened.peek();
    opened.value = next;
    // The preview has let go of it.
    if (last && !isTaken) last.file.release();
  };
  onEnd(() => keep(null));

  const take = async () => {
    const now = opened.peek();
    if (!now || making.peek().state !== 'ready' || isTaken || isPutting.peek()) return;
    const { result } = now.made;
    if (result.way === 'merge') {
      const id = original.peek()?.id;
      const into = originalName.peek()?.name ?? '';
      // It may be called off, or something else chosen, while what changes files is fetched.
      const isWanted = () => dialog.isOpen && opened.peek() === now && making.peek().state === 'ready';
      isPutting.value = true;
      let put: Put = { problem: 'The file was closed.' };
      try {
        if (id !== undefined) put = await putInto(id, name, now.made, isWanted);
      } catch {
        put = { problem: 'What changes files could not be loaded. Check the connection, then try again.' };
      }
      isPutting.value = false;
      if (put === 'unwanted') return;
      if (put !== 'done') {
        isTaking.value = false;
        making.value = { state: 'failed', reason: put.problem };
        return;
      }
      announcement.value = `${name} is in ${into} now: one change, which can be undone.`;
    } else {
      isTaken = true;
      const file = openMade(name.replace(/\.(glb|gltf)$/i, ''), now.file, now.made);
      spoken.value = `${file.name} opened: not saved yet.`;
    }
    dialog.close();
  };

  let run = 0;
  const make = async (target: Target, options: Parameters<Importer['make']>[0], mine: number) => {
    try {
      const made = await importer.make(options, target, (done) => {
        making.value = { state: 'runs', done };
      });
      const [core, worn] = await Promise.all([loadCore(), wornOf(made.skins)]);
      if (mine !== run || !dialog.isOpen) return;
      if (!core)
        throw new NotImported(
          'What reads files (WebAssembly) could not be loaded, so that it cannot be shown.',
        );
      keep({ made, worn, file: core.open(made.result.bytes) });
      making.value = { state: 'ready' };
      if (isTaking.peek()) await take();
    } catch (error) {
      if (isWithdrawn(error) || mine !== run) return;
      isTaking.value = false;
      making.value = { state: 'failed', reason: whyNotImported(error) };
    }
  };

  const options = computed(() => optionsOf(choice.value, understood.suggested));
  /** The content that it goes into; changes of it make another. */
  const base = computed(() => {
    if (choice.value.way !== 'merge') return null;
    return files.value.find(({ id }) => id === original.value?.id)?.parsed ?? null;
  });
  // The file was closed, or is another by now.
  effect(() => {
    if (choice.value.way === 'merge' && !original.value)
      choice.value = { ...choice.peek(), way: hasTemplate ? 'template' : 'new' };
  });
  const wish = computed(() => JSON.stringify([options.value, choice.value.way]));
  effect(() => {
    void attempt.value;
    void wish.value;
    const into = base.value;
    const wanted = options.peek();
    const { way: wantedWay } = choice.peek();
    isTaking.value = false;
    const mine = ++run;
    if (typeof wanted === 'string') {
      making.value = { state: 'invalid', reason: wanted };
      return undefined;
    }
    if (wantedWay === 'merge' && !into) return undefined;
    const target: Target =
      wantedWay === 'merge'
        ? { way: 'merge', name: originalName.peek()?.name ?? '', bytes: new Uint8Array(into?.bytes ?? []) }
        : { way: wantedWay };
    making.value = { state: 'runs', done: 0 };
    const timer = setTimeout(() => void make(target, wanted, mine), isFirst ? 0 : DEBOUNCE_MS);
    isFirst = false;
    return () => {
      clearTimeout(timer);
      importer.stop();
    };
  });

  const takeButton = el('button', { type: 'submit', class: 'button-action import-take' });
  effect(() => {
    const { state } = making.value;
    const now = opened.value?.made.result;
    const merges = now ? now.way === 'merge' : choice.value.way === 'merge';
    const words = merges ? `Put into ${visible(originalName.value?.name ?? '', 40)}` : 'Open';
    takeButton.textContent = isTaking.value || isPutting.value ? 'Opening…' : words;
    const isSame = merges && state === 'ready' && now?.operations.length === 0;
    takeButton.disabled =
      isSame || isPutting.value || state === 'invalid' || state === 'failed' || state === 'stopped';
  });

  const triangles = computed(() => trianglesOf(opened.value?.file ?? null));
  const state = {
    making,
    opened,
    originalName,
    stop() {
      importer.stop();
      run++;
      isTaking.value = false;
      making.value = { state: 'stopped' } as const;
    },
    again() {
      attempt.value++;
      takeButton.focus();
    },
  };
  const shown = computed(() => {
    const now = opened.value;
    return now && { file: now.file, skins: now.worn, result: now.made.result };
  });
  const form = el(
    'form',
    { class: 'import-frame', method: 'dialog' },
    dialog.header,
    el(
      'div',
      { class: 'import-scroll' },
      previewPanel({
        glb: signal(read.glb),
        notShown: understood.notShown ?? (read.glb ? '' : 'The source cannot be shown.'),
        result: shown,
        names: signal(understood.animations.map((animation) => animation.name)),
        deviation: measured(read.glb, shown),
      }),
      el(
        'div',
        { class: 'import-options', tabindex: 0, role: 'region', 'aria-label': 'Source and options' },
        understoodPanel(read),
        importForm({
          choice,
          original: originalName,
          hasTemplate,
          hasColours: understood.materials.some(({ colour, hasPicture }) => colour !== null && !hasPicture),
          height: understood.height,
          animations: understood.animations,
          triangles,
        }),
      ),
      resultPanel(state),
    ),
    el(
      'div',
      { class: 'import-foot' },
      resultHead(state, () => `${name.replace(/\.(glb|gltf)$/i, '')}.abc`),
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
    if (making.peek().state === 'runs') isTaking.value = true;
    void take();
  });
  return form;
}

/** Of each level, over all pieces; where they are single collapses, of the first and the last. */
function trianglesOf(file: AbcFile | null): number[] {
  const { features, pieces = [], lodCount = 0 } = file?.info ?? {};
  if (file && features?.collapses)
    return [...new Set([0, lodCount - 1])].map((lod) => file.topology(0, lod).faces.length);
  return Array.from({ length: Math.min(lodCount, 8) }, (_, lod) =>
    pieces.reduce((sum, { lods }) => sum + (lods[lod]?.faces ?? 0), 0),
  );
}
