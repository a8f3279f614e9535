/** Building the WebAssembly module, the page and the command line. Node built-ins only. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { dracoWasm } from '../draco.mjs';
import { headersFile } from '../headers.mjs';
import { codecWasm } from '../jsquash.mjs';
import { buildReference, buildTypes, TYPES } from './package.mjs';
import { moduleScript, root, step, which } from './process.mjs';

/** The headers that hosts are to send. */
const HEADERS = 'dist/_headers';

/** The command line. */
const PROGRAM = 'dist-cli/lithoscope.mjs';

/** @param {string} path */
const absolute = (path) => join(root, path);

/** ccache is used where there is one. @returns {NodeJS.ProcessEnv} */
const withCache = () => (which('ccache') ? { CMAKE_CXX_COMPILER_LAUNCHER: 'ccache' } : {});

/**
 * Configures a CMake preset unless its build folder is ready, belongs to this checkout and is not older
 * than the presets, which CMake does not look at again by itself.
 * @param {string} preset
 * @param {string[]} [launcher] `['emcmake']` for WebAssembly
 */
export async function configure(preset, launcher = []) {
  const folder = absolute(`build/${preset}`);
  const cache = join(folder, 'CMakeCache.txt');
  const ready =
    existsSync(join(folder, 'build.ninja')) &&
    newest(cache) > newest(absolute('CMakePresets.json')) &&
    readFileSync(cache, 'utf8').includes(`CMAKE_HOME_DIRECTORY:INTERNAL=${root}\n`);
  if (ready) return;
  const [program = 'cmake', ...args] = [...launcher, 'cmake', '--fresh', '--preset', preset];
  await step(`Configuring build/${preset}`, program, args, { env: withCache() });
}

/** The WebAssembly modules, by the names of their files. Those of the viewer have no script. */
export const MODULES = ['lithoscope', 'jupiter', 'editing', 'exchange', 'converting', 'dtx', 'rez'];
const VIEWERS = ['viewer', 'viewer_jupiter'];

/** Brings the modules in build/wasm up to date; quick when they are. */
export async function buildWasm() {
  await configure('wasm', ['emcmake']);
  await step('Building the WebAssembly modules', 'cmake', ['--build', '--preset', 'wasm']);
}

/** What all that is built from TypeScript is made of. */
const WEB_INPUTS = [
  'web',
  'public',
  'wasm/js',
  ...VIEWERS.map((name) => `build/wasm/${name}.wasm`),
  ...MODULES.flatMap((name) => [`build/wasm/${name}.js`, `build/wasm/${name}.wasm`]),
  'tools/alias.mjs',
  'tools/csp.mjs',
  'tools/draco.mjs',
  'tools/glsl.mjs',
  'tools/headers.mjs',
  'tools/jsquash.mjs',
  'tools/three.mjs',
  'tools/lib/build.mjs',
  'package.json',
  'package-lock.json',
];

/**
 * Time of the newest change in a file or folder, 0 when it is absent. Folders count too: their time
 * changes when a file in them is removed.
 * @param {string} path
 */
function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return Math.max(stats.mtimeMs, ...inside.map((name) => statSync(join(path, name)).mtimeMs));
}

/**
 * Runs a build whose product is older than what it is made of. A stamp holds the time at which the
 * last good build began, so that neither a failed build nor a change during one passes for current.
 * @param {string} name
 * @param {string} product
 * @param {number} changed
 * @param {() => Promise<void>} build
 */
async function unlessCurrent(name, product, changed, build) {
  const stamp = absolute(`build/${name}.stamp`);
  if (existsSync(absolute(product)) && newest(stamp) > changed) return;
  const begun = new Date();
  await build();
  writeFileSync(stamp, '');
  utimesSync(stamp, begun, begun);
}

/**
 * Makes `npx lithoscope` find the program: npm links the programs of other packages only.
 * @param {string} program
 */
function linkProgram(program) {
  const link = absolute('node_modules/.bin/lithoscope');
  if (existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(join('../..', program), link);
}

/** @param {string[]} args */
const vite = (...args) => [moduleScript('vite/bin/vite.js'), 'build', ...args];

/**
 * @typedef {object} Product
 * @property {string} name
 * @property {string} title
 * @property {string} file what is missing when it was not built
 * @property {string[]} inputs those beside WEB_INPUTS
 * @property {boolean} [isPublished] it is not for this machine: `npm start` does without
 * @property {(title: string) => Promise<void>} build
 */

/**
 * The files of the element for other pages, which catalogues take with them: its script, and what that refers to.
 * @returns {string[]}
 */
function viewerFiles() {
  const names = readdirSync(absolute('dist/embed'));
  const script = readFileSync(absolute('dist/embed/lithoscope-viewer.js'), 'utf8');
  return ['lithoscope-viewer.js', ...names.filter((name) => script.includes(name))];
}

/** What is built, in this order: some empty the folder into which those after them write. @type {Product[]} */
const PRODUCTS = [
  {
    name: 'page',
    title: 'Building the page',
    file: 'dist/index.html',
    inputs: ['vite.config.ts', 'tools/chunks.mjs', 'tools/layers.mjs', 'tools/lib/rooms.mjs'],
    build: (title) => step(title, process.execPath, vite()),
  },
  {
    name: 'embed',
    title: 'Building the element for other pages',
    file: 'dist/embed/lithoscope-viewer.js',
    inputs: ['vite.embed.config.ts'],
    build: async (title) => {
      const config = ['--config', 'vite.embed.config.ts'];
      await step(title, process.execPath, vite(...config, '--mode', 'frame'));
      // Last: it says that both are there.
      await step(title, process.execPath, vite(...config));
      writeFileSync(absolute('dist/embed/viewer.json'), `${JSON.stringify(viewerFiles())}\n`);
    },
  },
  {
    name: 'cli',
    title: 'Building the command line',
    file: PROGRAM,
    inputs: ['vite.cli.config.ts', 'dist/embed/viewer.json'],
    build: async (title) => {
      await step(title, process.execPath, vite('--config', 'vite.cli.config.ts'));
      for (const name of MODULES)
        copyFileSync(absolute(`build/wasm/${name}.wasm`), absolute(`dist-cli/${name}.wasm`));
      copyFileSync(dracoWasm(), absolute('dist-cli/draco.wasm'));
      for (const { name, path } of codecWasm()) copyFileSync(path, absolute(`dist-cli/${name}`));
      cpSync(absolute('public/templates'), absolute('dist-cli/templates'), { recursive: true });
      for (const name of viewerFiles())
        cpSync(absolute(`dist/embed/${name}`), absolute(`dist-cli/viewer/${name}`));
      chmodSync(absolute(PROGRAM), 0o755);
    },
  },
  {
    name: 'api',
    title: 'Building the API',
    file: TYPES,
    inputs: [
      'vite.api.config.ts',
      'tsconfig.json',
      'tools/lib/package.mjs',
      ...['package-lock', 'tsconfig', 'tsconfig.emit'].map((name) => `tools/package/${name}.json`),
    ],
    isPublished: true,
    build: async (title) => {
      // Chunks of an earlier one: the command line is beside them.
      for (const name of readdirSync(absolute('dist-cli')))
        if (/^api(?:-.*)?\.(?:js|d\.ts)$/.test(name)) rmSync(absolute(`dist-cli/${name}`));
      await step(title, process.execPath, vite('--config', 'vite.api.config.ts'));
      await buildTypes();
    },
  },
  {
    name: 'reference',
    title: 'Building the reference of the API',
    file: 'dist/docs/api/index.html',
    inputs: [
      TYPES,
      ...['reference.mjs', 'reference.css', 'package-lock.json', 'tsconfig.json'].map(
        (name) => `tools/package/${name}`,
      ),
    ],
    isPublished: true,
    build: buildReference,
  },
  {
    name: 'docs',
    title: 'Building the documentation',
    file: 'dist/docs/index.html',
    // The reference is in its list of pages where it is there.
    inputs: ['docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'tools/docs-site', 'dist/docs/api'],
    build: (title) => step(title, process.execPath, [absolute('tools/docs-site/build.mjs')]),
  },
];

/** Built after all others: it lists what they have put into dist/, and changes with the headers. @type {Product} */
const SERVICE_WORKER = {
  name: 'service-worker',
  title: 'Building the service worker',
  file: 'dist/sw.js',
  inputs: ['tools/lib/offline.mjs', 'dist/assets', 'dist/docs', 'dist/embed', HEADERS],
  build: (title) => step(title, process.execPath, [absolute('tools/service-worker.mjs')]),
};

/**
 * Builds all that is older than what it is made of.
 * @param {'local' | 'all'} [what] `local`: without what is only for publishing
 */
export async function buildWeb(what = 'local') {
  for (const product of PRODUCTS) {
    if (!product.isPublished || what !== 'local') await bringUpToDate(product);
  }
  // After the page, which empties dist/. Of another frame-ancestors the service worker alone is another one.
  const headers = headersFile();
  const path = absolute(HEADERS);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== headers) writeFileSync(path, headers);
  await bringUpToDate(SERVICE_WORKER);
  linkProgram(PROGRAM);
}

/** @param {Product} product */
async function bringUpToDate({ name, title, file, inputs, build }) {
  const changed = Math.max(...[...WEB_INPUTS, ...inputs].map((path) => newest(absolute(path))));
  await unlessCurrent(name, file, changed, () => build(title));
}
