/** How pictures are made: chosen in the dialog, remembered, and used by the keys that save at once. */

import { type Signal, signal } from '@preact/signals-core';
import type { Ground } from '../../model/scene/ground.ts';
import { onScreen } from '../../model/scene/on-screen.ts';
import { recall, remember } from '../../store/storage.ts';
import { type Background, view } from '../../store/view.ts';
import { effect, page } from '../../ui/scope.ts';

/** One picture; all sides of the model; animations at several moments. */
export type PictureKind = 'picture' | 'axes' | 'contact';

/** From where the model is seen; `view` is the user's camera, `frame` its side with the model framed. */
export type CameraChoice =
  | 'view'
  | 'frame'
  | 'corner'
  | 'front'
  | 'back'
  | 'left'
  | 'right'
  | 'top'
  | 'bottom';

export type GroundChoice = 'transparent' | 'view' | Background | 'own';

/** Which animations a contact sheet has. */
export type AnimationChoice = 'playing' | 'own' | 'all' | 'chosen';

/** The sizes that are offered, CSS pixels; besides that of the view, and one of one's own. */
export const SIZES = ['1280x720', '1920x1080', '2560x1440', '3840x2160', '1080x1920', '1024x1024'] as const;
export type SizeChoice = 'view' | 'own' | (typeof SIZES)[number];

/** Pixels of the picture for each CSS pixel, each way. */
export const SCALES = [1, 2, 3, 4, 6, 8] as const;

/** Sides that can be asked for. */
export const SIDE = { min: 16, max: 16_384 } as const;
export const CELL = { min: 48, max: 2048 } as const;
export const MOMENTS = { min: 1, max: 48 } as const;

export const pictureOptions = {
  kind: signal<PictureKind>('picture') as Signal<PictureKind>,
  camera: signal<CameraChoice>('view') as Signal<CameraChoice>,
  size: signal<SizeChoice>('view') as Signal<SizeChoice>,
  width: signal(1920),
  height: signal(1080),
  scale: signal(2),
  ground: signal<GroundChoice>('transparent') as Signal<GroundChoice>,
  /** `#rrggbb`, where `ground` is `own`. */
  color: signal('#ffffff'),
  overlays: signal(false),
  /** Of the axis sheet, CSS pixels. */
  axesWidth: signal(360),
  axesHeight: signal(360),
  /** Of the contact sheet. */
  sheetCamera: signal<CameraChoice>('frame') as Signal<CameraChoice>,
  animations: signal<AnimationChoice>('own') as Signal<AnimationChoice>,
  moments: signal(6),
  cellWidth: signal(160),
  cellHeight: signal(160),
} as const;

type Options = { [Option in keyof typeof pictureOptions]: (typeof pictureOptions)[Option]['value'] };

const CAMERAS: readonly CameraChoice[] = [
  'view',
  'frame',
  'corner',
  'front',
  'back',
  'left',
  'right',
  'top',
  'bottom',
];

const among = (all: readonly unknown[]) => (value: unknown) => all.includes(value);
const between =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** What a remembered value must be. */
const VALID: { readonly [Option in keyof Options]: (value: unknown) => boolean } = {
  kind: among(['picture', 'axes', 'contact']),
  camera: among(CAMERAS),
  size: among(['view', 'own', ...SIZES]),
  width: between(SIDE),
  height: between(SIDE),
  scale: among(SCALES),
  ground: among(['transparent', 'view', 'theme', 'dark', 'light', 'checker', 'own']),
  color: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value),
  overlays: among([true, false]),
  axesWidth: between(CELL),
  axesHeight: between(CELL),
  sheetCamera: among(CAMERAS),
  // Chosen ones are chosen for one model.
  animations: among(['playing', 'own', 'all']),
  moments: between(MOMENTS),
  cellWidth: between(CELL),
  cellHeight: between(CELL),
};

const KEY = 'picture';

function recallOptions(): void {
  let kept: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(recall(KEY) ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) kept = { ...parsed };
  } catch {
    // Someone else wrote there.
  }
  for (const [option, of] of Object.entries(pictureOptions)) {
    const value = kept[option];
    if (VALID[option as keyof Options](value)) (of as Signal<unknown>).value = value;
  }
}

recallOptions();
page.run(() =>
  effect(() => {
    const values = Object.entries(pictureOptions).map(([option, { value }]) => [option, value]);
    remember(KEY, JSON.stringify(Object.fromEntries(values)));
  }),
);

/** Without a view: its size. */
const NO_VIEW = { width: 1280, height: 720 };

/** Size of what is on the screen, CSS pixels. */
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

/** What pictures stand on. Reads signals. */
export function wantedGround(): Ground {
  const { ground, color } = pictureOptions;
  if (ground.value === 'view') return view.background.value;
  return ground.value === 'own' ? (color.value as Ground) : ground.value;
}
