/** No module looks for the elements of another one: who makes an element passes it on, or names it in ui/regions.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../../web');

test('the page is not searched for elements', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(sources.length).toBeGreaterThan(400);
  const searching = /\bdocument\s*(\.(body|documentElement))?\s*\.(querySelector|getElementsByClassName)/;
  expect(sources.filter((name) => searching.test(readFileSync(join(web, name), 'utf8')))).toEqual([]);
});
