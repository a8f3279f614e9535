/** `npm run bench [-- FILE…]`: how fast the core is, natively and in WebAssembly, and how big the page is. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { alias } from './alias.mjs';
import { buildWasm, buildWeb, configure } from './lib/build.mjs';
import { root, run, runMain, Stop, say, step } from './lib/process.mjs';
import { portFromEnvironment, serveDist } from './lib/server.mjs';
import { BENCH_NEEDS, setUp } from './lib/setup.mjs';

const corpus = process.env.LITHOSCOPE_CORPUS ?? resolve(root, '../shared/corpus');

/** Models to measure: those named, else the samples and the corpus where there is one. */
function modelFiles() {
  const named = process.argv.slice(2);
  if (named.length > 0) return named.map((path) => resolve(path));
  const folders = [join(root, 'public'), join(corpus, 'nolf/models'), join(corpus, 'kiss/models')];
  const found = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name).toLowerCase() === '.abc')
      .map((name) => join(folder, name)),
  );
  // The largest tell the most.
  return found.sort((a, b) => statSync(b).size - statSync(a).size).slice(0, 5);
}

/** @param {(string | number)[][]} rows @param {string[]} head */
function table(head, rows) {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells) {
    say(
      `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`,
    );
  }
  say('');
}

/**
 * @param {string[]} files
 * @returns {Promise<Map<string, number>>} milliseconds by name
 */
async function benchNative(files) {
  await configure('bench');
  await step('Building the native benchmarks', 'cmake', ['--build', '--preset', 'bench']);
  say('Measuring the native core …');
  const report = join(root, 'build/bench/report.json');
  const options = ['--benchmark_min_time=0.3', `--benchmark_out=${report}`];
  const { code, output } = await run(join(root, 'build/bench/tests/bench/abc_bench'), [...options, ...files]);
  if (code !== 0) throw new Stop(output);
  /** @type {{benchmarks: {name: string, real_time: number}[]}} */
  const { benchmarks } = JSON.parse(readFileSync(report, 'utf8'));
  return new Map(benchmarks.map(({ name, real_time }) => [name, real_time / 1e6]));
}

/** @param {string[]} files @returns {Promise<Map<string, number>>} milliseconds by name */
async function benchWasm(files) {
  say('Measuring the core in WebAssembly …');
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'tests/bench/core.ts'), {
    resolve: { alias },
    logLevel: 'warn',
  });
  /** @type {{name: string, milliseconds: number}[]} */
  const timings = await module.benchCore(files);
  return new Map(timings.map(({ name, milliseconds }) => [name, milliseconds]));
}

/** @param {number | undefined} value */
const digits = (value) => (value === undefined ? '–' : value < 100 ? value.toPrecision(3) : value.toFixed(0));

/** @param {string} task @param {string[]} files @param {Map<string, number>[]} results */
const rowsOf = (task, files, results) =>
  files
    .filter((file) => results.some((result) => result.has(`${task} ${file}`)))
    .map((file) => {
      const times = results.map((result) => result.get(`${task} ${file}`));
      const size = statSync(file).size;
      const speeds = times.map((time) => digits(time && size / time / 1000));
      return { name: basename(file), size, times: times.map(digits), speeds };
    });

/** A character of the size that is usual: a real one where there is a corpus, else the sample. */
function usualFile() {
  const [real, sample] = [
    join(corpus, 'nolf/models/INTHERO_CASUAL.abc'),
    join(root, 'public/samples/clockwork.abc'),
  ];
  return existsSync(real) ? real : sample;
}

/**
 * Prints what the page costs beside what it may cost; too much is for the reader to judge, not an error.
 * @param {string[]} files
 */
async function benchPage(files) {
  const [largest] = files;
  if (!largest) return;
  say('Measuring the page …');
  const { benchFirstFrame, benchFirstLoad } = await import('../tests/bench/first-visit.mjs');
  const { benchHexJump } = await import('../tests/bench/hex-jump.mjs');
  const server = await serveDist(portFromEnvironment(5193));
  try {
    const usual = usualFile();
    const load = (await benchFirstLoad(server.address)) / 1024;
    const frame = await benchFirstFrame(server.address, usual);
    const jump = await benchHexJump(server.address, largest);
    table(
      ['what the page costs', 'measured', 'budget', 'unit'],
      [
        ['first load in all, without samples', digits(load), 300, 'KiB gzip'],
        [`drop of ${nameAndSize(usual)} → first frame`, digits(frame), 150, 'main thread ms'],
        [`jump across ${nameAndSize(largest)} in the hex panel`, digits(jump), '–', 'main thread ms'],
      ],
    );
  } finally {
    server.close();
  }
}

/** @param {string} file */
const nameAndSize = (file) => `${basename(file)} (${(statSync(file).size / 1024).toFixed(0)} KiB)`;

function reportBundle() {
  const folder = join(root, 'dist');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    ['.js', '.css', '.wasm', '.html'].includes(extname(name)),
  );
  const rows = files.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return [name, (bytes.length / 1024).toFixed(1), (gzipSync(bytes).length / 1024).toFixed(1)];
  });
  table(['page', 'KiB', 'gzip KiB'], rows);
}

await runMain(async () => {
  await setUp(BENCH_NEEDS);
  const files = modelFiles();
  if (files.length === 0) throw new Stop('No models to measure: npm run bench -- FILE…');
  await buildWasm();
  await buildWeb();
  const results = [await benchNative(files), await benchWasm(files)];
  say('');
  table(
    ['parse', 'KiB', 'native MB/s'],
    rowsOf('parse', files, results).map(({ name, size, speeds }) => [
      name,
      (size / 1024).toFixed(0),
      speeds[0] ?? '',
    ]),
  );
  table(
    ['open: parse, model, validate', 'native ms', 'WASM ms', 'native MB/s', 'WASM MB/s'],
    rowsOf('open', files, results).map(({ name, times, speeds }) => [name, ...times, ...speeds]),
  );
  table(
    ['evaluate: pose and deform', 'native ms', 'WASM ms'],
    rowsOf('evaluate', files, results).map(({ name, times }) => [name, ...times]),
  );
  await benchPage(files);
  reportBundle();
});
