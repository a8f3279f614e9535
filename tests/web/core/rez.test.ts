/** Archives as JavaScript opens them: read part by part, asked like any file. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { corpusNote, corpusPath, hasCorpus } from '../support/corpus.ts';
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

describe.skipIf(!hasCorpus)(`the archive of the engine${corpusNote}`, () => {
  const bytes = hasCorpus ? new Uint8Array(readFileSync(corpusPath('other/ENGINE.REZ'))) : new Uint8Array();

  test('lists its 16 resources', async () => {
    const file = await openRez(bytes);
    expect(file.info.format).toBe('rez');
    expect(file.info.version).toBe(1);
    expect(file.findings).toEqual([]);
    expect(file.engine.verdict).toBe('loads');
    expect([file.entryCount, file.folderCount]).toEqual([16, 2]);
    const { paths, offset, size, time } = file.entries();
    expect(paths[0]).toBe('CONSOLE/CONSOLE_FONT.DTX');
    expect([offset[0], size[0], time[0]]).toEqual([36091, 65700, 989448368]);
    // A DTX of version −5.
    expect([...bytes.subarray(36091, 36099)]).toEqual([0, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff]);
    expect(file.kinds()?.list).toEqual([
      { extension: 'dtx', count: 1, bytes: 65700 },
      { extension: 'ltb', count: 15, bytes: 35923 },
    ]);
  });

  test('says of every byte which resource it is', async () => {
    const file = await openRez(bytes);
    const { paths, offset, size } = file.entries();
    paths.forEach((path, i) => {
      const start = offset[i] ?? 0;
      expect([file.entryAt(start), file.entryAt(start + (size[i] ?? 0) - 1)]).toEqual([i, i]);
      const [place] = file.ancestors(start);
      expect(place).toMatchObject({ label: path, type: 'bytes', state: 'known', start });
      // Its line in a directory; other names may have this one in them.
      const lines = file.search(nameIs(path), 0, 100_000).paths.filter((found) => found.endsWith('.Name'));
      expect(lines.map((line) => file.entryAt(file.resolve(line)?.start ?? -1))).toContain(i);
    });
    expect(file.entryAt(0)).toBe(-1);
    expect(file.entryAt(bytes.length)).toBe(-1);
    // Between the data and the directories nothing else lies but what nothing names.
    expect(file.parts().map(({ type, offset, size }) => [type, offset, size])).toEqual([
      ['Header', 0, 168],
      ['Resource', 168, 101623],
      ['Directory', 101791, 42],
      ['Directory', 101875, 792],
      ['Directory', 103459, 53],
    ]);
    expect(file.coverage).toEqual({ known: 102678, opaque: 0, unreferenced: 834, unparsed: 0 });
  });

  test('is covered by leaves, whose paths lead back to them', async () => {
    const file = await openRez(bytes);
    const { offset, length } = file.leaves(0, bytes.length);
    const paths = file.paths(0, bytes.length);
    let at = 0;
    for (let i = 0; i < paths.length; i++) {
      expect(offset[i]).toBe(at);
      at += length[i] ?? 0;
      expect(file.resolve(paths[i] ?? '')).toMatchObject({ start: offset[i], end: at });
    }
    expect(at).toBe(bytes.length);
  });

  test('reads no more than header and directories', async () => {
    const asked: [number, number][] = [];
    const library = await loadRez();
    const file = await library.open(bytes.length, async (start, end) => {
      asked.push([start, end]);
      return bytes.slice(start, end);
    });
    // In blocks of 64 KB: the file has two.
    expect(asked).toEqual([
      [0, 65536],
      [65536, 103512],
    ]);
    await expect(file.read(168, 172)).resolves.toEqual(bytes.slice(168, 172));
    expect(file.at(168, 172)).toBeNull();
  });
});

const nameIs = (path: string) => {
  const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.')).toLowerCase();
  return [{ part: 'value', comparison: 'contains', text: name, number: null } as const];
};

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

/** A directory of so many resources of one byte behind a header, as large as the fields say. */
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
