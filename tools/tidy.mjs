/**
 * `npm run tidy [-- --analyze]`: clang-tidy over the C++ sources, with the checks of .clang-tidy;
 * `--analyze` adds the path-sensitive analyzer, which takes longer than all the rest.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configure } from './lib/build.mjs';
import { outputOf, root, run, runMain, Stop, say } from './lib/process.mjs';
import { CLANG_TIDY, needs, setUp } from './lib/setup.mjs';

/** Folders whose sources are checked. Of the tests only what others build on: GoogleTest's macros trip the checks. */
const FOLDERS = ['wasm/abc', 'tools/samples', 'tests/cpp/support', 'tests/cpp/tools'];

/** How g++ compiles them, from the build of the native tests; clang does not know all of its warnings. */
const NATIVE = ['-p', 'build/asan', '--extra-arg=-Wno-unknown-warning-option'];

/** @param {string} folder @returns {string[]} */
const sourcesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => `${folder}/${name}`);

/** How Emscripten compiles the binding, for a clang that is not Emscripten's. */
function wasmOptions() {
  const cache = outputOf('em-config', ['CACHE'])?.trim();
  if (!cache) throw new Stop('em-config does not say where the headers of Emscripten are.');
  return ['--', '-std=c++20', '--target=wasm32-unknown-emscripten', `--sysroot=${cache}/sysroot`, '-Iwasm'];
}

await runMain(async () => {
  await setUp([needs.cmake, needs.ninja, needs.compiler, needs.clangTidy, needs.emscripten]);
  await configure('asan');
  const checks = process.argv.includes('--analyze') ? ['--checks=clang-analyzer-*'] : [];
  const common = ['--quiet', ...checks];
  const jobs = [
    ['wasm/bindings.cpp', ...common, ...wasmOptions()],
    ...FOLDERS.flatMap(sourcesIn).map((source) => [source, ...common, ...NATIVE]),
  ];
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
