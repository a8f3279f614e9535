/** The files that tests/corpus knows by their names: the corpus, which `npm run test:corpus` gives. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.LITHOSCOPE_CORPUS;
if (!folder) throw new Error('These tests need the corpus: npm run test:corpus, or LITHOSCOPE_CORPUS');

/** A file of the corpus by its path in it. */
export const corpusPath = (path: string): string => join(folder, path);

/** Names of the files in a folder of the corpus with this ending, in any case, sorted. */
export const corpusFiles = (path: string, ending: string): string[] =>
  readdirSync(corpusPath(path))
    .filter((name) => name.toLowerCase().endsWith(ending))
    .sort();
