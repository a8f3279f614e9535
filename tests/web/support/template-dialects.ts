/**
 * What ImHex and 010 Editor know, as their manuals and sources say it: sweetscape.com/010editor/manual (Data Types, Declaring
 * Template Variables, Arrays and Duplicates, Bitfields, I/O Functions) and WerWolv/PatternLanguage (tokens.hpp, evaluator.cpp,
 * ast_node_attribute.cpp). Written apart from the templates, to judge them.
 */
import type { LeafType } from '@lithoscope/core';

export interface Dialect {
  readonly name: 'ImHex' | '010 Editor';
  /** Types of fields by the language's name for them. */
  readonly scalars: ReadonlyMap<string, LeafType>;
  /** Types of variables and parameters. */
  readonly variables: ReadonlySet<string>;
  /** No name. */
  readonly reserved: ReadonlySet<string>;
  /** Built-in functions, and how many values each takes. */
  readonly functions: ReadonlyMap<string, number>;
  /** Attributes of declarations and of structs, and what their values look like. */
  readonly attributes: ReadonlyMap<string, RegExp>;
  readonly attributeMarks: readonly [open: string, close: string];
  /** Until a pragma says otherwise. */
  readonly limits: Readonly<Record<string, number>>;
}

const words = (text: string) => text.trim().split(/\s+/);

const TEXT = /^"[ -!#-[\]-~]*"$/;

export const IMHEX: Dialect = {
  name: 'ImHex',
  scalars: new Map([
    ['u8', 'u8'],
    ['char', 'chars'],
    ['s8', 'i8'],
    ['u16', 'u16'],
    ['s16', 'i16'],
    ['u32', 'u32'],
    ['s32', 'i32'],
    ['float', 'f32'],
  ]),
  variables: new Set(words('u8 u16 u32 u64 u128 s8 s16 s32 s64 s128 str bool float double auto')),
  reserved: new Set(
    words(`if else while for match return break continue struct enum union fn bitfield unsigned signed le be parent
      namespace using this in out ref null const _ try catch import as is true false nan inf addressof sizeof typenameof
      padding auto any u8 u16 u24 u32 u48 u64 u96 u128 s8 s16 s24 s32 s48 s64 s96 s128 float double bool char char16 str`),
  ),
  functions: new Map([
    ['std::mem::size', 0],
    ['std::mem::eof', 0],
    ['std::mem::read_unsigned', 3],
    ['std::mem::read_string', 2],
  ]),
  attributes: new Map([
    ['color', /^"[0-9A-F]{6}"$/],
    ['comment', TEXT],
    ['format', /^"\w+"$/],
    ['inline', /^$/],
    ['static', /^$/],
  ]),
  attributeMarks: ['[[', ']]'],
  limits: { eval_depth: 32, array_limit: 0x10000, pattern_limit: 0x20000, loop_limit: 0x1000 },
};

export const EDITOR_010: Dialect = {
  name: '010 Editor',
  scalars: new Map([
    ['ubyte', 'u8'],
    ['char', 'chars'],
    ['byte', 'i8'],
    ['uint16', 'u16'],
    ['int16', 'i16'],
    ['uint32', 'u32'],
    ['int32', 'i32'],
    ['float', 'f32'],
  ]),
  variables: new Set(words('int int64 uint64 uint string float double')),
  reserved: new Set(
    words(`break case const continue default do else enum exists false for function_exists if local parentof return signed
      sizeof startof struct switch this true typedef union unsigned void while TRUE FALSE M_PI PI
      char byte CHAR BYTE int8 INT8 uchar ubyte UCHAR UBYTE uint8 UINT8 short int16 SHORT INT16 ushort uint16 USHORT UINT16
      WORD int int32 long INT INT32 LONG uint uint32 ulong UINT UINT32 ULONG DWORD int64 quad QUAD INT64 uint64 uquad UQUAD
      UINT64 QWORD float FLOAT double DOUBLE hfloat HFLOAT DOSDATE DOSTIME FILETIME OLETIME time_t time64_t string wchar_t
      wstring GUID`),
  ),
  functions: new Map([
    ['LittleEndian', 0],
    ['FileSize', 0],
    ['FTell', 0],
    ['FSeek', 1],
    ['ReadUByte', 1],
    ['ReadUShort', 1],
    ['ReadUInt', 1],
    ['ReadString', 2],
  ]),
  attributes: new Map([
    ['bgcolor', /^0x[0-9A-F]{6}$/],
    ['comment', TEXT],
    ['read', /^\w+$/],
    ['optimize', /^(true|false)$/],
  ]),
  attributeMarks: ['<', '>'],
  // It has none that a template could set.
  limits: {},
};
