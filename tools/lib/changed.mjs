/** What a change concerns: `npm test -- --changed` runs nothing else. Node built-ins only. */
import { outputOf, Stop } from './process.mjs';

/**
 * @typedef {object} Scope
 * @property {boolean} native whether the native tests and clang-tidy run
 * @property {'all' | string[]} units 'all', or the files whose unit tests run
 * @property {'all' | string[]} specs 'all', or the browser tests that run, without `.spec.ts`
 */

/** @type {Scope} */
export const EVERYTHING = { native: true, units: 'all', specs: 'all' };

/** The browser tests of each room of web/; a change in another room, on which all others build, runs them all. */
export const SPECS_OF_ROOM = {
  app: [
    'access',
    'compare',
    'docs',
    'files',
    'first',
    'folder',
    'hostile-shapes',
    'keyboard',
    'layout',
    'leaks',
    'library',
    'many-files',
    'offline',
    'parts',
    'recent',
    'reload',
    'session',
    'several-files',
    'shell',
    'summary',
    'too-old',
    'tree',
  ],
  bytes: [
    'analysis',
    'archive',
    'big-file',
    'bookmarks',
    'docs',
    'edit-value',
    'every-byte',
    'find',
    'goto',
    'hex',
    'hex-edit',
    'hostile',
    'inspector',
    'keyboard',
    'minimap',
    'references',
    'structure',
    'wrapped',
  ],
  cli: ['copy', 'every-byte', 'models', 'stage'],
  compare: ['compare', 'hostile', 'hostile-names', 'together'],
  edit: ['edit-save', 'edit-value', 'fix'],
  embed: ['embed'],
  export: ['copy', 'export-glb', 'film', 'hostile', 'library', 'picture', 'picture-dialog', 'tables'],
  files: [
    'archive',
    'beside',
    'big-file',
    'files',
    'first',
    'folder',
    'hostile-archives',
    'hostile-pictures',
    'many-files',
    'opening',
    'parts',
    'recent',
    'reload',
    'remote',
    'session',
    'several-files',
    'skins',
    'sources',
    'sprite',
    'wrapped',
  ],
  import: ['import'],
  library: [
    'hostile-archives',
    'library',
    'library-check',
    'library-found',
    'library-pictures',
    'library-search',
  ],
  links: [
    'attach',
    'bookmarks',
    'docs',
    'embed',
    'hostile-names',
    'link',
    'remote',
    'session',
    'share',
    'sources',
  ],
  model: [
    'attach',
    'camera',
    'canvas',
    'edit-model',
    'edit-picture',
    'embed',
    'hostile-shapes',
    'hostile-values',
    'layout',
    'link',
    'measure',
    'models',
    'motion',
    'outline',
    'picture',
    'picture-dialog',
    'selecting',
    'share',
    'skins',
    'sprite',
    'stage',
    'timeline',
    'together',
    'viewport',
  ],
  structure: [
    'edit-value',
    'fix',
    'hostile',
    'hostile-shapes',
    'keyboard',
    'problems',
    'references',
    'structure',
    'table',
    'tables',
    'tree',
  ],
};

/** What the native tests are made of. */
const NATIVE = /^(wasm\/(?!js\/)|tests\/(cpp|fuzz)\/|tools\/(samples\/|tidy\.mjs)|CMake|\.clang-tidy)/;

/**
 * @param {readonly string[]} files that changed, by their paths in the checkout
 * @returns {Scope}
 */
export function scopeOf(files) {
  /** @type {Set<string>} */
  const specs = new Set();
  /** @type {Set<string>} */
  const units = new Set();
  let allSpecs = false;
  let allUnits = false;
  for (const file of files) {
    const spec = /^tests\/e2e\/([^/]+)\.spec\.ts/.exec(file)?.[1];
    const room = /^web\/([^/]+)\//.exec(file)?.[1] ?? '';
    const ofRoom = Object.entries(SPECS_OF_ROOM).find(([name]) => name === room)?.[1];
    if (/^(web\/|wasm\/js\/|tests\/web\/)/.test(file)) units.add(file);
    else if (!/^tests\/(e2e|bench)\//.test(file)) allUnits = true;
    if (spec) specs.add(spec);
    else if (ofRoom) for (const name of ofRoom) specs.add(name);
    else if (!/^(tests\/(web\/(?!support)|cpp|fuzz|bench)|docs\/|tools\/|\.)|\.md$/.test(file))
      allSpecs = true;
  }
  // It reads the sources instead of importing them.
  if (units.size > 0) units.add('tests/web/rules/rooms.test.ts');
  return {
    native: files.some((file) => NATIVE.test(file)),
    units: allUnits ? 'all' : [...units],
    specs: allSpecs ? 'all' : [...specs].sort(),
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
