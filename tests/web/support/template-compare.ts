/** What a template declares beside what the file's parser found. */
import { readFileSync } from 'node:fs';
import type { ParsedFile } from '@lithoscope/core';
import { expect } from 'vitest';
import { leafAt } from '../../../web/explain/field-lines.ts';
import { decodeLeaf } from '../../../web/explain/values.ts';
import { type Declared, EDITOR_010, IMHEX, parseTemplate, type Template } from './template-interpreter.ts';

/** The templates of a format for both programs. */
export function templatesOf(format: 'abc' | 'dtx'): readonly Template[] {
  const text = (extension: string) =>
    readFileSync(new URL(`../../../public/templates/${format}.${extension}`, import.meta.url), 'utf8');
  return [parseTemplate(text('hexpat'), IMHEX), parseTemplate(text('bt'), EDITOR_010)];
}

export interface Line {
  offset: number;
  length: number;
  path: string;
  type: string;
  value: unknown;
}

/** The leaves of a file, with the values that `npx lithoscope fields` prints. */
export function linesOf(file: ParsedFile): Line[] {
  const { bytes, size } = file;
  const leaves = file.leaves(0, size);
  return file.paths(0, size).map((path, i) => {
    const { offset, length, type } = leafAt(leaves, i);
    return { offset, length, path, type, value: decodeLeaf(bytes, offset, length, type) };
  });
}

/** Compares everything that a template declares with everything that the file's parser found; both in file order. */
export function compare(declared: readonly Declared[], lines: readonly Line[], size: number): void {
  let end = 0;
  for (const { offset, length, value } of declared) {
    if (value === null) continue;
    // Every byte once, none left out.
    if (offset !== end) throw new Error(`bytes ${end} to ${offset}`);
    end = offset + length;
  }
  expect(end).toBe(size);
  let at = 0;
  for (const line of lines) {
    const { offset, length, path, type, value } = line;
    // What stands around a field, and the letters of the string before it.
    while (at < declared.length && !isAt(declared[at], line)) at++;
    const found = declared[at];
    if (found?.length !== length)
      throw new Error(`${path} at ${offset} is not declared with ${length} bytes`);
    if (type === 'string' || type === 'bytes' || type === 'chars') continue;
    if (found.type !== null && found.type !== type)
      throw new Error(`${path} is a ${found.type}, not a ${type}`);
    const read = type === 'f32' ? Math.fround(Number(value)) : value;
    if (!Object.is(found.value, read)) throw new Error(`${path}: ${found.value} for ${value}`);
  }
}

function isAt(declared: Declared | undefined, { offset, path }: Line): boolean {
  return declared?.offset === offset && declared.path === path;
}
