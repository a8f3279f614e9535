/** The page's chunks (tools/chunks.mjs) name what there is: a folder that moved would be split into one file a module. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHUNKS, isIn } from '../../../tools/chunks.mjs';

const root = join(import.meta.dirname, '../../..');

test('each place of a chunk is there', () => {
  const places = Object.values(CHUNKS).flat();
  expect(places.filter((place) => !existsSync(join(root, place.replace('!', ''))))).toEqual([]);
});

test('a place that is excepted is no part of a chunk', () => {
  const places = ['web/export/', '!web/export/film/'];
  expect(isIn('/home/web/export/tables.ts', places)).toBe(true);
  expect(isIn('/home/web/export/film/dialog.ts', places)).toBe(false);
});
