/** Picture options: chosen in the dialog, kept, and used by the shortcuts that save directly. */

import * as v from 'valibot';
import { shownBackground } from '../../document/view.ts';
import type { Ground } from '../../scene/ground.ts';
import { onScreen } from '../../scene/on-screen.ts';
import { color, flag, keptSignals, oneOf, within } from '../../store/kept.ts';

/** A single picture, all sides of the model, or animations at several moments. */
export type PictureKind = (typeof KINDS)[number];
const KINDS = ['picture', 'axes', 'contact'] as const;

/** Camera position; `view` is the user's camera, `frame` its direction with the model framed. */
export type CameraChoice = (typeof CAMERAS)[number];
const CAMERAS = ['view', 'frame', 'corner', 'front', 'back', 'left', 'right', 'top', 'bottom'] as const;

export type GroundChoice = (typeof GROUNDS)[number];
const GROUNDS = ['transparent', 'view', 'theme', 'dark', 'light', 'checker', 'own'] as const;

/** Animations of a contact sheet. */
export type AnimationChoice = 'playing' | 'own' | 'all' | 'chosen';
/** `chosen` applies to one model, so it is not kept. */
const KEPT_ANIMATIONS: v.GenericSchema<AnimationChoice> = v.picklist(['playing', 'own', 'all']);

/** Preset sizes, CSS pixels, besides the view's and a custom one. */
export const SIZES = ['1280x720', '1920x1080', '2560x1440', '3840x2160', '1080x1920', '1024x1024'] as const;
export type SizeChoice = 'view' | 'own' | (typeof SIZES)[number];

/** Pixels per CSS pixel. */
export const SCALES = [1, 2, 3, 4, 6, 8] as const;

/** Limits of sides, cells and moments. */
export const SIDE = { min: 16, max: 16_384 } as const;
export const CELL = { min: 48, max: 2048 } as const;
export const MOMENTS = { min: 1, max: 48 } as const;

export const pictureOptions = keptSignals('picture', {
  kind: oneOf(KINDS, 'picture'),
  camera: oneOf(CAMERAS, 'view'),
  size: oneOf(['view', 'own', ...SIZES], 'view'),
  width: within(SIDE, 1920),
  height: within(SIDE, 1080),
  scale: oneOf(SCALES, 2),
  ground: oneOf(GROUNDS, 'transparent'),
  /** If `ground` is `own`. */
  color: color('#ffffff'),
  overlays: flag(false),
  /** Axis sheet, CSS pixels. */
  axesWidth: within(CELL, 360),
  axesHeight: within(CELL, 360),
  /** Contact sheet. */
  sheetCamera: oneOf(CAMERAS, 'frame'),
  animations: v.fallback(KEPT_ANIMATIONS, 'own'),
  moments: within(MOMENTS, 6),
  cellWidth: within(CELL, 160),
  cellHeight: within(CELL, 160),
});

/** Size assumed without a view. */
const NO_VIEW = { width: 1280, height: 720 };

/** Size of the view, CSS pixels. */
export function viewSize(): { readonly width: number; readonly height: number } {
  return onScreen() ?? NO_VIEW;
}

/** Size of a picture in CSS pixels. Reads signals. */
export function wantedSize(): { readonly width: number; readonly height: number } {
  const { size, width, height } = pictureOptions;
  if (size.value === 'view') {
    const seen = viewSize();
    return { width: seen.width, height: seen.height };
  }
  if (size.value === 'own') return { width: width.value, height: height.value };
  const [across = 0, down = 0] = size.value.split('x').map(Number);
  return { width: across, height: down };
}

/** Background of pictures. Reads signals. */
export function wantedGround(): Ground {
  const { ground, color } = pictureOptions;
  if (ground.value === 'view') return shownBackground();
  return ground.value === 'own' ? (color.value as Ground) : ground.value;
}
