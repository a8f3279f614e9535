/** What belongs to a model: the skins of its slots, and the child models whose animations it plays (abc.md §3, §6). */
import type { Info } from '@lithoscope/core';
import { bareName } from '../lib/file-names.ts';
import { slotsOf } from './facts.ts';
import { matchSlot, type SlotMatch, type TextureSet } from './skin-matching.ts';

/** Child models that a model is given: real ones name up to sixteen, but a file may claim 65,535. */
export const MAX_CHILDREN = 32;

/** What a model says of the files that belong to it. Plain data. */
export interface ModelNames {
  readonly commandString: string;
  /** Skin slots that have faces. */
  readonly slots: readonly number[];
  /** Child models by their numbers in the file. */
  readonly children: readonly (readonly [child: number, name: string])[];
}

export function namesIn(info: Info): ModelNames {
  const { commandString, childModels } = info;
  const children = childModels.slice(1, 1 + MAX_CHILDREN);
  return {
    commandString,
    slots: slotsOf(info),
    children: children.map(({ name }, i) => [i + 1, name]),
  };
}

/** Where the files of a model are looked for. */
export interface Places<File> {
  /** Of the model itself, with its folders. */
  readonly path: string;
  /** Those before go first. */
  readonly textures: readonly TextureSet<File>[];
  /** The model that a name means; null when it is not there, or the model itself. */
  model(name: string): File | null;
}

export interface Dependencies<File> {
  /** One a slot. */
  readonly skins: readonly SlotMatch<File>[];
  readonly children: readonly {
    readonly child: number;
    readonly name: string;
    readonly found: File | null;
  }[];
}

/** Finds the files that belong to a model. */
export function dependenciesOf<File>(
  { commandString, slots, children }: ModelNames,
  { path, textures, model }: Places<File>,
): Dependencies<File> {
  const named = { name: path, commandString, slots };
  return {
    skins: slots.map((slot) => matchSlot(textures, named, slot)),
    children: children.map(([child, name]) => ({ child, name, found: name === '' ? null : model(name) })),
  };
}

/**
 * Finds the file that a name in another file means: `Models\\Base.abc` finds `base.abc`; null when it is not there.
 * Many names cost one look at the files.
 */
export function filesByName<T extends { readonly name: string }>(
  files: readonly T[],
): (name: string) => T | null {
  // Of several of one name the first counts.
  const byName = new Map(files.toReversed().map((file) => [bareName(file.name), file]));
  return (name) => {
    const wanted = bareName(name);
    return wanted === '' ? null : (byName.get(wanted) ?? null);
  };
}

/** A child model by its name in the file, and the open file that it is. */
export interface ChildModel<T> {
  readonly name: string;
  readonly file: T | null;
}

/** The first child models that a file names (v9+); entry 0 stands for the model itself (abc.md §3). */
export function childModelsOf<T extends { readonly name: string }>(
  { childModels }: Pick<Info, 'childModels'>,
  files: readonly T[],
): ChildModel<T>[] {
  const fileOf = filesByName(files);
  return childModels.slice(1, 1 + MAX_CHILDREN).map(({ name }) => ({ name, file: fileOf(name) }));
}
