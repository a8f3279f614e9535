/** Bits of the flag words of the formats, by what each means (abc.md §2, §4.6; dtx.md). */
import type { Features } from '@lithoscope/core';

export interface FlagBit {
  readonly bit: number;
  readonly word: string;
}

const bits = (...list: readonly (readonly [bit: number, word: string])[]): readonly FlagBit[] =>
  list.map(([bit, word]) => ({ bit, word }));

const NODE = bits([1, 'removable'], [2, 'rotation only']);

/** In v6 the same bits have other meanings. */
const NODE_V6 = bits(
  [1, 'null'],
  [2, 'triangles'],
  [4, 'deformation'],
  [8, 'environment map'],
  [16, 'environment map only'],
  [32, 'scrolls in U'],
  [64, 'scrolls in V'],
);

/** Bits of a node's Flags, for formats with and without deformation vertices. */
export function nodeFlags({ deformation }: Pick<Features, 'deformation'>): readonly FlagBit[] {
  return deformation ? NODE_V6 : NODE;
}

const TEXTURE = bits(
  [1, 'full bright'],
  [2, 'prefer 16 bits'],
  [8, 'sections fixed'],
  [128, 'prefer 4444'],
  [256, 'prefer 5551'],
  [1024, 'cube map'],
  [2048, 'bump map'],
);

/** Before v−5 the second bit has another meaning. */
const TEXTURE_OLD = TEXTURE.map((flag) => (flag.bit === 2 ? { bit: 2, word: 'has alpha planes' } : flag));

/** Bits of a texture's Flags. */
export function textureFlags(version: number): readonly FlagBit[] {
  return version === -5 ? TEXTURE : TEXTURE_OLD;
}
