/** The picture as a file or on the clipboard: its size, its ground, and whether marks are in it. */

import { type Signal, signal } from '@preact/signals-core';
import type { Background } from '../../store/view.ts';
import { paintGround } from './ground.ts';

/** Pixels of the picture for each CSS pixel of the view, each way; `px`: a width of one's own. */
export type PictureSize = '1' | '2' | '4' | 'px';

/** Widths that can be asked for, pixels. */
export const MIN_WIDTH = 16;
export const MAX_WIDTH = 8192;

/** How pictures are made until the page is closed. */
export const pictureOptions = {
  size: signal<PictureSize>('2') as Signal<PictureSize>,
  /** Of the picture, where `size` is `px`. */
  width: signal(1920),
  transparent: signal(true),
  /** Grid, skeleton, boxes, labels' marks, measures, and what is selected. */
  overlays: signal(false),
} as const;

/**
 * How many pixels of the picture are for one of the view.
 * @param width, height of the view, CSS pixels
 * @param longest side of a picture that can be drawn, pixels
 */
export function pictureRatio(width: number, height: number, longest: number): number {
  const { size, width: wanted } = pictureOptions;
  const chosen = size.peek();
  const limited = Math.min(Math.max(wanted.peek() || 0, MIN_WIDTH), MAX_WIDTH);
  const ratio = chosen === 'px' ? limited / width : Number(chosen);
  return Math.min(ratio, longest / Math.max(width, height));
}

/** A canvas with a drawing on the ground of the view. @param ratio pixels for each CSS pixel */
export function onGround(drawing: HTMLCanvasElement, ground: Background, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const { width, height } = drawing;
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) return drawing;
  paintGround(context, ground, ratio);
  context.drawImage(drawing, 0, 0);
  return canvas;
}
