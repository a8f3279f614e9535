/**
 * `npm run fuzz -- SECONDS`: runs every fuzz target of tests/fuzz for so long (default 60), as many at a time
 * as there are processors. What a target finds interesting stays in build/fuzz/found and is where the next run
 * goes on from; an input that breaks something is kept in build/fuzz/failures. The target `glb` is TypeScript and runs
 * in Node. Chance is that of the day, so that a run can be repeated: with LITHOSCOPE_DAY as in an earlier run and
 * without build/fuzz/found, a target tries the same inputs in the same order.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildWasm, configure } from './lib/build.mjs';
import { fuzzGlbs } from './lib/fuzz-glb.mjs';
import { root, run, runMain, Stop, say, step } from './lib/process.mjs';
import { needs, setUp } from './lib/setup.mjs';

const build = join(root, 'build/fuzz');
const failures = join(build, 'failures');
const seeds = join(build, 'seeds');
/** The seeds in a row, in the folder of the build. */
const seedList = 'seeds.txt';
const day = Number(process.env.LITHOSCOPE_DAY ?? Math.floor(Date.now() / 86_400_000));

/** A number of libFuzzer's report, the last one of its kind. @param {string} output @param {RegExp} pattern */
const last = (output, pattern) => Number([...output.matchAll(pattern)].pop()?.[1] ?? 0).toLocaleString('en');

/**
 * Runs one target and reports it in a line.
 * @param {string} target
 * @param {number} seconds
 * @returns {Promise<boolean>} whether nothing broke
 */
async function fuzz(target, seconds) {
  // libFuzzer keeps what it finds in the first folder.
  mkdirSync(join(build, 'found', target), { recursive: true });
  const { code, output } = await run('env', [
    ...['-i', '-C', build, 'PATH=/usr/bin:/bin', 'setarch', '-R'],
    `fuzzers/${target}`,
    `found/${target}`,
    `-seed_inputs=@${seedList}`,
    '-dict=../../tests/fuzz/abc.dict',
    `-artifact_prefix=failures/${target}-`,
    // Inputs are chosen evenly: weighing them takes up to three fifths of the time.
    '-entropic=0',
    // All else that chance decides is fixed, too: where memory lies (libFuzzer makes inputs of addresses that the
    // target compares, and those of the stack depend on arguments and environment), the order of the folder of seeds,
    // and when `found` is read again.
    `-seed=${day}`,
    '-reload=0',
    `-max_total_time=${seconds}`,
    '-max_len=16384',
    '-rss_limit_mb=2048',
    '-timeout=10',
    '-print_final_stats=1',
  ]);
  if (code !== 0) say(`\n${output.split('\n').slice(-60).join('\n')}`);
  const executions = last(output, /number_of_executed_units: (\d+)/g);
  const coverage = last(output, /cov: (\d+)/g);
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${target}: ${executions} executions, ${coverage} edges covered`);
  return code === 0;
}

await runMain(async () => {
  const seconds = Number(process.argv[2] ?? 60);
  if (!(seconds > 0)) throw new Stop('Usage: npm run fuzz -- SECONDS');
  await setUp([needs.cmake, needs.ninja, needs.clang, needs.emscripten]);
  await buildWasm();
  await configure('fuzz');
  await step('Building the fuzz targets', 'cmake', ['--build', '--preset', 'fuzz']);
  for (const folder of [seeds, failures]) mkdirSync(folder, { recursive: true });
  await step('Writing the fixtures to start from', join(build, 'write_fixtures'), [seeds]);
  const names = readdirSync(seeds).sort();
  writeFileSync(join(build, seedList), names.map((name) => `seeds/${name}`).join(','));

  const targets = [...readdirSync(join(build, 'fuzzers')), 'glb'];
  const waiting = [...targets];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      const isWhole = target === 'glb' ? fuzzGlbs(failures, seconds, day) : fuzz(target, seconds);
      if (!(await isWhole)) failed.push(target);
    }
  };
  const atATime = Math.min(availableParallelism(), targets.length);
  say(`Fuzzing ${targets.join(', ')}: ${seconds} s each, ${atATime} at a time, LITHOSCOPE_DAY=${day}`);
  await Promise.all(Array.from({ length: atATime }, worker));
  if (failed.length > 0) throw new Stop(`Failed: ${failed.join(', ')}; the inputs are in ${failures}`);
});
