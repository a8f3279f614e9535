/**
 * The rooms of the page: each folder of web/ imports only those below it, and no two files import each other. Imports
 * of types and `import()` count: a cycle of either kind is as hard to read. Tests lie in folders of the same names.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsIn, mayImport, PROGRAMS, ROOMS, roomOf } from '../../../tools/lib/rooms.mjs';

const namesIn = (folder: string) => readdirSync(new URL(`../../../${folder}`, import.meta.url));

const ALL = [...ROOMS, ...PROGRAMS];

/** What may lie beside the rooms. */
const TOP = ['icon.svg', 'index.html', 'main.ts', 'service-worker.ts', 'styles'];

/** What unit tests are about beside the rooms: modules of WebAssembly, documents, rules of the sources, and so on. */
const OTHER_TESTS = ['core', 'docs', 'rules', 'styles', 'support', 'templates', 'tools'];

const imports = importsIn(['web', 'wasm/js']);

/** The groups of files that import each other, by Tarjan's algorithm. */
function circles(): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return found;
}

describe('the rooms of web/', () => {
  it('hold all of it', () => {
    const folders = namesIn('web');
    expect(folders.filter((name) => ![...ALL, ...TOP].includes(name))).toEqual([]);
    expect(ALL.filter((room) => !folders.includes(room))).toEqual([]);
  });

  it('import only rooms below them', () => {
    const upward = [...imports].flatMap(([file, targets]) => {
      const room = roomOf(file);
      return targets
        .map((target) => ({ target, other: roomOf(target) }))
        .filter(({ other }) => room !== null && other !== null && !mayImport(room, other))
        .map(({ target }) => `${file} → ${target}`);
    });
    expect(upward).toEqual([]);
  });

  it('have no files that import each other', () => {
    expect(circles()).toEqual([]);
  });

  it('give the folders of the tests their names', () => {
    expect(namesIn('tests/web').filter((name) => ![...ALL, ...OTHER_TESTS].includes(name))).toEqual([]);
    expect(namesIn('tests/e2e').filter((name) => ![...ROOMS, 'support'].includes(name))).toEqual([]);
  });
});
