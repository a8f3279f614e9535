/**
 * Pictures and sheets: what each consists of, drawn step by step so that the page stays responsive, then saved or
 * copied as PNG or zip.
 */
import { Box3, MathUtils, Vector3 } from 'three';
import { ZipWriter } from '../../archive/zip-writer.ts';
import { clipGroups, clipInfo } from '../../document/animation-clips.ts';
import type { Clip, OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { view } from '../../document/view.ts';
import { counted, formatCount, formatRounded } from '../../explain/describe.ts';
import { modelName } from '../../lib/file-names.ts';
import { clipName } from '../../motion/timeline/words.ts';
import { LongTask } from '../../opening/long-task.ts';
import { directionTo, orthographicReach, viewDirection } from '../../scene/framing.ts';
import type { Ground } from '../../scene/ground.ts';
import { largestRatio, type Moment, openStudio, type Shot, type Studio } from '../../scene/studio.ts';
import { pictureName, savedName } from '../../scene/viewport-labels.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';
import { copyPng, saveBlob } from '../../ui/clipboard.ts';
import { visible } from '../../ui/dom.ts';
import {
  axesPlaces,
  axesSize,
  contactBlocks,
  contactCells,
  contactLayout,
  contactSize,
  momentsOf,
  type Place,
  type Size,
} from './layout.ts';
import { type CameraChoice, type PictureKind, pictureOptions, wantedGround, wantedSize } from './options.ts';
import { SheetPainter } from './sheet-painter.ts';

/** Limits of a sheet before it is split: few programs open larger pictures; pixels. */
const MAX_SHEET_SIDE = 8192;
const MAX_SHEET_AREA = 2 ** 26;

/** The pages to draw with the current options. */
export interface Plan {
  /** Number of pictures. */
  readonly pages: number;
  /** Size of a page, CSS pixels. */
  size(page: number): Size;
  /** Pixels per CSS pixel of every page. */
  readonly ratio: number;
  /** Drawing steps of all pages. */
  readonly steps: number;
  /**
   * Draws a page step by step.
   * @param canvas is resized to the page
   * @param ratio may differ from the plan's for a preview
   */
  draw(page: number, canvas: HTMLCanvasElement, ratio: number): Generator<void, void>;
}

/** Axis-aligned views; azimuth and elevation as in `directionTo`. */
export const SIDES: readonly (readonly [CameraChoice, string, number, number])[] = [
  ['front', 'Front', 0, 0],
  ['back', 'Back', 180, 0],
  ['left', 'Left', -90, 0],
  ['right', 'Right', 90, 0],
  // A camera that looks straight down has no up direction.
  ['top', 'Top', 0, 89.9],
  ['bottom', 'Bottom', 0, -89.9],
];

/** The plan for the current options. @param chosen animations chosen by the user. Reads signals. */
export function planFor(file: OpenFile, studio: Studio, chosen: readonly Clip[]): Plan {
  const { kind } = pictureOptions;
  if (kind.value === 'axes') return axesPlan(file, studio);
  if (kind.value === 'contact') return contactPlan(file, studio, clipsOf(file, studio, chosen));
  return picturePlan(studio);
}

/** Options that all pictures share. */
interface Common {
  readonly ground: Ground;
  readonly overlays: boolean;
}

const common = (): Common => ({ ground: wantedGround(), overlays: pictureOptions.overlays.value });

export function picturePlan(studio: Studio): Plan {
  const { scale, camera } = pictureOptions;
  const choice = camera.value;
  const size = wantedSize();
  const shared = common();
  return {
    pages: 1,
    size: () => size,
    ratio: Math.min(scale.value, largestRatio(size.width, size.height)),
    steps: 1,
    *draw(_, canvas, ratio) {
      const box = choice === 'view' ? new Box3() : studio.boundsAt(null, shared.overlays);
      const shot = { ...shared, ...size, ratio, moment: null, camera: cameraFor(choice, studio, box) };
      const drawn = yield* studio.draw(shot);
      canvas.width = drawn.width;
      canvas.height = drawn.height;
      canvas.getContext('2d')?.drawImage(drawn, 0, 0);
    },
  };
}

function cameraFor(choice: CameraChoice, studio: Studio, box: Box3): Shot['camera'] {
  if (choice === 'view') return { from: 'view' };
  const side = SIDES.find(([id]) => id === choice);
  const direction = side ? directionTo(side[2], side[3]) : choice === 'frame' ? studio.direction : null;
  return { from: 'frame', box, ...(direction && { direction }) };
}

function ratioOf({ width, height }: Size): number {
  return Math.min(
    pictureOptions.scale.value,
    MAX_SHEET_SIDE / Math.max(width, height),
    Math.sqrt(MAX_SHEET_AREA / (width * height)),
  );
}

function axesPlan(file: OpenFile, studio: Studio): Plan {
  const { axesWidth, axesHeight } = pictureOptions;
  const cell = { width: axesWidth.value, height: axesHeight.value };
  const count = SIDES.length + 1;
  const size = axesSize(count, cell);
  const shared = common();
  return {
    pages: 1,
    size: () => size,
    ratio: ratioOf(size),
    steps: count,
    *draw(_, canvas, ratio) {
      const bounds = studio.boundsAt(null, shared.overlays);
      const box = bounds.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : bounds;
      const sides = [
        ...SIDES.map(([, name, azimuth, elevation]) => ({
          name,
          direction: directionTo(azimuth, elevation),
        })),
        { name: 'Three-quarter', direction: viewDirection(box) },
      ];
      const reach = orthographicReach(
        box,
        sides.map(({ direction }) => direction),
        cell.width / cell.height,
      );
      const distance = reach / Math.tan(MathUtils.degToRad(view.fieldOfView.peek() / 2));
      const middle = box.getCenter(new Vector3());
      const onSheet = { ground: 'transparent', overlays: shared.overlays } as const;
      const painter = new SheetPainter(canvas, size, ratio, shared.ground);
      painter.title(visible(modelName(file.name), 60), momentWords(file, studio, bounds));
      const places = axesPlaces(count, cell);
      for (const [i, { name, direction }] of sides.entries()) {
        const position = middle.clone().addScaledVector(direction, distance).toArray();
        const camera: Shot['camera'] = { from: 'place', state: { position, target: middle.toArray() }, box };
        const shot = { ...cell, ...onSheet, ratio, moment: null, camera, orthographic: true };
        painter.cell(places[i] as Place, cell, studio.shoot(shot), name);
        yield;
      }
    },
  };
}

/** `Walk at 250 ms, 62.1 × 101.7 × 28.9` */
function momentWords(file: OpenFile, { moment }: Studio, box: Box3): string {
  const { x, y, z } = box.getSize(new Vector3());
  const time = moment.clip.animation < 0 ? '' : ` at ${formatCount(Math.round(moment.timeMs))} ms`;
  const size = [x, y, z].map(formatRounded).join(' × ');
  return `${visible(clipName(file, moment.clip), 60)}${time}, ${size} units`;
}

/** The requested animations, except truncated ones, whose keys cannot be shown. Reads signals. */
function clipsOf(file: OpenFile, studio: Studio, chosen: readonly Clip[]): Clip[] {
  const { animations } = pictureOptions;
  if (animations.value === 'playing') return [studio.moment.clip];
  if (animations.value === 'chosen') return chosen.filter((clip) => isWhole(file, clip));
  const groups = clipGroups(file).filter(({ child }) => child === 0 || animations.value === 'all');
  return groups.flatMap(({ child, file: source }) =>
    source.info.animations.flatMap(({ complete }, animation) => (complete ? [{ child, animation }] : [])),
  );
}

/** Whether a clip can be drawn. Reads signals. */
export function isWhole(file: OpenFile, clip: Clip): boolean {
  return clip.animation < 0 || clipInfo(file, clip)?.complete === true;
}

function contactPlan(file: OpenFile, studio: Studio, clips: readonly Clip[]): Plan {
  const { moments, cellWidth, cellHeight, scale, sheetCamera } = pictureOptions;
  const cell = { width: cellWidth.value, height: cellHeight.value };
  const choice = sheetCamera.value;
  const limits = { side: MAX_SHEET_SIDE / scale.value, area: MAX_SHEET_AREA / scale.value ** 2 };
  const shared = common();
  const timesOf = (clip: Clip) => momentsOf(clipInfo(file, clip)?.length ?? 0, moments.value);
  const counts = clips.map((clip) => timesOf(clip).length);
  const most = counts.reduce((greatest, count) => Math.max(greatest, count), 1);
  const layout = contactLayout(Math.max(clips.length, 1), most, cell, limits);
  return {
    pages: clips.length === 0 ? 0 : layout.pages,
    size: (page) => contactSize(layout, page),
    ratio: ratioOf(contactSize(layout, 0)),
    steps: counts.reduce((sum, count) => sum + count, 0),
    *draw(page, canvas, ratio) {
      const onSheet = { ground: 'transparent', overlays: shared.overlays } as const;
      const painter = new SheetPainter(canvas, contactSize(layout, page), ratio, shared.ground);
      const name = visible(modelName(file.name), 60);
      const animations = clips.filter(({ animation }) => animation >= 0).length;
      const words = animations > 0 ? counted(animations, 'animation') : '';
      painter.title(name, layout.pages > 1 ? `${words}, sheet ${page + 1} of ${layout.pages}` : words);
      for (const block of contactBlocks(layout, page)) {
        const clip = clips[block.block];
        if (!clip) continue;
        const at = timesOf(clip).map((timeMs): Moment => ({ clip, timeMs, attachedMs: timeMs, layers: [] }));
        painter.caption(block, layout.block.width, ...captionOf(file, clip));
        const box = new Box3();
        if (choice !== 'view') for (const moment of at) box.union(studio.boundsAt(moment, shared.overlays));
        const camera = cameraFor(choice, studio, box);
        for (const place of contactCells(layout, block, at.length)) {
          const moment = at[place.moment] as Moment;
          const drawn = studio.shoot({ ...cell, ...onSheet, ratio, moment, camera });
          painter.cell(
            place,
            cell,
            drawn,
            clip.animation < 0 ? '' : `${formatCount(Math.round(moment.timeMs))} ms`,
          );
          yield;
        }
      }
    },
  };
}

/** Name of an animation; and its length, keys and child model. */
function captionOf(file: OpenFile, clip: Clip): [string, string] {
  const name = visible(clipName(file, clip), 80);
  const info = clipInfo(file, clip);
  if (!info) return [name, ''];
  const source = clip.child > 0 ? file.info.childModels[clip.child]?.name : '';
  const parts = [`${formatCount(Math.round(info.length))} ms`, counted(info.keyframes, 'key')];
  if (source) parts.push(visible(modelName(source), 60));
  return [name, parts.join(', ')];
}

/** Duration of work before yielding to the page, ms. */
const SLICE_MS = 12;

/** Runs steps to the end, yielding to the page in between. Rejects if it is aborted. @param stepped called after each */
export async function runSteps<T>(
  steps: Generator<void, T>,
  signal: AbortSignal,
  stepped: () => void = () => {},
): Promise<T> {
  let begun = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return value;
    stepped();
    if (performance.now() - begun < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  }
}

/** A finished picture or zip. */
export interface Made {
  readonly name: string;
  readonly blob: Blob;
  /** `3,840 × 2,160 pixels` */
  readonly size: string;
}

/** `3,840 × 2,160 pixels`, or the number of several pictures. */
export function formatSize({ pages, ratio, size }: Plan): string {
  if (pages > 1) return `${formatCount(pages)} images`;
  const { width, height } = size(0);
  return `${formatCount(Math.floor(width * ratio))} × ${formatCount(Math.floor(height * ratio))} pixels`;
}

/** A PNG of a canvas. Rejects with a sentence for the user if the browser cannot encode it. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('The browser cannot create an image of this size. Choose a smaller one.');
  return png;
}

/** Draws all pages: one becomes a PNG, several a zip. @param stepped called after each step */
export async function make(
  file: OpenFile,
  kind: PictureKind,
  plan: Plan,
  signal: AbortSignal,
  stepped: () => void = () => {},
): Promise<Made> {
  const size = formatSize(plan);
  const pngs: Blob[] = [];
  for (let page = 0; page < plan.pages; page++) {
    const canvas = document.createElement('canvas');
    await runSteps(plan.draw(page, canvas, plan.ratio), signal, stepped);
    pngs.push(await pngOf(canvas));
    // Frees the pixels, which Safari keeps until the canvas is garbage-collected.
    canvas.width = 0;
  }
  signal.throwIfAborted();
  const [png] = pngs;
  if (!png) throw new Error('There is nothing to draw.');
  if (pngs.length === 1) return { name: nameOf(file, kind, '.png'), blob: png, size };
  const model = modelName(file.name);
  const parts: Blob[] = [];
  const zip = new ZipWriter({ write: async (part) => void parts.push(new Blob([part])) });
  for (const [i, blob] of pngs.entries()) {
    const number = String(i + 1).padStart(String(pngs.length).length, '0');
    const name = savedName([model, 'animations', number], '.png');
    await zip.add(name, new Uint8Array(await blob.arrayBuffer()), null);
  }
  await zip.end();
  return { name: nameOf(file, kind, '.zip'), blob: new Blob(parts, { type: 'application/zip' }), size };
}

function nameOf(file: OpenFile, kind: PictureKind, ending: '.png' | '.zip'): string {
  if (kind === 'contact') return savedName([modelName(file.name), 'animations'], ending);
  return kind === 'axes' ? pictureName(file, 'axes') : pictureName(file);
}

/** Saves a picture and announces it. */
export function saveMade({ name, blob, size }: Made): void {
  saveBlob(name, blob);
  announcement.value = `Saved ${name}, ${size}.`;
}

/** Announces whether the picture was copied. */
export function sayCopied(isCopied: boolean, size: string): void {
  if (isCopied) announcement.value = `Copied the image, ${size}.`;
  else notify('The browser does not allow copying images. Save the image instead.');
}

/** Saves or copies the picture of the active file, with the options of the dialog. */
export async function takePicture(to: 'file' | 'clipboard'): Promise<void> {
  const file = activeFile.peek();
  if (!file?.model) return;
  const task = new LongTask('Drawing the image', () => 'Drawing the image…', null);
  let studio: Studio | null = null;
  try {
    studio = openStudio(file);
    if (!studio.hasModel) {
      announcement.value = 'There is no image to save.';
      return;
    }
    const plan = picturePlan(studio);
    const made = make(file, 'picture', plan, task.signal);
    if (to === 'file') saveMade(await made);
    else {
      const isCopied = await copyPng(made.then(({ blob }) => blob));
      // An error of drawing takes precedence.
      sayCopied(isCopied, (await made).size);
    }
  } catch (error) {
    if (!task.isCancelled) notify(`No image was saved: ${reasonOf(error)}`);
    else announcement.value = 'No image was saved.';
  } finally {
    task.end();
    studio?.dispose();
  }
}
