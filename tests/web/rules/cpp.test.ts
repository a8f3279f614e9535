/** What the compiler of `npm test` takes in C++, and should not, or another one does not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** `core::comparing Context`, of each type that a header defines outside any other. */
function typesOf(text: string): string[] {
  const types: string[] = [];
  let namespace = '';
  for (const line of text.split('\n')) {
    namespace = /^namespace ([\w:]+) \{/.exec(line)?.[1] ?? namespace;
    const type = /^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;]*)? \{/.exec(line)?.[1];
    if (type) types.push(`${namespace} ${type}`);
  }
  return types;
}

// They are one to the linker, which takes the functions of either.
test('no two types of a namespace have one name', () => {
  const wasm = join(import.meta.dirname, '../../../wasm');
  const headers = readdirSync(wasm, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.h'),
  );
  const types = headers.flatMap((path) => typesOf(readFileSync(join(wasm, path), 'utf8')));
  expect(types.length).toBeGreaterThan(100);
  // What there is in two shapes, with words and without, is in one header.
  const twice = types.filter((type, i) => types.indexOf(type) !== i && type !== 'core::schema Words');
  expect(twice).toEqual([]);
});

// An assertion is an `if` with an `else`: GCC, which builds the tests for 32 bits, asks for braces.
test('an assertion under a condition has braces', () => {
  const tests = join(import.meta.dirname, '../..');
  const sources = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.cpp'),
  );
  expect(sources.length).toBeGreaterThan(50);
  const found = sources.flatMap((path) =>
    [
      ...readFileSync(join(tests, path), 'utf8').matchAll(
        /^ *(?:if|else)\b[^;{}]*\s(?:EXPECT|ASSERT)_\w+\(.*/gm,
      ),
    ].map(([line]) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
