/** What a GLB or glTF is made into, and how. Plain data: a worker and a thread get it as it is. */

import type { NewVersion } from '@lithoscope/core';

export interface ImportOptions {
  /** Of the new file. With a file that it goes back into: that file's version, whatever stands here. */
  readonly version: NewVersion;
  /** Units of the file for one unit of glTF. Above 0. With a file that it goes back into: what its export was scaled with. */
  readonly scale: number;
  /** Which axis of the source points up: glTF says Y, some exporters leave Z. */
  readonly up: 'y' | 'z';
  /** Degrees about the upright axis, before anything else. */
  readonly turn: 0 | 90 | 180 | 270;
  /** Moves the model so that its origin is the middle of its box, as the games have those that stand on the floor. */
  readonly centre: boolean;
  /**
   * Levels of detail behind the first: the share of its triangles that each keeps, above 0 and below 1, falling. v6: the
   * last share alone counts, as its levels are single collapses. Empty: one level, and of a file that it goes back into the
   * levels that it has.
   */
  readonly levels: readonly number[];
  /** Up to which distance each level but the last is shown, units; as many as `levels`. v9+. */
  readonly distances: readonly number[];
  /** Makes a skin from the colours of materials that have no texture, and lays their triangles on it; absent: no. */
  readonly paletteSkin?: boolean;
  /** Indices of the animations of the source that are taken; absent: all. */
  readonly animations?: readonly number[];
}

export const IMPORT_DEFAULTS: ImportOptions = Object.freeze({
  version: 12,
  scale: 1,
  up: 'y',
  turn: 0,
  centre: false,
  levels: Object.freeze([]),
  distances: Object.freeze([]),
});
