/**
 * `npm run tidy [-- --analyze] [FOLDER…]`: clang-tidy over the C++ sources, or those below the folders,
 * with the checks of .clang-tidy; `--analyze` adds the path-sensitive analyzer, which takes longer than all the rest.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { outputOf, root, run, runMain, Stop, say } from './lib/process.mjs';
import { CLANG_TIDY, needs, setUp } from './lib/setup.mjs';

const BINDINGS = 'wasm/bindings';

/** Folders whose sources are checked. Of the tests only what others build on: GoogleTest's macros trip the checks. */
const FOLDERS = [
  'wasm/core',
  'wasm/abc',
  'wasm/dtx',
  'tools/samples',
  'tests/cpp/support',
  'tests/cpp/tools',
];

/**
 * How they are compiled, as far as the checks see it. Not CMake's database: it has the core twice, and
 * then all of it is checked twice.
 */
const OPTIONS = ['-std=c++20', '-Iwasm', '-Itests/cpp', '-Itools/samples', '-DLITHOSCOPE_SOURCE_DIR=""'];

/** @param {string} folder @returns {string[]} */
const sourcesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => `${folder}/${name}`);

/** What makes a clang that is not Emscripten's see what Emscripten's sees. */
function wasmOptions() {
  const cache = outputOf('em-config', ['CACHE'])?.trim();
  if (!cache) throw new Stop('em-config does not say where the headers of Emscripten are.');
  return ['--target=wasm32-unknown-emscripten', `--sysroot=${cache}/sysroot`];
}

await runMain(async () => {
  await setUp([needs.compiler, needs.clangTidy, needs.emscripten, needs.json]);
  const checks = process.argv.includes('--analyze') ? ['--checks=clang-analyzer-*'] : [];
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const jobs = [BINDINGS, ...FOLDERS]
    .flatMap(sourcesIn)
    .filter((source) => wanted.length === 0 || wanted.some((folder) => source.startsWith(`${folder}/`)))
    .map((source) => {
      const options = source.startsWith(`${BINDINGS}/`) ? [...OPTIONS, ...wasmOptions()] : OPTIONS;
      return [source, '--quiet', ...checks, '--', ...options];
    });
  say(`clang-tidy: ${jobs.length} sources …`);
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { code, output } = await run(CLANG_TIDY, job);
      if (code === 0) continue;
      failed.push(job[0] ?? '');
      say(output);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (failed.length > 0) throw new Stop(`clang-tidy has something to say about ${failed.join(', ')}`);
});
