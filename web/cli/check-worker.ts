/** A thread that checks files. */
import { checkFile } from './check-file.ts';
import type { Checked, CheckTask } from './context.ts';
import { loadOpeners } from './load.ts';

const openers = await loadOpeners();

/** Checks some files, one after another. */
export default async function checkFiles({ targets, ...style }: CheckTask): Promise<Checked[]> {
  const results: Checked[] = [];
  for (const target of targets) results.push(await checkFile(openers, target, style));
  return results;
}
