/** How the Binary Templates of 010 Editor (.bt) say a template. No DOM. */

import type { Schema } from '@lithoscope/core';
import { hexDigits } from '../explain/hex.ts';

import { type Declaration, indented, type Language, withGaps } from './template-language.ts';
import { isTexture } from './template-parts.ts';
import { PREFIX } from './template-plan.ts';
import { templateText } from './template-text.ts';
import { textureText } from './texture-text.ts';

const RULE = '//------------------------------------------------';

/** Keywords, types and constants of the language (manual: Keywords, Data Types). */
const RESERVED = `break case char const continue default do double else enum exists false float for function_exists GUID
  hfloat if int int16 int32 int64 int8 local long M_PI parentof PI quad return short signed sizeof startof string struct
  switch this time_t time64_t true typedef ubyte uchar uint uint16 uint32 uint64 uint8 ulong union unsigned uquad ushort
  byte void wchar_t while wstring BYTE CHAR DOSDATE DOSTIME DOUBLE DWORD FALSE FILETIME FLOAT HFLOAT INT INT16 INT32 INT64
  INT8 LONG OLETIME QUAD QWORD SHORT TRUE UBYTE UCHAR UINT UINT16 UINT32 UINT64 UINT8 ULONG UQUAD USHORT WORD`;

const TYPES = { number: 'int64', text: 'string' } as const;

function declared({ type, name, count, fixed, doc, color }: Declaration): string {
  const attributes = [
    // Else the first element's size is taken for that of all.
    ...(count !== null && !fixed ? ['optimize=false'] : []),
    ...(color === '' ? [] : [`bgcolor=${paleColor(color)}`]),
    ...(doc === '' ? [] : [`comment="${doc}"`]),
  ];
  const attribute = attributes.length === 0 ? '' : ` <${attributes.join(', ')}>`;
  return `${type} ${name}${count === null ? '' : `[${count}]`}${attribute};`;
}

/** A tint that black text is read on, as 0xBBGGRR. */
function paleColor(color: string): string {
  const bytes =
    color.match(/../g)?.map((digits) => hexDigits(Math.round((Number.parseInt(digits, 16) + 2 * 255) / 3))) ??
    [];
  return `0x${bytes.reverse().join('')}`;
}

const BT: Language = {
  types: {
    u8: 'ubyte',
    i8: 'byte',
    u16: 'uint16',
    i16: 'int16',
    u32: 'uint32',
    i32: 'int32',
    f32: 'float',
    string: `${PREFIX}String`,
    bytes: 'ubyte',
    chars: 'char',
  },
  reserved: new Set(RESERVED.split(/\s+/)),
  here: 'FTell()',
  fileSize: 'FileSize()',
  head: ({ subject, fileName, fileMask, magic, maker, remarks }) => [
    RULE,
    '//--- 010 Editor Binary Template',
    '//',
    `//      File: ${fileName}`,
    `//   Authors: ${maker}`,
    `//   Purpose: ${subject}`,
    '//  Category: Game',
    `// File Mask: ${fileMask}`,
    `//  ID Bytes: ${idBytes(magic)}`,
    '//',
    '// To use it: open such a file in 010 Editor, choose Templates > Open Template..., and run it with F5.',
    '//',
    ...remarks.map((line) => `// ${line}`),
    RULE,
    '',
    'LittleEndian();',
  ],
  global: (name, value) => `local int64 ${name} = ${value};`,
  local: (name, value) => `local int64 ${name} = ${value};`,
  func: (name, result, parameters, body) => [
    `${TYPES[result]} ${name}(${parameters.map((parameter) => `${TYPES[parameter.type]} ${parameter.name}`).join(', ')}) {`,
    ...indented(body),
    '}',
  ],
  returnNumber: [
    'if (bytes == 1) return ReadUByte(at);',
    'if (bytes == 2) return ReadUShort(at);',
    'return ReadUInt(at);',
  ],
  text: (at, length) => `ReadString(${at}, ${length})`,
  seek: (to) => `FSeek(${to});`,
  stringStruct: (name) => [
    '// a length and so many letters, shown as text',
    'typedef struct {',
    ...indented(['uint16 Length;', 'if (Length > 0) char Text[Length];']),
    `} ${name} <read=stringText>;`,
    '',
    `string stringText(${name} &value) {`,
    ...indented(['if (value.Length > 0) return value.Text;', 'return "";']),
    '}',
  ],
  struct: (name, body) => ['typedef struct {', ...indented(body), `} ${name};`],
  bitfield: (name, type, bits) => [
    'typedef struct {',
    ...indented(
      withGaps(bits).map((run) => (typeof run === 'number' ? `${type} : ${run};` : `${type} ${run} : 1;`)),
    ),
    `} ${name};`,
  ],
  enumeration: (name, type, values) => [
    `typedef enum <${type}> {`,
    ...indented(values.map((value, i) => `${value} = ${i}${i === values.length - 1 ? '' : ','}`)),
    `} ${name};`,
  ],
  declare: declared,
  sections: (chooser) => ['while (FTell() < FileSize()) {', ...indented(chooser), '}'],
  root: (_name, body) => [...body],
};

/** Two digits a byte; bytes that may be any are passed over. */
function idBytes(magic: readonly (number | null)[]): string {
  return withGaps(magic.map((byte) => (byte === null ? null : hexDigits(byte))))
    .map((run) => (typeof run === 'number' ? `[+${run}]` : run))
    .join(' ');
}

/** The template for 010 Editor that reads every file of the schema's version. */
export function binaryTemplate(schema: Schema): string {
  return (isTexture(schema) ? textureText : templateText)(schema, BT, 'bt');
}
