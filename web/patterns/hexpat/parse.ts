/**
 * Reads ImHex patterns: the part of the language that docs/guide/own-structures.md lists. What is not in it is refused, with
 * its place.
 */
import { PatternError } from '../problem.ts';
import type {
  Attributes,
  Bits,
  Definition,
  Expression,
  FieldStatement,
  FieldType,
  FunctionDefinition,
  Program,
  Repeat,
  Statement,
} from '../program.ts';
import type { Scalar } from '../scalars.ts';
import { Reader } from './reader.ts';
import type { Token } from './tokens.ts';

/** Built-in types. */
const SCALARS: ReadonlyMap<string, Omit<Scalar, 'isBig'>> = new Map<string, Omit<Scalar, 'isBig'>>([
  ...[8, 16, 24, 32, 48, 64, 96, 128].flatMap((bits): [string, Omit<Scalar, 'isBig'>][] => [
    [`u${bits}`, { kind: 'unsigned', size: bits / 8 }],
    [`s${bits}`, { kind: 'signed', size: bits / 8 }],
  ]),
  ['float', { kind: 'float', size: 4 }],
  ['double', { kind: 'float', size: 8 }],
  ['bool', { kind: 'unsigned', size: 1 }],
  ['char', { kind: 'character', size: 1 }],
  ['char16', { kind: 'character', size: 2 }],
]);

/** Parts of the language that are known and refused, by the word that they begin with. */
const REFUSED: Readonly<Record<string, string>> = {
  union: 'Unions',
  namespace: 'Namespaces',
  for: 'Loops with for',
  match: 'match',
  try: 'try',
  const: 'Constants',
  in: 'Inputs',
  out: 'Outputs',
  auto: 'Variables without a type',
};

/** Pragmas that change nothing here. */
const IGNORED_PRAGMAS =
  /^#pragma\s+(author|description|MIME|magic|name|array_limit|pattern_limit|loop_limit|eval_depth|once|debug|allow_edits)\b/;
/** Attributes that change nothing here; `color`, `comment` and `format` are read. */
const IGNORED_ATTRIBUTES = [
  'static',
  'inline',
  'name',
  'sealed',
  'hidden',
  'highlight_hidden',
  'single_color',
  'no_unique_address',
  'export',
];

const NO_ATTRIBUTES: Attributes & { readonly format: string } = { comment: '', color: '', format: '' };

/** @throws {PatternError} for a text that is no such pattern */
export function parseHexpat(text: string): Program {
  return new Parser(text).program();
}

class Parser {
  readonly #reader: Reader;
  readonly #types = new Map<string, Definition>();
  /** Other names of types: `using Word = u16;`. */
  readonly #aliases = new Map<string, FieldType>();
  /** Types that are said to come later. */
  readonly #announced = new Map<string, number>();
  readonly #functions = new Map<string, FunctionDefinition>();
  readonly #body: Statement[] = [];
  #isBig = false;
  /** Blocks around the statement at hand. */
  #blocks = 0;

  constructor(text: string) {
    this.#reader = new Reader(text);
  }

  program(): Program {
    const reader = this.#reader;
    while (reader.peek().kind !== 'end') this.#topLevel();
    for (const [name, at] of this.#announced) {
      if (!this.#types.has(name)) throw new PatternError(`${name} is announced, and never described.`, at);
    }
    if (!this.#body.some((one) => one.kind === 'field')) {
      throw new PatternError(
        'Nothing is placed: add a line such as “Header header @ 0x00;”.',
        reader.peek().at,
      );
    }
    const root = {
      kind: 'struct' as const,
      name: '',
      parameters: [],
      body: this.#body,
      instances: new Map(),
      format: '',
      at: 0,
    };
    return { text: reader.text, floors: false, types: this.#types, functions: this.#functions, root };
  }

  #topLevel(): void {
    const reader = this.#reader;
    const { kind, text, at } = reader.peek();
    if (kind === 'pragma') this.#pragma(reader.next());
    else if (reader.take('import')) this.#import(at);
    else if (reader.take('using')) this.#using();
    else if (reader.take('fn')) this.#function(at);
    else if (reader.take('struct')) this.#struct(at);
    else if (reader.take('bitfield')) this.#bitfield(at);
    else if (reader.take('enum')) this.#enum(at);
    else if (!reader.take(';')) {
      const statement = this.#statement();
      if (statement.kind === 'field' && !statement.place && text !== '') {
        throw new PatternError(
          `${statement.title} needs an offset: write “${statement.title} @ $”, for example.`,
          at,
        );
      }
      this.#body.push(statement);
    }
  }

  #pragma({ text, at }: Token): void {
    const endian = /^#pragma\s+endian\s+(little|big|native)\s*$/.exec(text)?.[1];
    if (endian) this.#isBig = endian === 'big';
    else if (!IGNORED_PRAGMAS.test(text)) throw new PatternError(`${text.trim()} is not supported.`, at);
  }

  /** The functions of `std` that are supported are always there. */
  #import(at: number): void {
    const reader = this.#reader;
    const words: string[] = [];
    while (!reader.is(';') && reader.peek().kind !== 'end') words.push(reader.next().text);
    reader.expect(';');
    if (words[0] !== 'std')
      throw new PatternError(`${words.join('')} cannot be imported: only std is there.`, at);
  }

  #using(): void {
    const reader = this.#reader;
    const { at } = reader.peek();
    const name = reader.name();
    if (reader.take('=')) this.#aliases.set(name, this.#type());
    else this.#announced.set(name, at);
    reader.expect(';');
  }

  #function(at: number): void {
    const reader = this.#reader;
    const name = reader.next().text;
    reader.expect('(');
    const parameters: string[] = [];
    while (!reader.take(')')) {
      reader.take('ref');
      this.#variableType();
      parameters.push(reader.name());
      if (!reader.is(')')) reader.expect(',');
    }
    // Known to itself.
    this.#functions.set(name, { parameters, body: [], at });
    this.#functions.set(name, { parameters, body: this.#block(), at });
    reader.take(';');
  }

  /** Passes the type of a variable: they all hold numbers and texts alike. */
  #variableType(): void {
    const { kind, text, at } = this.#reader.next();
    const isKnown = SCALARS.has(text) || text === 'str' || text === 'auto' || this.#isType(text);
    if (kind !== 'name' || !isKnown) this.#reader.fail(`${text} is not a type.`, at);
  }

  #isType(name: string): boolean {
    return this.#types.has(name) || this.#aliases.has(name) || this.#announced.has(name);
  }

  #newType(): string {
    const { at } = this.#reader.peek();
    const name = this.#reader.name();
    if (this.#reader.is('<')) this.#reader.fail('Types with parameters are not supported.');
    if (this.#types.has(name) || SCALARS.has(name)) this.#reader.fail(`${name} is described already.`, at);
    return name;
  }

  #struct(at: number): void {
    const reader = this.#reader;
    const name = this.#newType();
    if (reader.is(':')) reader.fail('Inheritance is not supported.');
    // Known to its own pointers and functions.
    this.#announced.set(name, at);
    const body = this.#block();
    const { format } = this.#attributes();
    this.#types.set(name, { kind: 'struct', name, parameters: [], body, instances: new Map(), format, at });
    reader.expect(';');
  }

  #bitfield(at: number): void {
    const reader = this.#reader;
    const name = this.#newType();
    reader.expect('{');
    const bits: Bits[] = [];
    let shift = 0;
    while (!reader.take('}')) {
      const { at: own } = reader.peek();
      const isPadding = reader.take('padding');
      const title = isPadding ? '' : reader.name();
      if (!reader.is(':')) reader.fail('Only “name : bits;” is supported in a bit field.');
      reader.next();
      const width = this.#plainNumber();
      if (!(width > 0 && shift + width <= 64)) reader.fail('A bit field has at most 64 bits.', own);
      bits.push({ name: title, shift, width });
      shift += width;
      this.#attributes();
      reader.expect(';');
    }
    if (shift % 8 !== 0 || shift === 0)
      reader.fail(`The ${shift} bits of ${name} do not fill whole bytes.`, at);
    this.#attributes();
    const scalar: Scalar = { kind: 'unsigned', size: shift / 8, isBig: this.#isBig };
    this.#types.set(name, { kind: 'bitfield', name, scalar, bits, at });
    reader.expect(';');
  }

  #plainNumber(): number {
    const { at } = this.#reader.peek();
    const value = this.#constant(this.#reader.expression());
    if (value === null) this.#reader.fail('A number is expected here.', at);
    return value;
  }

  /** The value of an expression of numbers alone; null for others. */
  #constant(expression: Expression): number | null {
    if (expression.kind === 'number') return expression.value;
    if (expression.kind !== 'unary' || expression.operator !== '-') return null;
    const value = this.#constant(expression.of);
    return value === null ? null : -value;
  }

  #enum(at: number): void {
    const reader = this.#reader;
    const name = this.#newType();
    reader.expect(':');
    const type = this.#type();
    if (type.kind !== 'scalar') throw new PatternError('The values of an enum are of a built-in type.', at);
    reader.expect('{');
    const names = new Map<number, string>();
    let next = 0;
    while (!reader.take('}')) {
      const constant = reader.name();
      if (reader.take('=')) next = this.#plainNumber();
      if (reader.is('...')) reader.fail('Ranges of values are not supported.');
      names.set(next++, constant);
      if (!reader.is('}')) reader.expect(',');
    }
    this.#attributes();
    this.#types.set(name, { kind: 'enum', name, scalar: type.scalar, names, at });
    reader.expect(';');
  }

  // Statements

  #block(): Statement[] {
    return this.#reader.nested(() => {
      this.#reader.expect('{');
      this.#blocks++;
      const body: Statement[] = [];
      while (!this.#reader.take('}')) {
        if (!this.#reader.take(';')) body.push(this.#statement());
      }
      this.#blocks--;
      return body;
    });
  }

  #branch(): Statement[] {
    return this.#reader.is('{') ? this.#block() : [this.#reader.nested(() => this.#statement())];
  }

  #statement(): Statement {
    const reader = this.#reader;
    const { kind, text, at } = reader.peek();
    const refused = kind === 'name' ? REFUSED[text] : undefined;
    if (refused) reader.fail(`${refused} are not supported.`.replace(/^(match|try) are/, '$1 is'));
    if (reader.take('if')) return this.#if(at);
    if (reader.take('while')) {
      return { kind: 'while', condition: reader.inBrackets(), body: this.#branch(), at };
    }
    if (reader.take('return')) {
      const value = reader.is(';') ? null : reader.expression();
      reader.expect(';');
      return { kind: 'return', value, at };
    }
    if (reader.is('break') || reader.is('continue')) {
      const word = reader.next().text as 'break' | 'continue';
      reader.expect(';');
      return { kind: word, at };
    }
    if (reader.is('$')) return this.#seek(at);
    if (kind === 'name' && reader.is('(', 1)) {
      const value = reader.expression();
      reader.expect(';');
      return { kind: 'call', value, at };
    }
    if (
      kind === 'name' &&
      reader.peek(1).kind === 'sign' &&
      /^([-+*/%&|^]|<<|>>)?=$/.test(reader.peek(1).text)
    ) {
      return this.#assignment(at);
    }
    if (reader.is('padding') && reader.is('[', 1)) {
      reader.next();
      reader.next();
      const size = reader.expression();
      reader.expect(']');
      reader.expect(';');
      return { kind: 'skip', size, at };
    }
    return this.#declaration(at);
  }

  #if(at: number): Statement {
    const reader = this.#reader;
    const condition = reader.inBrackets();
    const yes = this.#branch();
    return { kind: 'if', condition, yes, no: reader.take('else') ? this.#branch() : [], at };
  }

  /** `= value;` or `+= value;` after what it changes. */
  #changed(before: Expression, at: number): Expression {
    const reader = this.#reader;
    const sign = reader.next().text;
    const value = reader.expression();
    reader.expect(';');
    return sign === '='
      ? value
      : { kind: 'binary', operator: sign.slice(0, -1), left: before, right: value, at };
  }

  #seek(at: number): Statement {
    this.#reader.next();
    if (!/=$/.test(this.#reader.peek().text)) this.#reader.fail('= is missing after $.');
    return { kind: 'seek', value: this.#changed({ kind: 'here', here: 'offset', at }, at), at };
  }

  #assignment(at: number): Statement {
    const name = this.#reader.name();
    return { kind: 'assign', name, value: this.#changed({ kind: 'name', name, at }, at), at };
  }

  #type(): FieldType {
    const reader = this.#reader;
    let isBig = this.#isBig;
    if (reader.take('be')) isBig = true;
    else if (reader.take('le')) isBig = false;
    const { kind, text, at } = reader.next();
    const scalar = SCALARS.get(text);
    if (kind === 'name' && scalar) return { kind: 'scalar', scalar: { ...scalar, isBig } };
    const alias = this.#aliases.get(text);
    if (alias) return alias;
    if (kind !== 'name' || !this.#isType(text)) reader.fail(`${text} is not a type.`, at);
    return { kind: 'named', name: text, given: [], size: null };
  }

  #declaration(at: number): Statement {
    const reader = this.#reader;
    if (reader.take('str')) return this.#local(at);
    const type = this.#type();
    if (reader.is('*')) reader.fail('Pointers are not supported: write “Type name @ offset;”.');
    if (reader.is('=', 1)) return this.#local(at);
    const name = reader.name();
    const repeat = this.#repeat();
    const isPlaced = reader.take('@');
    const place = isPlaced ? reader.expression() : null;
    if (isPlaced && reader.is('in')) reader.fail('Other memory than the file is not supported.');
    if (reader.is(':')) reader.fail('Bits outside of a bit field are not supported.');
    const { comment, color } = this.#attributes();
    if (reader.is(',')) reader.fail('A declaration has one field here.');
    reader.expect(';');
    const isText = repeat === 'text';
    const field: FieldStatement = {
      kind: 'field',
      name,
      title: name,
      type: isText ? { kind: 'text', encoding: 'latin1', size: null, terminator: 0, wanted: null } : type,
      enumeration: null,
      repeat: isText ? { kind: 'once' } : repeat,
      place,
      isInWhole: false,
      // Inside of a struct the next field follows the one before.
      movesOn: this.#blocks === 0,
      valid: null,
      attributes: { comment, color },
      at,
    };
    if (isText && !(type.kind === 'scalar' && type.scalar.kind === 'character' && type.scalar.size === 1)) {
      reader.fail('Only char can have a list without a length.', at);
    }
    return field;
  }

  #local(at: number): Statement {
    const name = this.#reader.name();
    this.#reader.expect('=');
    const value = this.#reader.expression();
    this.#reader.expect(';');
    return { kind: 'local', name, value, at };
  }

  /** `[count]`, `[while(condition)]`, or `[]` of characters up to a zero. */
  #repeat(): Repeat | 'text' {
    const reader = this.#reader;
    if (!reader.take('[')) return { kind: 'once' };
    if (reader.take(']')) return 'text';
    const repeat: Repeat = reader.take('while')
      ? { kind: 'while', condition: reader.inBrackets() }
      : { kind: 'count', count: reader.expression() };
    reader.expect(']');
    if (reader.is('[')) reader.fail('Lists of lists are not supported.');
    return repeat;
  }

  #attributes(): Attributes & { readonly format: string } {
    const reader = this.#reader;
    if (!reader.take('[[')) return NO_ATTRIBUTES;
    const found = { ...NO_ATTRIBUTES };
    do {
      const { text, at } = reader.next();
      const value = reader.take('(') ? reader.next().text : '';
      if (value !== '') reader.expect(')');
      if (text === 'comment') found.comment = value;
      else if (text === 'color') found.color = /^[\da-fA-F]{6}/.exec(value)?.[0] ?? '';
      else if (/^format(_read)?$/.test(text)) found.format = value;
      else if (!IGNORED_ATTRIBUTES.includes(text)) reader.fail(`The attribute ${text} is not supported.`, at);
    } while (reader.take(','));
    reader.expect(']]');
    return found;
  }
}
