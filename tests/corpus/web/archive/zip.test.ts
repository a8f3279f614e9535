import { expect, test } from 'vitest';
import { listArchive } from '../../../../web/archive/list.ts';
import { readWhole } from '../../../../web/archive/read.ts';
import { BlobSource } from '../../../../web/archive/source.ts';
import { loadRez } from '../../../web/support/rez.ts';
import { corpusBytes } from '../../support.ts';

test('addon_badges_1.zip has 161 textures, each of which has its checksum', async () => {
  const blob = new Blob([corpusBytes('other/addon_badges_1.zip')]);
  const { kind, entries, problems } = await listArchive(new BlobSource(blob), 'badges.zip', { rez: loadRez });
  expect(problems).toEqual([]);
  const textures = entries.filter(({ path }) => /\.dtx$/i.test(path));
  expect(textures.length).toBe(161);
  for (const { place } of textures) {
    expect((await readWhole({ of: { blob }, kind, place })).length).toBe(place.size);
  }
});
