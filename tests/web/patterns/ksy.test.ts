/** Descriptions for Kaitai Struct: what of the language is read, and what is refused and where. */
import { expect, test } from 'vitest';
import { patternFields } from '../../../web/patterns/lines.ts';
import { PatternError, placeIn } from '../../../web/patterns/problem.ts';
import { languageOf, readPattern } from '../../../web/patterns/read.ts';
import { runPattern } from '../../../web/patterns/run.ts';

const HEAD = 'meta:\n  id: own\n  endian: le\n  encoding: ASCII\n';

async function found(text: string, bytes: Uint8Array) {
  const { fields, findings } = runPattern(await readPattern(HEAD + text, 'ksy'), bytes);
  const values = [...patternFields(fields, bytes)].map(({ path, value }) => [path, value]);
  return { values, messages: findings.map(({ message }) => message) };
}

test('fields, cases, repetitions and instances', async () => {
  const text = `seq:
  - id: magic
    contents: [0x4f, K]
  - id: kind
    type: u1
    enum: kinds
    valid:
      max: 8
  - id: body
    size: 3
    type:
      switch-on: kind
      cases:
        'kinds::pair': pair
        _: other
  - id: names
    type: strz
    repeat: until
    repeat-until: _ == "b"
  - id: rest
    type: u1
    repeat: eos
instances:
  far:
    pos: _io.size - 2
    type: u2be
  sum:
    value: far + names.size
  ahead:
    pos: 0
    size: sum - 2313
enums:
  kinds:
    1: pair
types:
  pair:
    seq:
      - { id: first, type: s1 }
      - { id: left, size-eos: true }
  other:
    seq:
      - { id: all, type: u1, repeat: eos }
`;
  const bytes = Uint8Array.of(0x4f, 0x4b, 1, 0xff, 2, 3, 0x61, 0, 0x62, 0, 7, 9, 9);
  const { values, messages } = await found(text, bytes);
  expect(messages).toEqual([]);
  expect(values).toEqual([
    ['magic', '4f4b'],
    ['kind', 1],
    ['body.first', -1],
    ['body.left', '0203'],
    ['names[0]', 'a'],
    ['names[1]', 'b'],
    ['rest[0]', 7],
    ['rest[1]', 9],
    ['rest[2]', 9],
    ['far', 0x0909],
    // 2313 + 2 names − 2313
    ['ahead', '4f4b'],
  ]);
});

test.each([
  ['seq:\n  - { id: a, type: b3 }', '5:1', 'seq:\n', 'single bits'],
  ['seq:\n  - { id: a, type: u1, process: zlib }', '', '', 'process is not supported'],
  ['seq:\n  - { id: a, type: nothing }', '', '', 'There is no type nothing'],
  ['seq:\n  - { id: a, type: str }', '', '', 'A size, size-eos or a terminator is missing'],
  ['seq:\n  - { id: a, type: u1, if: 1 + }', '', '', 'A value is missing'],
  [
    'seq:\n  - { id: a, type: u1, encoding: EBCDIC }\n  - { id: b, type: str, size: 1, encoding: EBCDIC }',
    '',
    '',
    'EBCDIC',
  ],
  ['types: {}', '', '', 'Nothing is described'],
  ['seq: [', '', '', ''],
])('%s is refused', async (text, _at, _of, words) => {
  const whole = HEAD + text;
  const error = await readPattern(whole, 'ksy').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PatternError);
  expect((error as PatternError).message).toContain(words);
  expect(placeIn(whole, (error as PatternError).at).line).toBeGreaterThanOrEqual(
    words.startsWith('Nothing') ? 1 : 5,
  );
});

test('what does not fit, or depends on itself, is a finding', async () => {
  const cases = [
    ['seq:\n  - { id: a, contents: [1] }', 'a is not what the pattern wants'],
    ['seq:\n  - { id: a, type: u1, valid: 5 }', 'a is not what the pattern wants'],
    ['seq:\n  - { id: a, type: b }\ntypes:\n  b:\n    seq:\n      - { id: c, type: b }', 'nested too deeply'],
    ['instances:\n  a: { value: b }\n  b: { value: a }\n  c: { pos: a, type: u1 }', 'depends on itself'],
    ['seq:\n  - { id: a, type: u1, repeat: expr, repeat-expr: 4000000000 }', 'needs 4000000000 bytes'],
  ] as const;
  for (const [text, words] of cases) {
    const { messages } = await found(text, Uint8Array.of(2));
    expect(messages[0], text).toContain(words);
  }
});

test('the language is told by the name, or by the text', () => {
  expect(languageOf('a.hexpat', 'meta:')).toBe('hexpat');
  expect(languageOf('A.KSY', '')).toBe('ksy');
  expect(languageOf('', HEAD)).toBe('ksy');
  expect(languageOf('', 'u8 a @ 0;')).toBe('hexpat');
});
