/** What a template language must be able to say. Expressions, assignments, `if` and `while` are those of C in all. No DOM. */
import type { LeafType } from '@lithoscope/core';

/** A declaration in the file. */
export interface Declaration {
  readonly type: string;
  readonly name: string;
  /** An expression; null: not an array. */
  readonly count: string | null;
  /** Every element has the same size. */
  readonly fixed: boolean;
  readonly doc: string;
  /** Of it and what it holds: `RRGGBB`, or '' to leave that to the program. */
  readonly color: string;
}

export interface Parameter {
  readonly name: string;
  readonly type: 'number' | 'text';
}

/** What stands in the head of a template. */
export interface Head {
  /** What it describes: `LithTech ABC model, version 12`. */
  readonly subject: string;
  readonly fileName: string;
  readonly fileMask: string;
  /** The bytes that its files begin with; null: any. */
  readonly magic: readonly (number | null)[];
  /** Who made it: `Lithoscope 0.1.0`. */
  readonly maker: string;
  /** What is good to know, in lines. */
  readonly remarks: readonly string[];
}

export interface Language {
  readonly types: Readonly<Record<LeafType, string>>;
  /** What no field may be called. */
  readonly reserved: ReadonlySet<string>;
  /** The offset that is read next. */
  readonly here: string;
  readonly fileSize: string;
  head(head: Head): string[];
  /** A number that all know. */
  global(name: string, value: string): string;
  /** A number inside a function. */
  local(name: string, value: string): string;
  func(
    name: string,
    result: Parameter['type'],
    parameters: readonly Parameter[],
    body: readonly string[],
  ): string[];
  /** The unsigned number of `bytes` bytes (1, 2 or 4, a parameter of that name) at the offset `at`: how to return it. */
  returnNumber: readonly string[];
  /** The text of some bytes, without reading on. */
  text(at: string, length: string): string;
  /** Goes on at an offset. */
  seek(to: string): string;
  /** The struct of strings, shown as text. */
  stringStruct(name: string): string[];
  struct(name: string, body: readonly string[], fixed: boolean): string[];
  /** A number whose bits have these names, from the lowest on; null: none. */
  bitfield(name: string, type: string, bits: readonly (string | null)[]): string[];
  /** A number whose values have names, from 0 on. */
  enumeration(name: string, type: string, values: readonly string[]): string[];
  declare(declaration: Declaration): string;
  /** Declares, for each section, what `chooser` says. */
  sections(chooser: readonly string[]): string[];
  /** Declares the whole file; a language that needs a struct around it calls it by that name. */
  root(name: string, body: readonly string[]): string[];
}

const INDENT = '    ';

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => INDENT + line);
}

/** Text in the characters that every editor shows: the programs differ in the encodings they take. */
export function plainText(text: string): string {
  return text
    .replaceAll('−', '-')
    .replaceAll('×', 'x')
    .replaceAll('…', '...')
    .replaceAll('’', "'")
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replace(/[^ -~]/g, '?');
}

/** What has no name, counted where it stands in a row: `[a, null, null, b]` becomes `[a, 2, b]`. */
export function withGaps(bits: readonly (string | null)[]): (string | number)[] {
  const runs: (string | number)[] = [];
  for (const bit of bits) {
    const last = runs.at(-1);
    if (bit !== null) runs.push(bit);
    else if (typeof last === 'number') runs[runs.length - 1] = last + 1;
    else runs.push(1);
  }
  return runs;
}

/** Words as one name: `environment map only` becomes `environmentMapOnly`. */
export function identifier(words: string, reserved: ReadonlySet<string>): string {
  const name = words.replace(/[^A-Za-z0-9_]+(.?)/g, (_, next: string) => next.toUpperCase());
  return reserved.has(name) ? `${name}_` : name;
}
