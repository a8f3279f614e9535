/**
 * The worker that draws the pictures of the library: whatever a file does, the page stays smooth, and ends the worker
 * if it must. It draws one picture after the other; while one waits for its bytes, the next is drawn.
 */
import type { AbcFile, AnimationInfo } from '@lithoscope/core';
import { Box3 } from 'three';
import { boundOrigin } from '../../explain/bindings.ts';
import { slotsOf } from '../../explain/facts.ts';
import type { Texels } from '../../explain/pictures/picture.ts';
import { type Place, PlainModel } from '../../model/scene/plain-model.ts';
import type { Skin } from '../../store/open-file.ts';
import type { Companions, Order, Report, Wants, WorkFile } from './messages.ts';
import { ModelPainter } from './painter.ts';
import { firstFrame, NoPicture, openModel, readFile, skinOf, smallTexture } from './work.ts';

/** Side of a kept picture, pixels: a cell of the grid on a screen of two pixels each. */
const SIDE = 256;
const WEBP_QUALITY = 0.9;
/** Slots that a picture shows with their skins: models have up to four. */
const MAX_SKINS = 8;
/** Child models that are asked for when a model has no animation of its own. */
const MAX_CHILDREN = 8;
/** Moments of an animation whose bounds make its picture. */
const MOMENTS = [0, 0.25, 0.5, 0.75];

const NOTHING: Wants = { commandString: '', slots: [], frame: '', children: [] };

let painter: ModelPainter | null = null;

function say(report: Report, transfer: Transferable[] = []): void {
  self.postMessage(report, { transfer });
}

function thePainter(): ModelPainter {
  try {
    painter ??= new ModelPainter(SIDE, () => say({ report: 'lost' }));
  } catch {
    throw new NoPicture(
      'No WebGL',
      'The browser gives no WebGL beside its window, where pictures of models are drawn.',
    );
  }
  return painter;
}

/** Who waits for the companions of an order. */
const waiting = new Map<number, (companions: Companions) => void>();

function companionsOf(id: number, wants: Wants): Promise<Companions> {
  say({ report: 'wants', id, wants });
  return new Promise((resolve) => waiting.set(id, resolve));
}

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.order === 'draw') void answer(data.id, () => draw(data.id, data.file));
  else if (data.order === 'play') void answer(data.id, () => play(data.id, data.file));
  else if (data.order === 'companions') {
    waiting.get(data.id)?.(data.companions);
    waiting.delete(data.id);
  } else if (data.order === 'frame') players.get(data.id)?.show(data.timeMs);
  else players.get(data.id)?.end();
});

async function answer(id: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { word, wants } = error instanceof NoPicture ? error : { word: 'Cannot be read', wants: null };
    say({ report: 'failed', id, word, reason, wants });
  }
}

async function draw(id: number, file: WorkFile): Promise<void> {
  const bytes = await readFile(file);
  if (file.kind === 'texture') return drawn(id, NOTHING, await flatPicture(await smallTexture(file, bytes)));
  if (file.kind === 'sprite') {
    const wants = { ...NOTHING, frame: await firstFrame(file.name, bytes) };
    const { frame } = await companionsOf(id, wants);
    if (!frame) {
      const reason = `${file.name}: its first frame, ${wants.frame}, was not found.`;
      throw new NoPicture('No frame', reason, wants);
    }
    return drawn(id, wants, await flatPicture(await smallTexture(frame, await readFile(frame))));
  }
  const model = await openModel(file.name, bytes);
  try {
    const wants = wantsOf(model, false);
    const skins = wants.slots.length > 0 ? await skinsOf((await companionsOf(id, wants)).skins) : new Map();
    drawn(id, wants, await modelPicture(file.name, model, skins));
  } finally {
    model.release();
  }
}

function drawn(id: number, wants: Wants, picture: Blob): void {
  say({ report: 'drawn', id, picture, wants });
}

/** Old models begin with an animation of one key, which is their rest pose. */
const moves = ({ complete, length }: AnimationInfo) => complete && length > 0;

/** @param plays its animations are wanted too */
function wantsOf({ info }: AbcFile, plays: boolean): Wants {
  const inherits = plays && info.features.childModels && !info.animations.some(moves);
  const children = info.childModels.slice(1, 1 + MAX_CHILDREN).map(({ name }, i) => [i + 1, name] as const);
  return {
    commandString: info.commandString,
    slots: slotsOf(info),
    frame: '',
    children: inherits ? children : [],
  };
}

async function skinsOf(found: Companions['skins']): Promise<Map<number, Skin>> {
  const skins = new Map<number, Skin>();
  for (const [slot, texture] of found.slice(0, MAX_SKINS)) {
    const skin = await skinOf(texture);
    if (skin) skins.set(slot, skin);
  }
  return skins;
}

/** Nothing else is drawn until the picture is encoded: the canvas is one for all. */
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

/** A texture as large as it is, at most as large as a picture. */
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

interface Player {
  show(timeMs: number): void;
  end(): void;
}

const players = new Map<number, Player>();

/** Opens a model to be played: its first animation that moves, else the first of a child model of the same skeleton. */
async function play(id: number, file: WorkFile): Promise<void> {
  const held: AbcFile[] = [];
  let shown: PlainModel | null = null;
  let isOver = false;
  const end = () => {
    isOver = true;
    players.delete(id);
    shown?.dispose();
    shown = null;
    // A second end has nothing left.
    for (const model of held.splice(0)) model.release();
  };
  // It may end before it has begun.
  players.set(id, { show() {}, end });
  try {
    const model = await openModel(file.name, await readFile(file));
    held.push(model);
    const wants = wantsOf(model, true);
    const companions = await companionsOf(id, wants);
    const skins = await skinsOf(companions.skins);
    const clip = await clipOf(file.name, model, companions.children, held);
    if (isOver) return end();
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
    players.set(id, {
      show(timeMs) {
        void drawing.then(() => {
          if (isOver) return;
          acted.pose(at(timeMs), start);
          drawer.draw(acted, box);
          const bitmap = drawer.canvas.transferToImageBitmap();
          say({ report: 'frame', id, bitmap }, [bitmap]);
        });
      },
      end,
    });
    say({ report: 'ready', id });
  } catch (error) {
    end();
    throw error;
  }
}

/** What plays. Throws NoPicture when there is nothing. @param held gets the files that it needs */
async function clipOf(name: string, model: AbcFile, children: Companions['children'], held: AbcFile[]) {
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
