/** How the Pattern Language of ImHex (.hexpat) says a template. No DOM. */

import type { Schema } from '@lithoscope/core';
import { hexDigits } from '../explain/hex.ts';

import { type Declaration, indented, type Language, withGaps } from './template-language.ts';
import { isTexture } from './template-parts.ts';
import { PREFIX } from './template-plan.ts';
import { templateText } from './template-text.ts';
import { textureText } from './texture-text.ts';

/** Keywords, types and operators of the language (PatternLanguage, tokens.hpp). */
const RESERVED = `addressof any as auto be bitfield bool break catch char char16 const continue double else enum false
  float fn for if import in inf is le match namespace nan null out padding parent ref return s128 s16 s24 s32 s48 s64 s8
  s96 signed sizeof str struct this true try typenameof u128 u16 u24 u32 u48 u64 u8 u96 union unsigned using while _`;

const TYPES = { number: 'u128', text: 'str' } as const;

function declared({ type, name, count, doc, color }: Declaration): string {
  const attributes = [
    ...(color === '' ? [] : [`color("${color}")`]),
    ...(doc === '' ? [] : [`comment("${doc}")`]),
  ];
  const attribute = attributes.length === 0 ? '' : ` [[${attributes.join(', ')}]]`;
  return `${type} ${name}${count === null ? '' : `[${count}]`}${attribute};`;
}

const IMHEX: Language = {
  types: {
    u8: 'u8',
    i8: 's8',
    u16: 'u16',
    i16: 's16',
    u32: 'u32',
    i32: 's32',
    f32: 'float',
    string: `${PREFIX}String`,
    bytes: 'u8',
    chars: 'char',
  },
  reserved: new Set(RESERVED.split(/\s+/)),
  here: '$',
  fileSize: 'std::mem::size()',
  // Models have more elements than ImHex allows of itself, and its depth grows with every `else` that chooses a section.
  head: ({ subject, fileName, magic, maker, remarks }) => [
    `#pragma author ${maker}`,
    `#pragma description ${subject}`,
    `#pragma magic [ ${magic.map((byte) => (byte === null ? '??' : hexDigits(byte))).join(' ')} ] @ 0x00`,
    '#pragma endian little',
    '#pragma array_limit 0x1000000',
    '#pragma pattern_limit 0x10000000',
    '#pragma loop_limit 0x1000000',
    '#pragma eval_depth 0x100',
    '',
    `// ${fileName}: ${subject}, a pattern for ImHex, made by ${maker}.`,
    '// To use it: open such a file in ImHex, choose File > Import > Pattern File (or paste this into the Pattern Editor),',
    '// and press Play.',
    '//',
    ...remarks.map((line) => `// ${line}`),
    '',
    'import std.mem;',
  ],
  // Differences of unsigned numbers stay exact in the widest type.
  global: (name, value) => `u128 ${name} = ${value};`,
  local: (name, value) => `u128 ${name} = ${value};`,
  func: (name, _result, parameters, body) => [
    `fn ${name}(${parameters.map((parameter) => `${TYPES[parameter.type]} ${parameter.name}`).join(', ')}) {`,
    ...indented(body),
    '};',
  ],
  returnNumber: ['return std::mem::read_unsigned(at, bytes, std::mem::Endian::Little);'],
  text: (at, length) => `std::mem::read_string(${at}, ${length})`,
  seek: (to) => `$ = ${to};`,
  stringStruct: (name) => [
    '// a length and so many letters, shown as text',
    `struct ${name} {`,
    ...indented(['u16 Length;', 'if (Length > 0) char Text[Length];']),
    '} [[format("stringText")]];',
    '',
    'fn stringText(ref auto value) {',
    ...indented(['if (value.Length > 0) return value.Text;', 'return "";']),
    '};',
  ],
  struct: (name, body, fixed) => [`struct ${name} {`, ...indented(body), fixed ? '} [[static]];' : '};'],
  bitfield: (name, _type, bits) => [
    `bitfield ${name} {`,
    ...indented(withGaps(bits).map((run) => (typeof run === 'number' ? `padding : ${run};` : `${run} : 1;`))),
    '};',
  ],
  enumeration: (name, type, values) => [
    `enum ${name} : ${type} {`,
    ...indented(values.map((value, i) => `${value} = ${i},`)),
    '};',
  ],
  declare: declared,
  sections: (chooser) => [
    `struct ${PREFIX}Section {`,
    ...indented(chooser),
    '} [[inline]];',
    '',
    `${PREFIX}Section Sections[while(!std::mem::eof())] @ 0x00 [[inline]];`,
  ],
  root: (name, body) => [
    `struct ${name} {`,
    ...indented(body),
    '} [[inline]];',
    '',
    `${name} Texture @ 0x00 [[inline]];`,
  ],
};

/** The pattern for ImHex that reads every file of the schema's version. */
export function imhexPattern(schema: Schema): string {
  return (isTexture(schema) ? textureText : templateText)(schema, IMHEX, 'hexpat');
}
