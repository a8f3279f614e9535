/**
 * Worker that draws the pictures of the library. The page stays responsive whatever a file contains, and terminates the
 * worker if it must. Pictures are drawn one at a time; while one waits for its bytes, the next is drawn.
 */
import type { AbcFile, AnimationInfo } from '@lithoscope/core';
import { Box3 } from 'three';
import type { Skin } from '../../document/open-file.ts';
import { boundOrigin } from '../../explain/animations.ts';
import { namesIn } from '../../explain/dependencies.ts';
import { reasonOf } from '../../lib/reason.ts';
import type { Texels } from '../../pictures/picture.ts';
import { type Place, PlainModel } from '../../scene/plain-model.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { type Job, serve } from '../../ui/tasks/serve.ts';
import {
  type Dependencies,
  type Drawing,
  type Failure,
  firstFrame,
  ModelPainter,
  NoPicture,
  openModel,
  type PictureWork,
  type ResolvedDependencies,
  readFile,
  skinOf,
  smallTexture,
  type WorkFile,
} from './drawing.ts';

/** Side of a kept picture, pixels: a cell of the grid at a pixel ratio of 2. */
const SIDE = 256;
const WEBP_QUALITY = 0.9;
/** Slots drawn with skins: models have up to four. */
const MAX_SKINS = 8;
/** Moments of an animation whose bounds are framed. */
const MOMENTS = [0, 0.25, 0.5, 0.75];

const NOTHING: Dependencies = { commandString: '', slots: [], frame: '', children: [] };

let painter: ModelPainter | null = null;

const { giveUp } = serve<PictureWork>({
  draw: (file, job) => draw(file, job).catch(failureOf),
  play: (order, job) => play(order, job).catch(failureOf),
  async frame({ player, timeMs }) {
    const bitmap = (await players.get(player)?.(timeMs)) ?? null;
    return new Handed(bitmap, bitmap ? [bitmap] : []);
  },
});

function failureOf(error: unknown): Failure {
  const { word, wants } = error instanceof NoPicture ? error : { word: 'Cannot be read', wants: null };
  return { word, reason: reasonOf(error), wants };
}

function thePainter(): ModelPainter {
  try {
    painter ??= new ModelPainter(SIDE, giveUp);
  } catch {
    throw new NoPicture(
      'No WebGL',
      'The browser does not support WebGL in workers, where images of models are drawn.',
    );
  }
  return painter;
}

async function draw(file: WorkFile, { ask }: Job<PictureWork['draw']>): Promise<Drawing> {
  const bytes = await readFile(file);
  if (file.kind === 'texture') {
    return { picture: await flatPicture(await smallTexture(file, bytes)), wants: NOTHING };
  }
  if (file.kind === 'sprite') {
    const wants = { ...NOTHING, frame: await firstFrame(file.name, bytes) };
    const { frame } = await ask(wants);
    if (!frame) {
      const reason = `${file.name}: its first frame, ${wants.frame}, was not found.`;
      throw new NoPicture('No frame', reason, wants);
    }
    return { picture: await flatPicture(await smallTexture(frame, await readFile(frame))), wants };
  }
  const model = await openModel(file.name, bytes);
  try {
    const wants = dependenciesOf(model, false);
    const skins = wants.slots.length > 0 ? await skinsOf((await ask(wants)).skins) : new Map();
    return { picture: await modelPicture(file.name, model, skins), wants };
  } finally {
    model.release();
  }
}

/** Whether an animation moves: old models begin with an animation of one key, their rest pose. */
const moves = ({ complete, length }: AnimationInfo) => complete && length > 0;

/** @param plays whether animations are needed, too */
function dependenciesOf({ info }: AbcFile, plays: boolean): Dependencies {
  const inherits = plays && info.features.childModels && !info.animations.some(moves);
  const names = namesIn(info);
  return { ...names, frame: '', children: inherits ? names.children : [] };
}

async function skinsOf(found: ResolvedDependencies['skins']): Promise<Map<number, Skin>> {
  const skins = new Map<number, Skin>();
  for (const [slot, texture] of found.slice(0, MAX_SKINS)) {
    const skin = await skinOf(texture);
    if (skin) skins.set(slot, skin);
  }
  return skins;
}

/** Serializes drawing: all pictures share one canvas until it is encoded. */
let drawing: Promise<unknown> = Promise.resolve();

function modelPicture(name: string, model: AbcFile, skins: ReadonlyMap<number, Skin>): Promise<Blob> {
  const result = drawing.then(() => {
    const drawer = thePainter();
    const shown = new PlainModel(model, skins, drawer.takesDxt);
    try {
      const box = shown.bounds();
      if (!shown.hasFaces || box.isEmpty()) throw nothingToDraw(name, model);
      drawer.draw(shown, box);
      return drawer.canvas.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY });
    } finally {
      shown.dispose();
      drawer.forget();
    }
  });
  drawing = result.catch(() => {});
  return result;
}

function nothingToDraw(name: string, { findings }: AbcFile): NoPicture {
  const error = findings.find(({ severity }) => severity === 'error');
  if (error) return new NoPicture('Cannot be read', `${name}: ${error.message}`);
  return new NoPicture('No faces', `${name} has no faces.`);
}

/** A texture at its own size, scaled down to the size of a picture. */
async function flatPicture({ width, height, data }: Texels): Promise<Blob> {
  const whole = new OffscreenCanvas(width, height);
  const pixels = new Uint8ClampedArray(data);
  // Most textures are opaque whatever their alpha says (abc.md §6).
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  whole.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
  const scale = Math.min(1, SIDE / Math.max(width, height));
  if (scale === 1) return whole.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY });
  const [w, h] = [width, height].map((length) => Math.max(1, Math.round(length * scale))) as [number, number];
  const small = new OffscreenCanvas(w, h);
  const context = small.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(whole, 0, 0, w, h);
  return small.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY });
}

/** By player number: draws a moment; null after its end. */
const players = new Map<number, (timeMs: number) => Promise<ImageBitmap | null>>();

/** Opens a model for playback: its first animation that moves, else one of a child model with the same skeleton. */
async function play(
  { player, file }: PictureWork['play']['order'],
  { ask, progress, signal }: Job<PictureWork['play']>,
): Promise<never> {
  const held: AbcFile[] = [];
  let shown: PlainModel | null = null;
  try {
    const model = await openModel(file.name, await readFile(file));
    held.push(model);
    const wants = dependenciesOf(model, true);
    const companions = await ask(wants);
    const skins = await skinsOf(companions.skins);
    const clip = await clipOf(file.name, model, companions.children, held);
    signal.throwIfAborted();
    const drawer = thePainter();
    const acted = new PlainModel(model, skins, drawer.takesDxt);
    shown = acted;
    const at = (timeMs: number) => ({ ...clip, timeMs, loop: true, lod: 0 });
    acted.pose(at(0));
    const start: Place = acted.root;
    const box = new Box3();
    for (const part of MOMENTS) {
      acted.pose(at(part * clip.length), start);
      box.union(acted.bounds());
    }
    if (!acted.hasFaces || box.isEmpty()) throw nothingToDraw(file.name, model);
    players.set(player, async (timeMs) => {
      await drawing;
      if (signal.aborted) return null;
      acted.pose(at(timeMs), start);
      drawer.draw(acted, box);
      return drawer.canvas.transferToImageBitmap();
    });
    progress('ready');
    return await new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
  } finally {
    players.delete(player);
    shown?.dispose();
    for (const model of held) model.release();
  }
}

/** The animation to play. Throws NoPicture if there is none. @param held receives opened files */
async function clipOf(
  name: string,
  model: AbcFile,
  children: ResolvedDependencies['children'],
  held: AbcFile[],
) {
  const own = model.info.animations.findIndex(moves);
  const info = model.info.animations[own];
  if (info) return { animation: own, length: info.length };
  for (const [child, file] of children) {
    const source = await readFile(file)
      .then((bytes) => openModel(file.name, bytes))
      .catch(() => null);
    if (!source) continue;
    held.push(source);
    const animation = source.info.animations.findIndex(moves);
    const found = source.info.animations[animation];
    if (!found || !model.compareChild(child, source).fits) continue;
    const origin = boundOrigin(model.info, child, found.name);
    return { animation, length: found.length, source, origin };
  }
  throw new NoPicture('No animation', `${name} has no animation that moves.`);
}
