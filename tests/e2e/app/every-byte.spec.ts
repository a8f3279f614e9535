/** What the page says of a byte is what the command line says, and a link leads back to it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { isCorpus, realFiles, realPath } from '../../web/support/real-files.ts';
import { day, thorough } from '../../web/support/thorough.ts';
import { dropBytes, expect, test } from '../support/page.ts';

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

/** Offsets of each file that are looked at. */
const OFFSETS = thorough ? 60 : 6;

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Models, then textures. */
const kinds = ['.abc', '.dtx'].map(realFiles);
const folders = [...new Set(kinds.flat().map((path) => dirname(path)))];

/** Every fourth one of a folder; the whole check takes all. */
const isTaken = (_: string, i: number) => thorough || i % 4 === 0;

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

/** The same numbers in every run of a day: a xorshift generator. */
function randomOffsets(size: number): number[] {
  let state = 0x2545f491 ^ day;
  return Array.from({ length: OFFSETS }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % size;
  });
}

/**
 * Goes to each offset by the search box and reads the card. In one go inside the page: the card says at once
 * what is selected, and so many pictures of the model would take a software renderer minutes.
 */
function cardsAt(page: Page, offsets: readonly number[]): Promise<Card[]> {
  return page.evaluate(async (offsets) => {
    const opened = async () => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'g', bubbles: true }));
      for (let turns = 0; turns < 1000; turns++) {
        const field = document.querySelector<HTMLInputElement>('dialog[open] #search');
        if (field) return field;
        await Promise.resolve();
        if (turns > 500) await new Promise((done) => setTimeout(done));
      }
      throw new Error('no search box');
    };
    const cards: Card[] = [];
    for (const offset of offsets) {
      const field = await opened();
      field.value = `#${offset}`;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      const text = (selector: string) =>
        document.querySelector(`.inspector-card ${selector}`)?.textContent ?? '';
      const crumbs = [...document.querySelectorAll<HTMLElement>('.inspector-card .card-crumb')];
      cards.push({
        path: crumbs.at(-1)?.title.replace(/^Select /, '') ?? '',
        value: text('.card-value'),
        place: text('.card-place'),
      });
    }
    return cards;
  }, offsets);
}

/** A value as the card writes it. */
function written({ path, type, value }: Leaf): string {
  if (typeof value === 'string' && /^(string|chars)$/.test(type)) return `“${value}”`;
  if (type === 'bytes') {
    const bytes = String(value).slice(0, 32).toUpperCase();
    return bytes.replace(/..(?=.)/g, '$& ') + (String(value).length > 32 ? ' …' : '');
  }
  const number = String(value).replaceAll('-', '−');
  const isWhole = type !== 'f32' && Number(value) >= 10;
  const hex = `0x${Number(value).toString(16).toUpperCase()}`;
  // An offset is written as offsets are; that of the last section leads nowhere.
  if (path.endsWith('.NextSectionOffset')) {
    return value === 0xffffffff ? `${hex} (none)` : `${hex} = ${value.toLocaleString('en-US')}`;
  }
  return isWhole ? `${number} = ${hex}` : number;
}

/** Where the card says to be after a link to each range of bytes, as the page hears of links. */
function reopened(page: Page, links: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (links) =>
      links.map((link) => {
        const newURL = new URL(`#${link}`, location.href).href;
        window.dispatchEvent(new HashChangeEvent('hashchange', { newURL }));
        return document.querySelector('.inspector-card .card-place')?.textContent ?? '';
      }),
    links,
  );
}

// One page shows all of a folder, one after the other.
for (const folder of folders) {
  const paths = kinds.flatMap((paths) => paths.filter((path) => dirname(path) === folder).filter(isTaken));
  const title = isCorpus ? relative(realPath(''), folder) || 'the folder' : 'the samples';
  test(`bytes of ${title} are what the command line says, and links lead back to them`, async ({ page }) => {
    test.setTimeout(60_000 * paths.length);
    await page.goto('.');
    for (const path of paths) {
      const name = basename(path);
      const leaves = fieldsOf(path);
      const last = leaves.at(-1);
      const offsets = randomOffsets((last?.offset ?? 0) + (last?.length ?? 0));
      await dropBytes(page, name, readFileSync(path));
      await expect(page.getByRole('grid', { name: `Bytes of ${name}` })).toBeVisible();
      const wanted = offsets.map((offset) => wantedAt(leaves, offset));
      // In one comparison: one for each takes longer than the page.
      const cards = (await cardsAt(page, offsets)).map((card) => ({ ...card, place: placeIn(card.place) }));
      expect(cards, `cards in ${name}`).toEqual(wanted.map(({ card }) => card));
      const links = wanted.map(({ link }) => link);
      const places = wanted.map(({ card }) => card.place);
      // What follows links comes when there is one.
      await page.goto(`./#${links[0]}`);
      await expect(page.locator('.inspector-card .card-place')).toContainText(places[0] ?? 'a place');
      expect((await reopened(page, links)).map(placeIn), `links into ${name}`).toEqual(places);
      // Some of them through the address itself: browsers stop a page whose address changes too often.
      for (let i = 20; i < OFFSETS; i += 20) {
        await page.goto(`./#${links[i]}`);
        await expect(page.locator('.inspector-card .card-place')).toContainText(places[i] ?? 'a place');
      }
      await page.keyboard.press('Alt+Shift+W');
      await expect(page.getByRole('grid', { name: `Bytes of ${name}` })).toBeHidden();
    }
  });
}

/** What the page is to say of the byte at an offset, and the link to what is selected there. */
function wantedAt(leaves: readonly Leaf[], offset: number): { card: Card; link: string } {
  const leaf = leaves.findLast((leaf) => leaf.offset <= offset);
  if (!leaf) throw new Error(`no leaf at ${offset}`);
  // In a long text or a run of bytes just the byte itself is selected.
  const part = leaf.length > 4 && offset !== leaf.offset;
  const [at, length] = part ? [offset, 1] : [leaf.offset, leaf.length];
  return {
    card: {
      path: leaf.path,
      place: placeOf(at, length),
      value: part ? (expect.any(String) as unknown as string) : written(leaf),
    },
    link: `sel=0x${at.toString(16).toUpperCase()}+${length}&v=1`,
  };
}

/** Which bytes, of a line that says type, place, and place in the parent. */
function placeIn(line: string): string {
  return /[\d,]+ bytes? at 0x\w+ \([\d,]+\)/.exec(line)?.[0] ?? line;
}

/** A range as the card says it. */
function placeOf(at: number, length: number): string {
  const bytes = `${length.toLocaleString('en-US')} byte${length === 1 ? '' : 's'}`;
  return `${bytes} at 0x${at.toString(16).toUpperCase()} (${at.toLocaleString('en-US')})`;
}
