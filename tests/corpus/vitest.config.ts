/** `npm run test:corpus`: the unit tests that take real files, over a folder of them, and those of known files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const folder = process.env.LITHOSCOPE_CORPUS;
if (!folder)
  throw new Error('LITHOSCOPE_CORPUS names the folder whose files are tested: npm run test:corpus');

/** Tests that run over the files of any folder. */
const overFiles = readdirSync(join(root, 'tests/web'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `tests/web/${name.replaceAll('\\', '/')}`)
  .filter((path) => /from '[^']*support\/real-files\.ts'/.test(readFileSync(join(root, path), 'utf8')));

/** Tests that know files by their names run where those are. */
const isKnown = existsSync(join(folder, 'nolf/expected'));

export default defineConfig({
  ...config,
  root,
  test: {
    ...config.test,
    include: [...overFiles, ...(isKnown ? ['tests/corpus/web/**/*.test.ts'] : [])],
    // A large model many times over.
    testTimeout: 120_000,
  },
});
