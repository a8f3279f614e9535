/** Archives with entries replaced: what is read again is what was there, but for what was replaced. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listArchive } from '../../../web/archive/list.ts';
import { type ByteSource, Unreadable } from '../../../web/archive/locator.ts';
import { comparable } from '../../../web/archive/paths.ts';
import { readWhole } from '../../../web/archive/read.ts';
import { rewriteArchive } from '../../../web/archive/rewrite.ts';
import { BlobSource, bytesSource } from '../../../web/archive/source.ts';
import { Unwritable } from '../../../web/archive/splice.ts';
import { hostileArchives } from '../../support/hostile-archives.ts';
import { assembled, blobOf, type Part, sizeOf } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { type Bytes, expectReplaced, filled, list, rewritten, whole } from '../support/rewrite.ts';
import { loadRez, openRez } from '../support/rez.ts';
import { sample } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';

const text = (value: string): Bytes => Uint8Array.from(new TextEncoder().encode(value));

const FILES = [
  { path: 'MODELS/A.ABC', content: filled(3000) },
  { path: 'MODELS/CHARS/B.ABC', content: filled(50, 2) },
  { path: 'README.TXT', content: text('read me read me read me read me read me') },
  { path: 'MODELS/EMPTY', content: new Uint8Array(0) },
  { path: 'SKINS/C.DTX', content: filled(700, 3) },
];

const OTHERS: Record<string, Record<string, Uint8Array>> = {
  'the same length': { 'models/a.abc': filled(3000, 9) },
  'fewer bytes': { 'MODELS/A.ABC': filled(7, 9) },
  'more bytes': { 'MODELS/A.ABC': filled(1_300_000, 9) },
  none: { 'MODELS/A.ABC': new Uint8Array(0) },
  'some where none were': { 'MODELS/EMPTY': filled(10) },
  'several at once': {
    'MODELS/A.ABC': filled(1, 4),
    'MODELS/EMPTY': filled(33, 4),
    'SKINS/C.DTX': filled(9000, 4),
    'README.TXT': text('.'),
  },
  // As a DTX begins: fflate's stream of Deflate writes distances that lead before its start.
  'zeros at the start': { 'SKINS/C.DTX': sample('clockwork.dtx') },
};

const KINDS: Record<string, readonly Part[]> = {
  rez: rezParts(FILES),
  zip: zipParts(FILES),
  'deflated zip': zipParts(FILES.map((file) => ({ ...file, deflate: true }))),
  'zip after a program': [filled(5000), ...zipParts(FILES.map((file) => ({ ...file, deflate: true })))],
  'zip of 64 bits': zipParts(
    FILES.map((file) => ({ ...file, zip64: true })),
    { zip64: true },
  ),
  'zip with a comment and times': zipParts(
    FILES.map((file) => ({ ...file, extra: Uint8Array.of(0x55, 0x54, 5, 0, 1, 0, 0, 0, 0x3c) })),
    { comment: text('PK\x05\x06 is how an end begins') },
  ),
};

describe.each(Object.entries(KINDS))('%s', (kind, parts) => {
  const bytes = assembled(parts);

  test.each(Object.entries(OTHERS))('an entry with %s', async (_, replaced) => {
    const after = await expectReplaced(bytes, replaced);
    if (kind !== 'rez') return;
    const [old, made] = [await openRez(bytes), await openRez(after)];
    expect(made.findings).toEqual([]);
    expect(made.notKnown()).toEqual(old.notKnown());
  });

  test('back again is what it was', async () => {
    const original = FILES[0]?.content ?? expect.fail();
    // As deflated here: another program may do it otherwise.
    const once = await rewritten(bytes, { 'MODELS/A.ABC': original });
    const other = await rewritten(once, { 'MODELS/A.ABC': new Uint8Array(2000) });
    expect(await rewritten(other, { 'MODELS/A.ABC': original })).toEqual(once);
    if (!/deflated|program/.test(kind)) expect(once.length).toBe(bytes.length);
  });

  test('nothing replaced is the same file', async () => {
    expect(await rewritten(bytes, {})).toEqual(bytes);
  });

  test('there is no such entry', async () => {
    await expect(rewritten(bytes, { 'MODELS/Z.ABC': text('z') })).rejects.toThrow(
      new Unwritable('models/z.abc is not in the archive.'),
    );
  });
});

describe('rez', () => {
  const bytes = assembled(rezParts(FILES));

  test('of an entry of the same length nothing but its bytes is another', async () => {
    const instead = filled(50, 7);
    const after = await rewritten(bytes, { 'MODELS/CHARS/B.ABC': instead });
    const { entries } = await list(bytes);
    const { offset } = entries.find(({ path }) => path.endsWith('B.ABC'))?.place ?? expect.fail();
    const expected = bytes.slice();
    expected.set(instead, offset);
    expect(after).toEqual(expected);
  });

  test('is what its writer makes of the other content', async () => {
    const instead = filled(1234, 5);
    const files = FILES.map((file) =>
      file.path === 'MODELS/CHARS/B.ABC' ? { ...file, content: instead } : file,
    );
    expect(await rewritten(bytes, { 'MODELS/CHARS/B.ABC': instead })).toEqual(assembled(rezParts(files)));
  });

  /** Changes numbers of an archive by the paths of their fields. */
  async function patched(numbers: Record<string, (rez: DataView) => number>): Promise<Bytes> {
    const rez = await openRez(bytes);
    const other = bytes.slice();
    const view = new DataView(other.buffer);
    for (const [path, value] of Object.entries(numbers))
      view.setUint32(rez.resolve(path)?.start ?? expect.fail(path), value(view), true);
    return other;
  }

  /** The path of the entry's fields. */
  async function lineOf(name: string): Promise<string> {
    const rez = await openRez(bytes);
    const lines = rez.children('').flatMap(({ path }) => rez.children(`${path}.Entries`));
    return lines.find(({ label }) => label === name)?.path ?? expect.fail(name);
  }

  test('two entries of the same bytes: only the one that is meant is changed', async () => {
    const [a, c] = [await lineOf('A'), await lineOf('C')];
    const { entries } = await list(bytes);
    const { place } = entries.find(({ path }) => path.endsWith('A.ABC')) ?? expect.fail();
    const shared = await patched({ [`${c}.Pos`]: () => place.offset, [`${c}.Size`]: () => place.size });
    await expectReplaced(shared, { 'SKINS/C.DTX': filled(3000, 6) });
    await expectReplaced(shared, { 'SKINS/C.DTX': filled(3, 6), 'MODELS/A.ABC': filled(4000, 6) });
    // One within the other.
    const within = await patched({ [`${c}.Pos`]: () => place.offset + 100, [`${c}.Size`]: () => 20 });
    await expectReplaced(within, { 'SKINS/C.DTX': filled(20, 6) });
    await expectReplaced(within, { 'MODELS/A.ABC': filled(3000, 6) });
    expect(a).not.toBe(c);
  });

  test('of two entries of one path the first is meant', async () => {
    const twice = assembled(rezParts([...FILES, { path: 'models/a.abc', content: filled(90, 5) }]));
    await expectReplaced(twice, { 'MODELS/A.ABC': filled(91, 6) });
  });

  test('where a directory cannot be read to its end nothing moves', async () => {
    const c = await lineOf('C');
    const broken = await patched({ [`${c}.Type`]: () => 7 });
    for (const instead of [filled(2, 6), filled(50, 6), filled(5000, 6)]) {
      const after = await expectReplaced(broken, { 'MODELS/CHARS/B.ABC': instead });
      // Everything but the entry, its numbers and where to write next.
      const changed = Array.from(broken.keys()).filter((at) => broken[at] !== after[at]);
      expect(changed.length).toBeLessThanOrEqual(50 + 12);
    }
  });

  test('a directory that is in itself', async () => {
    const chars = await lineOf('CHARS');
    const root = await openRez(bytes);
    const models = root.resolve(await lineOf('MODELS')) ?? expect.fail();
    const pos = new DataView(bytes.buffer).getUint32(models.start + 4, true);
    const cyclic = await patched({ [`${chars}.Pos`]: () => pos });
    await expectReplaced(cyclic, { 'MODELS/A.ABC': filled(9000, 6) });
  });

  test('an entry that lies outside the file is left alone', async () => {
    const outside = await patched({ [`${await lineOf('C')}.Pos`]: () => 0xfffffff0 });
    const after = await expectReplaced(outside, { 'MODELS/A.ABC': filled(5000, 6) });
    await expect(rewritten(after, { 'SKINS/C.DTX': text('x') })).rejects.toThrow(
      'SKINS/C.DTX cannot be replaced: It extends beyond the end of the archive.',
    );
  });

  test('more than 4 GB is refused before a byte is copied', async () => {
    const large: readonly Part[] = rezParts([...FILES, { path: 'BIG', content: 2 ** 32 - 6000 }]);
    const blob = blobOf(large);
    const listing = await listArchive(new BlobSource(blob), 'x.rez', { rez: loadRez });
    const more = new Map([['MODELS/A.ABC', filled(9000)]]);
    await expect(rewriteArchive(new BlobSource(blob), listing, more)).rejects.toThrow(
      'It would be larger than 4 GB, the most that a REZ can hold.',
    );
  });
});

describe('zip', () => {
  /** A zip as a program writes it that cannot go back: checksum and sizes stand after the data. */
  function streamed(signed: boolean): Bytes {
    const entries = FILES.map((file) => ({ ...file, deflate: true, flags: 0x808 }));
    const parts = zipParts(entries);
    // Of each entry: local header, data; then the directory.
    const made: Part[] = [];
    const moved: number[] = [];
    let at = 0;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Bytes;
      const isLocal = i < 2 * FILES.length;
      const view = new DataView(part.slice().buffer);
      if (isLocal && i % 2 === 0) {
        moved.push(at);
        for (const field of [14, 18, 22]) view.setUint32(field, 0, true);
      }
      const isHeader = !isLocal && i < 3 * FILES.length;
      if (isHeader) view.setUint32(42, moved[i - 2 * FILES.length] ?? 0, true);
      if (i === parts.length - 1) view.setUint32(16, moved.at(-1) ?? 0, true);
      if (i === 2 * FILES.length) moved.push(at);
      made.push(new Uint8Array(view.buffer));
      at += view.byteLength;
      if (!isLocal || i % 2 === 0) continue;
      const local = parts[i - 1] as Bytes;
      const descriptor = new Uint8Array([...(signed ? text('PK\x07\x08') : []), ...local.subarray(14, 26)]);
      made.push(descriptor);
      at += descriptor.length;
    }
    return assembled(made);
  }

  test.each([true, false])('whose numbers stand after the data (with a sign: %s)', async (signed) => {
    const bytes = streamed(signed);
    const gone = signed ? 16 : 12;
    for (const replaced of Object.values(OTHERS)) {
      const after = await expectReplaced(bytes, replaced);
      const plain = await rewritten(assembled(KINDS['deflated zip'] ?? []), replaced);
      // The record after the data goes with the entry, those of the others stay.
      const left = FILES.length - Object.keys(replaced).length;
      expect(after.length).toBe(plain.length + left * gone);
    }
  });

  test('what does not become smaller is stored', async () => {
    const noise = new Uint8Array(500).map((_, i) => (i * i * 7919) >> 3);
    const after = await expectReplaced(assembled(KINDS['deflated zip'] ?? []), {
      'MODELS/A.ABC': noise.subarray(0, 9),
    });
    const { entries } = await list(after);
    expect(entries.map(({ place }) => place.storage)).toEqual(['plain', ...Array(4).fill('deflate')]);
  });

  test('an entry that cannot be read is not replaced', async () => {
    const bytes = assembled(zipParts([{ path: 'a', content: text('a'), flags: 1 }]));
    await expect(rewritten(bytes, { a: text('b') })).rejects.toThrow(
      'a cannot be replaced: It is encrypted.',
    );
  });

  test('more than 4 GB is refused before a byte is copied', async () => {
    const files = [...FILES, { path: 'BIG', content: 2 ** 32 - 9000, crc: 0 }];
    const source = new BlobSource(blobOf(zipParts(files)));
    const listing = await listArchive(source, 'x.zip', { rez: loadRez });
    const more = new Map([['MODELS/A.ABC', filled(90_000)]]);
    await expect(rewriteArchive(source, listing, more)).rejects.toThrow(
      'It would be larger than 4 GB, the most that this zip can hold.',
    );
  });

  const python = (() => {
    try {
      execFileSync('python3', ['-c', 'import zipfile']);
      return true;
    } catch {
      return false;
    }
  })();

  test.skipIf(!python)(`Python reads what was written${python ? '' : ' (skipped: no python3)'}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lithoscope-rewrite-'));
    const paths: string[] = [];
    // What is in that comment it takes for the end.
    const kinds = Object.entries(KINDS).filter(([kind]) => !/^rez|comment/.test(kind));
    for (const [kind, parts] of [...kinds, ['streamed', [streamed(true)]] as const]) {
      for (const [what, replaced] of Object.entries(OTHERS)) {
        const path = join(folder, `${kind} ${what}.zip`);
        writeFileSync(path, await rewritten(assembled(parts), replaced));
        paths.push(path);
        if (!thorough) break;
      }
    }
    const code =
      'import sys,zipfile\nfor p in sys.argv[1:]:\n z=zipfile.ZipFile(p)\n print(z.testzip(),len(z.namelist()))';
    const said = execFileSync('python3', ['-c', code, ...paths], { encoding: 'utf8' });
    expect(said.trim().split('\n')).toEqual(paths.map(() => 'None 5'));
    rmSync(folder, { recursive: true });
  });
});

test('any files, any of them replaced', async () => {
  const file = fc.record({
    name: fc.stringMatching(/^[A-Z]{1,6}(\.[A-Z]{1,4})?$/),
    folder: fc.constantFrom('', 'A/', 'A/B/', 'C/'),
    content: fc.uint8Array({ maxLength: 40 }),
    deflate: fc.boolean(),
    instead: fc.option(fc.uint8Array({ maxLength: 80 })),
  });
  const files = fc.uniqueArray(file, {
    selector: ({ name, folder }) => folder + name,
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(files, fc.boolean(), async (made, isRez) => {
      const entries = made.map(({ name, folder, content, deflate }) => {
        return { path: folder + name, content: Uint8Array.from(content), deflate };
      });
      const replaced = made.flatMap(({ name, folder, instead }) =>
        instead ? [[folder + name, instead]] : [],
      );
      await expectReplaced(
        assembled(isRez ? rezParts(entries) : zipParts(entries)),
        Object.fromEntries(replaced),
      );
    }),
    { numRuns: thorough ? 200 : 60 },
  );
});

test('a hostile archive is written with another entry that can be read, or not at all', async () => {
  const sentences: string[] = [];
  const most = thorough ? 4_000_000 : 20_000;
  for (const { name, parts } of hostileArchives()) {
    if (sizeOf(parts) > most) continue;
    const bytes = assembled(parts);
    const source: ByteSource = bytesSource(bytes);
    try {
      const listing = await list(bytes, name);
      const entry = listing.entries
        .slice(0, 5)
        .find(({ problem, place }) => !problem && place.size < 100_000);
      if (!entry) continue;
      const instead = filled(entry.place.size + 5, 3);
      const after = await whole(await rewriteArchive(source, listing, new Map([[entry.path, instead]])));
      const again = await list(after, name);
      expect(again.entries.length, name).toBe(listing.entries.length);
      const found = again.entries.find(({ path }) => comparable(path) === comparable(entry.path));
      if (!found || found.problem) expect.fail(`${name}: ${found?.problem}`);
      const { kind } = again;
      const read = await readWhole({ of: { blob: new Blob([after]) }, kind, place: found.place });
      expect(read, name).toEqual(instead);
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof Unwritable)) throw error;
      sentences.push(error.message);
    }
  }
  for (const sentence of sentences) expect(sentence).toMatch(/^[^\n]+\.$/);
});
