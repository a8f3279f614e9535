/** The corpus: a folder of real files, which is not part of the project. Node built-ins only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/** Tests that take their files from here run over those of any folder. */
const TAKES_FILES = /from '[^']*support\/real-files\.ts'/;

/**
 * The tests that run over the files of any folder.
 * @param {string} folder of tests, below the checkout
 * @param {string} ending of their names
 * @returns {string[]} their full paths
 */
export const testsOverFiles = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(root, folder, name))
    .filter((path) => TAKES_FILES.test(readFileSync(path, 'utf8')));

/** Whether the files are there that tests/corpus knows by their names. @param {string | undefined} folder */
export const isKnownCorpus = (folder) => folder !== undefined && existsSync(join(folder, 'nolf/expected'));
