/** Values of template expressions, and what becomes of two. */

export type Value = number | string;

/** @param right asked for only when the operator needs it */
export function calculate(operator: string, left: Value, right: () => Value): Value {
  switch (operator) {
    case '&&':
      return Number(Boolean(left) && Boolean(right()));
    case '||':
      return Number(Boolean(left) || Boolean(right()));
    case '==':
      return Number(left === right());
    case '!=':
      return Number(left !== right());
    case '<':
      return Number(left < right());
    case '>':
      return Number(left > right());
    case '<=':
      return Number(left <= right());
    case '>=':
      return Number(left >= right());
    case '&':
      return (Number(left) & Number(right())) >>> 0;
    case '+':
      return Number(left) + Number(right());
    case '-':
      return Number(left) - Number(right());
    case '/':
      return Math.floor(Number(left) / Number(right()));
    default:
      return Number(left) * Number(right());
  }
}
