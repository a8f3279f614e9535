import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const WASM = new URL('../../../wasm/', import.meta.url).pathname;

/** The rooms of the native code, and the rooms whose files each of them includes. */
const BELOW: Record<string, readonly string[]> = {
  core: [],
  abc: ['core'],
  dtx: ['core'],
  spr: ['core'],
  rez: ['core'],
  ltb: ['core', 'abc'],
  lta: ['core', 'abc'],
  compile: ['core', 'abc', 'ltb', 'lta'],
  gltf: ['core'],
  import: ['core', 'abc', 'gltf'],
  drafting: ['core', 'abc', 'gltf', 'import'],
  export: ['core', 'abc', 'ltb', 'lta', 'import'],
  merge: ['core', 'abc', 'gltf', 'import', 'export'],
  convert: ['core', 'abc', 'ltb', 'lta', 'compile', 'export'],
  retarget: ['core', 'abc'],
  bindings: [
    'core',
    'abc',
    'dtx',
    'spr',
    'rez',
    'ltb',
    'lta',
    'gltf',
    'import',
    'drafting',
    'export',
    'merge',
    'convert',
    'retarget',
  ],
};

const files = Object.keys(BELOW).flatMap((room) =>
  readdirSync(join(WASM, room))
    .filter((name) => /\.(h|cpp)$/.test(name))
    .map((name) => join(room, name)),
);

/** The project's files that a file includes, as paths below wasm/: beside the file, or below wasm/. */
function included(file: string): string[] {
  const text = readFileSync(join(WASM, file), 'utf8');
  const paths = [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, path = '']) => path);
  return paths.map((path) => {
    const beside = normalize(join(dirname(file), path));
    return files.includes(beside) ? beside : path;
  });
}

const roomOf = (file: string) => dirname(file);

test('every include names a file that is there', () => {
  const missing = files.flatMap((file) => included(file).filter((path) => !files.includes(path)));
  expect(missing).toEqual([]);
});

test('a room includes only itself and the rooms below it', () => {
  const wrong = files.flatMap((file) =>
    included(file)
      .filter((path) => roomOf(path) !== roomOf(file) && !BELOW[roomOf(file)]?.includes(roomOf(path)))
      .map((path) => `${file} includes ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('no two files include each other, directly or by way of others', () => {
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (finished.has(file)) return;
    for (const next of included(file)) visit(next, [...path, file]);
    finished.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

test('the core names no format', () => {
  const named = files
    .filter((file) => roomOf(file) === 'core')
    .filter((file) => /\b(abc|dtx|spr|rez)::/.test(readFileSync(join(WASM, file), 'utf8')));
  expect(named).toEqual([]);
});

/** A source without what is no code: comments, literals and what the preprocessor reads. */
const codeOf = (file: string) =>
  readFileSync(join(WASM, file), 'utf8').replace(/\/\/.*|"(?:\\.|[^"\\\n])*"|^#.*/gm, '');

test('memory is owned by containers, texts are compared as such, and types are named by using', () => {
  // Checks of clang-tidy would take a minute for this (.clang-tidy). `= delete` is another word.
  const words = /\b(?:new|typedef)\b|(?<!= )\bdelete\b|\b(?:malloc|calloc|realloc|free|strn?cmp|strn?cpy)\(/g;
  const found = files.flatMap((file) =>
    [...codeOf(file).matchAll(words)].map(([word]) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});
