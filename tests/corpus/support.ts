/** Files of the corpus that tests here know by their names. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf } from '../web/support/samples.ts';

const folder = process.env.LITHOSCOPE_CORPUS ?? '';

/** A file by its path in the corpus. */
export const corpusPath = (path: string) => join(folder, path);

export const corpusBytes = (path: string) => bytesOf(corpusPath(path));

// biome-ignore lint/suspicious/noExplicitAny: it is JSON
export const corpusJson = (path: string): any => JSON.parse(new TextDecoder().decode(corpusBytes(path)));

/** The names of the files in a folder of the corpus with this ending, in any case, sorted. */
export const corpusFiles = (path: string, ending: string): string[] =>
  readdirSync(corpusPath(path))
    .filter((name) => name.toLowerCase().endsWith(ending))
    .sort();
