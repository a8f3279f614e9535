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
    // Files share modules, and so the core that they load: three times as fast as a process for each. One that replaces
    // modules calls vi.resetModules() before and after (hoisted, and in afterAll). No threads: some tests measure what
    // their process takes.
    isolate: false,
    include: ['tests/web/**/*.test.ts'],
    setupFiles: ['tests/web/support/setup.ts'],
  },
});
