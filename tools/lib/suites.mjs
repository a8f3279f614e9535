/** What is tested, as checks: the sources, the native code, the page and all that is built from TypeScript. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWasm, buildWeb, configure } from './build.mjs';
import { built, check, single } from './checks.mjs';
import { moduleScript, root, say, step } from './process.mjs';
import { googleTest, playwright, vitest } from './runners.mjs';

const node = process.execPath;

/** The preset of the native tests: with AddressSanitizer and UndefinedBehaviorSanitizer. */
const NATIVE = 'asan';

/** @param {string} name */
export const nativeTest = (name) => `build/${NATIVE}/tests/cpp/${name}`;

/** What the unit tests take from the native build: fixtures, and poses to compare those of WebAssembly with. */
const FOR_UNIT_TESTS = ['write_fixtures', 'pose_hash'];

/** @type {Map<string, Promise<void>>} */
const building = new Map();

/** Builds those native targets, once; they take only the time that the browser tests leave. @param {string[]} targets */
export function nativeBuild(targets) {
  const key = targets.join(' ');
  const begun = building.get(key);
  if (begun) return begun;
  const build = (async () => {
    await configure(NATIVE);
    const args = ['--build', '--preset', NATIVE, '--target', ...targets];
    await step(`Building the native ${key === 'all' ? 'tests' : `targets ${key}`}`, 'cmake', args, { idle: true });
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
  await check(
    'format',
    single(node, [join(root, 'tools/format.mjs')], { repeat: 'node tools/format.mjs' }),
  );
  await check(
    'lint',
    single(node, [moduleScript('@biomejs/biome/bin/biome'), 'lint', '--error-on-warnings'], {
      repeat: 'npx biome lint --error-on-warnings',
    }),
  );
  await check('types', tsc());
  await check('types without the DOM (tsconfig.no-dom.json)', tsc('-p', 'tsconfig.no-dom.json'));
  await check('types of the service worker', tsc('-p', 'tsconfig.service-worker.json'));
}

/** The native tests, and that the committed samples are those that their generator makes. */
export async function nativeChecks() {
  await check('native tests under ASan and UBSan', async (running) => {
    await nativeBuild(['all']);
    return googleTest(nativeTest('abc_tests'))(running);
  });
  await check('samples as their generator makes them', async () => {
    await nativeBuild(['all']);
    return single('ctest', ['--preset', NATIVE, '-R', '^samples\\.'])();
  });
}

/**
 * WebAssembly, the page, and all that is tested with them.
 * @param {import('./changed.mjs').Scope} scope
 */
export async function pageChecks({ native, units, specs }) {
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
  else if (specs.length > 0)
    await check('Playwright (the built page in Chromium)', playwright(specs === 'all' ? [] : specs));
  await published;
  if (units.length === 0) return;
  // That a build failed is the native tests' to report.
  await nativeBuild(native ? ['all'] : FOR_UNIT_TESTS).catch(() => {});
  const related = units === 'all' ? ['run'] : ['related', '--run', '--passWithNoTests', ...units];
  await check('Vitest (TypeScript, and the core in WebAssembly)', vitest(related));
}
