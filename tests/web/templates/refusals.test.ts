/** What the interpreter of the templates refuses, as the programs do. */
import { describe, expect, test } from 'vitest';
import { EDITOR_010, IMHEX, parseTemplate, runTemplate } from '../support/template-interpreter.ts';

const BYTES = Uint8Array.of(2, 1, 1, 3, 1, 1, 1, 0);
const imhex = (text: string) => runTemplate(parseTemplate(text, IMHEX), BYTES);
const editor = (text: string) => runTemplate(parseTemplate(text, EDITOR_010), BYTES);
/** A struct of any size, and an array of two. */
const VARIABLE = 'u8 Count; if (Count > 0) u8 Values[Count];';

describe('ImHex', () => {
  test.each([
    ['a keyword as a name', 'struct A { u8 match; }; A a @ 0x00;', 'match is no name'],
    ['a type that comes later', 'struct A { B b; }; struct B { u8 x; }; A a @ 0x00;', 'no type B'],
    ['a function of other values', 'fn f(u128 x) { return x; }; u128 y = f();', 'no function f of 0'],
    ['an unknown attribute', 'u8 a @ 0x00 [[colour("FF0000")]];', 'no attribute colour'],
    ['a static array of many sizes', `struct A { ${VARIABLE} } [[static]]; A a[2] @ 0x00;`, 'many sizes'],
    [
      'more elements than the limit',
      `#pragma array_limit 1\nstruct A { ${VARIABLE} }; A a[2] @ 0x00;`,
      'array_limit',
    ],
    [
      'more patterns than the limit',
      '#pragma pattern_limit 2\nstruct A { u8 x; }; A a[2] @ 0x00;',
      'pattern_limit',
    ],
    ['a formatter that is not there', 'struct A { u8 x; } [[format("f")]]; A a @ 0x00;', 'f cannot show'],
    ['bits that fill no byte', 'bitfield A { a : 1; padding : 6; }; A a @ 0x00;', '7 bits'],
    [
      'a name twice',
      'struct A { u8 x; if (x > 0) u8 y; if (x > 1) u8 y; }; A a @ 0x00;',
      'y is there already',
    ],
    ['a variable called as a function', 'fn f() { return 1; }; u128 f = 0;', 'f is there already'],
    ['bytes past the end', 'u8 a[9] @ 0x00;', 'bounds'],
    ['what 010 Editor calls a variable', 'local int64 x = 0;', 'no type local'],
  ])('%s', (_what, text, words) => {
    expect(() => imhex(text)).toThrow(words);
  });

  test('and takes a name twice in the branches of one choice', () => {
    const text = 'struct A { u8 x; if (x > 2) u16 y; else if (x > 0) u8 y; }; A a @ 0x00;';
    expect(imhex(text).at(-1)).toMatchObject({ path: 'a.y', length: 1 });
  });

  test('and takes them as they should be', () => {
    const declared = imhex(`struct A { ${VARIABLE} }; A a[2] @ 0x00 [[color("FF0000")]];`);
    expect(declared.map(({ path }) => path)).toContain('a[1].Values[2]');
    expect(declared.at(-1)).toMatchObject({ offset: 6, value: 1, color: 'FF0000' });
  });
});

describe('010 Editor', () => {
  const STRUCT = 'typedef struct { ubyte Count; if (Count > 0) ubyte Values[Count]; } A;';
  test.each([
    ['a type as a name', 'ubyte DWORD;', 'DWORD is no name'],
    ['an optimized array of many sizes', `${STRUCT} A a[2];`, 'many sizes'],
    ['an array of nothing', 'ubyte a[0];', '0 elements'],
    ['a function before it is defined', 'local int64 x = f();', 'no function f'],
    ['what ImHex calls the offset', 'local int64 x = $;', 'no $'],
    ['a pragma', '#pragma endian little', 'no pragma'],
  ])('%s', (_what, text, words) => {
    expect(() => editor(text)).toThrow(words);
  });

  test('and takes them as they should be', () => {
    expect(editor(`${STRUCT} A a[2] <optimize=false>;`).at(-1)).toMatchObject({ path: 'a[1].Values[2]' });
  });
});
