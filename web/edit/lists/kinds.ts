/** What the elements of each list are called, and which of their values the menus offer. */

import type { AbcFile, Info } from '@lithoscope/core';
import type { ListKey } from './row.ts';

interface Kind {
  /** One of them: `Delete the socket`. */
  readonly word: string;
  /** Fields by the words of the menu; those that a version lacks are left out. */
  readonly fields: readonly (readonly [label: string, field: string])[];
  /** Elements can come, go and move. */
  readonly isList: boolean;
  /** Characters of a name that ModelEdit takes (abc.md §3). */
  readonly longest: number;
  names(info: Info): readonly string[];
}

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

export const KINDS: Readonly<Record<ListKey, Kind>> = {
  piece: {
    word: 'piece',
    fields: [
      ['Skin slot…', 'MaterialIndex'],
      ['Specular power…', 'SpecularPower'],
      ['Specular scale…', 'SpecularScale'],
      ['LOD weight…', 'LODWeight'],
    ],
    isList: true,
    longest: 31,
    names: ({ pieces }) => namesOf(pieces),
  },
  node: {
    word: 'node',
    fields: [['Flags…', 'Flags']],
    isList: false,
    longest: 4095,
    names: ({ nodes }) => namesOf(nodes),
  },
  socket: {
    word: 'socket',
    fields: [
      ['Node…', 'NodeIndex'],
      ['Position…', 'Location'],
      ['Rotation…', 'Rotation'],
    ],
    isList: true,
    longest: 15,
    names: ({ sockets }) => namesOf(sockets),
  },
  weightSet: {
    word: 'weight set',
    fields: [],
    isList: true,
    longest: 15,
    names: ({ weightSets }) => namesOf(weightSets),
  },
  childModel: {
    word: 'child model',
    fields: [['Build number…', 'BuildNumber']],
    isList: true,
    longest: 4095,
    names: ({ childModels }) => namesOf(childModels),
  },
  animation: {
    word: 'animation',
    fields: [['Blend time…', 'InterpolationTime']],
    isList: true,
    longest: 4095,
    names: ({ animations }) => namesOf(animations),
  },
};

/** The path of an element; '' where the file has none. */
export function pathOf(model: AbcFile, key: ListKey, index: number): string {
  // A mesh that is no list of pieces is no element of one.
  if (key === 'piece' && !model.info.features.pieces) return '';
  return model.pathOf({ [key]: index });
}

/** The path of the name of an element. */
export function namePath(model: AbcFile, key: ListKey, index: number): string {
  const path = pathOf(model, key, index);
  return path && model.labelPath(path);
}

/** A name that none of the others has, in any case, and no longer than that: `Walk`, `Walk_2` … */
export function freeName(names: readonly string[], wanted: string, longest = 4095): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let i = 2; ; i++) {
    const ending = `_${i}`;
    const name = wanted.slice(0, longest - ending.length) + ending;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
