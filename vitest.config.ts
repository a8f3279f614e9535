import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { alias } from './tools/alias.mjs';
import { draco } from './tools/draco.mjs';

export default defineConfig({
  resolve: { alias },
  plugins: [draco()],
  test: {
    environment: 'node',
    // Vitest leaves one processor free, which is half of two.
    maxWorkers: availableParallelism(),
    // A busy machine is slow, not wrong.
    testTimeout: 30_000,
    include: ['tests/web/**/*.test.ts'],
    setupFiles: ['tests/web/support/properties.ts'],
  },
});
