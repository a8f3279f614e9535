/** The core finds what the page finds: the same differences in the same order, the same counts and the same ranges. */
import { basename } from 'node:path';
import type { Comparison, ParsedFile } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseBytes } from '../../../web/archive/opened.ts';
import type { Comparison as OfPage } from '../../../web/compare/difference.ts';
import { quietContext } from '../support/cli.ts';
import { compareFiles } from '../support/compare.ts';
import { loadEditing } from '../support/editing.ts';
import { fixtures } from '../support/fixtures.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../support/samples.ts';

let editing: Editing;
let open: (name: string, bytes: Uint8Array) => Promise<ParsedFile>;

beforeAll(async () => {
  editing = await loadEditing();
  const openers = await quietContext();
  open = (name, bytes) => parseBytes(openers, name, bytes);
});

type Place = { readonly start: number; readonly end: number; readonly path: string } | null;

const placeOf = (place: Place) => place && { start: place.start, end: place.end, path: place.path };

function flat({ same, isPartial, groups, tallies }: Comparison | OfPage) {
  return {
    same,
    isPartial,
    groups: groups.map(({ section, more, differences }) => ({
      section,
      more,
      differences: differences.map(({ kind, where, derived, left, right }) => {
        return { kind, where, derived, left: placeOf(left), right: placeOf(right) };
      }),
    })),
    // Of two ways to the length of a vector the last bits may be others.
    tallies: tallies.map((tally) => ({ ...tally, farthest: Number(tally.farthest.toPrecision(12)) })),
  };
}

function expectAlike(left: ParsedFile, right: ParsedFile): void {
  const ofPage = compareFiles(left, right);
  const ofCore = editing.compare(left, right);
  if (!ofCore) throw new Error('no memory');
  expect(flat(ofCore)).toEqual(flat(ofPage));
  expect(ofCore.ranges).toEqual(ofPage.ranges.of);
}

describe('the comparison of the core is that of the page', () => {
  test('for real files, each and the next', async () => {
    const paths = [CLOCKWORK, JELLYFISH, CLOCKWORK_SKIN, ...realFiles('.abc').slice(0, 4)];
    for (const [i, path] of paths.entries()) {
      const next = paths[(i + 1) % paths.length] ?? path;
      const files = [
        await open(basename(path), bytesOf(path)),
        await open(basename(next), bytesOf(next)),
      ] as const;
      expectAlike(...files);
      for (const file of files) file.release();
    }
  });

  test('for the fixtures, each and the next', async () => {
    const named = [...fixtures].filter(([name]) => !name.endsWith('.rez'));
    for (const [i, [name, bytes]] of named.entries()) {
      const [otherName, otherBytes] = named[(i + 1) % named.length] ?? [name, bytes];
      const files = [await open(name, bytes), await open(otherName, otherBytes)] as const;
      expectAlike(...files);
      for (const file of files) file.release();
    }
  });

  test('whatever the damage', async () => {
    const bytes = bytesOf(CLOCKWORK);
    const left = await open('a.abc', bytes);
    const edit = fc.record({
      at: fc.nat({ max: bytes.length - 1 }),
      gone: fc.nat({ max: 40 }),
      instead: fc.uint8Array({ maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        let other: Uint8Array = bytes;
        for (const { at, gone, instead } of edits)
          other = Uint8Array.from([...other.subarray(0, at), ...instead, ...other.subarray(at + gone)]);
        const right = await open('b.abc', other);
        expectAlike(left, right);
        expectAlike(right, left);
        right.release();
      }),
      { numRuns: 8 },
    );
    left.release();
  });
});
