/** Actions of list rows: renaming, duplicating, moving, deleting, and editing values of the element. */

import type { AbcFile, ListedPart } from '@lithoscope/core';
import { freeName } from '../../changes/free-name.ts';
import { fileText } from '../../ui/dom.ts';
import { type MenuItem, openMenu, type Point } from '../../ui/menu.ts';
import { editValue } from '../value/open-value.ts';
import { animationItems } from './animation-forms.ts';
import { KINDS, namePath, pathOf } from './kinds.ts';
import { changeAndSay, modelNow, quoted } from './now.ts';
import type { ListKey, ListRow, RowAction } from './row.ts';

/** Opens the menu of a row. */
export function openRowMenu(row: ListRow, at: Point): void {
  const model = modelNow(row.file);
  if (!model) return;
  const { key, index } = row;
  if (index < 0) {
    // The bind pose is no animation, but some can come from another model.
    const items = animationItems(row).slice(-2);
    if (items.length > 0) openMenu(['Animations'], [items], at);
    return;
  }
  const kind = KINDS[key];
  const isList = isIn(model.info.edits.lists, key);
  const path = pathOf(model, key, index);
  const name = nameOf(row);
  const values = kind.fields.flatMap(([label, field]): MenuItem[] =>
    model.resolve(`${path}.${field}`) ? [{ label, run: () => edit(row, `${path}.${field}`) }] : [],
  );
  const item = (label: string, action: RowAction, shortcut: string): MenuItem => ({
    label,
    key: shortcut,
    enabled: () => canRun(row, action),
    run: () => runRowAction(row, action),
  });
  openMenu(
    [fileText(name || '(no name)')],
    [
      [item(key === 'childModel' ? 'File name…' : 'Rename…', 'rename', 'F2'), ...values],
      key === 'animation' ? animationItems(row) : [],
      isIn(model.info.edits.copies, key) ? [item('Duplicate', 'duplicate', 'Ctrl+D')] : [],
      isList ? [item('Move up', 'up', 'Alt+↑'), item('Move down', 'down', 'Alt+↓')] : [],
      isList ? [item(key === 'childModel' ? 'Remove' : 'Delete', 'delete', 'Delete')] : [],
    ],
    at,
  );
}

/** Whether an action applies to a row: entry 0 of the child models is the model itself. */
function canRun({ file, key, index }: ListRow, action: RowAction): boolean {
  const model = modelNow(file);
  if (!model || pathOf(model, key, index) === '') return false;
  const { edits } = model.info;
  const first = key === 'childModel' ? 1 : 0;
  if (index < first) return false;
  if (action === 'rename') return namePath(model, key, index) !== '';
  if (action === 'duplicate') return isIn(edits.copies, key);
  if (!isIn(edits.lists, key)) return false;
  if (action === 'up') return index > first && neighbour(model, key, index, -1) !== null;
  return action !== 'down' || neighbour(model, key, index, 1) !== null;
}

function isIn(parts: readonly ListedPart[], key: ListKey): boolean {
  return parts.some((part) => part === key);
}

/** Index, in the list of the file, of the element before or after one; null if there is none in that list. */
function neighbour(model: AbcFile, key: ListKey, index: number, step: 1 | -1): number | null {
  const own = pathOf(model, key, index);
  const path = pathOf(model, key, index + step);
  return path !== '' && pathAt(own, 0) === pathAt(path, 0) ? indexAt(path) : null;
}

/** Runs an action without asking; Ctrl+Z undoes it. */
export function runRowAction(row: ListRow, action: RowAction): void {
  if (!canRun(row, action)) return;
  const run = { rename, duplicate, delete: remove, up: moveUp, down: moveDown };
  run[action](row);
}

const moveUp = (row: ListRow) => move(row, -1);
const moveDown = (row: ListRow) => move(row, 1);

function nameOf({ file, key, index }: ListRow): string {
  const model = modelNow(file);
  return (model && KINDS[key].names(model.info)[index]) || '';
}

function edit(row: ListRow, path: string): void {
  const { file, index, host } = row;
  editValue({ file, path, place: () => host.place(index), back: () => host.focus(index) });
}

function rename(row: ListRow): void {
  const model = modelNow(row.file);
  if (model) edit(row, namePath(model, row.key, row.index));
}

function duplicate(row: ListRow): void {
  const model = modelNow(row.file);
  if (!model) return;
  const { file, key, index, host } = row;
  const { word, names, longest } = KINDS[key];
  const path = pathOf(model, key, index);
  const name = freeName(names(model.info), nameOf(row), longest);
  const copy = namePath(model, key, index).replace(path, pathAt(path, indexAt(path) + 1));
  const isDone = changeAndSay(file, {
    label: `Duplicate ${word} ${quoted(nameOf(row))}`,
    path,
    after: name,
    operations: [
      { op: 'duplicate', path },
      { op: 'set', path: copy, value: name },
    ],
  });
  host.focus(isDone ? index + 1 : index);
}

function move(row: ListRow, step: 1 | -1): void {
  const model = modelNow(row.file);
  if (!model) return;
  const { file, key, index, host } = row;
  const to = index + step;
  const place = neighbour(model, key, index, step);
  if (place === null) return;
  const isDone = changeAndSay(file, {
    label: `Move ${KINDS[key].word} ${quoted(nameOf(row))} ${step < 0 ? 'up' : 'down'}`,
    before: String(index),
    after: String(to),
    operations: [{ op: 'move', path: pathOf(model, key, index), to: place }],
  });
  host.focus(isDone ? to : index);
}

function remove(row: ListRow): void {
  const model = modelNow(row.file);
  if (!model) return;
  const { file, key, index, host } = row;
  const verb = key === 'childModel' ? 'Remove' : 'Delete';
  const isDone = changeAndSay(file, {
    label: `${verb} ${KINDS[key].word} ${quoted(nameOf(row))}`,
    before: nameOf(row),
    operations: [{ op: 'remove', path: pathOf(model, key, index) }],
  });
  const last = KINDS[key].names(modelNow(file)?.info ?? model.info).length - 1;
  host.focus(isDone ? Math.min(index, last) : index);
}

/** Index of an element in its list. */
function indexAt(path: string): number {
  return Number(path.slice(path.lastIndexOf('[') + 1, -1));
}

/** Path of another element of the same list. */
function pathAt(path: string, index: number): string {
  return `${path.slice(0, path.lastIndexOf('['))}[${index}]`;
}
