/**
 * `npm run mutate [-- MINUTES [--here]]`: tests the native tests. In a copy of the sources it changes one operator or
 * constant of `wasm/` at a time, builds, and runs the tests: what no test notices is listed. Which places it takes is drawn
 * by the day; LITHOSCOPE_DAY repeats that of another one. The default is 10 minutes. `--here` changes the checkout itself,
 * which must be clean, and puts every source back: for .ci/run, which has built the tests there. It takes sources, not
 * headers, which much is built from.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { outputOf, root, run, runMain, Stop, say, step } from './lib/process.mjs';
import { needs, setUp } from './lib/setup.mjs';
import { changedAt, lineOf, sitesOf } from './mutate/sites.mjs';

const words = process.argv.slice(2);
const isHere = words.includes('--here');
const copy = isHere ? root : join(root, 'build/mutate');
const build = join(copy, 'build/test');

/** What the native tests are built from and read. */
const FOLDERS = [
  'CMakeLists.txt',
  'CMakePresets.json',
  'wasm',
  'tests/cpp',
  'tests/corpus/cpp',
  'tests/expected',
  'tools/samples',
  'public/samples',
];

/** What is changed: the core, without the bindings, which run in WebAssembly alone. */
const CHANGED = isHere
  ? /^wasm\/(?:core|abc|dtx|spr|rez|ltb|lta|import)\/.*\.cpp$/
  : /^wasm\/(?:core|abc|dtx|spr|rez|ltb|lta|import)\/.*\.(?:cpp|h)$/;

/** Seconds after which tests do not end, where nothing was measured. */
const LONGEST = 900;

/** So many times what they take otherwise, and the tests do not end. */
const PATIENCE = 5;

/** Brings the copy up to date; what is the same keeps its time, and so what was built of it. @returns {string[]} the files */
function copySources() {
  const listed = outputOf('git', [
    '-C',
    root,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    ...FOLDERS,
  ]);
  if (listed === null) throw new Stop('git does not list the sources.');
  const files = listed.split('\0').filter((file) => file && existsSync(join(root, file)));
  for (const file of files) {
    const [from, to] = [join(root, file), join(copy, file)];
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  return files;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const compile = () => run('cmake', ['--build', build, '--target', 'abc_tests']);

/** Whether all tests pass, a part of them on each core. @param {number} [seconds] after which they count as failed */
async function passes(seconds) {
  const program = join(build, 'tests/cpp/abc_tests');
  const shards = availableParallelism();
  const runs = Array.from({ length: shards }, (_, shard) => {
    const env = {
      GTEST_TOTAL_SHARDS: `${shards}`,
      GTEST_SHARD_INDEX: `${shard}`,
      GTEST_FAIL_FAST: '1',
      GTEST_BRIEF: '1',
    };
    return seconds
      ? run('timeout', ['-s', 'KILL', `${seconds}`, program], { env })
      : run(program, [], { env });
  });
  return (await Promise.all(runs)).every(({ code }) => code === 0);
}

await runMain(async () => {
  const minutes = Number(words.find((word) => word !== '--here') ?? 10);
  if (!(minutes > 0)) throw new Stop('Usage: npm run mutate -- MINUTES [--here]');
  if (isHere && outputOf('git', ['-C', root, 'status', '--porcelain']) !== '')
    throw new Stop('Commit first: --here changes the checkout itself.');
  const day = Number(process.env.LITHOSCOPE_DAY ?? Math.floor(Date.now() / 86_400_000));
  await setUp([needs.cmake, needs.ninja, needs.clang, needs.googleTest, needs.json]);
  const files = copySources().filter((file) => CHANGED.test(file));
  if (!existsSync(join(build, 'build.ninja'))) {
    await step('Configuring build/mutate', 'cmake', ['-S', copy, '--preset', 'test']);
  }
  await step('Building the tests as they are', 'cmake', ['--build', build, '--target', 'abc_tests']);
  const begun = performance.now();
  // In .ci/run they have just passed.
  if (!isHere && !(await passes())) throw new Stop('The tests do not pass as they are: npm test says which.');
  const limit = isHere ? LONGEST : Math.ceil((PATIENCE * (performance.now() - begun)) / 1000);

  const sites = files.flatMap((file) => {
    const source = readFileSync(join(copy, file), 'utf8');
    return sitesOf(source).map((site) => ({ file, source, site }));
  });
  say(`LITHOSCOPE_DAY=${day}: ${sites.length} places, drawn for ${minutes} minutes`);
  const random = randomFrom(day);
  const end = performance.now() + minutes * 60_000;
  const counts = { noticed: 0, 'not compiled': 0 };
  /** @type {string[]} */
  const survived = [];
  while (performance.now() < end) {
    const [drawn] = sites.splice(Math.floor(random() * sites.length), 1);
    if (!drawn) break;
    const { file, source, site } = drawn;
    const path = join(copy, file);
    const place = `${file}:${lineOf(source, site)}: ${site.from} → ${site.to || 'nothing'}`;
    writeFileSync(path, changedAt(source, site));
    try {
      if ((await compile()).code !== 0) counts['not compiled']++;
      else if (await passes(limit)) {
        survived.push(place);
        say(`SURVIVED ${place}`);
      } else {
        counts.noticed++;
        say(`noticed  ${place}`);
      }
    } finally {
      writeFileSync(path, source);
    }
  }
  const all = counts.noticed + survived.length;
  say(`\n${counts.noticed} of ${all} changes were noticed; ${counts['not compiled']} more did not compile.`);
  for (const place of survived) say(`  ${place}`);
});
