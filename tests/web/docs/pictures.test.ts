/** The pictures of the guide: those that the pages show are there, in both themes, and no others. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PICTURES } from '../../../tools/docs/pictures.mjs';
import { pictureSize } from '../../../tools/docs-site/picture-size.ts';

const docs = join(import.meta.dirname, '../../../docs');
const folder = join(docs, 'guide/pictures');
const files = readdirSync(folder).sort();
const pages = readdirSync(join(docs, 'guide')).filter((name) => name.endsWith('.md'));
const textOf = (page: string) => readFileSync(join(docs, 'guide', page), 'utf8');

const MAX_BYTES = 100_000;
const MAX_CLIP = 300_000;
const MAX_TOTAL = 3_500_000;

/** Names of those that move. */
const CLIPS = PICTURES.filter(({ moves }) => moves).map(({ name }) => name);

/** As the documentation site reads them (tools/docs-site/pictures.ts). */
const BLOCK =
  /^<picture>\n {2}<source media="\(prefers-color-scheme: dark\)" srcset="pictures\/([\w-]+)-dark\.webp">\n {2}<img src="pictures\/([\w-]+)-light\.webp" alt="([^"]+)">\n<\/picture>\n\n/gm;

const shown = pages.flatMap((page) =>
  [...textOf(page).matchAll(BLOCK)].map(([, dark = '', light = '', alt = '']) => ({
    page,
    dark,
    light,
    alt,
  })),
);

test('every page of the guide has a picture, written in the one way that the site and the forges read', () => {
  for (const page of pages) {
    const tags = textOf(page).match(/<img|<picture|<source/g) ?? [];
    const here = shown.filter((picture) => picture.page === page);
    expect(here.length, page).toBeGreaterThan(0);
    expect(tags.length, page).toBe(3 * here.length);
  }
});

test('a picture is one thing in both themes, and is described in words', () => {
  for (const { page, dark, light, alt } of shown) {
    expect(dark, page).toBe(light);
    expect(alt.length, `${page}: ${alt}`).toBeGreaterThan(30);
    expect(alt, page).not.toMatch(/[<>"]/);
  }
});

test('every picture that a page shows is there, every file is shown, and a command draws each', () => {
  const names = [...new Set(shown.map(({ light }) => light))].sort();
  expect(files).toEqual(names.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]));
  const drawn = PICTURES.filter(({ alone }) => !alone).map(({ name }) => name);
  expect(drawn.toSorted()).toEqual(names);
});

test('pictures are small, of one size in both themes, and small together', () => {
  const bytes = files.map((file) => statSync(join(folder, file)).size);
  files.forEach((file, i) => {
    const isClip = CLIPS.includes(file.replace(/-\w+\.webp$/, ''));
    expect(bytes[i], file).toBeLessThan(isClip ? MAX_CLIP : MAX_BYTES);
  });
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_TOTAL);
  const sizeOf = (file: string) => pictureSize(readFileSync(join(folder, file)));
  for (const file of files) {
    expect(sizeOf(file), file).toEqual(sizeOf(file.replace('-dark', '-light')));
    expect(sizeOf(file)?.width, file).toBeLessThanOrEqual(1280);
  }
});

test('clips are short: nothing has to stop them', () => {
  for (const { name, moves } of PICTURES) {
    if (!moves) continue;
    const file = readFileSync(join(folder, `${name}-light.webp`));
    const loops = file.readUInt16LE(file.indexOf('ANIM') + 12);
    expect(loops, name).toBeGreaterThan(0);
    expect(moves.frames * moves.ms * loops, name).toBeLessThan(5000);
  }
});

describe('the size of a picture', () => {
  const made = (size: number, ...parts: readonly [offset: number, bytes: string | readonly number[]][]) => {
    const buffer = Buffer.alloc(size);
    for (const [offset, bytes] of parts) Buffer.from(bytes as string, 'latin1').copy(buffer, offset);
    return buffer;
  };

  test('is read from PNG and the three kinds of WebP', () => {
    const webp = (kind: string, offset: number, bytes: readonly number[]) =>
      made(40, [0, 'RIFF'], [8, 'WEBP'], [12, kind], [offset, bytes]);
    const expected = { width: 300, height: 200 };
    expect(pictureSize(webp('VP8 ', 26, [0x2c, 1, 200, 0]))).toEqual(expected);
    expect(pictureSize(webp('VP8X', 24, [0x2b, 1, 0, 199, 0, 0]))).toEqual(expected);
    const bits = 299 | (199 << 14);
    expect(pictureSize(webp('VP8L', 21, [bits, bits >> 8, bits >> 16, bits >> 24]))).toEqual(expected);
    expect(pictureSize(made(40, [1, 'PNG'], [16, [0, 0, 1, 0x2c, 0, 0, 0, 200]]))).toEqual(expected);
    expect(pictureSize(webp('????', 0, []))).toBeNull();
    expect(pictureSize(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))).toBeNull();
  });
});
