/** What becomes of two values of an expression. */

/** Numbers are whole or not; a text is compared and joined. */
export type Plain = number | string;

/** Whether a condition holds: neither 0 nor an empty text. */
export const isTrue = (value: Plain): boolean => value !== 0 && value !== '' && !Number.isNaN(value);

const WORD = 2 ** 31;

/** Bits of whole numbers, which may have more than 32 of them. */
function bitwise(operator: string, left: number, right: number): number {
  const a = BigInt(Math.trunc(left));
  const b = BigInt(Math.trunc(right));
  switch (operator) {
    case '&':
      return Number(a & b);
    case '|':
      return Number(a | b);
    case '^':
      return Number(a ^ b);
    case '<<':
      return Number(BigInt.asUintN(64, a << BigInt(Math.min(Math.max(right, 0), 64))));
    default:
      return Number(a >> BigInt(Math.min(Math.max(right, 0), 64)));
  }
}

/** The same of numbers that are small, as most are. */
function smallBits(operator: string, left: number, right: number): number | null {
  if (!(left >= 0 && left < WORD && right >= 0 && right < WORD)) return null;
  if (operator === '&') return left & right;
  if (operator === '|') return left | right;
  if (operator === '^') return left ^ right;
  return operator === '>>' && right < 32 ? left >> right : null;
}

/**
 * The value of an operator between two others. Whole numbers divide to whole ones, towards `floor` or zero.
 * @returns null for an operator that the two do not have
 */
export function calculate(operator: string, left: Plain, right: Plain, floors: boolean): Plain | null {
  switch (operator) {
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
  }
  if (typeof left === 'string' || typeof right === 'string') {
    if (typeof left !== 'string' || typeof right !== 'string') return null;
    if (operator === '+') return left + right;
    return compared(operator, left < right ? -1 : left > right ? 1 : 0);
  }
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return divided(left, right, floors);
    case '%':
      return remainder(left, right, floors);
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      if (!Number.isFinite(left) || !Number.isFinite(right)) return null;
      return smallBits(operator, left, right) ?? bitwise(operator, left, right);
  }
  // Not a number is neither less nor more than another.
  if (Number.isNaN(left) || Number.isNaN(right)) return 0;
  return compared(operator, left - right);
}

function compared(operator: string, difference: number): number | null {
  switch (operator) {
    case '<':
      return Number(difference < 0);
    case '>':
      return Number(difference > 0);
    case '<=':
      return Number(difference <= 0);
    case '>=':
      return Number(difference >= 0);
    default:
      return null;
  }
}

function divided(left: number, right: number, floors: boolean): number | null {
  if (!Number.isInteger(left) || !Number.isInteger(right)) return left / right;
  if (right === 0) return null;
  return floors ? Math.floor(left / right) : Math.trunc(left / right);
}

function remainder(left: number, right: number, floors: boolean): number | null {
  if (right === 0) return null;
  return floors ? left - right * Math.floor(left / right) : left % right;
}
