/** Where a C++ source can be changed by one operator or constant, so that it still compiles most of the time. */

/**
 * @typedef {object} Site
 * @property {number} at offset in the source
 * @property {string} from
 * @property {string} to
 */

/** Comments, texts, characters, directives and static assertions: nothing of these is changed. */
const PASSED_OVER =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:\\\n|[^\n])*|\bstatic_assert\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/gm;

/** clang-format has a space on both sides of an operator of two operands, and none beside those of templates. */
const OPERATORS = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['==', '!='],
  ['!=', '=='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['&&', '||'],
  ['||', '&&'],
  ['+=', '-='],
  ['-=', '+='],
]);

/** @type {readonly {each: RegExp, to: (found: string) => string | undefined}[]} */
const KINDS = [
  { each: /(?<= )(?:[<>=!]=|[<>+\-*/%]|&&|\|\||[+-]=)(?= )/g, to: (operator) => OPERATORS.get(operator) },
  { each: /(?<=[ (])!(?=[\w(])/g, to: () => '' },
  { each: /\b(?:true|false)\b/g, to: (word) => (word === 'true' ? 'false' : 'true') },
  // Whole numbers in decimal, digit separators and suffixes left as they are.
  { each: /(?<![\w.'])\d+(?![\w.'])/g, to: (digits) => `${Number(digits) + 1}` },
];

/** @param {string} source @returns {Site[]} in the order of the source */
export function sitesOf(source) {
  const code = source.replace(PASSED_OVER, (text) => text.replace(/[^\n]/g, ' '));
  return KINDS.flatMap(({ each, to }) =>
    [...code.matchAll(each)].flatMap(({ 0: from, index: at }) => {
      const changed = to(from);
      return changed === undefined ? [] : [{ at, from, to: changed }];
    }),
  ).sort((a, b) => a.at - b.at);
}

/** @param {string} source @param {Site} site */
export const changedAt = (source, { at, from, to }) =>
  source.slice(0, at) + to + source.slice(at + from.length);

/** @param {string} source @param {Site} site */
export const lineOf = (source, { at }) => source.slice(0, at).split('\n').length;
