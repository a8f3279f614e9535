/** How the Binary Templates of 010 Editor (.bt) say a template. No DOM. */
import type { Schema } from '@lithoscope/core';
import { type Declaration, type Language, STRING, templateText } from './template-text.ts';

const INDENT = '    ';
const RULE = '//------------------------------------------------';

/** The attributes behind a declaration; elements of one size need no look at each. */
function attributes({ count, fixed, doc }: Declaration, inLoop = false): string {
  const list = [
    ...(count !== null && !fixed && !inLoop ? ['optimize=false'] : []),
    ...(doc === '' ? [] : [`comment="${doc}"`]),
  ];
  return list.length === 0 ? '' : ` <${list.join(', ')}>`;
}

const READS: Readonly<Record<number, string>> = { 1: 'ReadUByte', 2: 'ReadUShort', 4: 'ReadUInt' };

const BT: Language = {
  types: {
    u8: 'ubyte',
    i8: 'byte',
    u16: 'uint16',
    i16: 'int16',
    u32: 'uint32',
    i32: 'int32',
    f32: 'float',
    string: STRING,
    bytes: 'ubyte',
    chars: 'char',
  },
  here: 'FTell()',
  fileSize: 'FileSize()',
  header: (version) => [
    RULE,
    '//--- 010 Editor Binary Template',
    '//',
    `//      File: abc-v${version}.bt`,
    `//   Purpose: LithTech ABC models, version ${version}`,
    '// File Mask: *.abc',
    '//',
    '// Made by Lithoscope from the tables that its parser reads by. Each section is read with the counts of those before',
    '// it, in the order in which the tools write them.',
    RULE,
    '',
    'LittleEndian();',
    '',
  ],
  global: (_type, name) => `local int64 ${name} = 0;`,
  peek: (at, bytes) => `${READS[bytes]}(${at})`,
  peekText: (at, length) => `ReadString(${at}, ${length})`,
  func: (name, result, parameters, body) => [
    `${result === 'text' ? 'string' : 'int64'} ${name}(${parameters.map((parameter) => `int64 ${parameter}`).join(', ')}) {`,
    ...body.map((line) => INDENT + line),
    '}',
  ],
  local: (name, value) => `local int64 ${name} = ${value};`,
  stringStruct: () => [
    'typedef struct {',
    `${INDENT}uint16 Length;`,
    `${INDENT}if (Length > 0) char Text[Length];`,
    `} ${STRING} <read=stringText>;`,
    '',
    `string stringText(${STRING} &value) {`,
    `${INDENT}local string text = "";`,
    `${INDENT}if (value.Length > 0) SPrintf(text, "%.*s", value.Length, value.Text);`,
    `${INDENT}return text;`,
    '}',
  ],
  struct: (name, body) => ['typedef struct {', ...body.map((line) => INDENT + line), `} ${name};`],
  declare: (declaration) => {
    const { type, name, count } = declaration;
    return `${type} ${name}${count === null ? '' : `[${count}]`}${attributes(declaration)};`;
  },
  // Declared again and again, a name is an array of its own kind.
  declareWhile: (condition, declaration) =>
    `while (${condition}) ${declaration.type} ${declaration.name}${attributes(declaration, true)};`,
  sections: (chooser) => ['while (!FEof()) {', ...chooser.map((line) => INDENT + line), '}'],
};

/** The template for 010 Editor that reads every file of the schema's version. */
export function binaryTemplate(schema: Schema): string {
  return templateText(schema, BT);
}
