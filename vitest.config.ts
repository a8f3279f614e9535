import { defineConfig } from 'vitest/config';
import { alias } from './tools/alias.mjs';

export default defineConfig({
  resolve: { alias },
  test: {
    environment: 'node',
    include: ['tests/web/**/*.test.ts'],
  },
});
