/** The models that are measured: the samples, those made for it, and real ones of a corpus where there is one. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rounds } from '../../tests/bench/rounds.mjs';
import { root, step } from '../lib/process.mjs';

const folder = join(root, 'build/bench/models');

/** Makes the models that the other functions name. */
export async function makeModels() {
  const program = join(root, 'build/bench/tests/bench/make_bench_models');
  await step('Making the models to measure', program, [folder]);
}

/** @param {string} name without extension, as make_models.cpp has it */
export const madeModel = (name) => join(folder, `${name}.abc`);

/** Files that are made to be slow. @returns {string[]} paths */
export const hostileModels = () =>
  readdirSync(join(folder, 'hostile'))
    .slice(0, rounds(Infinity))
    .map((name) => join(folder, 'hostile', name));

/** @param {string} name of a file of the samples */
export const sample = (name) => join(root, 'public/samples', name);

/** The folder of real models, which is not published; null where there is none. */
export function corpusFolder() {
  const path = resolve(root, process.env.LITHOSCOPE_CORPUS ?? '../shared/corpus');
  return existsSync(path) ? path : null;
}

/** The largest of the real models that budgets name, null where it is not there. */
export function fembase() {
  const path = join(corpusFolder() ?? '', 'nolf/models/FEMBASE.ABC');
  return existsSync(path) ? path : null;
}

/** @param {string} file */
export const nameAndSize = (file) => `${basename(file)} (${(statSync(file).size / 1024).toFixed(0)} KiB)`;
