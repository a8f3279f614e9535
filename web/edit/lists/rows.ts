/** Actions of list rows: renaming, duplicating, moving, deleting, and editing values of the element. */

import { fileText } from '../../ui/dom.ts';
import { type MenuItem, openMenu, type Point } from '../../ui/menu.ts';
import { editValue } from '../value/open-value.ts';
import { animationItems } from './animation-forms.ts';
import { freeName, KINDS, namePath, pathOf } from './kinds.ts';
import { changeAndSay, modelNow, quoted } from './now.ts';
import type { ListRow, RowAction } from './row.ts';

/** Opens the menu of a row. */
export function openRowMenu(row: ListRow, at: Point): void {
  const model = modelNow(row.file);
  if (!model) return;
  const { key, index } = row;
  if (index < 0) {
    openMenu(['Animations'], [animationItems(row).slice(-1)], at);
    return;
  }
  const kind = KINDS[key];
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
      kind.isList
        ? [
            ...(key === 'childModel' ? [] : [item('Duplicate', 'duplicate', 'Ctrl+D')]),
            item('Move up', 'up', 'Alt+↑'),
            item('Move down', 'down', 'Alt+↓'),
          ]
        : [],
      kind.isList ? [item(key === 'childModel' ? 'Remove' : 'Delete', 'delete', 'Delete')] : [],
    ],
    at,
  );
}

/** Whether an action applies to a row: entry 0 of the child models is the model itself. */
function canRun({ file, key, index }: ListRow, action: RowAction): boolean {
  const model = modelNow(file);
  if (!model || pathOf(model, key, index) === '') return false;
  const { isList, names } = KINDS[key];
  const count = names(model.info).length;
  const first = key === 'childModel' ? 1 : 0;
  if (action === 'rename') return index >= first;
  if (!isList || index < first) return false;
  if (action === 'duplicate') return key !== 'childModel';
  if (action === 'up') return index > first;
  if (action === 'down') return index < count - 1;
  return true;
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
  const copy = namePath(model, key, index).replace(path, pathAt(path, index + 1));
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
  const isDone = changeAndSay(file, {
    label: `Move ${KINDS[key].word} ${quoted(nameOf(row))} ${step < 0 ? 'up' : 'down'}`,
    before: String(index),
    after: String(to),
    operations: [{ op: 'move', path: pathOf(model, key, index), to }],
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

/** Path of another element of the same list. */
function pathAt(path: string, index: number): string {
  return `${path.slice(0, path.lastIndexOf('['))}[${index}]`;
}
