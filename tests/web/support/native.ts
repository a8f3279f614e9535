/** Programs of the native build that tests run. */
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `npm test` builds the first; the others are there when somebody works on the native code. */
const PRESETS = ['test', 'asan', 'release', 'debug'];

/** The path of a program of tests/cpp/tools, in the build that has it newest. */
export function nativeProgram(name: string): string {
  const [newest] = PRESETS.map((preset) =>
    fileURLToPath(new URL(`../../../build/${preset}/tests/cpp/${name}`, import.meta.url)),
  )
    .filter(existsSync)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (newest !== undefined) return newest;
  throw new Error(
    `build/*/tests/cpp/${name} is not there. Build the native tests first: ` +
      `npm test, or cmake --preset test && cmake --build --preset test --target ${name}`,
  );
}
