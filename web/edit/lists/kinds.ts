/** Kinds of list elements: their names, and the values that their menus offer. */

import type { AbcFile, Info } from '@lithoscope/core';
import type { ListKey } from './row.ts';

interface Kind {
  /** As in `Delete socket Hand`. */
  readonly word: string;
  /** Menu labels and fields; fields that a version lacks are left out. */
  readonly fields: readonly (readonly [label: string, field: string])[];
  /** Maximum length of a name in ModelEdit (abc.md §3), characters. */
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
    longest: 31,
    names: ({ pieces }) => namesOf(pieces),
  },
  node: {
    word: 'node',
    fields: [['Flags…', 'Flags']],
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
    longest: 15,
    names: ({ sockets }) => namesOf(sockets),
  },
  weightSet: {
    word: 'weight set',
    fields: [],
    longest: 15,
    names: ({ weightSets }) => namesOf(weightSets),
  },
  childModel: {
    word: 'child model',
    fields: [['Build number…', 'BuildNumber']],
    longest: 4095,
    names: ({ childModels }) => namesOf(childModels),
  },
  animation: {
    word: 'animation',
    fields: [['Blend time…', 'InterpolationTime']],
    longest: 4095,
    names: ({ animations }) => namesOf(animations),
  },
};

/** Path of an element; '' if the file has none. */
export function pathOf(model: AbcFile, key: ListKey, index: number): string {
  // A version without a list of pieces has one mesh, which is not an element.
  if (key === 'piece' && !model.info.features.pieces) return '';
  return model.pathOf({ [key]: index });
}

/** Path of the name of an element. */
export function namePath(model: AbcFile, key: ListKey, index: number): string {
  const path = pathOf(model, key, index);
  return path && model.labelPath(path);
}
