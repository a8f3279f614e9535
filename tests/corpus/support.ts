/** The files that tests/corpus knows by their names: the corpus, which `npm run test:corpus` gives. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf } from '../web/support/samples.ts';

const folder = process.env.LITHOSCOPE_CORPUS;
if (!folder) throw new Error('These tests need the corpus: npm run test:corpus, or LITHOSCOPE_CORPUS');

/** A file of the corpus by its path in it. */
export const corpusPath = (path: string): string => join(folder, path);

export const corpusBytes = (path: string): Uint8Array<ArrayBuffer> => bytesOf(corpusPath(path));

// biome-ignore lint/suspicious/noExplicitAny: it is JSON
export const corpusJson = (path: string): any => JSON.parse(new TextDecoder().decode(corpusBytes(path)));

/** Names of the files in a folder of the corpus with this ending, in any case, sorted. */
export const corpusFiles = (path: string, ending: string): string[] =>
  readdirSync(corpusPath(path))
    .filter((name) => name.toLowerCase().endsWith(ending))
    .sort();
