/** Bits of the flag words of the formats, by what each means (ABC.md §2, §4.6; DTX.md). No DOM. */

export interface FlagBit {
  readonly bit: number;
  readonly word: string;
}

const bits = (...list: readonly (readonly [bit: number, word: string])[]): readonly FlagBit[] =>
  list.map(([bit, word]) => ({ bit, word }));

const NODE = bits([1, 'removable'], [2, 'rotation only']);

/** The same bit means another thing in v6. */
const NODE_V6 = bits(
  [1, 'null'],
  [2, 'triangles'],
  [4, 'deformation'],
  [8, 'environment map'],
  [16, 'environment map only'],
  [32, 'scrolls in U'],
  [64, 'scrolls in V'],
);

/** Bits of a node's Flags. */
export function nodeFlags(version: number): readonly FlagBit[] {
  return version === 6 ? NODE_V6 : NODE;
}
