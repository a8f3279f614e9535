/** Goes through the tokens of a pattern, and reads its expressions. */
import { PatternError } from '../problem.ts';
import type { Expression, Here } from '../program.ts';
import { numberOf, type Token, tokensOf } from './tokens.ts';

/** Weakest first. */
const OPERATORS: readonly (readonly string[])[] = [
  ['||'],
  ['^^'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Names that stand for what is at hand. */
const HERE: Readonly<Record<string, Here>> = { this: 'this', parent: 'parent' };

/** Brackets, blocks and signs inside each other. */
const MAX_NESTED = 200;

export class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #nested = 0;

  constructor(readonly text: string) {
    this.#tokens = tokensOf(text);
  }

  /** The token at hand, or one after it. */
  peek(ahead = 0): Token {
    return (this.#tokens[this.#at + ahead] ?? this.#tokens.at(-1)) as Token;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === 'sign' || token.kind === 'name');
  }

  /** Whether the token at hand was this one, and is passed. */
  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.#at++;
    return true;
  }

  expect(text: string): Token {
    if (!this.is(text)) this.fail(`${text} is missing before ${this.peek().text}.`);
    return this.next();
  }

  /** @throws {PatternError} at the token at hand */
  fail(message: string, at = this.peek().at): never {
    throw new PatternError(message, at);
  }

  /** A name that the pattern gives. */
  name(): string {
    const token = this.next();
    if (token.kind !== 'name' || token.text.includes('::'))
      this.fail(`${token.text} is not a name.`, token.at);
    return token.text;
  }

  nested<Result>(read: () => Result): Result {
    if (++this.#nested > MAX_NESTED) this.fail('The pattern is nested too deeply.');
    const result = read();
    this.#nested--;
    return result;
  }

  /** `( … )`. */
  inBrackets(): Expression {
    this.expect('(');
    const inner = this.expression();
    this.expect(')');
    return inner;
  }

  expression(): Expression {
    return this.nested(() => {
      const condition = this.#binary(0);
      const { at } = this.peek();
      if (!this.take('?')) return condition;
      const yes = this.expression();
      this.expect(':');
      return { kind: 'choice', condition, yes, no: this.expression(), at };
    });
  }

  #binary(level: number): Expression {
    const operators = OPERATORS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    while (this.peek().kind === 'sign' && operators.includes(this.peek().text)) {
      const { text, at } = this.next();
      const right = this.#binary(level + 1);
      left = { kind: 'binary', operator: text === '^^' ? '!=' : text, left, right, at };
    }
    return left;
  }

  #unary(): Expression {
    const { text, at, kind } = this.peek();
    if (kind === 'sign' && (text === '!' || text === '-' || text === '~')) {
      this.next();
      return { kind: 'unary', operator: text, of: this.nested(() => this.#unary()), at };
    }
    if (kind === 'sign' && text === '+') this.next();
    return this.#after(this.#primary());
  }

  /** What follows a value: members and elements. */
  #after(first: Expression): Expression {
    let of = first;
    for (;;) {
      const { at } = this.peek();
      if (this.take('.')) {
        const name = this.name();
        of =
          name === 'parent' ? { kind: 'member', of, name: '_parent', at } : { kind: 'member', of, name, at };
      } else if (this.is('[')) {
        this.next();
        const index = this.expression();
        this.expect(']');
        of = { kind: 'element', of, index, at };
      } else return of;
    }
  }

  #primary(): Expression {
    const token = this.next();
    const { kind, text, at } = token;
    if (kind === 'number') return { kind: 'number', value: numberOf(text), at };
    if (kind === 'text') return { kind: 'text', value: text, at };
    if (kind === 'sign' && text === '$') return { kind: 'here', here: 'offset', at };
    if (kind === 'sign' && text === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (kind !== 'name') this.fail(`A value is missing before ${text}.`, at);
    if (text === 'true' || text === 'false') return { kind: 'number', value: Number(text === 'true'), at };
    const here = HERE[text];
    if (here) return { kind: 'here', here, at };
    if (this.is('(')) return { kind: 'call', name: text, given: this.#given(), at };
    const split = text.lastIndexOf('::');
    if (split >= 0) return { kind: 'constant', type: text.slice(0, split), name: text.slice(split + 2), at };
    return { kind: 'name', name: text, at };
  }

  /** `(a, b)`. */
  #given(): Expression[] {
    this.expect('(');
    const given: Expression[] = [];
    while (!this.take(')')) {
      given.push(this.expression());
      if (!this.is(')')) this.expect(',');
    }
    return given;
  }
}
