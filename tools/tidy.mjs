/**
 * `npm run tidy [-- --analyze] [FOLDER…]`: clang-tidy over the C++ sources, or those below the folders,
 * with the checks of .clang-tidy; `--analyze` adds the path-sensitive analyzer, which takes longer than all the rest.
 * A source that was clean is looked at again when it, a header of the project that it includes, the checks or the
 * compilers have changed. With LITHOSCOPE_DAY set, as in .ci/run, where no source is known to be clean, it takes a
 * fifth of them, another one each day.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { outputOf, root, run, runMain, Stop, say } from './lib/process.mjs';
import { CLANG_TIDY, setUp, TIDY_NEEDS } from './lib/setup.mjs';

const BINDINGS = 'wasm/bindings';

/** Folders whose sources are checked. Of the tests only what others build on: GoogleTest's macros trip the checks. */
const FOLDERS = [
  'wasm/core',
  'wasm/abc',
  'wasm/dtx',
  'wasm/spr',
  'wasm/rez',
  'wasm/ltb',
  'wasm/lta',
  'wasm/compile',
  'wasm/import',
  'wasm/gltf',
  'wasm/drafting',
  'wasm/export',
  'wasm/merge',
  'wasm/convert',
  'wasm/retarget',
  'tools/samples',
  'tests/cpp/support',
  'tests/cpp/tools',
];

/** How they are compiled, as far as the checks see it. */
const INCLUDES = ['wasm', 'tests/cpp', 'tools/samples'];
const OPTIONS = ['-std=c++20', ...INCLUDES.map((folder) => `-I${folder}`), '-DLITHOSCOPE_SOURCE_DIR=""'];

/** Of each source that was clean: what it was made of. */
const STAMPS = join(root, 'build/tidy.json');

/** Into so many parts the sources are divided where a run takes one of them. */
const PARTS = 5;

/** @param {string} folder @returns {string[]} */
const sourcesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => `${folder}/${name}`);

/** What makes a clang that is not Emscripten's see what Emscripten's sees. */
function wasmOptions() {
  const cache = outputOf('em-config', ['CACHE'])?.trim();
  if (!cache) throw new Stop('em-config does not say where the headers of Emscripten are.');
  return [
    '--target=wasm32-unknown-emscripten',
    `--sysroot=${cache}/sysroot`,
    `-isystem${cache}/sysroot/include/compat`,
  ];
}

/** @param {string} path in the checkout */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The project's headers that a file includes. @type {Map<string, string[]>} */
const headers = new Map();

/** @param {string} file @returns {string[]} */
function headersOf(file) {
  const known = headers.get(file);
  if (known) return known;
  const named = [...read(file).matchAll(/^\s*#\s*include\s+["<]([^">]+)[">]/gm)].map(([, name = '']) => name);
  const found = named.flatMap((name) => {
    const places = [dirname(file), ...INCLUDES].map((folder) => normalize(join(folder, name)));
    return places.find((place) => existsSync(join(root, place))) ?? [];
  });
  headers.set(file, found);
  return found;
}

/**
 * All that decides on what clang-tidy says of a source, as a digest. Comments count: some switch checks off.
 * @param {string[]} job its arguments
 * @param {string} tools versions of the compilers, which have headers of their own
 */
function digestOf(job, tools) {
  const files = new Set([job[0] ?? '']);
  for (const file of files) for (const header of headersOf(file)) files.add(header);
  const hash = createHash('sha256').update(JSON.stringify([job, tools, read('.clang-tidy')]));
  for (const file of files) hash.update(JSON.stringify([file, read(file)]));
  return hash.digest('hex');
}

/** @returns {Record<string, string>} */
function readStamps() {
  try {
    return JSON.parse(readFileSync(STAMPS, 'utf8'));
  } catch {
    return {};
  }
}

await runMain(async () => {
  await setUp(TIDY_NEEDS);
  const checks = process.argv.includes('--analyze') ? ['--checks=clang-analyzer-*'] : [];
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const jobs = [BINDINGS, ...FOLDERS]
    .flatMap(sourcesIn)
    .filter((source) => wanted.length === 0 || wanted.some((folder) => source.startsWith(`${folder}/`)))
    .map((source) => {
      const options = source.startsWith(`${BINDINGS}/`) ? [...OPTIONS, ...wasmOptions()] : OPTIONS;
      return [source, '--quiet', ...checks, '--', ...options];
    });
  const versions = [CLANG_TIDY, 'g++', 'emcc'].map((program) => outputOf(program, ['--version'])).join();
  const stamps = readStamps();
  const day = process.env.LITHOSCOPE_DAY;
  const part = day === undefined ? jobs : jobs.filter((_, i) => i % PARTS === Number(day) % PARTS);
  const changed = part
    .map((job) => ({ job, name: job.slice(0, job.indexOf('--')).join(' '), digest: digestOf(job, versions) }))
    .filter(({ name, digest }) => stamps[name] !== digest);
  const share = part === jobs ? '' : `, a fifth each day: LITHOSCOPE_DAY=${day}`;
  say(`clang-tidy: ${changed.length} of ${jobs.length} sources${share} …`);
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let next = changed.shift(); next; next = changed.shift()) {
      const { job, name, digest } = next;
      const { code, output } = await run(CLANG_TIDY, job);
      if (code === 0) {
        stamps[name] = digest;
      } else {
        failed.push(job[0] ?? '');
        say(output);
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  mkdirSync(dirname(STAMPS), { recursive: true });
  writeFileSync(STAMPS, JSON.stringify(stamps));
  if (failed.length > 0) throw new Stop(`clang-tidy has something to say about ${failed.join(', ')}`);
});
