/** Archives that someone made to break their reader: shapes by hand, and good ones damaged at random, the same ones every time. */
import { deflateRawSync } from 'node:zlib';
import { assembled, type Part, Writer } from './parts.ts';
import { rezParts } from './rez-writer.ts';
import { type ZipEnd, type ZipEntry, zipParts } from './zip-writer.ts';

export interface HostileArchive {
  readonly name: string;
  readonly parts: readonly Part[];
}

type Bytes = Uint8Array<ArrayBuffer>;

const text = (words: string): Bytes => Uint8Array.from(words, (character) => character.charCodeAt(0));

const CONTENT = text('content of a file '.repeat(40));

/** Names that lead elsewhere, cannot be seen, or are too long. */
export const HOSTILE_NAMES = [
  '../../x',
  '..\\..\\x',
  '/etc/passwd',
  'C:\\Windows\\x',
  'a\0b.abc',
  '\u202excba.abc',
  'CON',
  'x'.repeat(65_535),
  'a/'.repeat(30_000),
  '<img src=x onerror=alert(1)>.abc',
  '__proto__/constructor',
  ' . ',
  '\r\n\x1b[31m',
  '',
];

const zip = (name: string, entries: readonly ZipEntry[], end?: ZipEnd): HostileArchive => {
  return { name: `${name}.zip`, parts: zipParts(entries, end) };
};

const one = (changes: Partial<ZipEntry>): ZipEntry[] => [{ path: 'a.abc', content: CONTENT, ...changes }];

const LARGE = 2 ** 63 - 1;

/** Ten zips in each of ten zips …, as 42.zip. */
function nestedBomb(depth: number): Bytes {
  const inner = depth === 0 ? new Uint8Array(1_000_000) : nestedBomb(depth - 1);
  const path = depth === 0 ? 'zeros.abc' : 'inner.zip';
  return assembled(
    zipParts(Array.from({ length: 10 }, (_, i) => ({ path: `${i}${path}`, content: inner, deflate: true }))),
  );
}

/** Entries whose data are those of one, as the bomb of David Fifield: each begins a little later. */
function overlapping(count: number): HostileArchive {
  const packed = Uint8Array.from(deflateRawSync(new Uint8Array(1_000_000)));
  return zip(
    `${count} over each other`,
    Array.from({ length: count }, (_, i) => {
      const content = i === 0 ? 1_000_000 : 0;
      return {
        path: `${i}.abc`,
        content,
        packed: i === 0 ? packed : new Uint8Array(0),
        crc: 0,
        offset: 0,
        size: 1_000_000,
        packedSize: packed.length,
      };
    }),
  );
}

function handMadeZips(): HostileArchive[] {
  return [
    ...HOSTILE_NAMES.map((path, i) => zip(`name ${i}`, [{ path, content: CONTENT }])),
    zip(
      'all names',
      HOSTILE_NAMES.map((path) => ({ path, content: CONTENT })),
    ),
    zip(
      'one name a thousand times',
      Array.from({ length: 1000 }, () => ({ path: 'a.abc', content: CONTENT })),
    ),
    ...[0, 1, 2, 3].map((depth) => ({ name: `bomb ${depth}.zip`, parts: [nestedBomb(depth)] })),
    overlapping(2),
    overlapping(2000),
    zip('declared bomb', one({ deflate: true, size: 0xfffffff0 })),
    zip('real bomb', one({ content: 100_000_000, crc: 0, deflate: true, size: 1000 })),
    zip('bomb within its size', one({ content: 100_000_000, crc: 0, deflate: true })),
    ...[LARGE, -1, 2 ** 53, 0xffffffff].flatMap((number) => [
      zip(`zip64 size ${number}`, one({ zip64: true, size: number })),
      zip(`zip64 packed ${number}`, one({ zip64: true, packedSize: number })),
      zip(`zip64 offset ${number}`, one({ zip64: true, offset: number })),
      zip(`zip64 both ${number}`, one({ zip64: true, size: number, packedSize: number })),
      zip(`zip64 end count ${number}`, one({}), { zip64: true, count: number }),
      zip(`zip64 end size ${number}`, one({}), { zip64: true, size: number }),
      zip(`zip64 end offset ${number}`, one({}), { zip64: true, offset: number }),
    ]),
    zip(
      'zip64 field cut',
      one({ size: 0xffffffff, extra: new Writer().u16(1).u16(3).raw([1, 2, 3]).bytes() }),
    ),
    zip('extra field beyond', one({ extra: new Writer().u16(1).u16(60_000).bytes() })),
    zip('count 0', one({}), { count: 0 }),
    zip('count 65535', one({}), { count: 65_535 }),
    zip('directory size 0', one({}), { size: 0 }),
    zip('directory size most', one({}), { size: 0xfffffffe }),
    zip('directory at 0', one({}), { offset: 0 }),
    zip('directory after', one({}), { offset: 0xfffffffe }),
    zip('disk', one({}), { disk: 9 }),
    zip('comment of ends', one({}), { comment: text('PK\x05\x06'.repeat(16_000)) }),
    zip('encrypted', one({ flags: 1 })),
    zip('strongly encrypted', one({ flags: 0x2041 })),
    ...[1, 6, 9, 12, 14, 93, 95, 98, 99, 65_535].map((method) => zip(`method ${method}`, one({ method }))),
    zip('stored with two sizes', one({ size: 1 })),
    zip('deflated noise', one({ packed: text('\xed\xff\x00\x13'.repeat(500)) })),
    zip('deflated without end', one({ packed: Uint8Array.from(deflateRawSync(CONTENT)).subarray(0, 20) })),
    zip('no deflated data', one({ packed: new Uint8Array(0), size: CONTENT.length })),
    zip('offset in the directory', one({ offset: 800 })),
    zip('local name of 64 KB', [{ path: 'a', content: text('PK\x03\x04'), offset: 31 }]),
    { name: 'ends only.zip', parts: [text(`PK\x05\x06${'\0'.repeat(18)}`.repeat(3000))] },
    { name: 'headers only.zip', parts: [text('PK\x01\x02'.repeat(50_000))] },
    { name: 'signature.zip', parts: [text('PK\x03\x04')] },
    { name: 'empty.zip', parts: [] },
  ];
}

/** The header of a REZ with these words at 0x7F. */
function rezHeader(root: number, size: number, version = 1): Bytes {
  const writer = new Writer().text('\r\n').text('RezMgr Version 1 Copyright (C) 1995 MONOLITH INC.', 60);
  writer.text('\r\n').text('', 60).text('\r\n\x1a').u32(version).u32(root).u32(size);
  return writer.u32(0).u32(0).u32(0).u32(0).u32(9).u32(9).u32(0).u8(1).bytes();
}

const directory = (position: number, size: number, name: string) =>
  new Writer().u32(1).u32(position).u32(size).u32(0).text(name).u8(0).bytes();

const resource = (position: number, size: number, name: string, keys = 0) =>
  new Writer()
    .u32(0)
    .u32(position)
    .u32(size)
    .u32(0)
    .u32(7)
    .text('CBA\0')
    .u32(keys)
    .text(name)
    .u8(0)
    .u8(0)
    .bytes();

/** A directory with these entries directly after the header. */
function rez(name: string, entries: readonly Bytes[], size?: number): HostileArchive {
  const bytes = assembled(entries);
  return { name: `${name}.rez`, parts: [rezHeader(168, size ?? bytes.length), bytes] };
}

/** A million entries in 31 MB. */
function millionResources(): Bytes {
  const entry = resource(168, 4, 'a');
  const all = new Uint8Array(entry.length * 1_000_000);
  for (let at = 0; at < all.length; at += entry.length) all.set(entry, at);
  return all;
}

function handMadeRez(): HostileArchive[] {
  const itself = directory(168, 24, 'LOOP');
  const long = 'x'.repeat(65_535);
  return [
    rez('empty', []),
    rez('a directory that is in itself', [itself]),
    rez('two that are in each other', [directory(192, 19, 'A'), directory(168, 24, 'B')]),
    rez(
      'a thousand of the same bytes',
      Array.from({ length: 1000 }, () => directory(168, 22_000, 'SAME')),
    ),
    rez('a million entries', [millionResources()]),
    rez(
      'ten thousand folders of nothing',
      Array.from({ length: 10_000 }, () => directory(168, 0, 'N')),
    ),
    rez('outside', [resource(0xfffffff0, 0xfffffff0, 'OUT')]),
    rez('over each other', [resource(168, 60, 'A'), resource(170, 60, 'B'), resource(0, 168, 'HEADER')]),
    rez('keys', [resource(168, 4, 'KEYS', 0xffffffff)]),
    rez('unknown type', [new Writer().u32(77).raw(new Uint8Array(60)).bytes()]),
    rez('name without end', [new Writer().u32(1).u32(168).u32(5).u32(0).text('NAME').bytes()]),
    rez('cut entry', [resource(168, 4, 'A').subarray(0, 20)]),
    rez('long name', [resource(168, 4, long), directory(168, 4, long)]),
    rez('size most', [resource(168, 4, 'A')], 0xffffffff),
    ...HOSTILE_NAMES.filter((name) => name.length < 1000).map((name, i) =>
      rez(`name ${i}`, [
        resource(168, 4, name.replaceAll('\0', '')),
        directory(168, 0, name.replaceAll('\0', '')),
      ]),
    ),
    { name: 'root outside.rez', parts: [rezHeader(0xffffff00, 100)] },
    { name: 'root in the header.rez', parts: [rezHeader(3, 100), new Uint8Array(50)] },
    { name: 'version 2.rez', parts: [rezHeader(168, 0, 2)] },
    { name: 'header alone.rez', parts: [rezHeader(168, 0).subarray(0, 140)] },
    { name: 'encrypted.rez', parts: [text('\x8e\x01\x93'.repeat(100))] },
    { name: 'deep.rez', parts: rezParts([{ path: `${'D/'.repeat(500)}X.ABC`, content: CONTENT }]) },
    {
      name: 'zip bomb in it.rez',
      parts: rezParts([{ path: 'B.ZIP', content: nestedBomb(1) }]),
    },
  ];
}

/** Numbers that look random and are the same every time (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A good archive with bytes changed, cut off, moved or repeated. */
function damaged(name: string, good: Bytes, seed: number): HostileArchive {
  const next = numbers(seed);
  let bytes = Uint8Array.from(good);
  for (let times = 1 + next(6); times > 0; times--) {
    // Directories are at the end, and more of them matters.
    const near = next(2) === 0 ? Math.max(0, bytes.length - 1 - next(600)) : next(Math.max(1, bytes.length));
    const kind = next(6);
    if (kind === 0) bytes = bytes.slice(0, near);
    else if (kind === 1) bytes.fill(next(2) * 255, near, near + 1 + next(12));
    else if (kind === 2) bytes.copyWithin(near, next(Math.max(1, bytes.length)), bytes.length);
    else if (kind === 3) bytes = assembled([bytes.slice(0, near), next(100), bytes.slice(near)]);
    else for (let i = 0; i < 4; i++) bytes[near + i] = next(256);
  }
  return { name, parts: [bytes] };
}

/** At least 200 archives, `.zip` and `.rez`. */
export function hostileArchives(): HostileArchive[] {
  const entries = Array.from({ length: 12 }, (_, i) => ({ path: `MODELS/${i}.ABC`, content: CONTENT }));
  const goodRez = assembled(rezParts(entries));
  const goodZip = assembled(
    zipParts(entries.map((entry, i) => ({ ...entry, deflate: i % 2 === 0, zip64: i % 5 === 0 }))),
  );
  const made = [...handMadeZips(), ...handMadeRez()];
  for (let seed = 0; seed < 60; seed++) {
    made.push(damaged(`damaged ${seed}.rez`, goodRez, seed), damaged(`damaged ${seed}.zip`, goodZip, seed));
  }
  return made;
}
