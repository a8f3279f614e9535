import { defineConfig } from 'vitest/config';
import { alias } from './tools/alias.mjs';

export default defineConfig({
  resolve: { alias },
  test: {
    environment: 'node',
    // A busy machine is slow, not wrong.
    testTimeout: 30_000,
    include: ['tests/web/**/*.test.ts'],
    setupFiles: ['tests/web/support/properties.ts'],
  },
});
