/** Archives as JavaScript opens them: read part by part, asked like any file. */
import { expect, test } from 'vitest';
import { loadRez, openRez } from '../support/rez.ts';

/** A resource as it is written: its name with the extension, and its data. */
type Files = readonly (readonly [name: string, data: string])[];

/** An archive of files in its root, written by docs/format/rez.md. */
function archiveOf(files: Files): Uint8Array {
  const bytes: number[] = [];
  const u32 = (value: number) =>
    bytes.push(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24);
  const text = (value: string) => bytes.push(...Array.from(value, (c) => c.charCodeAt(0)));
  text(
    `\r\n${'RezMgr Version 1 Copyright (C) 1995 MONOLITH INC.'.padEnd(60)}\r\n${'Made'.padEnd(60)}\r\n\x1a`,
  );
  const numbers = bytes.length;
  bytes.push(...new Array(41).fill(0));
  const places = files.map(([, data]) => {
    const pos = bytes.length;
    text(data);
    return [pos, data.length] as const;
  });
  const root = bytes.length;
  files.forEach(([file], i) => {
    const [name = '', extension = ''] = file.split('.');
    const [pos = 0, size = 0] = places[i] ?? [];
    for (const value of [0, pos, size, 989448368, i]) u32(value);
    text(Array.from(extension).reverse().join('').padEnd(4, '\0'));
    u32(0);
    text(`${name}\0\0`);
  });
  const out = Uint8Array.from(bytes);
  const view = new DataView(out.buffer);
  [1, root, out.length - root, 0, root, 0, 0, 0, 100].forEach((value, i) => {
    view.setUint32(numbers + 4 * i, value, true);
  });
  return out;
}

test('names with any letters arrive as they are stored', async () => {
  const names = ['a.b', 'caf\u00e9.txt', 'noextension', 'x\u0001\u007f.d'];
  const file = await openRez(archiveOf(names.map((name) => [name, name])));
  expect(file.entries().paths).toEqual(names);
  expect(file.entries(1, 2).paths).toEqual(names.slice(1, 3));
  expect(file.entries(4).paths).toEqual([]);
});

test('what is no archive says so, and by its name what it should have been', async () => {
  const bytes = new TextEncoder().encode('not an archive');
  const codes = async (name: string) => (await openRez(bytes, { name })).findings.map(({ code }) => code);
  expect(await codes('notes.txt')).toEqual(['NOT_REZ']);
  expect(await codes('HEAT.REZ')).toEqual(['REZ_ENCRYPTED']);
  const file = await openRez(new Uint8Array());
  expect(file.findings.map(({ code }) => code)).toEqual(['EMPTY_FILE']);
  expect([file.entryCount, file.entryAt(0), file.kinds()?.list]).toEqual([0, -1, []]);
});

test('a released archive answers with nothing, and its memory is free', async () => {
  const library = await loadRez();
  const bytes = archiveOf([['a.b', 'data']]);
  (await openRez(bytes)).release();
  const before = library.memory();
  const file = await openRez(bytes);
  expect(library.memory()).toBeGreaterThan(before);
  file.release();
  expect(library.memory()).toBe(before);
  expect(file.entries().paths).toEqual([]);
  expect(file.entryAt(170)).toBe(-1);
  await expect(file.read(0, 4)).resolves.toEqual(new Uint8Array());
});

test('a source that fails, shrinks or is given up rejects and leaves nothing behind', async () => {
  const library = await loadRez();
  const bytes = archiveOf([['a.b', 'data']]);
  const before = library.memory();
  const failing = library.open(bytes.length, () => Promise.reject(new Error('It has gone.')));
  await expect(failing).rejects.toThrow('It has gone.');
  const shrunk = library.open(bytes.length, async (start, end) => bytes.slice(start, end - 1));
  await expect(shrunk).rejects.toThrow('it has changed');
  const { signal } = AbortSignal.abort
    ? { signal: AbortSignal.abort(new Error('stopped')) }
    : { signal: undefined };
  const stopped = library.open(bytes.length, async (start, end) => bytes.slice(start, end), {
    ...(signal && { signal }),
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(library.memory()).toBe(before);
});

/** A directory of so many resources of one byte after a header, as large as the fields say. */
function flat(count: number): Uint8Array {
  const head = archiveOf([]);
  const line = 28 + 8 + 2;
  const out = new Uint8Array(168 + count + count * line);
  out.set(head);
  const view = new DataView(out.buffer);
  view.setUint32(131, 168 + count, true);
  view.setUint32(135, count * line, true);
  for (let i = 0; i < count; i++) {
    const at = 168 + count + i * line;
    view.setUint32(at + 4, 168 + i, true);
    view.setUint32(at + 8, 1, true);
    out.set(new TextEncoder().encode(i.toString(16).padStart(8, 'R')), at + 28);
  }
  return out;
}

// That the time is linear, the native tests count in basic blocks: a clock says little beside other tests.
test('a million entries open in bounded memory', { timeout: 60_000 }, async () => {
  const library = await loadRez();
  const opened = async (count: number) => {
    const bytes = flat(count);
    const before = library.memory();
    const file = await openRez(bytes);
    expect(file.entryCount).toBe(count);
    expect(file.findings).toEqual([]);
    const last = file.entries(count - 1);
    expect(last.paths).toEqual([(count - 1).toString(16).padStart(8, 'R')]);
    const memory = library.memory() - before;
    file.release();
    return memory;
  };
  await opened(1000);
  // 38 bytes of directory, a record of 32 for the data, and the place of the entry.
  expect(await opened(1_000_000)).toBeLessThan(120 * 1_000_000);
});
