/** The open files as one set, in which a file finds the others that it names. Pure. */
import type { Info } from '@lithoscope/core';

/** A name as files of the games name each other: without folders of either slash, in any case. */
export function bareName(name: string): string {
  return baseName(name).toLowerCase();
}

/** The last part of a name with folders. */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** A model's name without folders and ending, for what is made from it. */
export function modelName(name: string): string {
  return baseName(name).replace(/\.(abc|ltb)$/i, '');
}

/** The file that a name in another file means: `Models\Base.abc` finds `base.abc`. Null when it is not there. */
export function findByName<T extends { readonly name: string }>(files: readonly T[], name: string): T | null {
  const wanted = bareName(name);
  return wanted === '' ? null : (files.find((file) => bareName(file.name) === wanted) ?? null);
}

/** A child model by its name in the file, and the open file that it is. */
export interface ChildModel<T> {
  readonly name: string;
  readonly file: T | null;
}

/** The child models that a file names (v9+); the first entry stands for the model itself (abc.md §3). */
export function childModelsOf<T extends { readonly name: string }>(
  { childModels }: Pick<Info, 'childModels'>,
  files: readonly T[],
): ChildModel<T>[] {
  return childModels.slice(1).map(({ name }) => ({ name, file: findByName(files, name) }));
}
