/** The types of the npm package's API, and what judges the package: programs of tools/package, which has TypeScript 6. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleScript, root, step } from './process.mjs';
import { setUpPackages } from './setup.mjs';

const FOLDER = 'tools/package';

/** The types of the API, as users get them. */
export const TYPES = 'dist-cli/api.d.ts';

/** What the types need that a user may not have asked for: `Symbol.dispose`. */
const REFERENCE = '/// <reference lib="esnext.disposable" />\n';

/** Makes sure of the packages. */
export const setUpPackageTools = () => setUpPackages(FOLDER, 'Installing what describes the npm package');

/** The path of a script of one of them, to be run with `process.execPath`. @param {string} path */
export const packageTool = (path) => join(root, FOLDER, 'node_modules', path);

/** One file of declarations for all that the API exports, and nothing else in it. */
export async function buildTypes() {
  await setUpPackageTools();
  const emit = [moduleScript('typescript/bin/tsc'), '-p', `${FOLDER}/tsconfig.emit.json`];
  await step('Writing the types of the API', process.execPath, emit);
  const bundle = [
    packageTool('dts-bundle-generator/dist/bin/dts-bundle-generator.js'),
    '--silent',
    ...['--project', `${FOLDER}/tsconfig.json`],
    ...['--export-referenced-types=false', '--no-banner'],
    ...['--out-file', TYPES, 'build/types/web/api/index.d.ts'],
  ];
  await step('Bundling the types of the API', process.execPath, bundle);
  const path = join(root, TYPES);
  const types = readFileSync(path, 'utf8')
    // Of a module in it, not of the package.
    .replace(/^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)(?=\/\*\*)/, '')
    // Files are opened, not made: the constructors are internal.
    .replace(
      /^(export declare class \w+ extends (?:OpenedFile|Error) \{)$/gm,
      '$1\n\tprivate constructor();',
    );
  writeFileSync(path, REFERENCE + types);
}

/** The reference of the API, from its types, in dist/docs/api. What TypeDoc warns of is an error. @param {string} title */
export async function buildReference(title) {
  await setUpPackageTools();
  await step(title, process.execPath, [join(root, FOLDER, 'reference.mjs')]);
}
