/** Real files to test against; they are not part of the project. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder =
  process.env.LITHOSCOPE_CORPUS ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));

export const hasCorpus = existsSync(folder);

/** Stands in a test's name, so that a skipped one says why. */
export const corpusNote = hasCorpus ? '' : ' (skipped: no ../shared/corpus and no LITHOSCOPE_CORPUS)';

export const corpusPath = (path: string) => join(folder, path);

/** Names of the files in a folder of the corpus with this ending, in any case; none without a corpus. */
export function corpusFiles(path: string, ending: string): string[] {
  const inside = corpusPath(path);
  if (!existsSync(inside)) return [];
  return readdirSync(inside)
    .filter((name) => name.toLowerCase().endsWith(ending))
    .sort();
}
