/** What the browser keeps is read, checked and pruned in one place: web/store/kept.ts and web/store/records.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../../web');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(web, name), 'utf8') }));

const naming = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

/** What stands in a group of a pattern, everywhere. */
const found = (pattern: RegExp) =>
  sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, key = '']) => key)).sort();

describe('what the browser keeps', () => {
  test.each([
    [/\blocalStorage\./, 'store/kept.ts'],
    [/\bindexedDB\b|from 'idb-keyval'/, 'store/records.ts'],
    [/\bsessionStorage\b/, 'opening/session.ts'],
  ])('is reached at one place: %s', (pattern, place) => {
    expect(naming(pattern)).toEqual([place]);
  });

  test('is declared once for each key', () => {
    // `*` is what an element adds to its key.
    const keys = found(/\bkept(?:Signals?)?\(\s*['`]([^'`]+)['`]/g).map((key) =>
      key.replace(/\$\{.*\}/, '*'),
    );
    expect(keys).toEqual([
      'changes',
      'collapsed.card',
      'collapsed.left',
      'collapsed.right',
      'collapsed.sheet',
      'export.glb',
      'export.several',
      'film',
      'follows',
      'group.*',
      'hex',
      'inspector.order',
      'inspector.readings',
      'keys.changed',
      'keys.single',
      'library',
      'outline.raw',
      'own.patterns',
      'pane.whole',
      'picture',
      'play-on-open',
      'recent',
      'recent.some',
      'search.used',
      'size*',
      'theme',
      'tour',
      'transitions',
      'view',
    ]);
  });

  test('lies in one store of each database', () => {
    expect(found(/new Records\('([^']+)'/g)).toEqual([
      'lithoscope',
      'lithoscope-bookmarks',
      'lithoscope-changes',
      'lithoscope-launched',
      'lithoscope-picture-uses',
      'lithoscope-pictures',
      'lithoscope-recent-pictures',
      'lithoscope-session',
    ]);
  });
});
