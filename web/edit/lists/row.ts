/** A row of a list on the page, as what changes its element knows it. */

import type { OpenFile } from '../../document/open-file.ts';

/** By their keys in `ModelElement`. */
export type ListKey = 'piece' | 'node' | 'socket' | 'weightSet' | 'childModel' | 'animation';

/** A list on the page, whose rows are made again with each change. */
export interface RowHost {
  /** Where the name of a row stands in the window; null while it is out of sight. */
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

/** Whether a file can be changed at all: else its rows have no buttons. */
export function isChangeable({ parsed, model }: OpenFile): boolean {
  return parsed.isEditable && model !== null;
}
