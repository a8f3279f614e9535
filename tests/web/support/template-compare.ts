/** What a template declares beside what the file's parser found. */
import type { ParsedFile } from '@lithoscope/core';
import { expect } from 'vitest';
import { leafAt } from '../../../web/explain/field-lines.ts';
import { decodeLeaf } from '../../../web/explain/values.ts';
import { declaredOf, soundOutcomeOf, templateText } from './pattern-fields.ts';
import {
  type Declared,
  EDITOR_010,
  IMHEX,
  parseTemplate,
  runTemplate,
  type Template,
} from './template-interpreter.ts';

export type TemplateFormat = 'abc' | 'ltb' | 'dtx' | 'spr' | 'rez';

/** The templates of a format for ImHex and 010 Editor. */
export function templatesOf(format: TemplateFormat): readonly Template[] {
  return [
    parseTemplate(templateText(`${format}.hexpat`), IMHEX),
    parseTemplate(templateText(`${format}.bt`), EDITOR_010),
  ];
}

/** What finds the fields of a file by a template. */
export type TemplateReader = (bytes: Uint8Array) => Promise<Declared[]>;

/** The same templates, run by the tests' interpreter, and the one for ImHex also by that of the page. */
export function readersOf(format: TemplateFormat): readonly TemplateReader[] {
  const asOwnStructure = async (bytes: Uint8Array) =>
    declaredOf(await soundOutcomeOf(`${format}.hexpat`, bytes), bytes);
  const interpreted = templatesOf(format).map(
    (template) => async (bytes: Uint8Array) => runTemplate(template, bytes),
  );
  return [...interpreted, asOwnStructure];
}

export interface Line {
  offset: number;
  length: number;
  path: string;
  type: string;
  value: unknown;
}

/** The leaves of a file, with the values that `npx lithoscope fields` prints. */
export function linesOf(file: ParsedFile, bytes = file.bytes): Line[] {
  const { size } = file;
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
