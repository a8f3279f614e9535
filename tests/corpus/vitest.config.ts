/** `npm run test:corpus`: the unit tests that take real files, over a folder of them, and those of known files. */
import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

export default mergeConfig(config, {
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['tests/corpus/web/**/*.test.ts'],
    // A large model many times over.
    testTimeout: 120_000,
  },
});
