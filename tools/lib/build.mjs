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
import { moduleScript, root, step, which } from './process.mjs';

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

/** Brings the modules in build/wasm (lithoscope, dtx, rez) up to date; quick when they are. */
export async function buildWasm() {
  await configure('wasm', ['emcmake']);
  await step('Building the WebAssembly modules', 'cmake', ['--build', '--preset', 'wasm']);
}

/** What the page and the command line are made of. */
const WEB_INPUTS = [
  'web',
  'public',
  'wasm/js',
  'build/wasm/lithoscope.js',
  'build/wasm/lithoscope.wasm',
  'build/wasm/dtx.js',
  'build/wasm/dtx.wasm',
  'build/wasm/rez.js',
  'build/wasm/rez.wasm',
  'tools/alias.mjs',
  'tools/csp.mjs',
  'tools/lib/build.mjs',
  'vite.config.ts',
  'vite.cli.config.ts',
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

/** Builds dist/ and dist-cli/ unless they are newer than all that they are made of. */
export async function buildWeb() {
  const changed = Math.max(...WEB_INPUTS.map((path) => newest(absolute(path))));
  const vite = moduleScript('vite/bin/vite.js');
  await unlessCurrent('page', 'dist/index.html', changed, () =>
    step('Building the page', process.execPath, [vite, 'build']),
  );
  const program = 'dist-cli/lithoscope.mjs';
  await unlessCurrent('cli', program, changed, async () => {
    const args = [vite, 'build', '--config', 'vite.cli.config.ts'];
    await step('Building the command line', process.execPath, args);
    for (const wasm of ['lithoscope.wasm', 'dtx.wasm', 'rez.wasm']) {
      copyFileSync(absolute(`build/wasm/${wasm}`), absolute(`dist-cli/${wasm}`));
    }
    cpSync(absolute('public/templates'), absolute('dist-cli/templates'), { recursive: true });
    chmodSync(absolute(program), 0o755);
  });
  linkProgram(program);
}
