/** Workers are asked and answer in one way: by `TaskWorker` and `serve`. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../../web');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(web, name), 'utf8') }));
const started = sources.flatMap(({ name, text }) =>
  [...text.matchAll(/new Worker\(new URL\('([^']+)'/g)].map(([, path = '']) => join(dirname(name), path)),
);

describe('workers', () => {
  test('are all found', () => expect(started.length).toBeGreaterThan(9));

  test.each(started)('%s serves', (path) => {
    expect(sources.find(({ name }) => name === path)?.text).toMatch(/\bserve<\w+>\(/);
  });

  test('are not spoken to in any other way', () => {
    const own =
      /\bself\.(postMessage|onmessage|addEventListener)|\bworker\??\.(postMessage|onmessage|onerror)/i;
    const others = sources.filter(({ name, text }) => own.test(text) && !/^ui.tasks.worker\.ts$/.test(name));
    expect(others.map(({ name }) => name).filter((name) => name !== 'service-worker.ts')).toEqual([]);
  });
});
