/** Reads the text of a template as statements; refuses what its language does not have. */
import type { Dialect } from './template-dialects.ts';
import type { Attributes, Definition, Expression, Func, Program, Statement } from './template-syntax.ts';

const TOKEN =
  /\s+|\/\/[^\n]*|#[^\n]*|"(?:[^"\\]|\\.)*"|0x[0-9a-fA-F]+|\d+|[A-Za-z_][\w:]*|\[\[|\]\]|==|!=|>=|<=|&&|\|\||[-+*/<>=!?:@$&.,;(){}[\]]/gy;

/** Weakest first. */
const OPERATORS = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['&'], ['+', '-'], ['*', '/']];

export class TemplateParser {
  readonly #tokens: string[] = [];
  readonly #types = new Map<string, Definition>();
  /** Types that come later. */
  readonly #announced = new Set<string>();
  readonly #functions = new Map<string, Func>();
  readonly #statements: Statement[] = [];
  readonly #pragmas = new Map<string, string[]>();
  #at = 0;

  constructor(
    text: string,
    readonly dialect: Dialect,
  ) {
    let end = 0;
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      if (index !== end) break;
      end = index + token.length;
      if (token.startsWith('#')) this.#pragma(token);
      else if (!/^(\s|\/\/)/.test(token)) this.#tokens.push(token);
      if (/[^\n -~]/.test(token)) throw new Error(`not plain ASCII: ${token}`);
    }
    if (end !== text.length) throw new Error(`no token at ${JSON.stringify(text.slice(end, end + 30))}`);
  }

  program(): Program {
    while (this.#at < this.#tokens.length) this.#topLevel();
    if (this.#isImhex) this.#namesIn(this.#statements, new Set(this.#functions.keys()));
    return {
      types: this.#types,
      functions: this.#functions,
      statements: this.#statements,
      pragmas: this.#pragmas,
    };
  }

  get #isImhex(): boolean {
    return this.dialect.name === 'ImHex';
  }

  #pragma(token: string): void {
    const [, name = '', value = ''] = /^#pragma (\w+) (.+)$/.exec(token) ?? [];
    const known = /^(author|description|magic|endian|array_limit|pattern_limit|loop_limit|eval_depth)$/;
    if (!this.#isImhex || !known.test(name)) throw new Error(`no pragma: ${token}`);
    this.#pragmas.set(name, [...(this.#pragmas.get(name) ?? []), value]);
  }

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

  /** A name of the template's own. */
  #name(): string {
    const name = this.#next();
    if (!/^[A-Za-z_]\w*$/.test(name) || this.dialect.reserved.has(name))
      throw new Error(`${name} is no name`);
    return name;
  }

  #topLevel(): void {
    if (this.#isImhex && this.#take('import')) {
      this.#expect('std', '.', 'mem', ';');
    } else if (this.#isImhex && this.#take('using')) {
      this.#announced.add(this.#name());
      this.#expect(';');
    } else if (!this.#isImhex && this.#take('struct')) {
      const name = this.#name();
      if (this.#take(';')) this.#announced.add(name);
      else this.#type(name, { kind: 'struct', body: this.#block() });
    } else if (this.#isImhex && this.#take('fn')) {
      this.#function(this.#name());
      this.#expect(';');
    } else if (this.#isImhex && (this.#peek() === 'struct' || this.#peek() === 'bitfield')) {
      const kind = this.#next();
      const name = this.#name();
      this.#type(name, kind === 'struct' ? { kind, body: this.#block() } : this.#bits());
    } else if (this.#isImhex && this.#take('enum')) {
      const name = this.#name();
      this.#expect(':');
      this.#type(name, this.#enum(this.#next()));
    } else if (!this.#isImhex && this.#peek() === 'typedef' && this.#peek(1) === 'enum') {
      this.#expect('typedef', 'enum', '<');
      const type = this.#next();
      this.#expect('>');
      const values = this.#enum(type);
      this.#type(this.#name(), values);
    } else if (!this.#isImhex && this.#take('typedef')) {
      this.#expect('struct');
      if (this.#peek(2) === ':' || this.#peek(3) === ':') {
        const bits = this.#bits();
        this.#type(this.#name(), bits);
      } else {
        const body = this.#block();
        this.#type(this.#name(), { kind: 'struct', body });
      }
    } else if (!this.#isImhex && this.#peek(2) === '(' && this.dialect.variables.has(this.#peek())) {
      this.#next();
      this.#function(this.#name());
    } else {
      this.#statements.push(this.#statement());
    }
  }

  /** With the attributes that follow. */
  #type(
    name: string,
    type: Definition extends infer One ? (One extends Definition ? Omit<One, 'attributes'> : never) : never,
  ): void {
    if (this.#types.has(name)) throw new Error(`${name} is there already`);
    if (this.#isImhex && type.kind === 'struct') this.#namesIn(type.body);
    this.#types.set(name, { ...type, attributes: this.#attributes() } as Definition);
    this.#expect(';');
  }

  /** `{ A = 0, B = 1 }`; 010 Editor has no comma after the last. */
  #enum(type: string): { kind: 'enum'; type: string } {
    if (!this.dialect.scalars.has(type)) throw new Error(`values of no type ${type}`);
    this.#expect('{');
    while (!this.#take('}')) {
      this.#name();
      this.#expect('=');
      this.#next();
      if (this.#take(',') && this.#peek() === '}' && !this.#isImhex)
        throw new Error('a comma after the last value');
    }
    return { kind: 'enum', type };
  }

  /** `name : 1;`, and in 010 Editor a type before it. */
  #bits(): { kind: 'bitfield'; bits: number; names: ReadonlyMap<number, string> } {
    this.#expect('{');
    const names = new Map<number, string>();
    let bits = 0;
    while (!this.#take('}')) {
      if (!this.#isImhex && !this.dialect.scalars.has(this.#next())) throw new Error('bits of no type');
      if (this.#isImhex && this.#take('padding')) {
        // Without a name.
      } else if (this.#peek() !== ':') names.set(bits, this.#name());
      this.#expect(':');
      bits += Number(this.#next());
      this.#expect(';');
    }
    return { kind: 'bitfield', bits, names };
  }

  #function(name: string): void {
    this.#expect('(');
    const parameters: string[] = [];
    while (!this.#take(')')) {
      this.#take('ref');
      const type = this.#next();
      if (!this.dialect.variables.has(type) && !this.#types.has(type))
        throw new Error(`a parameter of type ${type}`);
      this.#take('&');
      parameters.push(this.#name());
      if (this.#peek() !== ')') this.#expect(',');
    }
    // Known to itself.
    this.#functions.set(name, { parameters, body: [] });
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

  /** ImHex allows a name twice only in branches of the same `if` (scope_validator.cpp). */
  #namesIn(body: readonly Statement[], before: ReadonlySet<string> = new Set()): Set<string> {
    let names = new Set(before);
    for (const statement of body) {
      if (statement.kind === 'if') {
        names = new Set([...this.#namesIn(statement.yes, names), ...this.#namesIn(statement.no, names)]);
      } else if (statement.kind === 'declare' || statement.kind === 'local') {
        if (names.has(statement.name)) throw new Error(`${statement.name} is there already`);
        names.add(statement.name);
      }
    }
    return names;
  }

  #statement(): Statement {
    if (this.#take('if')) {
      const condition = this.#inBrackets();
      const yes = this.#body();
      return { kind: 'if', condition, yes, no: this.#take('else') ? this.#body() : [] };
    }
    if (this.#take('while')) return { kind: 'while', condition: this.#inBrackets(), body: this.#body() };
    if (this.#take('return')) return { kind: 'return', value: this.#ended() };
    if (this.#peek() === '$' && this.#isImhex && this.#peek(1) === '=') {
      this.#at += 2;
      return { kind: 'assign', name: '$', value: this.#ended() };
    }
    if (this.#peek(1) === '=') {
      const name = this.#name();
      this.#expect('=');
      return { kind: 'assign', name, value: this.#ended() };
    }
    if (this.#peek(1) === '(') return { kind: 'call', value: this.#ended() };
    if (this.#isImhex ? this.#peek(2) === '=' : this.#take('local')) return this.#local();
    return this.#declaration();
  }

  #inBrackets(): Expression {
    this.#expect('(');
    const inner = this.#expression();
    this.#expect(')');
    return inner;
  }

  #ended(): Expression {
    const value = this.#expression();
    this.#expect(';');
    return value;
  }

  #local(): Statement {
    const type = this.#next();
    if (!this.dialect.variables.has(type)) throw new Error(`a variable of type ${type}`);
    const name = this.#name();
    this.#expect('=');
    return { kind: 'local', name, value: this.#ended() };
  }

  #declaration(): Statement {
    const type = this.#next();
    // What a struct is made of stands before it.
    const isKnown = this.dialect.scalars.has(type) || this.#types.has(type) || this.#announced.has(type);
    if (!isKnown) throw new Error(`no type ${type}`);
    const name = this.#name();
    let count: Expression | null = null;
    let condition: Expression | null = null;
    if (this.#take('[')) {
      if (this.#isImhex && this.#take('while')) condition = this.#inBrackets();
      else count = this.#expression();
      this.#expect(']');
    }
    const place = this.#isImhex && this.#take('@') ? this.#expression() : null;
    const attributes = this.#attributes();
    this.#expect(';');
    return { kind: 'declare', type, name, count, condition, place, attributes };
  }

  #attributes(): Attributes {
    const [open, close] = this.dialect.attributeMarks;
    const attributes = new Map<string, string>();
    if (!this.#take(open)) return attributes;
    do {
      const name = this.#next();
      let value = '';
      if (this.#isImhex && this.#take('(')) {
        value = this.#next();
        this.#expect(')');
      } else if (!this.#isImhex) {
        this.#expect('=');
        value = this.#next();
      }
      if (!this.dialect.attributes.get(name)?.test(value))
        throw new Error(`no attribute ${name} of ${value}`);
      attributes.set(name, value.replaceAll('"', ''));
    } while (this.#take(','));
    this.#expect(close);
    return attributes;
  }

  #expression(): Expression {
    const condition = this.#binary(0);
    if (!this.#take('?')) return condition;
    const yes = this.#expression();
    this.#expect(':');
    return { kind: 'choice', condition, yes, no: this.#expression() };
  }

  #binary(level: number): Expression {
    const operators = OPERATORS[level];
    if (!operators) return this.#primary();
    let left = this.#binary(level + 1);
    while (operators.includes(this.#peek())) {
      left = { kind: 'binary', operator: this.#next(), left, right: this.#binary(level + 1) };
    }
    return left;
  }

  #primary(): Expression {
    const token = this.#next();
    if (token === '(') {
      this.#at--;
      return this.#inBrackets();
    }
    if (token === '!') return { kind: 'not', of: this.#primary() };
    if (token.startsWith('"')) return { kind: 'text', value: token.slice(1, -1) };
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (this.#take('(')) {
      const given: Expression[] = [];
      while (!this.#take(')')) {
        given.push(this.#expression());
        if (this.#peek() !== ')') this.#expect(',');
      }
      const wanted = this.#functions.get(token)?.parameters.length ?? this.dialect.functions.get(token);
      if (wanted !== given.length) throw new Error(`no function ${token} of ${given.length}`);
      return { kind: 'call', name: token, given };
    }
    if (token === '$' && !this.#isImhex) throw new Error('010 Editor has no $');
    // Members are read only where a value is shown as text, which is not run here.
    while (this.#take('.')) this.#name();
    return { kind: 'name', name: token };
  }
}
