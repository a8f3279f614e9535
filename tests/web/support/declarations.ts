/** The declarations of a stylesheet, for rules about their values. */

export interface Declaration {
  readonly sheet: string;
  readonly line: number;
  /** Of the innermost rule, in one line. */
  readonly selector: string;
  readonly property: string;
  readonly value: string;
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** @param sheet its name */
export function declarations(sheet: string, css: string): Declaration[] {
  const found: Declaration[] = [];
  const selectors: string[] = [];
  // Comments and strings may have any sign: their lines stay.
  const plain = css.replace(/\/\*[\s\S]*?\*\/|"[^"\n]*"/g, (text) =>
    text.startsWith('"') ? text.replace(/[{};]/g, ' ') : text.replace(/[^\n]/g, ' '),
  );
  let line = 1;
  for (const [, text = '', end = ''] of plain.matchAll(/([^{};]*)([{};])/g)) {
    const at = line + (/^\s*/.exec(text)?.[0].split('\n').length ?? 1) - 1;
    line += text.split('\n').length - 1;
    if (end === '{') {
      selectors.push(inOneLine(text));
      continue;
    }
    const [, property, value] = /^\s*([\w-]+)\s*:([\s\S]*)$/.exec(text) ?? [];
    if (property && value !== undefined) {
      found.push({ sheet, line: at, selector: selectors.at(-1) ?? '', property, value: inOneLine(value) });
    }
    if (end === '}') selectors.pop();
  }
  return found;
}
