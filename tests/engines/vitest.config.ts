import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { alias } from '../../tools/alias.mjs';
import { SecondTry } from './second-try.ts';
import { ENGINES, LONGEST } from './session.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path('../..'),
  resolve: { alias },
  test: {
    include: ['tests/engines/*.test.ts'],
    environment: 'node',
    // A journey has many steps; each has its own limit.
    testTimeout: 6 * LONGEST,
    hookTimeout: 2 * LONGEST,
    // A failed journey runs once more: a software driver on a busy machine is slow, not wrong. What passes then is named.
    retry: 1,
    reporters: ['verbose', new SecondTry()],
    projects: ENGINES.map((engine) => ({
      extends: true as const,
      test: { name: engine, root: path('../..'), provide: { engine } },
    })),
  },
});
