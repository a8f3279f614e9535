/** What the page says of a byte is what the command line says, and a link leads back to it. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { corpusFiles, corpusPath } from '../web/support/corpus.ts';
import { expect, openWith, test } from './support/page.ts';

/** A line of `lithoscope fields`. */
interface Leaf {
  offset: number;
  length: number;
  path: string;
  type: string;
  value: number | string;
}

/** What the card under the bytes says. */
interface Card {
  path: string;
  value: string;
  place: string;
}

const OFFSETS = 200;

const root = fileURLToPath(new URL('../../', import.meta.url));
const samples = join(root, 'public/samples');
const inSamples = readdirSync(samples)
  .filter((name) => /\.(abc|dtx)$/.test(name))
  .map((name) => join(samples, name));
const inCorpus = ['nolf/models', 'nolf/skins', 'kiss/models', 'kiss/skins', 'made', 'other'].flatMap(
  (folder) =>
    ['.abc', '.dtx'].flatMap((ending) =>
      corpusFiles(folder, ending).map((name) => corpusPath(join(folder, name))),
    ),
);

function fieldsOf(path: string): Leaf[] {
  const cli = join(root, 'dist-cli/lithoscope.mjs');
  let output: string;
  try {
    output = execFileSync(process.execPath, [cli, 'fields', path], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  } catch (error) {
    // Exit code 1: the file has errors, its fields are printed all the same.
    output = (error as { stdout: string }).stdout;
  }
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The same numbers in every run: a xorshift generator. */
function randomOffsets(size: number): number[] {
  let state = 0x2545f491;
  return Array.from({ length: OFFSETS }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % size;
  });
}

/**
 * Goes to each offset by the go-to field and reads the card. In one go inside the page: the card says at once
 * what is selected, and 200 pictures of the model would take a software renderer minutes.
 */
function cardsAt(page: Page, offsets: readonly number[]): Promise<Card[]> {
  return page.evaluate((offsets) => {
    const field = document.querySelector<HTMLInputElement>('#go-to');
    if (!field) throw new Error('no go-to field');
    return offsets.map((offset) => {
      field.focus();
      field.value = String(offset);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      const text = (selector: string) =>
        document.querySelector(`.inspector-card ${selector}`)?.textContent ?? '';
      const crumbs = [...document.querySelectorAll<HTMLElement>('.inspector-card .card-crumb')];
      return {
        path: crumbs.at(-1)?.title.replace(/^Select /, '') ?? '',
        value: text('.card-value'),
        place: text('.card-place'),
      };
    });
  }, offsets);
}

/** A value as the card writes it. */
function written({ type, value }: Leaf): string {
  if (typeof value === 'string' && /^(string|chars)$/.test(type)) return `“${value}”`;
  if (type === 'bytes') {
    const bytes = String(value).slice(0, 32).toUpperCase();
    return bytes.replace(/..(?=.)/g, '$& ') + (String(value).length > 32 ? ' …' : '');
  }
  const number = String(value).replace('-', '−');
  const isWhole = type !== 'f32' && Number(value) >= 10;
  return isWhole ? `${number} = 0x${Number(value).toString(16).toUpperCase()}` : number;
}

for (const file of [...inSamples, ...inCorpus]) {
  test(`the bytes of ${basename(file)} are what the command line says`, async ({ page }) => {
    const leaves = fieldsOf(file);
    const last = leaves.at(-1);
    const offsets = randomOffsets((last?.offset ?? 0) + (last?.length ?? 0));
    await openWith(page, file);
    await expect(page.locator('#go-to')).toBeVisible();
    const cards = await cardsAt(page, offsets);
    const expected = offsets.map((offset) => leaves.findLast((leaf) => leaf.offset <= offset));
    cards.forEach(({ path, value, place }, i) => {
      const offset = offsets[i] ?? 0;
      const leaf = expected[i];
      if (!leaf) throw new Error(`no leaf at ${offset}`);
      expect(path, `path at ${offset}`).toBe(leaf.path);
      // In a long text or a run of bytes just the byte itself is selected.
      const part = leaf.length > 4 && offset !== leaf.offset;
      const [at, length] = part ? [offset, 1] : [leaf.offset, leaf.length];
      const hex = `0x${at.toString(16).toUpperCase()}`;
      expect(place, `place at ${offset}`).toContain(`${length.toLocaleString('en-US')} byte`);
      expect(place, `place at ${offset}`).toContain(` at ${hex} (${at.toLocaleString('en-US')})`);
      if (!part) expect(value, `value at ${offset}`).toBe(written(leaf));
    });
  });
}
