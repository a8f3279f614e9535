/** Links of the pages into the sources name what is there, with the line that it is on. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { WRITE_FINDINGS } from '../../../tools/docs/findings-page.mjs';
import { linkedPages, withLines } from '../../../tools/docs/source-links.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the lines in the committed pages are those of the sources', () => {
  for (const [path, text] of linkedPages()) {
    expect(text.match(/#L\d+\)/g)?.length, path).toBeGreaterThan(30);
    expect(read(path), `${path} is out of date: ${WRITE_FINDINGS}`).toBe(text);
  }
});

const SOURCES: Readonly<Record<string, string>> = {
  'web/a.ts': `import { called } from './b.ts';
export async function openFile(): Promise<void> {
  called();
}
const LIMIT = 3;
class Stage {
  readonly #draw = (): void => this.render();
  override async render<T>(): Promise<T> {
    called();
  }
}
class Scene {
  render(): void {}
}
function openFile2(): void {}
function twice(): void;
function twice(): void {}
`,
  'wasm/a.cpp': `Document parse(Bytes bytes);
class Editor;
struct Walk final : Base {
};
Document parse(Bytes bytes) {
    return read(bytes);
}
bool Editor::set(const Place& place,
                 int value) {
}
void pose(int a) {}
void pose(float a) {}
`,
};

/** The link to a name, as the command writes it. */
const linkTo = (name: string, path: string, line = '') =>
  withLines(
    'docs/architecture.md',
    `[\`${name}\` (${path}${line})](../${path})`,
    (source) => SOURCES[source] ?? '',
  );

describe('a link leads to the line of', () => {
  it.each([
    ['openFile', 'web/a.ts', 2],
    ['LIMIT', 'web/a.ts', 5],
    ['Stage', 'web/a.ts', 6],
    ['Stage.#draw', 'web/a.ts', 7],
    ['Stage.render', 'web/a.ts', 8],
    ['Scene.render', 'web/a.ts', 13],
    ['Walk', 'wasm/a.cpp', 3],
    ['parse', 'wasm/a.cpp', 5],
    ['Editor::set', 'wasm/a.cpp', 8],
  ])('%s in %s', (name, path, line) => {
    const link = `[\`${name}\` (${path}:${line})](../${path}#L${line})`;
    expect(linkTo(name, path)).toBe(link);
    expect(linkTo(name, path, ':99')).toBe(link);
  });
});

describe('a link is refused', () => {
  it.each([
    ['called', 'web/a.ts', 'defines called 0 times'],
    ['Stage.called', 'web/a.ts', 'defines Stage.called 0 times'],
    ['Stage.gone', 'web/a.ts', 'defines Stage.gone 0 times'],
    ['twice', 'web/a.ts', 'defines twice 2 times (lines: 16, 17)'],
    ['Editor', 'wasm/a.cpp', 'defines Editor 0 times'],
    ['read', 'wasm/a.cpp', 'defines read 0 times'],
    ['pose', 'wasm/a.cpp', 'defines pose 2 times (lines: 11, 12)'],
  ])('to %s in %s', (name, path, words) => {
    expect(() => linkTo(name, path)).toThrow(words);
  });

  it('where its words and its target are two files', () => {
    expect(() => withLines('docs/architecture.md', '[`a` (web/a.ts)](../web/b.ts)', () => '')).toThrow(
      'leads to ../web/b.ts',
    );
  });
});

test('other links stay as they are', () => {
  const text = '[`tools/docs`](../tools/docs) and [Contributing](../CONTRIBUTING.md#test-one-part)';
  expect(withLines('docs/architecture.md', text, () => '')).toBe(text);
});
