/** The archive of the engine: ENGINE.REZ. */
import { expect, test } from 'vitest';
import { loadRez, openRez } from '../../../web/support/rez.ts';
import { corpusBytes } from '../../support.ts';

const bytes = corpusBytes('other/ENGINE.REZ');

const nameIs = (path: string) => {
  const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.')).toLowerCase();
  return [{ part: 'value', comparison: 'contains', text: name, number: null } as const];
};

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
