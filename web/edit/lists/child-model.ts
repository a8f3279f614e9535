/** Adding a child model: by name, or with build number and bindings of an open file. */

import type { EditOperation } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { sameTree } from '../../explain/animations.ts';
import { counted } from '../../explain/describe.ts';
import { baseName } from '../../lib/file-names.ts';
import { visible } from '../../ui/dom.ts';
import { openForm } from './form.ts';
import { changedBy, modelFrom, quoted } from './now.ts';

/** Maximum number of open files offered. */
const MAX_FILES = 1000;

/** @param host place of the form, and the focus afterwards */
export function openAddChild(file: OpenFile, host: { place(): DOMRect | null; back(): void }): void {
  const others = files
    .peek()
    .filter(({ id, model, info }) => id !== file.id && model !== null && info.features.childModels)
    .filter(({ info }) => info.format === file.info.format)
    .slice(0, MAX_FILES);
  const modelNow = modelFrom(file);
  const otherOf = (id: string) => others.find((other) => String(other.id) === id);
  openForm({
    title: 'Add a child model',
    note: 'Games play its animations on this model. The build number and bindings of an open file are copied.',
    at: host.place(),
    action: 'Add',
    fields: [
      {
        id: 'file',
        label: 'Open file',
        value: '',
        choices: [['', 'None'], ...others.map(({ id, name }) => [String(id), visible(name, 60)] as const)],
      },
      { id: 'name', label: 'File name', value: '' },
      { id: 'build', label: 'Build number', value: 0, min: 0, max: 0xffffffff, step: 1 },
    ],
    check: (values, changed, { set }) => {
      const model = modelNow();
      if (typeof model === 'string') return { words: model, isProblem: true };
      const other = otherOf(values.text('file'));
      if (changed === 'file' && other) {
        set('name', other.source.entry?.path.replaceAll('/', '\\') ?? baseName(other.name));
        set('build', other.info.childModels[0]?.buildNumber ?? 0);
      }
      if (values.text('name').trim() === '')
        return { words: 'Enter the file name by which the game finds it.', isProblem: true };
      const build = values.number('build');
      if (!Number.isInteger(build) || build < 0 || build > 0xffffffff) {
        return { words: 'A build number is a whole number from 0 to 4,294,967,295.', isProblem: true };
      }
      if (!other) return { words: 'Without an open file, no bindings are added.' };
      const bindings = counted(bindingsOf(other).length, 'binding');
      return sameTree(file, other)
        ? { words: `${bindings} will be added.` }
        : { words: 'Its skeleton differs: games will not play it on this model.' };
    },
    apply: (values) => {
      const name = values.text('name');
      const other = otherOf(values.text('file'));
      const operations = operationsFor(file, name, values.number('build'), other);
      return changedBy(file, operations, { label: `Add child model ${quoted(name)}`, after: name });
    },
    closed: () => host.back(),
  });
}

/** Bindings by which a file plays its own animations; where it has none, made of their dims. */
function bindingsOf({
  info,
}: OpenFile): { Name: string; Extents: readonly number[]; Origin: readonly number[] }[] {
  const own = info.bindings[0] ?? [];
  return info.animations.map(({ name, extents }) => {
    const bound = own.find((binding) => binding.name.toLowerCase() === name.toLowerCase());
    return { Name: name, Extents: bound?.extents ?? extents, Origin: bound?.origin ?? [0, 0, 0] };
  });
}

function operationsFor(
  file: OpenFile,
  name: string,
  build: number,
  other: OpenFile | undefined,
): EditOperation[] {
  const { model } = file;
  if (!model) return [];
  const index = model.info.childModels.length;
  const operations: EditOperation[] = [
    {
      op: 'insert',
      path: `${model.listPath('childModel')}[${index}]`,
      values: [{ Name: name, BuildNumber: build }],
    },
  ];
  const bindings = other ? bindingsOf(other) : [];
  if (bindings.length > 0) {
    const path = `AnimBindings.Lists[${index}].AnimBindings[0]`;
    operations.push({ op: 'insert', path, values: bindings });
  }
  return operations;
}
