/** A row of a list on the page: the element to change, and the place to show editors at. */

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

/** Whether a file can be changed; otherwise its rows have no buttons. */
export function isChangeable({ parsed, model }: OpenFile): boolean {
  return parsed.isEditable && model !== null;
}
