/** How the Pattern Language of ImHex (.hexpat) says a template. No DOM. */
import type { Schema } from '@lithoscope/core';
import { PREFIX } from './template-plan.ts';
import { type Declaration, type Language, STRING, templateText } from './template-text.ts';

const INDENT = '    ';

const comment = (doc: string) => (doc === '' ? '' : ` [[comment("${doc}")]]`);

const declared = ({ type, name, doc }: Declaration, count: string | null) =>
  `${type} ${name}${count === null ? '' : `[${count}]`}${comment(doc)};`;

const IMHEX: Language = {
  types: {
    u8: 'u8',
    i8: 's8',
    u16: 'u16',
    i16: 's16',
    u32: 'u32',
    i32: 's32',
    f32: 'float',
    string: STRING,
    bytes: 'u8',
    chars: 'char',
  },
  here: '$',
  fileSize: 'std::mem::size()',
  header: (version) => [
    `#pragma description LithTech ABC model, version ${version}`,
    '#pragma endian little',
    '#pragma array_limit 0x1000000',
    '#pragma pattern_limit 0x10000000',
    '',
    'import std.mem;',
    '',
    '// Made by Lithoscope from the tables that its parser reads by. Each section is read with the counts of those before',
    '// it, in the order in which the tools write them.',
    '',
  ],
  // Differences of unsigned numbers stay exact in the widest type.
  global: (type, name) => `${type === 'count' ? 'u64' : 'u128'} ${name} = 0;`,
  peek: (at, bytes) => `std::mem::read_unsigned(${at}, ${bytes}, std::mem::Endian::Little)`,
  peekText: (at, length) => `std::mem::read_string(${at}, ${length})`,
  func: (name, _result, parameters, body) => [
    `fn ${name}(${parameters.map((parameter) => `u128 ${parameter}`).join(', ')}) {`,
    ...body.map((line) => INDENT + line),
    '};',
  ],
  local: (name, value) => `u128 ${name} = ${value};`,
  stringStruct: () => [
    `struct ${STRING} {`,
    `${INDENT}u16 Length;`,
    `${INDENT}if (Length > 0) char Text[Length];`,
    '} [[format("stringText")]];',
    '',
    'fn stringText(ref auto value) {',
    `${INDENT}if (value.Length > 0) return value.Text;`,
    `${INDENT}return "";`,
    '};',
  ],
  struct: (name, body, fixed) => [
    `struct ${name} {`,
    ...body.map((line) => INDENT + line),
    fixed ? '} [[static]];' : '};',
  ],
  declare: (declaration) => declared(declaration, declaration.count),
  declareWhile: (condition, declaration) => declared(declaration, `while(${condition})`),
  sections: (chooser) => [
    `struct ${PREFIX}Section {`,
    ...chooser.map((line) => INDENT + line),
    '} [[inline]];',
    '',
    `${PREFIX}Section Sections[while(!std::mem::eof())] @ 0x00 [[inline]];`,
  ],
};

/** The pattern for ImHex that reads every file of the schema's version. */
export function imhexPattern(schema: Schema): string {
  return templateText(schema, IMHEX);
}
