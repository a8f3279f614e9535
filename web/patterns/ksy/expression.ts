/** The expressions of Kaitai Struct. */
import { unescaped } from '../hexpat/tokens.ts';
import { PatternError } from '../problem.ts';
import type { Expression, Here } from '../program.ts';

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /(?<space>\s+)|(?<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)|(?<number>0x[\da-fA-F_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(?:\.\d+(?:e[-+]?\d+)?)?)|(?<plain>'[^']*')|(?<text>"(?:[^"\\]|\\.)*")|(?<sign>==|!=|<=|>=|<<|>>|[()[\],.:<>+\-*/%&|^~?])/y;

/** Weakest first. */
const OPERATORS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '>', '<=', '>='],
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const HERE: Readonly<Record<string, Here>> = {
  _: 'element',
  _index: 'index',
  _io: 'io',
  _parent: 'parent',
  _root: 'root',
};

const MAX_NESTED = 200;

/** Finds the whole name of an enum; null where there is none. */
type EnumNamed = (name: string) => string | null;

/**
 * Reads an expression.
 * @param start where it stands in the whole text
 * @throws {PatternError} for what is none
 */
export function parseExpression(text: string, start: number, enumNamed: EnumNamed): Expression {
  return new ExpressionParser(text, start, enumNamed).whole();
}

/** `name(a, b)`: the type and the values of its parameters. */
export function parseTypeUse(
  text: string,
  start: number,
  enumNamed: EnumNamed,
): { name: string; given: Expression[] } {
  return new ExpressionParser(text, start, enumNamed).typeUse();
}

class ExpressionParser {
  readonly #tokens: Token[] = [];
  #at = 0;
  #nested = 0;

  constructor(
    text: string,
    start: number,
    private readonly enumNamed: EnumNamed,
  ) {
    for (let at = 0; at < text.length; ) {
      TOKEN.lastIndex = at;
      const groups = TOKEN.exec(text)?.groups;
      if (!groups) throw new PatternError(`${JSON.stringify(text[at])} does not belong here.`, start + at);
      const own = start + at;
      at = TOKEN.lastIndex;
      const { name, number, plain, text: quoted, sign } = groups;
      if (name !== undefined) this.#tokens.push({ kind: 'name', text: name, at: own });
      else if (number !== undefined)
        this.#tokens.push({ kind: 'number', text: number.replaceAll('_', ''), at: own });
      else if (plain !== undefined) this.#tokens.push({ kind: 'text', text: plain.slice(1, -1), at: own });
      else if (quoted !== undefined)
        this.#tokens.push({ kind: 'text', text: unescaped(quoted.slice(1, -1)), at: own });
      else if (sign !== undefined) this.#tokens.push({ kind: 'sign', text: sign, at: own });
    }
    this.#tokens.push({ kind: 'end', text: 'the end', at: start + text.length });
  }

  whole(): Expression {
    const expression = this.#expression();
    this.#end();
    return expression;
  }

  typeUse(): { name: string; given: Expression[] } {
    const { kind, text, at } = this.#next();
    if (kind !== 'name') throw new PatternError(`${text} is not a type.`, at);
    const given = this.#is('(') ? this.#given() : [];
    this.#end();
    return { name: text, given };
  }

  #end(): void {
    const { kind, text, at } = this.#peek();
    if (kind !== 'end') throw new PatternError(`${text} does not belong here.`, at);
  }

  #peek(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  #is(text: string): boolean {
    const token = this.#peek();
    return token.text === text && (token.kind === 'sign' || token.kind === 'name');
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (this.#take(text)) return;
    throw new PatternError(`${text} is missing before ${this.#peek().text}.`, this.#peek().at);
  }

  #expression(): Expression {
    if (++this.#nested > MAX_NESTED)
      throw new PatternError('The expression is nested too deeply.', this.#peek().at);
    const condition = this.#binary(0);
    const { at } = this.#peek();
    let result = condition;
    if (this.#take('?')) {
      const yes = this.#expression();
      this.#expect(':');
      result = { kind: 'choice', condition, yes, no: this.#expression(), at };
    }
    this.#nested--;
    return result;
  }

  #binary(level: number): Expression {
    const operators = OPERATORS[level];
    if (!operators) return this.#unary();
    // `not` is weaker than a comparison.
    if (level === 2 && this.#is('not')) {
      const { at } = this.#next();
      return { kind: 'unary', operator: '!', of: this.#deeper(() => this.#binary(2)), at };
    }
    let left = this.#binary(level + 1);
    while (operators.some((operator) => this.#is(operator))) {
      const { text, at } = this.#next();
      const operator = text === 'or' ? '||' : text === 'and' ? '&&' : text;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1), at };
    }
    return left;
  }

  #deeper(read: () => Expression): Expression {
    if (++this.#nested > MAX_NESTED)
      throw new PatternError('The expression is nested too deeply.', this.#peek().at);
    const result = read();
    this.#nested--;
    return result;
  }

  #unary(): Expression {
    const { text, at, kind } = this.#peek();
    if (kind === 'sign' && (text === '-' || text === '~')) {
      this.#next();
      return { kind: 'unary', operator: text, of: this.#deeper(() => this.#unary()), at };
    }
    if (kind === 'name' && text === 'not') {
      this.#next();
      return { kind: 'unary', operator: '!', of: this.#deeper(() => this.#unary()), at };
    }
    return this.#after(this.#primary());
  }

  #after(first: Expression): Expression {
    let of = first;
    for (;;) {
      const { at } = this.#peek();
      if (this.#take('.')) {
        const { kind, text: name, at: own } = this.#next();
        if (kind !== 'name') throw new PatternError(`${name} is not a name.`, own);
        if (name === 'as') this.#cast();
        else if (this.#is('(')) throw new PatternError(`The method ${name} is not supported.`, own);
        else of = { kind: 'member', of, name, at };
      } else if (this.#take('[')) {
        const index = this.#expression();
        this.#expect(']');
        of = { kind: 'element', of, index, at };
      } else return of;
    }
  }

  /** `.as<type>`: a value has its own type here. */
  #cast(): void {
    this.#expect('<');
    this.#next();
    this.#expect('>');
  }

  #primary(): Expression {
    const { kind, text, at } = this.#next();
    if (kind === 'number') return { kind: 'number', value: Number(text), at };
    if (kind === 'text') return { kind: 'text', value: text, at };
    if (text === '(' && kind === 'sign') {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (kind !== 'name') throw new PatternError(`A value is missing before ${text}.`, at);
    if (text === 'true' || text === 'false') return { kind: 'number', value: Number(text === 'true'), at };
    const here = HERE[text];
    if (here) return { kind: 'here', here, at };
    const split = text.lastIndexOf('::');
    if (split < 0) return { kind: 'name', name: text, at };
    const type = this.enumNamed(text.slice(0, split));
    if (type === null) throw new PatternError(`There is no enum ${text.slice(0, split)}.`, at);
    return { kind: 'constant', type, name: text.slice(split + 2), at };
  }

  #given(): Expression[] {
    this.#expect('(');
    const given: Expression[] = [];
    while (!this.#take(')')) {
      given.push(this.#expression());
      if (!this.#is(')')) this.#expect(',');
    }
    return given;
  }
}
