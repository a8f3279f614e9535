import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { corpusNote, corpusPath, hasCorpus } from './support/corpus.ts';
import { openRez } from './support/rez.ts';

test.skipIf(!hasCorpus)(`the archive of the engine lists its 16 resources${corpusNote}`, async () => {
  const file = await openRez(new Uint8Array(readFileSync(corpusPath('other/ENGINE.REZ'))));
  expect(file.info.format).toBe('rez');
  expect(file.findings).toEqual([]);
  expect(file.entryCount).toBe(16);
  const { paths, offset, size } = file.entries();
  expect(paths[0]).toBe('CONSOLE/CONSOLE_FONT.DTX');
  expect([offset[0], size[0]]).toEqual([36091, 65700]);
  expect(file.entryAt(36091)).toBe(0);
  expect(file.resolve('Resource#16')?.label).toBe('CONSOLE/CONSOLE_FONT.DTX');
});
