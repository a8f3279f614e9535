/** A thread of the program: its functions by the names of `Work`. */
import { Tinypool } from 'tinypool';
import { checkFile } from './check-file.ts';
import { editFile } from './edit/file.ts';
import type { Finder } from './export/find.ts';
import { loadOpeners } from './files.ts';
import type { Kind, Outcome, Roots, Task, Work } from './tasks.ts';

const openers = await loadOpeners();

/** Processes files one after another. */
async function each<K extends Kind>(
  { items, settings }: Task<K>,
  act: (item: Work[K]['item'], settings: Work[K]['settings']) => Promise<Outcome<K>>,
): Promise<Outcome<K>[]> {
  const outcomes: Outcome<K>[] = [];
  for (const item of items) outcomes.push(await act(item, settings));
  return outcomes;
}

export const check = (task: Task<'check'>) => each(task, (item, style) => checkFile(openers, item, style));

export const edit = (task: Task<'edit'>) => each(task, (item, settings) => editFile(openers, item, settings));

let finder: Finder | undefined;

/** `Roots` are the data that the threads share; null where no skins are asked for. */
export async function find(task: Task<'find'>): Promise<Outcome<'find'>[]> {
  const [{ Finder }, { findFile }] = await Promise.all([
    import('./export/find.ts'),
    import('./find/file.ts'),
  ]);
  const roots = Tinypool.workerData as Roots | null;
  finder ??= roots ? new Finder(roots) : undefined;
  const skins = finder ?? null;
  return each(task, (item, settings) => findFile(openers, skins, item, settings));
}

/** `Roots` are the data that the threads share. */
async function exportFiles(task: Task<'export'>): Promise<Outcome<'export'>[]> {
  // Checking files does not need the GLB writer.
  const [{ Finder }, { exportModel }] = await Promise.all([
    import('./export/find.ts'),
    import('./export/model.ts'),
  ]);
  finder ??= new Finder(Tinypool.workerData as Roots);
  const roots = finder;
  return each(task, (item, settings) => exportModel(openers, roots, item, settings));
}

async function importFiles(task: Task<'import'>): Promise<Outcome<'import'>[]> {
  const { importFile } = await import('./import/file.ts');
  return each(task, (item, settings) => importFile(openers, item, settings));
}

export async function texture(task: Task<'texture'>): Promise<Outcome<'texture'>[]> {
  const { convertTexture } = await import('./texture/file.ts');
  return each(task, (item, settings) => convertTexture(openers, item, settings));
}

export { exportFiles as export, importFiles as import };
