/** Picture dialog: a picture of the active model, all its sides, or its animations as a contact sheet. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { clipGroups, clipInfo, clipKey } from '../../document/animation-clips.ts';
import type { Clip, OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { counted, formatBytes, formatCount } from '../../explain/describe.ts';
import { modelName } from '../../lib/file-names.ts';
import { clipName, matchingClips } from '../../motion/timeline/words.ts';
import { openStudio, type Studio } from '../../scene/studio.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';
import { copyPng } from '../../ui/clipboard.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el, fileText, setAttribute } from '../../ui/dom.ts';
import { checkbox, choice, group, row, shownWhile } from '../../ui/form.ts';
import { colour, select, sides, whole } from '../../ui/inputs.ts';
import { effect } from '../../ui/scope.ts';
import { clipList } from '../clip-list.ts';
import {
  formatSize,
  isWhole,
  make,
  type Plan,
  planFor,
  pngOf,
  runSteps,
  SIDES,
  saveMade,
  sayCopied,
} from './draw.ts';
import {
  type AnimationChoice,
  type CameraChoice,
  CELL,
  type GroundChoice,
  MOMENTS,
  type PictureKind,
  pictureOptions,
  SCALES,
  SIDE,
  SIZES,
  type SizeChoice,
  viewSize,
} from './options.ts';
import '../studio.css';

const KINDS: readonly (readonly [PictureKind, string])[] = [
  ['picture', 'Image'],
  ['axes', 'Axis sheet'],
  ['contact', 'Contact sheet'],
];
const CAMERAS: readonly (readonly [CameraChoice, string])[] = [
  ['view', 'Same as the view'],
  ['frame', 'Framed'],
  ['corner', 'Three-quarter, framed'],
  ...SIDES.map(([id, name]) => [id, `${name}, framed`] as const),
];
const GROUNDS: readonly (readonly [GroundChoice, string])[] = [
  ['transparent', 'Transparent'],
  ['view', 'Same as the view'],
  ['theme', 'Theme'],
  ['dark', 'Dark'],
  ['light', 'Light'],
  ['checker', 'Checker'],
  ['own', 'Colour…'],
];
const ANIMATIONS: readonly (readonly [AnimationChoice, string])[] = [
  ['playing', 'Current animation'],
  ['own', 'All in this file'],
  ['all', 'All, including child models'],
  ['chosen', 'Choose…'],
];

/** Debounce of the preview, ms. */
const SETTLE_MS = 100;
/** Up to this many pixels and steps the size is measured by drawing the picture; beyond, it is estimated. */
const MEASURED = { pixels: 2 ** 22, steps: 24 } as const;
/** Exponent of bytes by pixels: a larger picture of the same thing has smoother surfaces. */
const GROWTH = 0.85;

/** Opens the dialog for the active file. */
export function openPictureDialog(): void {
  const file = activeFile.peek();
  if (!file?.model) return;
  let studio: Studio;
  try {
    studio = openStudio(file);
  } catch (error) {
    notify(reasonOf(error));
    return;
  }
  new PictureDialog(file, studio);
}

class PictureDialog {
  readonly #file: OpenFile;
  readonly #studio: Studio;
  /** Animations that are chosen one by one. */
  readonly #chosen: Signal<readonly Clip[]>;
  /** The drawing that is to be saved or copied; null without one. */
  readonly #drawing = signal<AbortController | null>(null);
  readonly #failure = signal('');
  readonly #dialog: Dialog;
  readonly #preview = el('canvas', { role: 'img', 'aria-label': 'Preview' });
  readonly #stage = el('div', { class: 'studio-preview' }, this.#preview);
  readonly #facts = el('p', { class: 'studio-facts', role: 'status' });
  readonly #progress = el('progress', { 'aria-label': 'Drawing' });
  readonly #words = el('span');
  readonly #plan: ReadonlySignal<Plan>;

  constructor(file: OpenFile, studio: Studio) {
    this.#file = file;
    this.#studio = studio;
    this.#chosen = signal<readonly Clip[]>([studio.moment.clip]);
    this.#plan = computed(() => planFor(file, studio, this.#chosen.value));
    this.#dialog = openDialog({
      class: 'studio',
      title: ['Image of ', fileText(file.name)],
      build: () => [this.#build()],
      focus: ({ element }) => element.querySelector<HTMLElement>('input:checked'),
      stop: () => this.#stop(),
      closed: () => {
        this.#stop();
        studio.dispose();
      },
    });
    this.#dialog.run(() => effect(() => this.#watchPreview()));
  }

  /** Cancels the drawing that is to be saved or copied. @returns false if there is none */
  #stop(): boolean {
    const drawing = this.#drawing.peek();
    drawing?.abort();
    return drawing !== null;
  }

  #build(): HTMLElement {
    const options = el('div', { class: 'options studio-options' }, ...this.#groups());
    const failure = el('p', { class: 'studio-failure severity-error', role: 'alert' });
    const save = el('button', { type: 'submit', class: 'button-action' }, 'Save');
    const copy = button('Copy', () => void this.#run('clipboard'), { class: 'button-small' });
    const cancel = button('Cancel', () => this.#stop(), { class: 'button-small' });
    const waiting = el('span', { class: 'picture-making' }, this.#progress, this.#words);
    const form = el(
      'form',
      { class: 'picture-form' },
      el('div', { class: 'studio-body' }, this.#stage, options),
      el('footer', {}, failure, this.#facts, waiting, cancel, copy, save),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run('file');
    });
    effect(() => {
      failure.textContent = this.#failure.value;
    });
    effect(() => {
      const isDrawing = this.#drawing.value !== null;
      setAttribute(options, 'inert', isDrawing);
      waiting.hidden = !isDrawing;
      cancel.hidden = !isDrawing;
      this.#facts.hidden = isDrawing;
      save.hidden = isDrawing;
      copy.hidden = isDrawing;
    });
    effect(() => {
      const { pages } = this.#plan.value;
      save.disabled = pages === 0 || !this.#studio.hasModel;
      copy.disabled = pages !== 1 || !this.#studio.hasModel;
    });
    return form;
  }

  /** Checkboxes of the animations that can be drawn. */
  #clipList(): HTMLElement {
    const file = this.#file;
    const rows = computed(() =>
      clipGroups(file).flatMap((group) =>
        matchingClips(file, group, '')
          .filter((clip) => isWhole(file, clip))
          .map((clip) => ({
            clip,
            key: clipKey(clip),
            name: clipName(file, clip),
            owner: modelName(group.file.name),
            length: clipInfo(file, clip)?.length ?? null,
          })),
      ),
    );
    // Computed once for all rows.
    const chosen = computed(() => new Set(this.#chosen.value.map(clipKey)));
    const list = clipList(
      {
        rows,
        chosen: () => chosen.value,
        choose: (keys) => {
          this.#chosen.value = rows.peek().flatMap(({ key, clip }) => (keys.has(key) ? [clip] : []));
        },
      },
      'Animations',
    );
    list.classList.add('picture-chosen');
    return list;
  }

  #groups(): HTMLElement[] {
    const options = pictureOptions;
    const isKind = (kind: PictureKind) => () => options.kind.value === kind;
    const { width, height } = viewSize();
    const sizes: readonly (readonly [SizeChoice, string])[] = [
      ['view', `View, ${width} × ${height}`],
      ...SIZES.map((size) => [size, size.replace('x', ' × ')] as const),
      ['own', 'Custom…'],
    ];
    const isOwn = () => isKind('picture')() && options.size.value === 'own';
    const inherits = clipGroups(this.#file).length > 1;
    const animations = ANIMATIONS.filter(([id]) => id !== 'all' || inherits);
    const chosen = shownWhile(
      () => isKind('contact')() && options.animations.value === 'chosen',
      this.#clipList(),
    );
    return [
      choice('Kind', options.kind, KINDS),
      shownWhile(
        isKind('contact'),
        group(
          'Animations',
          row(
            'Animations',
            select(
              options.animations,
              () => animations,
              () => (options.animations.value === 'all' && !inherits ? 'own' : options.animations.value),
            ),
          ),
          chosen,
          row('Poses per animation', whole(options.moments, MOMENTS.min, MOMENTS.max)),
        ),
      ),
      group(
        'Size',
        row(
          'Size',
          select(options.size, () => sizes),
          isKind('picture'),
        ),
        row('Width × height', sides(options.width, options.height, SIDE), isOwn),
        row('Each side', sides(options.axesWidth, options.axesHeight, CELL), isKind('axes')),
        row('Each pose', sides(options.cellWidth, options.cellHeight, CELL), isKind('contact')),
        row(
          'Scale',
          select(options.scale, () => SCALES.map((scale) => [scale, `${scale}×`] as const)),
        ),
      ),
      group(
        'Look',
        row(
          'Camera',
          select(options.camera, () => CAMERAS),
          isKind('picture'),
        ),
        row(
          'Camera',
          select(options.sheetCamera, () => CAMERAS),
          isKind('contact'),
        ),
        row(
          'Background',
          select(options.ground, () => GROUNDS),
        ),
        row('Colour', colour(options.color), () => options.ground.value === 'own'),
        checkbox('Include grid, overlays and marks', options.overlays),
      ),
    ];
  }

  /** Draws the preview of the current plan. Reads signals. @returns what withdraws it */
  #watchPreview(): (() => void) | undefined {
    if (this.#drawing.value) return undefined;
    const plan = this.#plan.value;
    this.#failure.value = '';
    this.#say(plan, '');
    const abort = new AbortController();
    const timer = setTimeout(() => {
      this.#draw(plan, abort.signal).catch((error) => {
        if (!abort.signal.aborted) this.#failure.value = reasonOf(error);
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }

  async #draw(plan: Plan, signal: AbortSignal): Promise<void> {
    if (plan.pages === 0 || !this.#studio.hasModel) return;
    const size = plan.size(0);
    const density = Math.min(window.devicePixelRatio || 1, 2);
    const { clientWidth, clientHeight } = this.#stage;
    const room = { width: Math.max(clientWidth - 32, 64), height: Math.max(clientHeight - 32, 64) };
    const fit = Math.min(room.width / size.width, room.height / size.height) * density;
    const ratio = Math.min(fit, plan.ratio);
    const canvas = this.#preview;
    await runSteps(plan.draw(0, canvas, ratio), signal);
    const { style } = canvas;
    style.width = `${canvas.width / density}px`;
    const png = await pngOf(canvas);
    signal.throwIfAborted();
    const pixels = pixelsOf(plan);
    const isMeasured = pixels <= MEASURED.pixels && plan.steps <= MEASURED.steps && plan.pages === 1;
    this.#say(plan, `about ${formatBytes(png.size * (pixels / (canvas.width * canvas.height)) ** GROWTH)}`);
    if (!isMeasured) return;
    const { blob } = await make(this.#file, pictureOptions.kind.peek(), plan, signal);
    signal.throwIfAborted();
    this.#say(plan, formatBytes(blob.size));
  }

  /** Shows size and bytes. @param bytes '' while unknown */
  #say(plan: Plan, bytes: string): void {
    const text = this.#factsOf(plan, bytes);
    if (this.#facts.textContent !== text) this.#facts.textContent = text;
  }

  #factsOf(plan: Plan, bytes: string): string {
    if (!this.#studio.hasModel) return 'There is nothing to draw.';
    if (plan.pages === 0) return 'There is no animation to draw.';
    const zipped = plan.pages > 1 ? ` in a zip, ${formatCount(plan.steps)} poses` : '';
    const isLimited = plan.ratio < pictureOptions.scale.value;
    return [
      `${formatSize(plan)}${zipped}`,
      bytes,
      isLimited ? `limited to ${plan.ratio.toFixed(2)}×: the browser cannot hold a larger image` : '',
    ]
      .filter(Boolean)
      .join(', ');
  }

  async #run(to: 'file' | 'clipboard'): Promise<void> {
    const plan = this.#plan.peek();
    if (this.#drawing.peek() || plan.pages === 0 || !this.#studio.hasModel) return;
    const abort = new AbortController();
    this.#drawing.value = abort;
    this.#failure.value = '';
    let done = 0;
    const stepped = () => {
      if (plan.steps === 1) return;
      this.#progress.value = ++done;
      this.#words.textContent = `${formatCount(done)} of ${counted(plan.steps, 'image')}`;
    };
    if (plan.steps > 1) this.#progress.max = plan.steps;
    this.#words.textContent = 'Drawing…';
    try {
      const made = make(this.#file, pictureOptions.kind.peek(), plan, abort.signal, stepped);
      const isCopied = to === 'clipboard' && (await copyPng(made.then(({ blob }) => blob)));
      const { name, blob, size } = await made;
      abort.signal.throwIfAborted();
      if (to === 'file') saveMade({ name, blob, size });
      else sayCopied(isCopied, size);
      this.#drawing.value = null;
      this.#dialog.close();
    } catch (error) {
      this.#drawing.value = null;
      this.#failure.value = abort.signal.aborted ? '' : reasonOf(error);
      if (abort.signal.aborted) announcement.value = 'No image was saved.';
    } finally {
      this.#progress.removeAttribute('value');
    }
  }
}

/** Pixels of all pages. */
function pixelsOf({ pages, ratio, size }: Plan): number {
  let sum = 0;
  for (let i = 0; i < pages; i++) {
    const { width, height } = size(i);
    sum += width * height * ratio ** 2;
  }
  return sum;
}
