/** Patterns for ImHex: what of the language is read, what is refused and where, and that none runs for ever. */
import { describe, expect, test } from 'vitest';
import type { Limits } from '../../../web/patterns/evaluate.ts';
import { patternFields } from '../../../web/patterns/lines.ts';
import { PatternError, placeIn } from '../../../web/patterns/problem.ts';
import { readPattern } from '../../../web/patterns/read.ts';
import { runPattern } from '../../../web/patterns/run.ts';

/** A file that no program knows, by hand: "SAVE", version 2, 3 entries of a name and a score, big-endian. */
const SAVE = Uint8Array.of(
  ...[0x53, 0x41, 0x56, 0x45, 0, 2, 3],
  ...[3, 0x41, 0x6e, 0x6e, 0, 0, 1, 0],
  ...[2, 0x42, 0x6f, 0, 0, 0, 5],
  ...[0, 0xff, 0xff, 0xff, 0xfe],
);

const PATTERN = `#pragma endian big
enum Rank : u16 { NONE, LOW, HIGH };
struct Entry {
    u8 length;
    if (length > 0) char name[length];
    s32 score [[comment("points")]];
};
struct Save {
    char magic[4];
    Rank rank;
    u8 count;
    Entry entries[count];
};
Save save @ 0x00;`;

async function found(text: string, bytes: Uint8Array, limits?: Limits) {
  const { fields, findings } = runPattern(await readPattern(text, 'hexpat'), bytes, limits);
  return { values: [...patternFields(fields, bytes)], findings };
}

/** The message, and `line:column`. */
async function refusal(text: string): Promise<string> {
  const error = await readPattern(text, 'hexpat').catch((reason: unknown) => reason);
  if (!(error instanceof PatternError)) throw new Error('It was taken.');
  const { line, column } = placeIn(text, error.at);
  return `${line}:${column} ${error.message}`;
}

test('a file of the user is read by a pattern of the user', async () => {
  const { values, findings } = await found(PATTERN, SAVE);
  expect(findings).toEqual([]);
  expect(
    values.map(({ offset, length, path, value, constant }) => [offset, length, path, constant ?? value]),
  ).toEqual([
    [0, 4, 'save.magic', 'SAVE'],
    [4, 2, 'save.rank', 'HIGH'],
    [6, 1, 'save.count', 3],
    [7, 1, 'save.entries[0].length', 3],
    [8, 3, 'save.entries[0].name', 'Ann'],
    [11, 4, 'save.entries[0].score', 256],
    [15, 1, 'save.entries[1].length', 2],
    [16, 2, 'save.entries[1].name', 'Bo'],
    [18, 4, 'save.entries[1].score', 5],
    [22, 1, 'save.entries[2].length', 0],
    [23, 4, 'save.entries[2].score', -2],
  ]);
});

test('bits, loops, functions and places', async () => {
  const text = `import std.mem;
bitfield Flags { low : 3; padding : 1; high : 4; };
fn twice(u32 x) { return x * 2; };
struct Body {
    Flags flags;
    le u16 first;
    be u16 second;
    u8 far @ std::mem::size() - 1;
    u8 rest[while($ < twice(4))];
};
Body body @ 0x00;`;
  const { values, findings } = await found(text, Uint8Array.of(0xa5, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  expect(findings).toEqual([]);
  expect(values.map(({ path, value }) => [path, value])).toEqual([
    ['body.flags.low', 5],
    ['body.flags.high', 10],
    ['body.first', 0x0201],
    ['body.second', 0x0304],
    ['body.far', 9],
    ['body.rest[0]', 5],
    ['body.rest[1]', 6],
    ['body.rest[2]', 7],
  ]);
});

describe('what is not supported is refused where it stands:', () => {
  test.each([
    ['union A { u8 x; };', '1:1 Unions'],
    ['struct A {\n    u8 x;\n    match (x) { }\n};', '3:5 match'],
    ['struct A : B { };', '1:10 Inheritance'],
    ['struct A { u8 *p : u32; };', '1:15 Pointers'],
    ['struct A { u8 x; };\nu32 a;', '2:1 a needs an offset'],
    ['struct A { u8 x; };', '1:20 Nothing is placed'],
    ['import own.thing;', '1:1 own.thing cannot be imported'],
    ['#include <std/mem.pat>', '1:1 #include'],
    ['Missing m @ 0;', '1:1 Missing is not a type'],
    ['u8 a @ 0 [[pointer_base("f")]];', '1:12 The attribute pointer_base'],
    ['u8 a[2 @ 0;', '1:8 ] is missing'],
    ['`', '1:1 "`" does not belong here'],
  ])('%s', async (text, words) => {
    expect(await refusal(text)).toContain(words);
  });

  test('brackets without an end of their nesting', async () => {
    expect(await refusal(`u8 a @ ${'('.repeat(100_000)}`)).toContain('nested too deeply');
  });
});

describe('what a hostile pattern or file costs is limited:', () => {
  const LIMITS: Limits = { steps: 100_000, fields: 1000, depth: 50, text: 100 };
  const BYTES = Uint8Array.of(255, 255, 255, 255, 1);

  test.each([
    ['a loop without an end', 'u32 x = 0; while (1) x = x + 1; u8 a @ 0;', 'too many steps'],
    ['structs of nothing', 'struct E { u32 n = 0; }; E e[0xFFFFFFFF] @ 0;', 'more than 1000 fields'],
    ['a function that calls itself', 'fn f() { return f(); }; u32 x = f(); u8 a @ 0;', 'nested too deeply'],
    ['a struct in itself', 'using A; struct A { A a; }; A a @ 0;', 'nested too deeply'],
    ['more elements than bytes', 'struct A { u32 n; u32 x[n]; }; A a @ 0;', 'there are only 1 left'],
    ['a place outside', 'u8 a @ 99;', 'outside of the bytes'],
    ['a negative place', 'u8 a @ -1;', 'outside of the bytes'],
    ['a division by zero', 'u32 x = 1 / 0; u8 a @ 0;', 'division by 0'],
    ['a text that grows', 'str s = "x"; while (1) s = s + s; u8 a @ 0;', 'too long'],
    ['a number of no size', 'u32 x = std::mem::read_unsigned(0, 5); u8 a @ 0;', 'No number has 5 bytes'],
    ['a name that is not there', 'struct A { u8 x[y]; }; A a @ 0;', 'There is no y'],
  ])('%s', async (_what, text, words) => {
    const { findings } = await found(text, BYTES, LIMITS);
    expect(findings[0]?.message).toContain(words);
  });

  test('and what was found before is kept', async () => {
    const { values, findings } = await found(PATTERN, SAVE.subarray(0, 20));
    expect(findings).toMatchObject([{ place: { line: 6 }, offset: 18 }]);
    expect(values.length).toBe(8 + 1);
  });

  test.each(Array.from({ length: SAVE.length }, (_, i) => i))('cut after %i bytes', async (length) => {
    const { findings } = await found(PATTERN, SAVE.subarray(0, length));
    expect(findings.length).toBe(1);
  });
});
