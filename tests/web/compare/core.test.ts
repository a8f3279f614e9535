/** What holds for a comparison whatever the two files are: models, textures, sprites, archives, and nothing of these. */
import { basename } from 'node:path';
import type { ComparedPlace, ParsedFile } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseBytes } from '../../../web/archive/opened.ts';
import { quietContext } from '../support/cli.ts';
import { type ComparedFiles, compareFiles, expectTiled } from '../support/compare.ts';
import { loadEditing } from '../support/editing.ts';
import { fixtures } from '../support/fixtures.ts';
import { realFiles } from '../support/real-files.ts';
import { openRez } from '../support/rez.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../support/samples.ts';

let open: (name: string, bytes: Uint8Array) => Promise<ParsedFile>;

beforeAll(async () => {
  await loadEditing();
  const openers = await quietContext();
  open = (name, bytes) =>
    name.endsWith('.rez') ? openRez(bytes, { name }) : parseBytes(openers, name, bytes);
});

/** Each difference is where its paths lead: there is what it is about. */
function expectPlaces({ groups }: ComparedFiles, left: ParsedFile, right: ParsedFile): void {
  const expectAt = (file: ParsedFile, place: ComparedPlace | null) => {
    if (!place) return;
    const { start, end } = file.resolve(place.path) ?? {};
    expect({ start, end }, place.path).toEqual({ start: place.start, end: place.end });
  };
  for (const { differences } of groups) {
    for (const difference of differences) {
      expectAt(left, difference.left);
      expectAt(right, difference.right);
      expect(difference.left === null).toBe(difference.kind === 'added');
      expect(difference.right === null).toBe(difference.kind === 'removed');
    }
  }
}

/** How many of a kind are counted. */
const count = ({ tallies }: ComparedFiles, kind: string) =>
  tallies.reduce((sum, tally) => (tally.kind === kind ? sum + tally.count : sum), 0);

function expectSound(left: ParsedFile, right: ParsedFile): void {
  const there = compareFiles(left, right);
  const back = compareFiles(right, left);
  expect(there.isPartial).toBe(left.isPartial || right.isPartial);
  expect(there.same).toBe(!there.isPartial && Buffer.compare(left.bytes, right.bytes) === 0);
  expectTiled(there, left, right);
  expectPlaces(there, left, right);
  expect(count(there, 'added')).toBe(count(back, 'removed'));
  expect(count(there, 'removed')).toBe(count(back, 'added'));
}

async function expectSoundInTurn(files: readonly (readonly [string, Uint8Array])[]): Promise<void> {
  for (const [i, [name, bytes]] of files.entries()) {
    const [otherName, otherBytes] = files[(i + 1) % files.length] ?? [name, bytes];
    const [left, right] = [await open(name, bytes), await open(otherName, otherBytes)];
    expectSound(left, right);
    for (const file of [left, right]) file.release();
  }
}

describe('a comparison covers both files, and leads to each difference', () => {
  test('of real files, each and the next', () => {
    const paths = [CLOCKWORK, JELLYFISH, CLOCKWORK_SKIN, ...realFiles('.abc').slice(0, 4)];
    return expectSoundInTurn(paths.map((path) => [basename(path), bytesOf(path)]));
  });

  test('of the fixtures, each and the next', () => expectSoundInTurn([...fixtures]));

  test('of fixtures of unlike kinds', () => {
    const first = (ending: string) => [...fixtures].filter(([name]) => name.endsWith(ending)).slice(0, 3);
    const [models, textures, sprites, archives] = ['.abc', '.dtx', '.spr', '.rez'].map(first);
    const lists = [models, textures, sprites, archives, [['none.bin', Uint8Array.of(1, 2, 3)] as const]];
    return expectSoundInTurn(
      Array.from({ length: 3 }, (_, i) => lists.flatMap((list) => (list?.[i] ? [list[i]] : []))).flat(),
    );
  });
});
