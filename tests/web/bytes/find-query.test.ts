import { describe, expect, it } from 'vitest';
import { DEFAULT_QUERY, guessKind, patternOf, type Query } from '../../../web/bytes/find/query.ts';

/** A pattern as text: `4E 6F ?? 6?`, alternatives with `|`, or the sentence. */
function written(query: Partial<Query>): string {
  const pattern = patternOf({ ...DEFAULT_QUERY, ...query });
  if (pattern === null || typeof pattern === 'string') return String(pattern);
  if (pattern.kind === 'float') return `${pattern.length}: ${pattern.least} to ${pattern.most}`;
  const digits = (byte: number, mask: number) =>
    [4, 0]
      .map((shift) => {
        const bits = (mask >> shift) & 0xf;
        if (bits === 0) return '?';
        const digit = ((byte >> shift) & 0xf).toString(16).toUpperCase();
        return bits === 0xf ? digit : `(${digit}&${bits.toString(16).toUpperCase()})`;
      })
      .join('');
  return pattern.alternatives
    .map(({ value, mask }) => Array.from(value, (byte, i) => digits(byte, mask[i] ?? 0)).join(' '))
    .join(' | ');
}

describe('bytes', () => {
  it.each([
    ['4E 6F ?? 65', '4E 6F ?? 65'],
    ['4e6f??65', '4E 6F ?? 65'],
    [' 0x4E, 0x6? ', '4E 6?'],
    ['?4 ? 00', '?4 ?? 00'],
    ['', 'null'],
    ['  ', 'null'],
  ])('%s', (text, expected) => {
    expect(written({ text })).toBe(expected);
  });

  it.each([
    ['4E 6', /“6” has an odd number of digits. Bytes are pairs of hex digits/],
    ['zz', /“zz” is not hex/],
    ['?? ??', /At least one digit must be specified/],
  ])('%s is told', (text, sentence) => {
    expect(written({ text })).toMatch(sentence);
  });
});

describe('text', () => {
  it('takes characters as they are, or in either case', () => {
    expect(written({ kind: 'text', text: 'A 1', matchCase: true })).toBe('41 20 31');
    expect(written({ kind: 'text', text: 'a1' })).toBe('(4&D)1 31');
    expect(written({ kind: 'text', text: 'ä' })).toBe('(C&D)4');
  });

  it.each(['ß', 'ÿ', '×', '÷', '@', '[', '{'])('%s has no other case', (text) => {
    expect(written({ kind: 'text', text })).toBe(written({ kind: 'text', text, matchCase: true }));
  });

  it('is two bytes a character in UTF-16, little-endian', () => {
    expect(written({ kind: 'text', text: 'aЖ', encoding: 'utf16', matchCase: true })).toBe('61 00 16 04');
    expect(written({ kind: 'text', text: 'Ж' })).toMatch(/“Ж” is not in Latin-1/);
  });

  it('keeps spaces', () => {
    expect(written({ kind: 'text', text: ' ' })).toBe('20');
  });
});

describe('integers', () => {
  it.each<[Partial<Query>, string]>([
    [{ text: '1200' }, 'B0 04 00 00'],
    [{ text: '0x4B0', order: 'big' }, '00 00 04 B0'],
    [{ text: '1,200', integerBits: 16, order: 'both' }, 'B0 04 | 04 B0'],
    [{ text: '-2', integerBits: 16 }, 'FE FF'],
    [{ text: '−2', integerBits: 8, order: 'both' }, 'FE'],
    [{ text: '0', order: 'both' }, '00 00 00 00'],
    [{ text: '0', order: 'big' }, '00 00 00 00'],
    [{ text: '18446744073709551615', integerBits: 64 }, 'FF FF FF FF FF FF FF FF'],
    [{ text: '-9223372036854775808', integerBits: 64 }, '00 00 00 00 00 00 00 80'],
  ])('%j', (query, expected) => {
    expect(written({ kind: 'integer', ...query })).toBe(expected);
  });

  it.each([
    ['1.5', /is not an integer/],
    ['12 34', /is not an integer/],
    ['256', /256 does not fit in 8 bits \(−128 to 255\)/],
    ['-129', /does not fit/],
  ])('%s is told', (text, sentence) => {
    expect(written({ kind: 'integer', integerBits: 8, text })).toMatch(sentence);
  });
});

describe('floats', () => {
  it('stand as the file holds them, give or take', () => {
    const float = Math.fround(0.1);
    expect(written({ kind: 'float', text: '0.1', tolerance: '0' })).toBe(`4: ${float} to ${float}`);
    expect(written({ kind: 'float', text: '−1', tolerance: '0.25' })).toBe('4: -1.25 to -0.75');
    expect(written({ kind: 'float', text: '.1', tolerance: '', floatBits: 64 })).toBe('8: 0.1 to 0.1');
  });

  it.each<[string, string, RegExp]>([
    ['one', '0', /“one” is not a number. A float is a number such as/],
    ['1', '-1', /“-1” is not a valid tolerance/],
    ['1', 'x', /“x” is not a valid tolerance/],
    ['1e39', '0', /1e39 is too large for a 32-bit float/],
  ])('%s ± %s is told', (text, tolerance, sentence) => {
    expect(written({ kind: 'float', text, tolerance })).toMatch(sentence);
  });
});

describe('the guess of what was typed', () => {
  it.each([
    ['4E 6F ?? 6?', 'bytes'],
    ['4E6F', 'bytes'],
    ['4E 6', 'bytes'],
    ['ff', 'bytes'],
    ['CDCD', 'bytes'],
    ['00', 'bytes'],
    ['12 00', 'bytes'],
    ['1200', 'integer'],
    ['1,200', 'integer'],
    ['−3', 'integer'],
    ['0x4B0', 'integer'],
    ['-11.74', 'float'],
    ['1e-3', 'float'],
    ['arm', 'text'],
    ['face', 'text'],
    ['Dead', 'text'],
    ['arm 2', 'text'],
    ['?', 'text'],
  ])('takes %s for %s', (text, kind) => {
    expect(guessKind(text)).toBe(kind);
  });
});
