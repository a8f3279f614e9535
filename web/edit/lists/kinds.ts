/** What the elements of each list are called, and which of their values the menus offer. No DOM. */

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

/** The path of an element; '' where the file has none, as for the pieces of v6. */
export function pathOf(model: AbcFile, key: ListKey, index: number): string {
  // v6 has one mesh, which is no element of a list.
  if (key === 'piece' && model.info.version === 6) return '';
  return model.pathOf({ [key]: index });
}

/** The path of the name of an element. */
export function namePath(model: AbcFile, key: ListKey, index: number): string {
  const path = pathOf(model, key, index);
  const isV6 = model.info.version === 6;
  const field = isV6 && key === 'node' ? 'NodeName' : isV6 && key === 'animation' ? 'AnimName' : 'Name';
  return path && `${path}.${field}`;
}

/** The path of the list that a new element comes into. */
export function listPath({ info }: AbcFile, key: ListKey): string {
  switch (key) {
    case 'piece':
      return 'Pieces.Pieces';
    case 'node':
      return 'Nodes.Nodes';
    case 'socket':
      return 'Sockets.Sockets';
    case 'weightSet':
      return 'Nodes.WeightSets';
    case 'childModel':
      return 'ChildModels.ChildModels';
    case 'animation':
      return info.version === 6 ? 'Animation.Anims' : 'Animation.Animations';
  }
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
