/**
 * Runs a pattern over bytes: which fields it finds, and what stopped it. Nothing that a pattern or the bytes say makes it
 * throw, run for ever or take more memory than the limits allow: what was found until then is kept.
 */
import { Evaluator, type Leave, LIMITS, type Limits, type PatternFinding } from './evaluate.ts';
import { PatternError } from './problem.ts';
import type {
  BitfieldType,
  Expression,
  FieldStatement,
  FieldType,
  Program,
  Run,
  Statement,
  StructType,
} from './program.ts';
import { readNumber, type Scalar, scalarName } from './scalars.ts';
import { Scope, type Window } from './scope.ts';
import type { FieldColumns, Reading } from './table.ts';

export type { PatternFinding };

/** What a pattern has found. */
export interface Outcome {
  readonly fields: FieldColumns;
  /** At most one stops it; others say that a value is not what the pattern wants. */
  readonly findings: readonly PatternFinding[];
}

/**
 * Runs a pattern.
 * @param bytes all that the pattern sees: offsets count from the first
 */
export function runPattern(program: Program, bytes: Uint8Array, limits: Limits = LIMITS): Outcome {
  return new Runner(program, bytes, limits).run();
}

/** Findings of values that do not fit. */
const MAX_FINDINGS = 100;

/** Number of a declaration, and of the parts of a bit field. */
interface Numbered {
  readonly own: number;
  readonly bits: readonly number[];
}

class Runner extends Evaluator {
  readonly #numbers = new Map<FieldStatement, Numbered>();
  readonly #findings: PatternFinding[] = [];

  run(): Outcome {
    try {
      this.all(this.program.root.body, this.root);
      this.#instances(this.program.root, this.root);
    } catch (error) {
      this.#findings.push(this.finding(asPatternError(error)));
    }
    return { fields: this.table.finished(), findings: this.#findings };
  }

  // Statements

  protected override all(body: readonly Statement[], scope: Scope): Leave | null {
    for (const statement of body) {
      const left = this.#statement(statement, scope);
      if (left !== null) return left;
    }
    return null;
  }

  #statement(statement: Statement, scope: Scope): Leave | null {
    this.step(statement.at);
    switch (statement.kind) {
      case 'field':
        this.declare(statement, scope);
        return null;
      case 'if':
        return this.all(this.holds(statement.condition, scope) ? statement.yes : statement.no, scope);
      case 'while':
        return this.#while(statement.condition, statement.body, scope);
      case 'local':
        scope.set(statement.name, this.value(statement.value, scope));
        return null;
      case 'assign': {
        const owner = scope.names?.has(statement.name) ? scope : this.root;
        if (!owner.names?.has(statement.name)) {
          throw new PatternError(`There is no variable ${statement.name} here.`, statement.at);
        }
        owner.set(statement.name, this.value(statement.value, scope));
        return null;
      }
      case 'seek':
        this.#goTo(this.number(statement.value, scope), scope.window, statement.at);
        return null;
      case 'skip':
        this.#goTo(
          this.offset - scope.window.start + this.number(statement.size, scope),
          scope.window,
          statement.at,
        );
        return null;
      case 'call':
        this.value(statement.value, scope);
        return null;
      case 'return':
        return { returned: statement.value ? this.value(statement.value, scope) : 0 };
      case 'break':
      case 'continue':
        return statement.kind;
    }
  }

  #while(condition: Expression, body: readonly Statement[], scope: Scope): Leave | null {
    while (this.holds(condition, scope)) {
      this.step(condition.at);
      const left = this.all(body, scope);
      if (left === 'break') break;
      if (left !== null && left !== 'continue') return left;
    }
    return null;
  }

  #goTo(place: number, { start, end }: Window, at: number): void {
    if (!(place >= 0 && start + place <= end)) {
      throw new PatternError(`The offset ${place} is outside of the bytes.`, at);
    }
    this.offset = start + Math.trunc(place);
  }

  // Fields

  protected override declare(statement: FieldStatement, scope: Scope): number {
    const before = this.offset;
    const window = statement.isInWhole ? this.whole : scope.window;
    if (statement.place) this.#goTo(this.number(statement.place, scope), window, statement.at);
    const field = this.#repeated(statement, scope, window);
    if (statement.place && !statement.movesOn) this.offset = before;
    if (this.asked.has(statement.name)) scope.setField(statement.name, field);
    if (statement.valid) this.#check(statement, statement.valid, field, scope);
    return field;
  }

  #check({ title, at }: FieldStatement, valid: Expression, field: number, scope: Scope): void {
    scope.element = this.valueOfField(field);
    const isValid = this.holds(valid, scope);
    scope.element = null;
    if (isValid || this.#findings.length >= MAX_FINDINGS) return;
    const { place } = this.finding(new PatternError('', at));
    const message = `${title} is not what the pattern wants.`;
    this.#findings.push({ message, place, offset: this.table.offset[field] ?? 0 });
  }

  #repeated(statement: FieldStatement, scope: Scope, window: Window): number {
    const { repeat, type } = statement;
    if (repeat.kind === 'once') return this.#element(statement, scope, window, scope.field, -1);
    const list = this.#add(statement, scope.field, -1, 0);
    // An element may ask for the ones before it.
    if (this.asked.has(statement.name)) scope.setField(statement.name, list);
    const scalar = this.#plainScalar(type);
    if (scalar && repeat.kind === 'count') {
      this.#numbersInRow(statement, scalar, list, this.number(repeat.count, scope), window);
      return list;
    }
    const count = repeat.kind === 'count' ? this.#count(repeat.count, scope) : Number.POSITIVE_INFINITY;
    // For itself: a list in an element has an index of its own.
    const { element, index } = scope;
    for (let i = 0; i < count && this.#goesOn(statement, scope, window); i++) {
      this.step(statement.at);
      scope.index = i;
      const start = this.offset;
      if (scalar) this.#take(scalar.size, window, statement);
      const field = scalar ? list : this.#element(statement, scope, window, list, i);
      this.table.count[list] = i + 1;
      this.table.length[list] = this.offset - (this.table.offset[list] ?? 0);
      if (repeat.kind !== 'until') continue;
      scope.element = scalar ? readNumber(this.view, start, scalar) : this.valueOfField(field);
      if (this.holds(repeat.condition, scope)) break;
    }
    scope.element = element;
    scope.index = index;
    return list;
  }

  #count(count: Expression, scope: Scope): number {
    const wanted = this.number(count, scope);
    if (wanted >= 0) return Math.trunc(wanted);
    throw new PatternError(`A list cannot have ${wanted} elements.`, count.at);
  }

  #goesOn({ repeat }: FieldStatement, scope: Scope, { end }: Window): boolean {
    if (repeat.kind === 'while') return this.holds(repeat.condition, scope);
    return repeat.kind !== 'end' || this.offset < end;
  }

  /** The numbers of which a list consists in a row; null for other types. */
  #plainScalar(type: FieldType): Scalar | null {
    if (type.kind === 'scalar') return type.scalar;
    const definition = type.kind === 'named' ? this.program.types.get(type.name) : null;
    return definition?.kind === 'enum' ? definition.scalar : null;
  }

  #numbersInRow(
    statement: FieldStatement,
    scalar: Scalar,
    list: number,
    count: number,
    window: Window,
  ): void {
    if (!(count >= 0))
      throw new PatternError(`${statement.title} cannot have ${count} elements.`, statement.at);
    const elements = Math.trunc(count);
    this.#take(elements * scalar.size, window, statement);
    this.table.count[list] = elements;
    this.table.length[list] = elements * scalar.size;
  }

  /** Moves behind bytes. @throws {PatternError} when there are fewer */
  #take(size: number, { end }: Window, { title, at }: FieldStatement): void {
    if (size > end - this.offset) {
      const left = Math.max(0, end - this.offset);
      throw new PatternError(`${title} needs ${size} bytes, and there are only ${left} left.`, at);
    }
    this.offset += size;
  }

  /** @param window what it sees */
  #element(statement: FieldStatement, scope: Scope, window: Window, parent: number, index: number): number {
    const { type } = statement;
    const field = this.#add(statement, parent, index, -1);
    const start = this.offset;
    const scalar = this.#plainScalar(type);
    if (scalar) this.#take(scalar.size, window, statement);
    else if (type.kind === 'named') this.#named(statement, type, field, scope, window);
    else this.#run(statement, type as Run, scope, window);
    this.table.length[field] = Math.max(0, this.offset - start);
    return field;
  }

  #add(statement: FieldStatement, parent: number, element: number, count: number): number {
    // What is kept of a struct besides takes as much as its fields.
    if (this.table.size + 2 * this.kept.size >= this.limits.fields) {
      throw new PatternError(
        `There are more than ${this.limits.fields} fields: the pattern is stopped here.`,
        statement.at,
      );
    }
    const declaration = this.#numberOf(statement).own;
    return this.table.add({ declaration, element, offset: this.offset, parent, count });
  }

  #run(statement: FieldStatement, { size, terminator, wanted }: Run, scope: Scope, window: Window): void {
    const start = this.offset;
    if (size) {
      const bytes = this.number(size, scope);
      if (!(bytes >= 0))
        throw new PatternError(`${statement.title} cannot have ${bytes} bytes.`, statement.at);
      this.#take(Math.trunc(bytes), window, statement);
    } else if (terminator !== null) {
      const found = this.bytes.indexOf(terminator, start);
      if (found < 0 || found >= window.end) {
        throw new PatternError(`${statement.title} has no end.`, statement.at);
      }
      this.step(statement.at, found - start);
      this.offset = found + 1;
    } else this.offset = window.end;
    if (wanted?.some((byte, i) => this.bytes[start + i] !== byte)) {
      throw new PatternError(`${statement.title} is not what the pattern wants.`, statement.at);
    }
  }

  #named(
    statement: FieldStatement,
    type: Extract<FieldType, { kind: 'named' }>,
    field: number,
    scope: Scope,
    window: Window,
  ): void {
    const definition = this.program.types.get(type.name);
    if (!definition) throw new PatternError(`There is no type ${type.name}.`, statement.at);
    if (definition.kind === 'bitfield') this.#bitfield(definition, statement, field, window);
    else if (definition.kind === 'struct') this.#struct(definition, statement, type, field, scope, window);
    else throw new PatternError(`The size of ${type.name} is unknown.`, statement.at);
  }

  #bitfield({ scalar, bits }: BitfieldType, statement: FieldStatement, field: number, window: Window): void {
    const offset = this.offset;
    this.#take(scalar.size, window, statement);
    const { bits: numbers } = this.#numberOf(statement);
    for (const [i, { name }] of bits.entries()) {
      if (name === '') continue;
      const one = this.table.add({
        declaration: numbers[i] ?? 0,
        element: -1,
        offset,
        parent: field,
        count: -1,
      });
      this.table.length[one] = scalar.size;
    }
  }

  #struct(
    definition: StructType,
    statement: FieldStatement,
    { given, size }: Extract<FieldType, { kind: 'named' }>,
    field: number,
    scope: Scope,
    around: Window,
  ): void {
    const start = this.offset;
    let window = around;
    if (size) {
      const bytes = this.number(size, scope);
      if (!(bytes >= 0))
        throw new PatternError(`${statement.title} cannot have ${bytes} bytes.`, statement.at);
      this.#take(Math.trunc(bytes), window, statement);
      window = { start, end: this.offset };
      this.offset = start;
    }
    const own = new Scope(definition, field, scope, window);
    for (const [i, parameter] of definition.parameters.entries()) {
      const value = given[i];
      if (!value) throw new PatternError(`${definition.name} needs a value for ${parameter}.`, statement.at);
      own.set(parameter, this.value(value, scope));
    }
    if (definition.parameters.length > 0 || definition.instances.size > 0) this.kept.set(field, own);
    this.deeper(statement.at, () => {
      this.all(definition.body, own);
      this.#instances(definition, own);
    });
    if (size) this.offset = window.end;
    if (definition.format === '') return;
    this.table.length[field] = this.offset - start;
    const text = this.shownBy(definition.format, field, own, statement.at);
    this.table.shown.set(field, text.slice(0, MAX_SHOWN));
  }

  /** Finds the fields that a struct has elsewhere, as far as nobody has asked for them. */
  #instances({ instances }: StructType, scope: Scope): void {
    for (const [name, instance] of instances) {
      if (instance.kind !== 'field' || scope.fields?.has(name)) continue;
      if (scope.pending?.has(name)) continue;
      this.instance(name, scope);
    }
  }

  #numberOf(statement: FieldStatement): Numbered {
    const known = this.#numbers.get(statement);
    if (known) return known;
    const { comment, color } = statement.attributes;
    const { declared } = this.table;
    const own = declared.push({
      name: statement.title,
      type: typeText(statement.type),
      reading: this.#readingOf(statement),
      comment,
      color,
    });
    this.keys.push(statement.name);
    const bits = this.#bitsOf(statement.type).map(({ name, shift, width, scalar }) => {
      const reading: Reading = { kind: 'bits', scalar, shift, width };
      this.keys.push(name);
      return (
        declared.push({
          name,
          type: width === 1 ? '1 bit' : `${width} bits`,
          reading,
          comment: '',
          color: '',
        }) - 1
      );
    });
    const numbered = { own: own - 1, bits };
    this.#numbers.set(statement, numbered);
    return numbered;
  }

  #bitsOf(type: FieldType) {
    const definition = type.kind === 'named' ? this.program.types.get(type.name) : null;
    if (definition?.kind !== 'bitfield') return [];
    return definition.bits.map((bits) => ({ ...bits, scalar: definition.scalar }));
  }

  #readingOf({ type, enumeration }: FieldStatement): Reading {
    if (type.kind === 'text') return { kind: 'text', encoding: type.encoding, terminator: type.terminator };
    if (type.kind === 'bytes') return { kind: 'bytes' };
    const scalar = this.#plainScalar(type);
    const named = enumeration ?? (type.kind === 'named' ? type.name : '');
    const definition = this.program.types.get(named);
    if (definition?.kind === 'bitfield') {
      const { size } = definition.scalar;
      return { kind: 'bits', scalar: definition.scalar, shift: 0, width: size * 8 };
    }
    if (!scalar) return { kind: 'struct' };
    return { kind: 'scalar', scalar, names: definition?.kind === 'enum' ? definition.names : null };
  }
}

/** Characters of a text that is shown for a struct. */
const MAX_SHOWN = 256;

function typeText(type: FieldType): string {
  if (type.kind === 'scalar') return scalarName(type.scalar);
  return type.kind === 'named' ? type.name : type.kind;
}

/** Stacks of the program that runs the pattern end before its depth where a browser has little room. */
function asPatternError(error: unknown): PatternError {
  if (error instanceof PatternError) return error;
  if (error instanceof RangeError) return new PatternError('The pattern takes more memory than there is.', 0);
  throw error;
}
