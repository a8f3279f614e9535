/** The examples of docs/api.md compile as they stand, with what TypeScript calls strict. npm-package.test.ts runs them. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

test('the examples of docs/api.md compile under strict', async () => {
  const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
  const [imports = '', ...rest] = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
    ([, code = '']) => code,
  );
  expect(rest.length).toBeGreaterThan(5);
  mkdirSync(join(root, 'build'), { recursive: true });
  // In the project, whose packages it needs.
  const folder = mkdtempSync(join(root, 'build/api-examples-'));
  try {
    const bodies = rest.map((code) => `{\n${code}}\n`).join('');
    writeFileSync(join(folder, 'examples.ts'), imports + bodies);
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const paths: Record<string, string[]> = { lithoscope: ['./web/api/index.ts'], ...compilerOptions.paths };
    for (const [name, [path = '']] of Object.entries(paths)) paths[name] = [join(root, path)];
    const options = {
      ...compilerOptions,
      paths,
      // What a program of its own need not have.
      noUncheckedIndexedAccess: false,
      noUnusedLocals: false,
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: options,
        files: ['examples.ts'],
        include: ['../../wasm/js/*.d.ts', '../../web/**/*.d.ts'],
      }),
    );
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder];
    const { stdout } = await promisify(execFile)(process.execPath, tsc).catch((error) => error);
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
