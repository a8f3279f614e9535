/**
 * An interpreter of just what the templates for ImHex and 010 Editor are made of: it stands in for the programs, which
 * the tests do not have. It knows nothing of the generator; names are looked up in the struct or function itself and
 * among the globals, nowhere between.
 */

/** What a template declares: a number, or a struct or array around others. */
export interface Declared {
  path: string;
  offset: number;
  length: number;
  /** Null for a struct or array. */
  value: number | null;
}

type Value = number | string;
type Expression = (scope: Scope) => Value;
/** A returned value ends a function. */
type Statement = (scope: Scope) => Value | undefined;

interface Scope {
  path: string;
  names: Map<string, Value>;
  /** How often each name was declared in a loop. */
  repeats: Map<string, number>;
}

interface Func {
  parameters: string[];
  body: Statement[];
}

const SCALARS: Record<string, [size: number, read: (view: DataView, at: number) => number]> = {};
function scalar(names: string, size: number, read: (view: DataView, at: number) => number): void {
  for (const name of names.split(' ')) SCALARS[name] = [size, read];
}
scalar('u8 ubyte char', 1, (view, at) => view.getUint8(at));
scalar('s8 byte', 1, (view, at) => view.getInt8(at));
scalar('u16 uint16', 2, (view, at) => view.getUint16(at, true));
scalar('s16 int16', 2, (view, at) => view.getInt16(at, true));
scalar('u32 uint32', 4, (view, at) => view.getUint32(at, true));
scalar('s32 int32', 4, (view, at) => view.getInt32(at, true));
scalar('float', 4, (view, at) => view.getFloat32(at, true));
/** Kept in variables only. */
const LOCALS = ['u64', 'u128', 'int64', 'string'];

const TOKEN =
  /\s+|\/\/[^\n]*|#[^\n]*|"(?:[^"\\]|\\.)*"|0x[0-9a-fA-F]+|\d+|[A-Za-z_][\w:]*|\[\[|\]\]|==|&&|[-+*<>=!@$&.,;(){}[\]]/gy;

/** Runs a template over the bytes of a file; what it declares, outer before inner. */
export function runTemplate(text: string, bytes: Uint8Array): Declared[] {
  return new Interpreter(text, bytes).run();
}

class Interpreter {
  readonly #tokens: string[] = [];
  readonly #view: DataView;
  readonly #structs = new Map<string, Statement[]>();
  readonly #functions = new Map<string, Func>();
  readonly #globals: Scope = { path: '', names: new Map(), repeats: new Map() };
  readonly #declared: Declared[] = [];
  #at = 0;
  #offset = 0;

  constructor(
    text: string,
    readonly bytes: Uint8Array,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let end = 0;
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      if (index !== end) break;
      end = index + token.length;
      if (!/^(\s|\/\/|#)/.test(token)) this.#tokens.push(token);
    }
    if (end !== text.length) throw new Error(`no token at ${JSON.stringify(text.slice(end, end + 30))}`);
  }

  run(): Declared[] {
    while (this.#at < this.#tokens.length) this.#topLevel();
    return this.#declared;
  }

  // Reading of the text

  #peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead] ?? '';
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? '';
  }

  #take(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }

  #expect(...tokens: string[]): void {
    for (const token of tokens) {
      if (!this.#take(token)) {
        throw new Error(`${token} expected before ${this.#tokens.slice(this.#at, this.#at + 8).join(' ')}`);
      }
    }
  }

  #topLevel(): void {
    if (this.#take(';')) return;
    if (this.#take('import')) {
      while (!this.#take(';')) this.#next();
    } else if (this.#take('fn')) {
      this.#function(this.#next());
    } else if (this.#take('struct')) {
      const name = this.#next();
      this.#structs.set(name, this.#block());
      this.#attributes();
      this.#expect(';');
    } else if (this.#take('typedef')) {
      this.#expect('struct');
      const body = this.#block();
      this.#structs.set(this.#next(), body);
      this.#attributes();
      this.#expect(';');
    } else if (this.#peek(2) === '(' && this.#peek() !== 'local' && this.#peek() !== 'while') {
      this.#next();
      this.#function(this.#next());
    } else {
      this.#statement()(this.#globals);
    }
  }

  #function(name: string): void {
    this.#expect('(');
    const parameters: string[] = [];
    while (!this.#take(')')) {
      const token = this.#next();
      if (this.#peek() === ',' || this.#peek() === ')') parameters.push(token);
    }
    this.#functions.set(name, { parameters, body: this.#block() });
  }

  #block(): Statement[] {
    this.#expect('{');
    const body: Statement[] = [];
    while (!this.#take('}')) body.push(this.#statement());
    return body;
  }

  #body(): Statement[] {
    return this.#peek() === '{' ? this.#block() : [this.#statement()];
  }

  #statement(): Statement {
    if (this.#take('if')) return this.#if();
    if (this.#take('while')) return this.#while();
    if (this.#take('return')) {
      const value = this.#expression();
      this.#expect(';');
      return value;
    }
    if (this.#peek(1) === '=') return this.#assignment();
    if (this.#peek(1) === '(') {
      const call = this.#expression();
      this.#expect(';');
      return (scope) => {
        call(scope);
        return undefined;
      };
    }
    const isLocal = this.#take('local');
    if (isLocal || this.#peek(2) === '=') return this.#local();
    return this.#declaration();
  }

  #if(): Statement {
    this.#expect('(');
    const condition = this.#expression();
    this.#expect(')');
    const yes = this.#body();
    const no = this.#take('else') ? this.#body() : [];
    return (scope) => runAll(condition(scope) ? yes : no, scope);
  }

  #while(): Statement {
    this.#expect('(');
    const condition = this.#expression();
    this.#expect(')');
    const body = this.#body();
    return (scope) => {
      while (condition(scope)) {
        const before = this.#offset;
        // In a struct, what is declared again and again is an array.
        scope.repeats.set('*', scope.path === '' ? 0 : 1);
        runAll(body, scope);
        if (this.#offset === before) throw new Error(`nothing read in a loop at ${before}`);
      }
      scope.repeats.clear();
      return undefined;
    };
  }

  #assignment(): Statement {
    const name = this.#next();
    this.#expect('=');
    const value = this.#expression();
    this.#expect(';');
    return (scope) => {
      const { names } = scope.names.has(name) ? scope : this.#globals;
      if (!names.has(name)) throw new Error(`${name} is not declared`);
      names.set(name, value(scope));
      return undefined;
    };
  }

  #local(): Statement {
    const type = this.#next();
    if (!LOCALS.includes(type)) throw new Error(`a variable of type ${type}`);
    const name = this.#next();
    this.#expect('=');
    const value = this.#expression();
    this.#expect(';');
    return (scope) => {
      scope.names.set(name, value(scope));
      return undefined;
    };
  }

  #declaration(): Statement {
    const type = this.#next();
    const name = this.#next();
    if (!SCALARS[type] && !this.#structs.has(type)) throw new Error(`no type ${type} for ${name}`);
    let count: Expression | null = null;
    let condition: Expression | null = null;
    if (this.#take('[')) {
      if (this.#take('while')) {
        this.#expect('(');
        condition = this.#expression();
        this.#expect(')');
      } else {
        count = this.#expression();
      }
      this.#expect(']');
    }
    const place = this.#take('@') ? this.#expression() : null;
    this.#attributes();
    this.#expect(';');
    return (scope) => {
      if (place) this.#offset = Number(place(scope));
      if (count) this.#array(type, name, scope, Number(count(scope)));
      else if (condition) this.#arrayWhile(type, name, scope, condition);
      else this.#single(type, name, scope);
      return undefined;
    };
  }

  #attributes(): void {
    const close = this.#peek() === '[[' ? ']]' : this.#peek() === '<' ? '>' : null;
    if (close) while (this.#next() !== close);
  }

  #expression(): Expression {
    return this.#binary(['&&'], () =>
      this.#binary(['<', '>', '=='], () =>
        this.#binary(['+', '-'], () => this.#binary(['*'], () => this.#primary())),
      ),
    );
  }

  #binary(operators: string[], operand: () => Expression): Expression {
    let left = operand();
    while (operators.includes(this.#peek())) {
      const [operator, first, second] = [this.#next(), left, operand()];
      left = (scope) => calculate(operator, first(scope), () => second(scope));
    }
    return left;
  }

  #primary(): Expression {
    const token = this.#next();
    if (token === '(') {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (token === '!') {
      const inner = this.#primary();
      return (scope) => Number(!inner(scope));
    }
    if (token === '$') return () => this.#offset;
    if (token.startsWith('"')) return () => token.slice(1, -1);
    if (/^\d/.test(token)) return () => Number(token);
    if (this.#take('(')) return this.#call(token);
    // Members are read only where a value is shown as text, which is not run here.
    while (this.#take('.')) this.#next();
    return (scope) => {
      const value = scope.names.get(token) ?? this.#globals.names.get(token);
      if (value === undefined) throw new Error(`${token} is not declared in ${scope.path}`);
      return value;
    };
  }

  #call(name: string): Expression {
    const given: Expression[] = [];
    while (!this.#take(')')) {
      if (this.#peek().startsWith('std::mem::Endian::')) {
        if (this.#next() !== 'std::mem::Endian::Little') throw new Error('big-endian');
      } else given.push(this.#expression());
      this.#take(',');
    }
    return (scope) => {
      const values = given.map((value) => value(scope));
      const func = this.#functions.get(name);
      if (!func) return this.#builtIn(name, values.map(Number));
      const names = new Map(func.parameters.map((parameter, i) => [parameter, values[i] ?? 0]));
      const result = runAll(func.body, { path: name, names, repeats: new Map() });
      if (result === undefined) throw new Error(`${name} returns nothing`);
      return result;
    };
  }

  // The two programs' own functions

  #builtIn(name: string, [first = 0, second = 0]: number[]): Value {
    switch (name) {
      case 'std::mem::size':
      case 'FileSize':
        return this.bytes.length;
      case 'std::mem::eof':
      case 'FEof':
        return Number(this.#offset >= this.bytes.length);
      case 'FTell':
        return this.#offset;
      case 'std::mem::read_unsigned':
        return this.#unsigned(first, second);
      case 'ReadUShort':
        return this.#unsigned(first, 2);
      case 'ReadUInt':
        return this.#unsigned(first, 4);
      case 'std::mem::read_string':
      case 'ReadString':
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

  #single(type: string, name: string, scope: Scope): void {
    const place = scope.path === '' ? name : `${scope.path}.${name}`;
    if (!scope.repeats.get('*')) {
      this.#element(type, place, scope, name);
      return;
    }
    const index = scope.repeats.get(name) ?? 0;
    scope.repeats.set(name, index + 1);
    this.#element(type, `${place}[${index}]`, scope, name);
  }

  #array(type: string, name: string, scope: Scope, count: number): void {
    if (!(count > 0)) throw new Error(`${count} elements of ${scope.path}.${name}`);
    let left = count;
    this.#arrayWhile(type, name, scope, () => Number(left-- > 0));
  }

  #arrayWhile(type: string, name: string, scope: Scope, condition: Expression): void {
    const place = scope.path === '' ? name : `${scope.path}.${name}`;
    const whole: Declared = { path: place, offset: this.#offset, length: 0, value: null };
    this.#declared.push(whole);
    for (let i = 0; condition(scope); i++) this.#element(type, `${place}[${i}]`, scope, null);
    whole.length = this.#offset - whole.offset;
  }

  #element(type: string, path: string, scope: Scope, name: string | null): void {
    const [size, read] = SCALARS[type] ?? [0, null];
    const one: Declared = { path, offset: this.#offset, length: size, value: null };
    this.#declared.push(one);
    if (read) {
      one.value = read(this.#view, this.#offset);
      if (name) scope.names.set(name, one.value);
      this.#offset += size;
      return;
    }
    runAll(this.#structs.get(type) ?? [], { path, names: new Map(), repeats: new Map() });
    one.length = this.#offset - one.offset;
  }
}

function runAll(body: readonly Statement[], scope: Scope): Value | undefined {
  for (const statement of body) {
    const result = statement(scope);
    if (result !== undefined) return result;
  }
  return undefined;
}

function calculate(operator: string, left: Value, right: () => Value): Value {
  switch (operator) {
    case '&&':
      return Number(Boolean(left) && Boolean(right()));
    case '==':
      return Number(left === right());
    case '<':
      return Number(left < right());
    case '>':
      return Number(left > right());
    case '+':
      return Number(left) + Number(right());
    case '-':
      return Number(left) - Number(right());
    default:
      return Number(left) * Number(right());
  }
}
