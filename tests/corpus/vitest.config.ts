/** `npm run test:corpus`: the unit tests that take real files, over a folder of them, and those of known files. */
import { defineConfig } from 'vitest/config';
import { isKnownCorpus, testsOverFiles } from '../../tools/lib/corpus.mjs';
import { root } from '../../tools/lib/process.mjs';
import config from '../../vitest.config.ts';

const known = isKnownCorpus(process.env.LITHOSCOPE_CORPUS) ? ['tests/corpus/web/**/*.test.ts'] : [];

export default defineConfig({
  ...config,
  root,
  test: {
    ...config.test,
    include: [...testsOverFiles('tests/web', '.test.ts'), ...known],
    // A large model many times over.
    testTimeout: 120_000,
  },
});
