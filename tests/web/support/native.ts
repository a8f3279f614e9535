/** Programs of the native build that tests run. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const build = fileURLToPath(new URL('../../../build', import.meta.url));

/**
 * The path of a program of tests/cpp/tools, in the build that has it newest: `npm test` builds the preset `test`,
 * `npm run test:thorough` one with sanitizers.
 */
export function nativeProgram(name: string): string {
  const presets = existsSync(build) ? readdirSync(build) : [];
  const [newest] = presets
    .map((preset) => join(build, preset, 'tests/cpp', name))
    .filter(existsSync)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (newest !== undefined) return newest;
  throw new Error(
    `build/*/tests/cpp/${name} is not there. Build the native tests first: ` +
      `npm test, or cmake --preset test && cmake --build --preset test --target ${name}`,
  );
}
