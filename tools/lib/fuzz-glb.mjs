/**
 * The fuzz target over the importer (tests/fuzz/glb.ts), which is TypeScript: it is built, and runs in a process of its
 * own that is ended when a case takes too long or too much memory; its input is kept, and the next process goes on.
 * `node --enable-source-maps tools/lib/fuzz-glb.mjs FILE…` tries inputs again.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { alias } from '../alias.mjs';
import { draco } from '../draco.mjs';
import { root, say } from './process.mjs';

const MOST_SECONDS = 20;
const MOST_MEGABYTES = 2048;
const here = fileURLToPath(import.meta.url);
const built = join(root, 'build/fuzz/glb');

/**
 * @param {string} failures folder for inputs that break something
 * @param {number} seconds
 * @param {number} first seed: the same one, the same inputs
 * @returns {Promise<boolean>} whether nothing broke
 */
export async function fuzzGlbs(failures, seconds, first) {
  mkdirSync(failures, { recursive: true });
  await buildTarget();
  const end = Date.now() + 1000 * seconds;
  let isWhole = true;
  let left = seconds;
  // A process that was ended leaves the rest of the time to another.
  for (let round = 0; left > 1 || round === 0; round++) {
    const ended = await watch(failures, left, first + round);
    isWhole &&= ended === 'whole';
    if (ended !== 'stopped') break;
    left = (end - Date.now()) / 1000;
  }
  return isWhole;
}

/**
 * @param {string} failures @param {number} seconds @param {number} seed
 * @returns {Promise<'whole' | 'failed' | 'stopped'>}
 */
function watch(failures, seconds, seed) {
  const current = join(failures, `.glb-${process.pid}`);
  const child = spawn(
    process.execPath,
    [
      '--max-old-space-size=1536',
      '--enable-source-maps',
      here,
      '--run',
      current,
      failures,
      String(seconds),
      String(seed),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  let began = Number.POSITIVE_INFINITY;
  let why = '';
  child.on('message', () => {
    began = Date.now();
  });
  const timer = setInterval(() => {
    if (Date.now() - began > 1000 * MOST_SECONDS) why = `took more than ${MOST_SECONDS} s`;
    const megabytes = memoryOf(child.pid ?? 0);
    if (megabytes > MOST_MEGABYTES) why = `took ${megabytes.toFixed(0)} MB`;
    if (why) child.kill('SIGKILL');
  }, 100);
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearInterval(timer);
      if (code === 0 || code === 1) {
        rmSync(current, { force: true });
        return resolve(code === 0 ? 'whole' : 'failed');
      }
      const kept = keep(failures, readFileSync(current));
      say(`FAILED glb: ${kept} ${why || `ended the process (${code})`}`);
      return resolve('stopped');
    });
  });
}

/** What a process has of the memory, in MB; 0 where nobody says. @param {number} pid */
function memoryOf(pid) {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** @param {string} failures @param {Uint8Array} bytes @returns {string} path */
function keep(failures, bytes) {
  const path = join(failures, `glb-${createHash('sha1').update(bytes).digest('hex').slice(0, 16)}.glb`);
  writeFileSync(path, bytes);
  return path;
}

async function buildTarget() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { alias },
    plugins: [draco()],
    publicDir: false,
    build: { ssr: 'tests/fuzz/glb.ts', outDir: built, emptyOutDir: true, sourcemap: true },
  });
}

/** @returns {Promise<typeof import('../../tests/fuzz/glb.ts')>} */
const load = () => import(pathToFileURL(join(built, 'glb.js')).href);

/** @param {string[]} args */
async function runCases([current = '', failures = '', seconds = '60', seed = '1']) {
  const { fuzzGlbs: cases } = await load();
  /** @type {Map<string, string>} */
  const failed = new Map();
  const result = await cases(
    Number(seed),
    Number(seconds),
    (/** @type {Uint8Array} */ bytes) => {
      writeFileSync(current, bytes);
      process.send?.('begin');
    },
    (/** @type {Uint8Array} */ bytes, /** @type {unknown} */ error) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      // The same fault by many inputs is one.
      const key = text.split('\n').slice(0, 2).join(' ').replaceAll(/\d+/g, 'n');
      if (failed.has(key)) return;
      failed.set(key, keep(failures, bytes));
      say(`\n${failed.get(key)}\n${text.split('\n').slice(0, 8).join('\n')}`);
    },
  );
  const { executions, models, sentences } = result;
  const counts = `${executions.toLocaleString('en')} executions, ${models.toLocaleString('en')} models, ${sentences} sentences`;
  say(`${failed.size === 0 ? 'ok    ' : 'FAILED'} glb: ${counts}`);
  process.exit(failed.size === 0 ? 0 : 1);
}

/** @param {string[]} files */
async function tryAgain(files) {
  await buildTarget();
  const { GlbFuzz } = await load();
  const fuzz = await GlbFuzz.open();
  for (const file of files) {
    const start = performance.now();
    const came = await fuzz
      .run(new Uint8Array(readFileSync(file)))
      .catch((/** @type {unknown} */ error) => error);
    const megabytes = process.resourceUsage().maxRSS / 1024;
    const cost = `${(performance.now() - start).toFixed(0)} ms, ${megabytes.toFixed(0)} MB`;
    say(`${basename(file)} (${cost}): ${came instanceof Error ? came.stack : came}`);
  }
  process.exit(0);
}

if (process.argv[1] === here) {
  const [first, ...rest] = process.argv.slice(2);
  await (first === '--run' ? runCases(rest) : tryAgain(process.argv.slice(2)));
}
