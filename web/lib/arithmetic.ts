/** Plain arithmetic in a field for a number: `2*3.5+1`, `-(1/3)`, `0x10 - 1`. */

/** Longer texts are no arithmetic: parentheses nest as deep as a text is long. */
const MAX_LENGTH = 200;

const TOKEN = /\s*(0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|infinity|inf|[-+*/()])\s*/iy;

/**
 * The value of a text: decimal and hexadecimal numbers, `NaN`, `Infinity`, signs, `+ - * /` and parentheses. A minus may be
 * the sign that readouts have (U+2212). Null for any other text.
 */
export function calculate(text: string): number | null {
  const tokens = tokensOf(text.replaceAll('−', '-'));
  if (!tokens) return null;
  let at = 0;
  const factor = (): number | null => {
    const token = tokens[at++];
    if (token === undefined) return null;
    if (token === '-' || token === '+') {
      const value = factor();
      return value === null ? null : token === '-' ? -value : value;
    }
    if (token === '(') {
      const value = sum();
      return tokens[at++] === ')' ? value : null;
    }
    return numberOf(token);
  };
  const product = (): number | null => {
    let value = factor();
    while (value !== null && (tokens[at] === '*' || tokens[at] === '/')) {
      const times = tokens[at++] === '*';
      const other = factor();
      value = other === null ? null : times ? value * other : value / other;
    }
    return value;
  };
  const sum = (): number | null => {
    let value = product();
    while (value !== null && (tokens[at] === '+' || tokens[at] === '-')) {
      const plus = tokens[at++] === '+';
      const other = product();
      value = other === null ? null : plus ? value + other : value - other;
    }
    return value;
  };
  const value = sum();
  return at === tokens.length ? value : null;
}

function tokensOf(text: string): string[] | null {
  if (text.length > MAX_LENGTH) return null;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return null;
    tokens.push(token.toLowerCase());
  }
  return tokens;
}

function numberOf(token: string): number | null {
  if (token === 'nan') return Number.NaN;
  if (token === 'inf' || token === 'infinity') return Number.POSITIVE_INFINITY;
  return /^[\d.]/.test(token) ? Number(token) : null;
}
