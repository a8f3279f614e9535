/** A thread of the program: its functions by the names of `Work`. */
import { Tinypool } from 'tinypool';
import { checkFile } from './check-file.ts';
import type { Checked, CheckTask } from './context.ts';
import { editFile } from './edit/file.ts';
import type { EditedFile, EditTask } from './edit/task.ts';
import type { Finder } from './export/find.ts';
import type { Exported, ExportTask, Roots } from './export/task.ts';
import type { Imported, ImportTask } from './import/task.ts';
import { loadOpeners } from './load.ts';

const openers = await loadOpeners();

/** Checks some files, one after another. */
export async function check({ targets, ...style }: CheckTask): Promise<Checked[]> {
  const results: Checked[] = [];
  for (const target of targets) results.push(await checkFile(openers, target, style));
  return results;
}

/** Changes some files, one after another. */
export async function editFiles({ items, settings }: EditTask): Promise<EditedFile[]> {
  const results: EditedFile[] = [];
  for (const item of items) results.push(await editFile(openers, item, settings));
  return results;
}

let finder: Finder | undefined;

/** Exports some models, one after another. The roots are what the threads share. */
export async function exportModels({ models, settings }: ExportTask): Promise<Exported[]> {
  // What checks files has no need of what writes GLBs.
  const [{ Finder }, { exportModel }] = await Promise.all([
    import('./export/find.ts'),
    import('./export/model.ts'),
  ]);
  finder ??= new Finder(Tinypool.workerData as Roots);
  const results: Exported[] = [];
  for (const model of models) results.push(await exportModel(openers, finder, model, settings));
  return results;
}

/** Imports some files, one after another. */
export async function importModels({ items, settings }: ImportTask): Promise<Imported[]> {
  const { importFile } = await import('./import/file.ts');
  const results: Imported[] = [];
  for (const item of items) results.push(await importFile(openers, item, settings));
  return results;
}
