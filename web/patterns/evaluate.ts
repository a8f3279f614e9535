/** Expressions of a running pattern. What they cost is counted, so that no pattern runs for ever. */
import { calculate, isTrue, type Plain } from './calculate.ts';
import { PatternError, type Place, placeIn } from './problem.ts';
import type { Expression, FieldStatement, Here, Program, Statement } from './program.ts';
import { readNumber, type Scalar } from './scalars.ts';
import { isPlain, isRef, Scope, type Stream, type Value, type Window } from './scope.ts';
import { type Declared, FieldTable, textOf } from './table.ts';

/** What a pattern may take. */
export interface Limits {
  /** Statements and parts of expressions. */
  readonly steps: number;
  readonly fields: number;
  /** Structs, functions and choices inside each other. */
  readonly depth: number;
  /** Characters of a text that is computed. */
  readonly text: number;
}

export const LIMITS: Limits = { steps: 200_000_000, fields: 2_000_000, depth: 250, text: 65_536 };

/** Bytes or characters that take as long as a step. */
const BYTES_PER_STEP = 4;

/** What stopped a pattern. */
export interface PatternFinding {
  readonly message: string;
  /** In the text of the pattern. */
  readonly place: Place;
  /** In the bytes, from the first that the pattern reads. */
  readonly offset: number;
}

/** The names that expressions ask for: other fields need not be found again. */
function askedNames(part: unknown, found: Set<string>): Set<string> {
  if (part instanceof Map) for (const one of part.values()) askedNames(one, found);
  else if (Array.isArray(part)) for (const one of part) askedNames(one, found);
  else if (typeof part === 'object' && part !== null) {
    const { kind, name } = part as { kind?: unknown; name?: unknown };
    if ((kind === 'name' || kind === 'member') && typeof name === 'string') found.add(name);
    for (const one of Object.values(part)) askedNames(one, found);
  }
  return found;
}

const LITTLE: Omit<Scalar, 'size'> = { kind: 'unsigned', isBig: false };

export abstract class Evaluator {
  protected readonly table = new FieldTable();
  protected readonly view: DataView;
  protected readonly whole: Window;
  protected readonly root: Scope;
  /** Names of declarations in expressions, by their number. */
  protected readonly keys: string[] = [];
  /** Structs that can be asked for more than their fields when they are complete. */
  protected readonly kept = new Map<number, Scope>();
  protected readonly asked: ReadonlySet<string>;
  protected offset = 0;
  #steps = 0;
  #depth = 0;

  constructor(
    protected readonly program: Program,
    protected readonly bytes: Uint8Array,
    protected readonly limits: Limits,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.whole = { start: 0, end: bytes.length };
    this.root = new Scope(program.root, -1, null, this.whole);
    this.asked = askedNames([program.root, program.types, program.functions], new Set());
  }

  /** Carries out statements. @returns why they ended before the last; null when they did not */
  protected abstract all(body: readonly Statement[], scope: Scope): Leave | null;

  /** Finds a field that has a place of its own. */
  protected abstract declare(field: FieldStatement, scope: Scope): number;

  /**
   * @param bytes what it reads or compares besides
   * @throws {PatternError} beyond the limit
   */
  protected step(at: number, bytes = 0): void {
    this.#steps += 1 + bytes / BYTES_PER_STEP;
    if (this.#steps > this.limits.steps) {
      throw new PatternError('The pattern takes too many steps: it is stopped here.', at);
    }
  }

  /** Runs what is inside of something. @throws {PatternError} when that is too deep */
  protected deeper<Result>(at: number, run: () => Result): Result {
    if (++this.#depth > this.limits.depth) {
      throw new PatternError('Structs, functions or choices are nested too deeply.', at);
    }
    const result = run();
    this.#depth--;
    return result;
  }

  protected finding(error: PatternError): PatternFinding {
    return { message: error.message, place: placeIn(this.program.text, error.at), offset: this.offset };
  }

  // Values

  protected value(expression: Expression, scope: Scope): Value {
    this.step(expression.at);
    switch (expression.kind) {
      case 'number':
      case 'text':
        return expression.value;
      case 'name':
        return this.#named(expression.name, scope, expression.at);
      case 'here':
        return this.#here(expression.here, scope, expression.at);
      case 'constant':
        return this.#constant(expression.type, expression.name, expression.at);
      case 'member':
        return this.#member(this.value(expression.of, scope), expression.name, scope, expression.at);
      case 'element':
        return this.#element(
          this.value(expression.of, scope),
          this.number(expression.index, scope),
          expression.at,
        );
      case 'call':
        return this.#call(expression, scope);
      case 'unary':
        return this.#unary(expression.operator, this.plain(expression.of, scope), expression.at);
      case 'binary':
        return this.#binary(expression, scope);
      case 'choice':
        return this.value(this.holds(expression.condition, scope) ? expression.yes : expression.no, scope);
    }
  }

  /** A number or a text. */
  protected plain(expression: Expression, scope: Scope): Plain {
    const value = this.value(expression, scope);
    if (isPlain(value)) return value;
    const text = isRef(value) ? this.table.shown.get(value.field) : undefined;
    if (text !== undefined) return text;
    throw new PatternError('This is a struct or list, not a number or text.', expression.at);
  }

  protected number(expression: Expression, scope: Scope): number {
    const value = this.plain(expression, scope);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new PatternError('This is not a number.', expression.at);
  }

  protected holds(expression: Expression, scope: Scope): boolean {
    return isTrue(this.plain(expression, scope));
  }

  /** What a field says when an expression asks for it. */
  protected valueOfField(field: number): Value {
    const declaration = this.#declared(field);
    const reading = declaration?.reading;
    const at = this.table.offset[field] ?? 0;
    const length = this.table.length[field] ?? 0;
    const isList = (this.table.count[field] ?? -1) >= 0;
    if (!reading || reading.kind === 'struct' || isList) return { field };
    if (reading.kind === 'text' || reading.kind === 'bytes') {
      const encoding = reading.kind === 'text' ? reading.encoding : 'latin1';
      const terminator = reading.kind === 'text' ? reading.terminator : null;
      this.step(0, Math.min(length, this.limits.text));
      return textOf(this.bytes.subarray(at, at + Math.min(length, this.limits.text)), {
        encoding,
        terminator,
      });
    }
    const whole = readNumber(this.view, at, reading.scalar);
    if (reading.kind === 'scalar') return whole;
    return Math.floor(whole / 2 ** reading.shift) % 2 ** reading.width;
  }

  #declared(field: number): Declared | undefined {
    return this.table.declared[this.table.declaration[field] ?? -1];
  }

  #named(name: string, scope: Scope, at: number): Value {
    const own = this.#in(scope, name) ?? (scope === this.root ? null : this.#in(this.root, name));
    if (own !== null) return own;
    throw new PatternError(`There is no ${name} here.`, at);
  }

  #in(scope: Scope, name: string): Value | null {
    const variable = scope.names?.get(name);
    if (variable !== undefined) return variable;
    const field = scope.fields?.get(name);
    if (field !== undefined) return this.valueOfField(field);
    return this.instance(name, scope);
  }

  /** What a struct computes under a name; null when it has no such name, or it is absent. */
  protected instance(name: string, scope: Scope): Value | null {
    const instance = scope.type?.instances.get(name);
    if (!instance) return null;
    const at = instance.kind === 'value' ? instance.value.at : instance.field.at;
    scope.pending ??= new Set();
    if (scope.pending.has(name)) throw new PatternError(`${name} depends on itself.`, at);
    scope.pending.add(name);
    const value = this.deeper(at, (): Value | null => {
      if (instance.condition && !this.holds(instance.condition, scope)) return null;
      if (instance.kind === 'value') return this.value(instance.value, scope);
      const field = this.declare(instance.field, scope);
      return this.valueOfField(field);
    });
    scope.pending.delete(name);
    if (value !== null && instance.kind === 'value') scope.set(name, value);
    return value;
  }

  #here(here: Here, scope: Scope, at: number): Value {
    switch (here) {
      case 'offset':
        return this.offset - scope.window.start;
      case 'this':
        return { field: scope.field };
      case 'parent':
        return { field: this.#around(scope.field) };
      case 'root':
        return { field: -1 };
      case 'io':
        return { stream: scope.window };
      case 'element':
        if (scope.element !== null) return scope.element;
        break;
      case 'index':
        if (scope.index >= 0) return scope.index;
    }
    throw new PatternError(`There is no ${here} here: nothing is repeated.`, at);
  }

  /** The struct around a field; −1: none. */
  #around(field: number): number {
    let at = this.table.parent[field] ?? -1;
    while (at >= 0 && (this.table.count[at] ?? -1) >= 0) at = this.table.parent[at] ?? -1;
    return at;
  }

  #constant(type: string, name: string, at: number): number {
    if (type === 'std::mem::Endian') return name === 'Big' ? 1 : 2;
    const definition = this.program.types.get(type);
    if (definition?.kind === 'enum') {
      for (const [value, known] of definition.names) if (known === name) return value;
    }
    throw new PatternError(`There is no ${type}::${name}.`, at);
  }

  #member(of: Value, name: string, scope: Scope, at: number): Value {
    if (!isPlain(of) && 'stream' in of) return this.#ofStream(of, name, at);
    if (isPlain(of)) return this.#ofPlain(of, name, at);
    const { field } = of;
    if (name === '_parent') return { field: this.#around(field) };
    const own = this.#scopeOf(field, scope);
    if (own) {
      if (name === '_io') return { stream: own.window };
      const value = this.#in(own, name);
      if (value !== null) return value;
    }
    for (let at = this.table.firstOf(field); at >= 0; at = this.table.next[at] ?? -1) {
      this.step(0);
      if (this.keys[this.table.declaration[at] ?? -1] === name) return this.valueOfField(at);
    }
    const count = this.table.count[field] ?? -1;
    if (count >= 0) return this.#ofList(field, count, name, at);
    throw new PatternError(`There is no ${name} in ${this.#declared(field)?.name ?? 'the whole'}.`, at);
  }

  /** The scope of a struct that is being read, or that was kept. */
  #scopeOf(field: number, from: Scope): Scope | null {
    if (field < 0) return this.root;
    for (let scope: Scope | null = from; scope; scope = scope.parent) if (scope.field === field) return scope;
    return this.kept.get(field) ?? null;
  }

  #ofStream({ stream }: Stream, name: string, at: number): number {
    if (name === 'size') return stream.end - stream.start;
    if (name === 'pos') return this.offset - stream.start;
    if (name === 'eof') return Number(this.offset >= stream.end);
    throw new PatternError(`_io has no ${name}.`, at);
  }

  #ofPlain(of: Plain, name: string, at: number): Value {
    if (typeof of === 'string') {
      this.step(at, of.length);
      if (name === 'length') return of.length;
      if (name === 'to_i') return Number.parseInt(of, 10) || 0;
      if (name === 'reverse') return Array.from(of).reverse().join('');
    } else {
      if (name === 'to_i') return Math.trunc(of);
      if (name === 'to_s') return String(of);
    }
    throw new PatternError(`A ${typeof of === 'string' ? 'text' : 'number'} has no ${name}.`, at);
  }

  #ofList(field: number, count: number, name: string, at: number): Value {
    if (name === 'size') return count;
    if (name === 'first') return this.#element({ field }, 0, at);
    if (name === 'last') return this.#element({ field }, count - 1, at);
    throw new PatternError(`A list has no ${name}.`, at);
  }

  #element(of: Value, index: number, at: number): Value {
    if (typeof of === 'string' && index >= 0 && index < of.length) return of.charCodeAt(index);
    if (isRef(of) && index >= 0 && index < (this.table.count[of.field] ?? -1)) {
      const reading = this.#declared(of.field)?.reading;
      if (reading?.kind === 'scalar') {
        const { scalar } = reading;
        return readNumber(this.view, (this.table.offset[of.field] ?? 0) + index * scalar.size, scalar);
      }
      const last = this.table.lastChild[of.field] ?? -1;
      if (last >= 0 && this.table.element[last] === index) return this.valueOfField(last);
      for (let field = this.table.firstOf(of.field); field >= 0; field = this.table.next[field] ?? -1) {
        this.step(at);
        if (this.table.element[field] === index) return this.valueOfField(field);
      }
    }
    throw new PatternError(`There is no element ${index}.`, at);
  }

  #unary(operator: '!' | '-' | '~', value: Plain, at: number): number {
    if (operator === '!') return Number(!isTrue(value));
    if (typeof value !== 'number') throw new PatternError(`${operator} takes a number.`, at);
    return operator === '-' ? -value : Number(~BigInt(Math.trunc(value)));
  }

  #binary({ operator, left, right, at }: Extract<Expression, { kind: 'binary' }>, scope: Scope): Plain {
    if (operator === '&&') return Number(this.holds(left, scope) && this.holds(right, scope));
    if (operator === '||') return Number(this.holds(left, scope) || this.holds(right, scope));
    const [a, b] = [this.plain(left, scope), this.plain(right, scope)];
    if (typeof a === 'string' && typeof b === 'string') this.step(at, a.length + b.length);
    const value = calculate(operator, a, b, this.program.floors);
    if (value === null) {
      const isZero = (operator === '/' || operator === '%') && b === 0;
      throw new PatternError(isZero ? 'A division by 0.' : `${operator} does not fit these two values.`, at);
    }
    if (typeof value === 'string' && value.length > this.limits.text)
      throw new PatternError('The text becomes too long.', at);
    return value;
  }

  // Functions

  #call({ name, given, at }: Extract<Expression, { kind: 'call' }>, scope: Scope): Value {
    const values = given.map((one) => this.value(one, scope));
    const found = this.program.functions.get(name);
    if (!found) return this.#builtIn(name, values, scope, at);
    if (values.length !== found.parameters.length) {
      throw new PatternError(`${name} takes ${found.parameters.length} values, not ${values.length}.`, at);
    }
    const own = new Scope(null, -1, null, scope.window);
    for (const [i, parameter] of found.parameters.entries()) own.set(parameter, values[i] ?? 0);
    const result = this.deeper(at, () => this.all(found.body, own));
    return typeof result === 'object' && result ? result.returned : 0;
  }

  /** The text that a function makes of a struct. */
  protected shownBy(name: string, field: number, scope: Scope, at: number): string {
    const found = this.program.functions.get(name);
    if (!found) throw new PatternError(`There is no function ${name}.`, at);
    const own = new Scope(null, -1, scope, scope.window);
    for (const parameter of found.parameters.slice(0, 1)) own.set(parameter, { field });
    const result = this.deeper(at, () => this.all(found.body, own));
    const value = typeof result === 'object' && result ? result.returned : '';
    return isPlain(value) ? String(value) : this.#listText(value);
  }

  /** A list of characters as text. */
  #listText(value: Value): string {
    if (!isRef(value)) return '';
    const at = this.table.offset[value.field] ?? 0;
    const length = Math.min(this.table.length[value.field] ?? 0, this.limits.text);
    this.step(0, length);
    return textOf(this.bytes.subarray(at, at + length), { encoding: 'latin1', terminator: null });
  }

  #builtIn(name: string, values: readonly Value[], scope: Scope, at: number): Value {
    const [first = 0, second = 0, third = 2] = values;
    switch (name) {
      case 'std::mem::size':
        return scope.window.end - scope.window.start;
      case 'std::mem::base_address':
        return 0;
      case 'std::mem::eof':
        return Number(this.offset >= scope.window.end);
      case 'std::mem::read_unsigned':
      case 'std::mem::read_signed': {
        const kind = name.endsWith('_signed') ? 'signed' : 'unsigned';
        return this.#readAt(
          Number(first),
          { ...LITTLE, kind, size: Number(second), isBig: third === 1 },
          scope,
          at,
        );
      }
      case 'std::mem::read_string':
        return this.#textAt(Number(first), Number(second), scope, at);
      case 'std::assert':
        if (isPlain(first) && isTrue(first)) return 0;
        throw new PatternError(
          typeof second === 'string' && second !== '' ? second : 'An assertion does not hold.',
          at,
        );
      case 'std::error':
        throw new PatternError(String(isPlain(first) ? first : ''), at);
      // What they print is not shown.
      case 'std::print':
      case 'std::warning':
        return 0;
      case 'addressof':
        if (isRef(first)) return (this.table.offset[first.field] ?? 0) - scope.window.start;
        break;
      case 'sizeof':
        if (isRef(first)) return this.table.length[first.field] ?? 0;
        break;
      default:
        throw new PatternError(`There is no function ${name}.`, at);
    }
    throw new PatternError(`${name} takes a struct or list.`, at);
  }

  #readAt(offset: number, scalar: Scalar, { window }: Scope, at: number): number {
    const { size } = scalar;
    if (![1, 2, 3, 4, 6, 8, 16].includes(size)) throw new PatternError(`No number has ${size} bytes.`, at);
    if (!(offset >= 0 && window.start + offset + size <= window.end)) {
      throw new PatternError(`There are no ${size} bytes at ${offset}.`, at);
    }
    return readNumber(this.view, window.start + Math.trunc(offset), scalar);
  }

  #textAt(offset: number, length: number, { window }: Scope, at: number): string {
    if (!(length >= 0 && length <= this.limits.text))
      throw new PatternError(`No text has ${length} bytes.`, at);
    const start = window.start + offset;
    if (!(offset >= 0 && start + length <= window.end)) {
      throw new PatternError(`There are no ${length} bytes at ${offset}.`, at);
    }
    this.step(at, length);
    return textOf(this.bytes.subarray(start, start + length), { encoding: 'latin1', terminator: null });
  }
}

/** The end of a function, or of a turn of a loop. */
export type Leave = 'break' | 'continue' | { readonly returned: Value };
