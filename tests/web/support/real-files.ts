/**
 * Real files to test: the committed samples, or what is in the folder that `npm run test:corpus` names. What is known of
 * particular files of the corpus is in tests/corpus.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { samplesFolder } from './samples.ts';

const folder = process.env.LITHOSCOPE_CORPUS ?? samplesFolder;

/** Whether they are a corpus instead of the samples. */
export const isCorpus = folder !== samplesFolder;

/** A file by its path in the folder. */
export const realPath = (path: string) => join(folder, path);

/** Paths of the files at any depth whose names end so, in any case, sorted. */
export const realFiles = (ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.toLowerCase().endsWith(ending))
    .sort()
    .map(realPath);
