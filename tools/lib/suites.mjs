/** What is tested, as checks: the sources, the native code, the page and all that is built from TypeScript. */
import { join } from 'node:path';
import { buildWasm, buildWeb, configure } from './build.mjs';
import { built, check, single } from './checks.mjs';
import { coverageOf, emptyProfile } from './coverage.mjs';
import { moduleScript, root, say, step } from './process.mjs';
import { googleTest, playwright, vitest } from './runners.mjs';

const node = process.execPath;

/**
 * A CMake preset of the native tests: `test` is quick to build and to run, `asan` has AddressSanitizer and
 * UndefinedBehaviorSanitizer, `asan32` has them where size_t is as narrow as in WebAssembly.
 * @typedef {'test' | 'asan' | 'asan32'} Native
 */

/** A program of the native tests. @param {Native} preset @param {string} name */
export const nativeTest = (preset, name) => `build/${preset}/tests/cpp/${name}`;

/** What the unit tests take from the native build: fixtures, and poses to compare those of WebAssembly with. */
const FOR_UNIT_TESTS = ['write_fixtures', 'pose_hash'];

/** @type {Map<string, Promise<void>>} */
const building = new Map();

/**
 * Builds native targets, once; they take only the time that the browser tests leave.
 * @param {Native} preset
 * @param {string[]} targets
 */
export function nativeBuild(preset, targets) {
  const key = [preset, ...targets].join(' ');
  const begun = building.get(key);
  if (begun) return begun;
  const build = (async () => {
    await configure(preset);
    const args = ['--build', '--preset', preset, '--target', ...targets];
    const title = targets.includes('all') ? 'the native tests' : targets.join(', ');
    await step(`Building ${title} (build/${preset})`, 'cmake', args, { idle: true });
  })();
  building.set(key, build);
  return build;
}

/** Format, lint and types, which take seconds. */
export async function sourceChecks() {
  const tsc = (/** @type {string[]} */ ...args) =>
    single(node, [moduleScript('typescript/bin/tsc'), '--noEmit', ...args], {
      repeat: ['npx tsc --noEmit', ...args].join(' '),
    });
  await check('format', single(node, [join(root, 'tools/format.mjs')], { repeat: 'node tools/format.mjs' }));
  await check(
    'lint',
    single(node, [moduleScript('@biomejs/biome/bin/biome'), 'lint', '--error-on-warnings'], {
      repeat: 'npx biome lint --error-on-warnings',
    }),
  );
  await check('types', tsc());
  await check(
    'nothing is exported in vain',
    single(node, [moduleScript('knip/bin/knip.js'), '--no-progress']),
  );
  await check('types without the DOM (tsconfig.no-dom.json)', tsc('-p', 'tsconfig.no-dom.json'));
  await check('types of the service worker', tsc('-p', 'tsconfig.service-worker.json'));
}

/** Builds native targets, as a check. @param {Native} preset @param {string[]} targets */
const isBuilt = (preset, targets) =>
  check(
    `native build (${preset}${targets.includes('all') ? '' : `: ${targets.join(', ')}`})`,
    built(() => nativeBuild(preset, targets)),
  );

/** The native tests, how much of the core they run, and that the committed samples are those that their generator makes. */
export async function nativeChecks() {
  if (!(await isBuilt('test', ['all']))) return;
  const program = nativeTest('test', 'abc_tests');
  const profile = emptyProfile();
  if (await check('native tests', googleTest(program, { env: profile.env })))
    await check('lines of the core that the native tests run', coverageOf(join(root, program), profile));
  await check(
    'samples as their generator makes them',
    single('ctest', ['--preset', 'test', '-R', '^samples\\.']),
  );
}

/**
 * More of what the native tests sample, and the native tests under AddressSanitizer and UndefinedBehaviorSanitizer.
 * @param {Native} sanitized the preset that has these
 * @param {{larger?: string | undefined, sanitized?: string | undefined}} [parts] of the tests with larger samples, and of
 *     the sanitized ones, a part, as 1/2
 */
export async function thoroughNativeChecks(sanitized, parts = {}) {
  if (await isBuilt('test', ['all']))
    await check(
      'native tests with larger samples',
      googleTest(nativeTest('test', 'abc_tests'), { part: parts.larger }),
    );
  if (await isBuilt('test', ['invented_tests']))
    await check(
      'a version that is only described',
      googleTest(nativeTest('test', 'invented/invented_tests')),
    );
  if (await isBuilt(sanitized, ['abc_tests'])) {
    // Sanitizers take six times the time: of what is sampled they see as much as `npm test` does.
    const env = { LITHOSCOPE_THOROUGH: undefined };
    const title = `native tests${sanitized === 'asan32' ? ' in 32 bits' : ''} under ASan and UBSan`;
    await check(title, googleTest(nativeTest(sanitized, 'abc_tests'), { env, part: parts.sanitized }));
  }
}

/**
 * WebAssembly, the page, and all that is tested with them.
 * @param {import('./changed.mjs').Scope & {only?: string, part?: string | undefined}} scope `only`: of the browser tests those of
 *     this tag; `part`: of these a part, as 1/2
 */
export async function pageChecks({ native, units, specs, only, part }) {
  if (!(await check('WebAssembly build', built(buildWasm)))) return;
  const isPage = await check('page and command line build', built(buildWeb));
  // What the unit tests install and run as its users do.
  const published =
    isPage &&
    check(
      'API with its types and reference',
      built(() => buildWeb('all')),
    );
  if (!isPage) say('Not run, for want of a page: Playwright');
  else if (specs.length > 0) {
    // Of the rooms that a change concerns all of them run, and of the others none.
    const env = specs === 'all' ? {} : { LITHOSCOPE_THOROUGH: '1' };
    await check(
      'Playwright (the built page in Chromium)',
      playwright(specs === 'all' ? [] : specs, { only, part, env }),
    );
  }
  await published;
  if (units.length === 0) return;
  // That a build failed is the native tests' to report.
  await nativeBuild('test', native ? ['all'] : FOR_UNIT_TESTS).catch(() => {});
  const related = units === 'all' ? ['run'] : ['related', '--run', '--passWithNoTests', ...units];
  await check('Vitest (TypeScript, and the core in WebAssembly)', vitest(related));
}
