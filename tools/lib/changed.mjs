/** What a change concerns: `npm test -- --changed` runs nothing else. Node built-ins only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf, root, Stop } from './process.mjs';
import { importsIn, importsOfRooms, roomOf, withImporters } from './rooms.mjs';

/**
 * @typedef {object} Scope
 * @property {boolean} native whether the native tests run
 * @property {'all' | string[]} units 'all', or the files whose unit tests run
 * @property {'all' | string[]} specs 'all', or the files of the browser tests that run, by their paths in the checkout
 */

/** @type {Scope} */
export const EVERYTHING = { native: true, units: 'all', specs: 'all' };

/** What the native tests are made of. */
const NATIVE =
  /^(wasm\/(?!js\/)|tests\/(cpp|expected|fuzz)\/|tools\/(samples\/|tidy\.mjs)|CMake|\.clang-tidy)/;

/** What reads all sources, and those of the tests. */
const OF_ALL_SOURCES = [
  'tests/web/docs/citations.test.ts',
  'tests/web/docs/source-links.test.ts',
  'tests/web/rules/rooms.test.ts',
];

/** A unit test, or what several of them take, that reads files. */
const READS = /\b(?:readFileSync|readdirSync|globSync|importsIn)\(/;

/** A source or a folder of sources in a string that is no import, up to what is put in or stands for several names. */
const NAMED = /(?<!from |import\()['"`]\{?(?:\.\.?\/)*((?:web|wasm\/js)\b[^'"`,*$]*)/g;

/** A browser test, with its room. */
const SPEC = /^tests\/e2e\/([^/]+)\/.+\.spec\.ts$/;

/** What a browser test has not met unless it imports it. */
const BESIDE_THE_PAGE = /^(tests\/(?!e2e\/|support\/)|docs\/|tools\/|\.)|\.md$/;

/** What web/, the tests and the tools import. A browser test that runs the built command line needs its sources. */
function importsOfTests() {
  const imports = importsIn(['web', 'tests', 'tools']);
  for (const [file, targets] of imports) {
    if (file.startsWith('tests/e2e/') && readFileSync(join(root, file), 'utf8').includes('dist-cli'))
      targets.push('web/cli/main.ts');
  }
  return imports;
}

/**
 * The browser tests of the rooms that changed and of all that import those, and the tests that import what changed.
 * @param {readonly string[]} files
 * @returns {Scope['specs']}
 */
function specsOf(files) {
  const imports = importsOfTests();
  // The pictures of a test stand for it.
  const changed = files.map((file) => file.replace(/(?<=^tests\/e2e\/.*\.spec\.ts)-snapshots\/.*/, ''));
  if (changed.some((file) => !roomOf(file) && !isOfTests(file, imports) && !BESIDE_THE_PAGE.test(file)))
    return 'all';
  const rooms = withImporters(
    changed.flatMap((file) => roomOf(file) ?? []),
    importsOfRooms(imports),
  );
  const ofRooms = [...imports.keys()].filter((file) => rooms.has(roomOf(file) ?? ''));
  const concerned = withImporters([...changed, ...ofRooms], imports);
  const specs = [...imports.keys()].filter((file) => SPEC.test(file)).sort();
  const run = specs.filter((file) => rooms.has(SPEC.exec(file)?.[1] ?? '') || concerned.has(file));
  return run.length === specs.length ? 'all' : run;
}

/** @param {string} file @param {ReadonlyMap<string, unknown>} imports */
const isOfTests = (file, imports) => file.startsWith('tests/') && (imports.has(file) || SPEC.test(file));

/**
 * What reads sources that changed, instead of importing them: tests, and what tests import.
 * @param {readonly string[]} changed
 */
function readersOf(changed) {
  return [...importsIn(['tests/web']).keys()].filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const named = READS.test(text) ? [...text.matchAll(NAMED)] : [];
    return named.some(([, path = '']) => changed.some((source) => source.startsWith(path)));
  });
}

/**
 * @param {readonly string[]} files that changed, by their paths in the checkout
 * @returns {Scope}
 */
export function scopeOf(files) {
  const units = files.filter((file) => /^(web\/|wasm\/js\/|tests\/web\/)/.test(file));
  const allUnits = files.some((file) => !/^(web\/|wasm\/js\/|tests\/(web|e2e|bench|corpus)\/)/.test(file));
  return {
    native: files.some((file) => NATIVE.test(file)),
    units: allUnits ? 'all' : units.length > 0 ? [...units, ...OF_ALL_SOURCES, ...readersOf(files)] : [],
    specs: specsOf(files),
  };
}

/** The files that differ from where this branch left main, or of main from what was committed last. */
export function changedFiles() {
  const base = outputOf('git', ['merge-base', 'main', 'HEAD'])?.trim() ?? 'HEAD';
  const changed = outputOf('git', ['diff', '--name-only', '--no-renames', base]);
  const added = outputOf('git', ['ls-files', '--others', '--exclude-standard']);
  if (changed === null || added === null) throw new Stop('--changed asks git, which fails here.');
  return `${changed}${added}`.split('\n').filter(Boolean);
}
