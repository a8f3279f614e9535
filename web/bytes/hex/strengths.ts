/** How strong colours are behind the bytes: text on each keeps 4.5:1 (tests/web/hex-contrast.test.ts). No DOM. */
import type { MarkKind } from './byte-marks.ts';

/** Opacity of a field's colour; neighbouring fields alternate. */
export type Strength = readonly [number, number];

export const TINTS: Strength = [0.26, 0.14];
export const SELECTED: Strength = [0.46, 0.34];
/** Opaque bytes: a tint, and the lines of the hatching over it. */
export const OPAQUE_TINT = 0.08;
export const HATCHED = 0.4;

/** Colour of a mark: a token, how strong it fills, and whether it is framed. */
export const MARKS: Readonly<Record<MarkKind, readonly [token: string, alpha: number, framed: boolean]>> = {
  hit: ['--warning', 0.24, false],
  current: ['--warning', 0.34, true],
  added: ['--ok', 0.3, false],
  removed: ['--error', 0.3, false],
  changed: ['--warning', 0.3, false],
};
