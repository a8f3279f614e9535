import { expect, test } from 'vitest';
import { listArchive } from '../../../../web/archive/list.ts';
import { bytesSource } from '../../../../web/archive/source.ts';
import { loadRez } from '../../../web/support/rez.ts';
import { corpusBytes } from '../../support.ts';

test('ENGINE.REZ has 16 files', async () => {
  const bytes = corpusBytes('other/ENGINE.REZ');
  const { kind, entries, problems } = await listArchive(bytesSource(bytes), 'ENGINE.REZ', { rez: loadRez });
  expect([kind, entries.length, problems]).toEqual(['rez', 16, []]);
  // From its directory, read by hand.
  expect(entries.find(({ path }) => path === 'CONSOLE/CONSOLE_FONT.DTX')).toEqual({
    path: 'CONSOLE/CONSOLE_FONT.DTX',
    place: { offset: 36_091, packed: 65_700, size: 65_700, storage: 'plain' },
    time: 989_448_368_000,
    problem: '',
  });
});
