/** A real archive, taken apart and packed again: what is as the makers' tool wrote it, and what is not. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRez } from '../../../support/rez-reader.ts';
import { lithoscope } from '../../../web/support/cli.ts';
import { corpusBytes, corpusPath } from '../../support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-pack-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ENGINE = 'other/ENGINE.REZ';

/** What is the same in whatever order it stands. */
function contentsOf(bytes: Uint8Array) {
  const { resources, ...header } = readRez(bytes);
  const files = resources.map(({ path, pos, size, time, comment, keys }) => [
    path,
    size,
    time,
    comment,
    keys,
    Buffer.from(bytes.subarray(pos, pos + size)).toString('base64'),
  ]);
  return { header, resources, files: files.toSorted() };
}

describe('ENGINE.REZ', () => {
  const before = contentsOf(corpusBytes(ENGINE));

  test('extracted and packed has the same files, and the same numbers in its header', async () => {
    await lithoscope('extract', corpusPath(ENGINE), '-o', join(folder, 'files'));
    const { code } = await lithoscope('pack', join(folder, 'files'), '-o', join(folder, 'NEW.REZ'));
    expect(code).toBe(0);
    const bytes = new Uint8Array(readFileSync(join(folder, 'NEW.REZ')));
    const after = contentsOf(bytes);
    expect(after.files).toEqual(before.files);
    const { title, rootPos, rootTime, folders, ...same } = after.header;
    expect(before.header).toMatchObject(same);
    // An archive of the engine's own, without the title of games.
    expect([before.header.title.trim(), title.trim()]).toEqual(['', 'LithTech Resource File']);
    // After each directory but the root lie as many bytes that nothing names as it has itself; it is no time.
    const inner = before.header.rootPos - rootPos;
    expect(inner).toBe((before.header.rootPos - before.header.nextWritePos) / 2);
    expect([before.header.rootTime, rootTime]).toEqual([4245976, before.header.time]);
    expect(folders.map(({ path, time }) => [path, time])).toEqual(
      before.header.folders.map(({ path, time }) => [path, time]),
    );
    // Numbers are those of the order: sorted here, as the disk gave the files there.
    const ids = (of: typeof before) =>
      of.resources.filter(({ path }) => path.startsWith('RENDERSTYLES')).map(({ id }) => id);
    expect(ids(after)).toEqual(ids(before).toSorted((a, b) => a - b));
  });

  test('packed from itself keeps numbers and title', async () => {
    await lithoscope('pack', corpusPath(ENGINE), '-o', join(folder, 'SAME.REZ'));
    const after = contentsOf(new Uint8Array(readFileSync(join(folder, 'SAME.REZ'))));
    expect(after.files).toEqual(before.files);
    expect(after.header.title).toBe(before.header.title);
    const ids = (of: typeof before) => of.resources.map(({ path, id }) => [path, id]).toSorted();
    expect(ids(after)).toEqual(ids(before));
  });
});

test('a real zip is packed again with the same bytes of each file', async () => {
  const zip = corpusPath('other/addon_badges_1.zip');
  await lithoscope('pack', zip, '-o', join(folder, 'badges.REZ'));
  await lithoscope('pack', join(folder, 'badges.REZ'), '-o', join(folder, 'badges.zip'));
  const listed = async (name: string) =>
    (await lithoscope('list', name)).stdout.toLowerCase().split('\n').toSorted();
  expect(await listed(join(folder, 'badges.zip'))).toEqual(await listed(zip));
  const { code, stdout } = await lithoscope(
    ...[
      'pack',
      join(folder, 'badges.zip'),
      '--changed-from',
      zip,
      '-o',
      join(folder, 'none.zip'),
      '--dry-run',
    ],
  );
  // Nothing is left over: every file is in the original with the same bytes.
  expect([code, stdout]).toEqual([2, '']);
});
