/** The lists of a model as JavaScript makes them of the core's columns. */
import type { Lithoscope } from '@lithoscope/core';
import { beforeAll, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

/** A chain of sections of these names, without data; what follows is not in the usual files. */
function chainOf(names: readonly string[]): Uint8Array {
  const bytes: number[] = [];
  names.forEach((name, i) => {
    const head = [...name].map((character) => character.charCodeAt(0));
    bytes.push(head.length & 0xff, head.length >> 8, ...head);
    const next = i + 1 < names.length ? bytes.length + 4 : 0xffffffff;
    for (const shift of [0, 8, 16, 24]) bytes.push((next >>> shift) & 0xff);
    // The version, which is all that is needed of a header here.
    if (i === 0) bytes.push(12, 0, 0, 0);
    if (i === 0 && names.length > 1) bytes[8] = (bytes[8] ?? 0) + 4;
  });
  return Uint8Array.from(bytes);
}

test('names of sections are Latin-1, of any length', () => {
  // In windows-1252, which browsers take for Latin-1, the bytes 0x80 to 0x9F are other characters.
  const all = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i));
  const long = all.repeat(200);
  const names = ['Header', 'x', '', '\x80', all, long];
  const { sections } = core.open(chainOf(names)).info;
  expect(sections.map(({ type }) => type)).toEqual(names);
});

test('100,000 sections are 100,000 entries, which cover the file', () => {
  const names = ['Header', ...Array.from({ length: 100_000 }, (_, i) => (i % 2 ? 'a' : ''))];
  const bytes = chainOf(names);
  const { sections } = core.open(bytes).info;
  expect(sections).toHaveLength(names.length);
  let end = 0;
  for (const [i, { type, offset, size, next }] of sections.entries()) {
    if (type !== names[i] || offset !== end) expect.fail(`section ${i} is ${type} at ${offset}`);
    end = offset + size;
    expect(next).toBe(i + 1 < names.length ? end : 0xffffffff);
  }
  expect(end).toBe(bytes.length);
});
