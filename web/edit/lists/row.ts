/** A row of a list on the page: the element to change, and the place to show editors at. */

import type { AbcFile } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';

/** Keys of `ModelElement`. */
export type ListKey = 'piece' | 'node' | 'socket' | 'weightSet' | 'childModel' | 'animation';

/** A list on the page, whose rows are rebuilt with each change. */
export interface RowHost {
  /** Place of a row's name in the window; null while it is out of view. */
  place(index: number): DOMRect | null;
  focus(index: number): void;
}

export interface ListRow {
  readonly file: OpenFile;
  readonly key: ListKey;
  readonly index: number;
  readonly host: RowHost;
}

export type RowAction = 'rename' | 'delete' | 'duplicate' | 'up' | 'down';

/** Whether values of a model can be changed; otherwise its rows have no buttons. */
export function isChangeable({ parsed, model }: OpenFile): boolean {
  return parsed.isEditable && model !== null;
}

/** Whether a model can be changed as a whole: its keys, animations and levels. */
export function isWhollyChangeable(file: OpenFile): boolean {
  return isChangeable(file) && file.info.edits.whole;
}

/** Whether new elements can be added to a list of a model. */
export function canAddTo(file: OpenFile, key: ListKey): boolean {
  const isListed = file.info.edits.lists.some((part) => part === key);
  return isChangeable(file) && isListed && file.model?.listPath(key) !== '';
}

/**
 * Path of the dims of an animation: the half sizes of its collision box. Null where the file has none (v6 without the
 * section AnimDims), and where they are text.
 */
export function dimsPath(model: AbcFile, animation: number): string | null {
  const paths = [`AnimDims.Dimensions[${animation}]`, `${model.pathOf({ animation })}.Extents`];
  return paths.find((path) => model.resolve(path)) ?? null;
}
