/**
 * Runs the part of the two template languages that the templates use: it stands in for the programs, which the tests do not
 * have, and refuses what they refuse. Names are looked up in the struct or function itself and among the globals, nowhere
 * between, as ImHex does.
 */
import type { LeafType } from '@lithoscope/core';
import { type Dialect, EDITOR_010, IMHEX } from './template-dialects.ts';
import { TemplateParser } from './template-parser.ts';
import type { Attributes, Definition, Expression, Func, Program, Statement } from './template-syntax.ts';
import { calculate, type Value } from './template-values.ts';

export { EDITOR_010, IMHEX };

/** What a template declares: a number, or a struct or array around others. */
export interface Declared {
  path: string;
  offset: number;
  length: number;
  /** Null for a struct or array. */
  value: number | null;
  /** Of a number; null for a number whose bits or values have names, too. */
  type: LeafType | null;
  color: string;
}

type Declaration = Extract<Statement, { kind: 'declare' }>;

interface Scope {
  path: string;
  names: Map<string, Value>;
  color: string;
}

/** A template that can be run over any number of files. */
export interface Template {
  readonly program: Program;
  readonly dialect: Dialect;
}

/** @throws when the language does not have what the text says */
export function parseTemplate(text: string, dialect: Dialect): Template {
  return { program: new TemplateParser(text, dialect).program(), dialect };
}

/** Runs a template over the bytes of a file; what it declares, outer before inner. */
export function runTemplate({ program, dialect }: Template, bytes: Uint8Array): Declared[] {
  return new Interpreter(program, bytes, dialect).run();
}

const READ: Partial<Record<LeafType, readonly [size: number, read: (view: DataView, at: number) => number]>> =
  {
    u8: [1, (view, at) => view.getUint8(at)],
    i8: [1, (view, at) => view.getInt8(at)],
    u16: [2, (view, at) => view.getUint16(at, true)],
    i16: [2, (view, at) => view.getInt16(at, true)],
    u32: [4, (view, at) => view.getUint32(at, true)],
    i32: [4, (view, at) => view.getInt32(at, true)],
    f32: [4, (view, at) => view.getFloat32(at, true)],
    chars: [1, (view, at) => view.getUint8(at)],
  };

class Interpreter {
  readonly #view: DataView;
  readonly #globals: Scope = { path: '', names: new Map(), color: '' };
  readonly #declared: Declared[] = [];
  readonly #limits: Record<string, number>;
  #offset = 0;
  #depth = 0;
  /** Elements of an array whose elements share one pattern: of those only the first counts. */
  #shared = 0;
  #patterns = 0;

  constructor(
    readonly program: Program,
    readonly bytes: Uint8Array,
    readonly dialect: Dialect,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limits = { ...dialect.limits };
    for (const name of Object.keys(dialect.limits)) {
      const said = program.pragmas.get(name)?.at(-1);
      if (said !== undefined) this.#limits[name] = Number(said);
    }
    const magic = program.pragmas.get('magic');
    if (magic && !magic.some((one) => this.#hasMagic(one))) throw new Error(`another magic: ${magic}`);
  }

  run(): Declared[] {
    this.#all(this.program.statements, this.#globals);
    return this.#declared;
  }

  /** `[ 06 00 ?? ] @ 0x00`: the pattern is offered for a file that begins so. */
  #hasMagic(magic: string): boolean {
    const wanted = /^\[ (.+) \] @ 0x00$/.exec(magic)?.[1]?.split(' ') ?? [''];
    return wanted.every((byte, i) => byte === '??' || Number.parseInt(byte, 16) === this.bytes[i]);
  }

  #limit(name: string, count: number): void {
    if (count > (this.#limits[name] ?? Number.POSITIVE_INFINITY)) throw new Error(`${name} exceeded`);
  }

  /** A returned value ends a function. */
  #all(body: readonly Statement[], scope: Scope): Value | undefined {
    for (const statement of body) {
      const result = this.#statement(statement, scope);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  #statement(statement: Statement, scope: Scope): Value | undefined {
    switch (statement.kind) {
      case 'if':
        return this.#deeper(() =>
          this.#all(this.#value(statement.condition, scope) ? statement.yes : statement.no, scope),
        );
      case 'while':
        return this.#while(statement, scope);
      case 'return':
        return this.#value(statement.value, scope);
      case 'call':
        this.#value(statement.value, scope);
        return undefined;
      case 'local':
        scope.names.set(statement.name, this.#value(statement.value, scope));
        return undefined;
      case 'assign':
        this.#assign(statement.name, this.#value(statement.value, scope), scope);
        return undefined;
      case 'declare':
        this.#declare(statement, scope);
        return undefined;
    }
  }

  #while({ condition, body }: Extract<Statement, { kind: 'while' }>, scope: Scope): Value | undefined {
    for (let turns = 1; this.#value(condition, scope); turns++) {
      const result = this.#all(body, scope);
      if (result !== undefined) return result;
      this.#limit('loop_limit', turns);
      if (turns > 1e6) throw new Error('a loop without an end');
    }
    return undefined;
  }

  #assign(name: string, value: Value, scope: Scope): void {
    if (name === '$') {
      this.#offset = Number(value);
      return;
    }
    const { names } = scope.names.has(name) ? scope : this.#globals;
    if (!names.has(name)) throw new Error(`${name} is not declared`);
    // Variables are unsigned in ImHex.
    if (typeof value === 'number' && value < 0) throw new Error(`${name} becomes ${value}`);
    names.set(name, value);
  }

  // Values

  #value(expression: Expression, scope: Scope): Value {
    switch (expression.kind) {
      case 'number':
      case 'text':
        return expression.value;
      case 'not':
        return Number(!this.#value(expression.of, scope));
      case 'choice':
        return this.#value(this.#value(expression.condition, scope) ? expression.yes : expression.no, scope);
      case 'name':
        return this.#named(expression.name, scope);
      case 'call':
        return this.#call(expression, scope);
      case 'binary': {
        const { operator, left, right } = expression;
        return calculate(operator, this.#value(left, scope), () => this.#value(right, scope));
      }
    }
  }

  #named(name: string, scope: Scope): Value {
    if (name === '$') return this.#offset;
    if (name === 'std::mem::Endian::Little') return 2;
    const value = scope.names.get(name) ?? this.#globals.names.get(name);
    if (value === undefined) throw new Error(`${name} is not declared in ${scope.path}`);
    return value;
  }

  #call({ name, given }: Extract<Expression, { kind: 'call' }>, scope: Scope): Value {
    const values = given.map((value) => this.#value(value, scope));
    const func = this.program.functions.get(name);
    if (!func) return this.#builtIn(name, values.map(Number));
    const names = new Map(func.parameters.map((parameter, i) => [parameter, values[i] ?? 0]));
    const result = this.#deeper(() => this.#all(func.body, { path: name, names, color: '' }));
    if (result === undefined) throw new Error(`${name} returns nothing`);
    return result;
  }

  #deeper<Result>(run: () => Result): Result {
    this.#limit('eval_depth', ++this.#depth);
    const result = run();
    this.#depth--;
    return result;
  }

  #builtIn(name: string, [first = 0, second = 0, third = 0]: number[]): Value {
    switch (name) {
      case 'std::mem::size':
      case 'FileSize':
        return this.bytes.length;
      case 'std::mem::eof':
        return Number(this.#offset >= this.bytes.length);
      case 'FTell':
        return this.#offset;
      case 'FSeek':
        this.#offset = first;
        return 0;
      case 'std::mem::read_unsigned':
        if (third !== 2) throw new Error('not little-endian');
        return this.#unsigned(first, second);
      case 'ReadUByte':
        return this.#unsigned(first, 1);
      case 'ReadUShort':
        return this.#unsigned(first, 2);
      case 'ReadUInt':
        return this.#unsigned(first, 4);
      case 'std::mem::read_string':
      case 'ReadString':
        if (second === 0 || first + second > this.bytes.length) throw new Error(`no text at ${first}`);
        return String.fromCharCode(...this.bytes.subarray(first, first + second));
      case 'LittleEndian':
        return 0;
      default:
        throw new Error(`no function ${name}`);
    }
  }

  #unsigned(at: number, size: number): number {
    let value = 0;
    for (let i = size - 1; i >= 0; i--) value = value * 256 + this.#view.getUint8(at + i);
    return value;
  }

  // Declaring

  #declare(declaration: Declaration, scope: Scope): void {
    const { name, count, condition, place, attributes } = declaration;
    const before = this.#offset;
    if (place) this.#offset = Number(this.#value(place, scope));
    const color = colorOf(attributes) || scope.color;
    const path = scope.path === '' ? name : `${scope.path}.${name}`;
    if (condition) {
      this.#array(declaration, { path, color }, () => Boolean(this.#value(condition, scope)));
    } else if (count) {
      const wanted = Number(this.#value(count, scope));
      if (!(wanted > 0)) throw new Error(`${wanted} elements of ${path}`);
      let left = wanted;
      this.#array(declaration, { path, color }, () => left-- > 0);
    } else {
      const value = this.#element(declaration.type, { path, color });
      if (value !== null) scope.names.set(name, value);
    }
    // As ImHex has it: inside of a struct the next field follows the one before, wherever this one is.
    if (place && scope.path !== '') this.#offset = before;
  }

  #array(
    { type, attributes }: Declaration,
    { path, color }: { path: string; color: string },
    goesOn: () => boolean,
  ): void {
    const whole: Declared = { path, offset: this.#offset, length: 0, value: null, type: null, color };
    this.#pattern(whole);
    const isUniform = this.#isUniform(type, attributes);
    let size = -1;
    for (let i = 0; goesOn(); i++) {
      const start = this.#offset;
      if (isUniform && i > 0) this.#shared++;
      else if (!isUniform) this.#limit('array_limit', i + 1);
      this.#element(type, { path: `${path}[${i}]`, color });
      if (isUniform && i > 0) this.#shared--;
      if (isUniform && size >= 0 && this.#offset - start !== size)
        throw new Error(`${path} has elements of many sizes`);
      size = this.#offset - start;
    }
    whole.length = this.#offset - whole.offset;
  }

  /** The program takes all elements for as long as the first. */
  #isUniform(type: string, attributes: Attributes): boolean {
    const definition = this.program.types.get(type);
    if (!definition) return true;
    if (this.dialect.name === 'ImHex') return definition.attributes.has('static');
    return attributes.get('optimize') !== 'false';
  }

  /** The number; null for a struct. */
  #element(type: string, { path, color }: { path: string; color: string }): number | null {
    const definition = this.program.types.get(type);
    const scalar = this.dialect.scalars.get(definition?.kind === 'enum' ? definition.type : type);
    const [size, read] = (scalar && READ[scalar]) ?? [0, null];
    const named = definition ? null : (scalar ?? null);
    const one: Declared = { path, offset: this.#offset, length: size, value: null, type: named, color };
    this.#pattern(one);
    if (read) one.value = read(this.#view, this.#offset);
    if (definition?.kind === 'bitfield') {
      if (definition.bits % 8 !== 0) throw new Error(`${type} has ${definition.bits} bits`);
      one.length = definition.bits / 8;
      one.value = this.#unsigned(this.#offset, one.length);
    }
    this.#offset += one.length;
    if (definition?.kind === 'struct') this.#struct(definition, one);
    return one.value;
  }

  #struct({ body, attributes }: Extract<Definition, { kind: 'struct' }>, one: Declared): void {
    const shown = attributes.get('format') ?? attributes.get('read');
    const reader: Func | undefined = shown === undefined ? undefined : this.program.functions.get(shown);
    if (shown !== undefined && reader?.parameters.length !== 1)
      throw new Error(`${shown} cannot show ${one.path}`);
    this.#deeper(() => this.#all(body, { path: one.path, names: new Map(), color: one.color }));
    one.length = this.#offset - one.offset;
  }

  #pattern(declared: Declared): void {
    this.#declared.push(declared);
    if (this.#shared === 0) this.#limit('pattern_limit', ++this.#patterns);
  }
}

function colorOf(attributes: Attributes): string {
  return attributes.get('color') ?? attributes.get('bgcolor') ?? '';
}
