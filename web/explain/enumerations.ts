/** Fields of which each value means something of its own: what the values mean (abc.md §2, dtx.md). */
import type { Info } from '@lithoscope/core';

/** A value and its meaning. */
export type Meaning = readonly [value: number, word: string];

const SWITCH: readonly Meaning[] = [
  [0, 'no'],
  [1, 'yes'],
];

const PIXELS: readonly Meaning[] = [
  [0, '8-bit palette (v−5: 32-bit)'],
  [1, '8-bit palette'],
  [2, '16-bit'],
  [3, '32-bit'],
  [4, 'DXT1'],
  [5, 'DXT3'],
  [6, 'DXT5'],
  [7, '8-bit with a 32-bit palette'],
  [8, '24-bit'],
];

/** By format and path without indices. */
const ENUMERATIONS: Readonly<Record<string, readonly Meaning[]>> = {
  'abc TransformInfo.FlipMat': [
    [0, 'axes as in v9 and later'],
    [1, 'mirrored in Z'],
  ],
  'abc TransformInfo.FixAnimKeyframes': [
    [0, 'key rotations as they are'],
    [1, 'key rotations conjugated'],
  ],
  'dtx Header.BPP': PIXELS,
  'spr Sprite.Transparent': SWITCH,
  'spr Sprite.Translucent': SWITCH,
};

/** What the values of the field at a path mean; null when it is no enumeration. */
export function enumerationOf({ format }: Pick<Info, 'format'>, path: string): readonly Meaning[] | null {
  const key = `${format} ${path.replaceAll(/\[\d+\]/g, '[]')}`;
  return Object.hasOwn(ENUMERATIONS, key) ? (ENUMERATIONS[key] ?? null) : null;
}
