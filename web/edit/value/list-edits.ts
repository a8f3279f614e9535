/** Adding, removing and moving list elements: each action is one change, and the selection follows. */
import type { EditOperation, StructureNode } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { nameOf } from '../../document/references.ts';
import { select, selectionAt } from '../../document/selection.ts';
import { spoken } from '../../store/notices.ts';
import { change } from '../history.ts';
import { type ListEdit, listPath } from './editable.ts';

/** Labels in the list of changes. */
const LABELS: Readonly<Record<ListEdit, string>> = {
  duplicate: 'Duplicate',
  remove: 'Delete',
  insert: 'Insert after',
  up: 'Move up',
  down: 'Move down',
};

/** Changes the list of an element; an empty list gets its first element. */
export function editList(file: OpenFile, element: StructureNode, edit: ListEdit): void {
  const isList = element.kind === 'array' && element.count === 0;
  const list = isList ? element.path : listPath(element.path);
  const index = isList ? -1 : element.index;
  if (index < (isList && edit === 'insert' ? -1 : 0)) return;
  const at = (place: number) => `${list}[${place}]`;
  const name = nameOf(element);
  const done = change(file, {
    label: `${LABELS[edit]} ${name}`,
    operations: [operationOf(edit, element.path, at(index + 1), index)],
    path: element.path,
  });
  if (!done) return;
  const to = { duplicate: index + 1, insert: index + 1, remove: index, up: index - 1, down: index + 1 }[edit];
  const selection = selectionAt(file, at(to)) ?? selectionAt(file, at(to - 1)) ?? selectionAt(file, list);
  if (selection) select(file, selection, 'edit');
  spoken.value = {
    duplicate: `Duplicated ${name}.`,
    insert: `Inserted an element after ${name}.`,
    remove: `Deleted ${name}.`,
    up: `Moved ${name} up.`,
    down: `Moved ${name} down.`,
  }[edit];
}

function operationOf(edit: ListEdit, path: string, behind: string, index: number): EditOperation {
  switch (edit) {
    case 'insert':
      return { op: 'insert', path: behind };
    case 'duplicate':
      return { op: 'duplicate', path };
    case 'remove':
      return { op: 'remove', path };
    case 'up':
      return { op: 'move', path, to: index - 1 };
    case 'down':
      return { op: 'move', path, to: index + 1 };
  }
}
