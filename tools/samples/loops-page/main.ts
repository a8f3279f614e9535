/** Draws the loops of the samples as the page draws the pictures of its library. tools/samples/loops.mjs drives it. */

import type { AbcFile } from '@lithoscope/core';
import { Box3 } from 'three';
import type { Skin } from '../../../web/document/open-file.ts';
import { identify, isPicture } from '../../../web/explain/file-kind.ts';
import { loadCore, loadDtx, ModelPainter } from '../../../web/library/pictures/drawing.ts';
import { PlainModel } from '../../../web/scene/plain-model.ts';
import { decodePicture } from '../../../web/textures/decode.ts';
import { dtxDecoder } from '../../../web/textures/dtx-picture.ts';

/** What is drawn: files in base64, the skins by slot. */
export interface LoopOrder {
  readonly model: string;
  readonly skins: readonly { readonly name: string; readonly content: string }[];
  readonly animation: string;
  readonly frames: number;
  /** Of a frame, pixels. */
  readonly side: number;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

async function skinOf({ name, content }: LoopOrder['skins'][number]): Promise<Skin> {
  const bytes = bytesOf(content);
  const kind = identify(name, bytes);
  if (!isPicture(kind)) throw new Error(`${name} is no texture`);
  const { picture } = await decodePicture({ kind, bytes }, dtxDecoder(loadDtx));
  return { name, picture, alpha: false };
}

/** The painter leaves room around a model: frames are drawn so many times as large, and cut. */
const OVERSIZE = 1.6;
/** Where the model is, is looked for in every third frame, in copies of so many pixels each way. */
const LOOKED = 3;
const COARSE = 128;
/** Around the model, in parts of a frame's side. */
const MARGIN = 0.05;

/** The frames of one round beside each other. @param shown which of them, by their numbers; all when absent */
async function draw(order: LoopOrder, shown?: readonly number[]): Promise<OffscreenCanvas> {
  const { animation: name, frames, side } = order;
  const file = (await loadCore()).open(bytesOf(order.model)) as AbcFile;
  const skins = await Promise.all(order.skins.map(skinOf));
  const painter = new ModelPainter(Math.round(side * OVERSIZE), () => {});
  const model = new PlainModel(file, new Map(skins.entries()), painter.takesDxt);
  const animation = file.info.animations.findIndex((known) => known.name === name);
  const length = file.info.animations[animation]?.length;
  if (!length) throw new Error(`no animation ${name} that moves`);
  const pose = (frame: number) =>
    model.pose({ animation, timeMs: (length * frame) / frames, loop: true, lod: 0 }, start);
  const start = model.root;
  const all = Array.from({ length: frames }, (_, frame) => frame);
  const box = new Box3();
  for (const frame of all) {
    pose(frame);
    box.union(model.bounds());
  }
  const square = new Square();
  for (const frame of all.filter((number) => number % LOOKED === 0)) {
    pose(frame);
    painter.draw(model, box);
    square.take(pixels(painter.canvas, 0, painter.canvas.width, COARSE));
  }
  const { x, y, size } = square.within(painter.canvas.width, MARGIN);
  const drawn = shown ?? all;
  const strip = new OffscreenCanvas(side * drawn.length, side);
  const context = strip.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  for (const [at, frame] of drawn.entries()) {
    pose(frame);
    painter.draw(model, box);
    context?.drawImage(painter.canvas, x, y, size, size, at * side, 0, side, side);
  }
  model.dispose();
  if (context) coarseAlpha(context);
  return strip;
}

/** WebP keeps alpha without loss: of four steps, as many as the card's own smoothing has, it takes a third. */
const ALPHA_STEP = 85;

function coarseAlpha(context: OffscreenCanvasRenderingContext2D): void {
  const image = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  const { data } = image;
  for (let at = 3; at < data.length; at += 4) {
    data[at] = Math.round((data[at] ?? 0) / ALPHA_STEP) * ALPHA_STEP;
  }
  context.putImageData(image, 0, 0);
}

/** The square around all that was drawn, from small copies of it. */
class Square {
  #left = COARSE;
  #top = COARSE;
  #right = 0;
  #bottom = 0;

  take(drawn: Uint8ClampedArray): void {
    for (let at = 0; at < COARSE * COARSE; at++) {
      if (drawn[at * 4 + 3] === 0) continue;
      const [x, y] = [at % COARSE, Math.floor(at / COARSE)];
      this.#left = Math.min(this.#left, x);
      this.#right = Math.max(this.#right, x + 1);
      this.#top = Math.min(this.#top, y);
      this.#bottom = Math.max(this.#bottom, y + 1);
    }
  }

  /** @param side of what was drawn, pixels */
  within(side: number, margin: number): { x: number; y: number; size: number } {
    const [left, top, right, bottom] = [this.#left, this.#top, this.#right, this.#bottom];
    const size = Math.max(right - left, bottom - top) / (1 - 2 * margin);
    const pixel = side / COARSE;
    return {
      x: ((left + right - size) / 2) * pixel,
      y: ((top + bottom - size) / 2) * pixel,
      size: size * pixel,
    };
  }
}

async function strip(order: LoopOrder, quality: number): Promise<string> {
  const blob = await (await draw(order)).convertToBlob({ type: 'image/webp', quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * How far a strip is from what is drawn now: mean difference of a channel of the pixels that either shows, 0 to 255,
 * alpha counted in; the worst of the frames that are looked at.
 */
async function difference(order: LoopOrder, kept: string, looked: readonly number[]): Promise<number> {
  const { side, frames } = order;
  const image = await createImageBitmap(new Blob([bytesOf(kept)], { type: 'image/webp' }));
  if (image.width !== side * frames || image.height !== side) return 255;
  const drawn = await draw(order, looked);
  return Math.max(
    ...looked.map((frame, at) => distance(pixels(image, frame * side, side), pixels(drawn, at * side, side))),
  );
}

function pixels(image: CanvasImageSource, x: number, side: number, size = side): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  context.drawImage(image, x, 0, side, side, 0, 0, size, size);
  return context.getImageData(0, 0, size, size).data;
}

function distance(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < a.length; at += 4) {
    const [alphaA = 0, alphaB = 0] = [a[at + 3], b[at + 3]];
    if (alphaA === 0 && alphaB === 0) continue;
    count += 4;
    sum += Math.abs(alphaA - alphaB);
    for (let channel = at; channel < at + 3; channel++)
      sum += Math.abs((a[channel] ?? 0) * alphaA - (b[channel] ?? 0) * alphaB) / 255;
  }
  return count === 0 ? 255 : sum / count;
}

Object.assign(window, { strip, difference });
