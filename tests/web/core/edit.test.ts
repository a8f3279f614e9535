/** Changes as JavaScript asks for them. What they do to models is tested in C++ (edit_test.cpp). */
import type { Edited, EditOperation, EditRefusal, ParsedFile } from '@lithoscope/core';
import { expect, test, vi } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';

const core = await loadCore();
const editing = await loadEditing();
const model = core.open(sample('clockwork.abc'));

function edited(file: ParsedFile, ...operations: EditOperation[]): Edited {
  const result = editing.edit(file, operations);
  if ('refused' in result) throw new Error(result.refused);
  return result;
}

function refused(file: ParsedFile, ...operations: unknown[]): EditRefusal {
  const result = editing.edit(file, operations as EditOperation[]);
  if (!('refused' in result)) throw new Error('it was not refused');
  return result;
}

test('A number changes exactly its bytes', () => {
  const path = 'Header.InternalRadius';
  const { start } = model.resolve(path) ?? { start: -1 };
  const { bytes, splices, lists } = edited(model, { op: 'set', path, value: -2.5 });
  const expected = model.bytes.slice();
  new DataView(expected.buffer).setFloat32(start, -2.5, true);
  expect(Buffer.compare(bytes, expected)).toBe(0);
  expect(lists).toEqual([]);
  expect(splices).toHaveLength(1);
  expect(splices[0]?.start).toBeGreaterThanOrEqual(start);
  expect(splices[0]?.end).toBeLessThanOrEqual(start + 4);
});

test('A text of another length moves what is after it, and the offsets of the sections follow', () => {
  const { bytes } = edited(model, { op: 'set', path: 'Header.CommandString', value: 'Grün' });
  const after = model.withBytes(bytes);
  expect(after.info.commandString).toBe('Grün');
  expect(after.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const grown = bytes.length - model.bytes.length;
  expect(after.info.sections.slice(1).map(({ offset }) => offset)).toEqual(
    model.info.sections.slice(1).map(({ offset }) => offset + grown),
  );
  after.release();
});

test('What is no change of this file is refused with a sentence, and says which one it was', () => {
  const good: EditOperation = { op: 'set', path: 'Header.InternalRadius', value: 1 };
  const wrong: [unknown, RegExp][] = [
    [{ op: 'set', path: 'Header.CommandString', value: '✓' }, /Latin-1/],
    [{ op: 'set', path: 'Header.Nothing', value: 1 }, /Header has no field “\.Nothing”/],
    [{ op: 'set', path: 'Header.InternalRadius', value: Number.NaN }, /finite/],
    [{ op: 'set', path: 'Header.InternalRadius', value: null }, /value/],
    [{ op: 'set', path: 'Pieces.Pieces[0].MaterialIndex', value: 70000 }, /65,535/],
    [{ op: 'turn', path: '' }, /turn/],
    [{ op: 'bytes', start: 5, end: 4, value: new Uint8Array() }, /bytes/],
    [{ op: 'bytes', start: 0, end: 4, value: 'abcd' }, /Uint8Array/],
    [null, /op/],
  ];
  for (const [operation, words] of wrong) {
    const { refused: reason, operation: index, canForce } = refused(model, good, operation);
    expect(reason).toMatch(words);
    expect([index, canForce]).toEqual([1, false]);
  }
});

test('The header of a texture is changed, and nothing else of it', async () => {
  const dtx = await loadDtx();
  const texture = dtx.open(sample('clockwork.dtx'));
  const path = 'Header.CommandString';
  const { start, end } = texture.resolve(path) ?? { start: 0, end: 0 };
  const { bytes } = edited(texture, { op: 'set', path, value: 'DetailTex x' });
  expect(bytes.length).toBe(texture.bytes.length);
  expect(bytes.subarray(0, start)).toEqual(texture.bytes.subarray(0, start));
  expect(bytes.subarray(end)).toEqual(texture.bytes.subarray(end));
  expect(new TextDecoder('latin1').decode(bytes.subarray(start, start + 12))).toBe('DetailTex x\0');
  expect(refused(texture, { op: 'set', path, value: 'x'.repeat(128) }).refused).toMatch(/127/);
});

test('Of files that are changed two are kept as they were read, until they are released', () => {
  const change: EditOperation = { op: 'set', path: 'Header.InternalRadius', value: 1 };
  const open = () => core.open(sample('clockwork.abc'));
  const files = [open(), open(), open(), open()];
  const sizes = files.map((file) => {
    edited(file, change);
    return editing.memory();
  });
  // Nothing is kept of the first two; what they were read into is used again.
  expect(Math.abs((sizes[3] ?? 0) - (sizes[2] ?? 0))).toBeLessThan(100);
  for (const file of files) file.release();
  const least = editing.memory();
  expect(least).toBeLessThan((sizes[3] ?? 0) - 2 * sample('clockwork.abc').length);
  const again = open();
  for (let i = 0; i < 3; i++) edited(again, change);
  const once = editing.memory();
  edited(again, change);
  expect(Math.abs(editing.memory() - once)).toBeLessThan(100);
  again.release();
  expect(Math.abs(editing.memory() - least)).toBeLessThan(100);
  expect(refused(again, change).refused).toContain('cannot be changed');
});

test('A file of which only the findings are settled is not kept, and is listened to once', () => {
  const damaged = sample('clockwork.abc');
  // The header's count of faces.
  new DataView(damaged.buffer).setUint32(36, 7);
  const file = core.open(damaged);
  const listened = vi.spyOn(file, 'onRelease');
  const before = editing.memory();
  for (let i = 0; i < 3; i++) editing.settleFixes(file);
  expect(file.findings.some(({ fix }) => fix !== '')).toBe(true);
  expect(Math.abs(editing.memory() - before)).toBeLessThan(100);
  const good: EditOperation = { op: 'set', path: 'Header.InternalRadius', value: 1 };
  edited(file, good);
  const kept = editing.memory();
  expect(kept).toBeGreaterThan(before + damaged.length);
  // What is being edited stays.
  editing.settleFixes(file);
  expect(editing.memory()).toBeGreaterThanOrEqual(kept);
  expect(listened).toHaveBeenCalledTimes(1);
  file.release();
  expect(Math.abs(editing.memory() - before)).toBeLessThan(100);
});
