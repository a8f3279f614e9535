/** The strings of the sources that somebody reads: on the page, in a terminal, in an error of the API. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '../..');

/**
 * @typedef {object} Text
 * @property {string} file path in the checkout
 * @property {number} line
 * @property {string} text as it is read, with `{expression}` for what is filled in
 * @property {string | null} role the property or attribute that it is the value of: `label`, `aria-label`
 */

/** Properties and attributes whose values are words whatever they look like. */
const READ = new Set(
  'label title tab about aria-label aria-description aria-roledescription placeholder alt description problem word words hint legend caption heading reason'.split(
    ' ',
  ),
);

/** Properties and attributes whose values nobody reads. */
const UNREAD = new Set(
  'class className id type role key keys name href for rel style src mode format kind method selector cursor autocomplete inputmode property accept target'.split(
    ' ',
  ),
);

/** Functions and methods whose arguments nobody reads. */
const UNREAD_CALLS =
  /^(?:querySelector|querySelectorAll|closest|matches|matchMedia|getElementById|createElement|addEventListener|removeEventListener|getContext|setProperty|getPropertyValue|listen|RegExp|URL|import|require|startsWith|endsWith|includes|split|join|replaceAll|indexOf|test|has|get|delete|postMessage)$/;

/**
 * Text that a person would read: several words, or a capital and small letters. Names of events, tokens of CSS and
 * paths are none.
 * @param {string} text
 */
function isProse(text) {
  const plain = text.replace(/\{[^{}]*\}/g, 'X');
  if (!/\p{L}{2}/u.test(plain)) return false;
  if (/^[\w.-]+$/.test(plain)) return /^\p{Lu}\p{Ll}+$/u.test(plain);
  if (/^[#.[:*]|[{}]\s*$|^https?:|^(?:var|calc|rgba?|url)\(|^[\w-]+: ?[\w-]+;/.test(plain)) return false;
  // Shaders, SQL-like and code.
  if (/;\s*$|=>|\b(?:void|vec[234]|gl_\w+|uniform|varying)\b/.test(plain)) return false;
  return /\p{L}[\p{L},;:’'.)”]* [“(\p{L}\dX]/u.test(plain) || /^\p{Lu}\p{Ll}+\S?$/u.test(plain.trim());
}

/** @param {string} folder @param {RegExp} names @returns {string[]} */
function filesIn(folder, names) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** @param {any} node @param {string} source */
function textOf(node, source) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return node.quasis
    .map((/** @type {any} */ quasi, /** @type {number} */ i) => {
      const expression = node.expressions[i];
      const filled = expression
        ? `{${source.slice(expression.start, expression.end).replace(/\s+/g, ' ')}}`
        : '';
      return (
        quasi.value.cooked + filled.replace(/\{(.*)\}/, (_, inside) => `{${inside.replace(/[{}]/g, '')}}`)
      );
    })
    .join('');
}

/** @param {any} callee */
function nameOfCallee(callee) {
  return callee?.type === 'MemberExpression' ? (callee.property?.name ?? '') : (callee?.name ?? '');
}

/**
 * The texts of a TypeScript file.
 * @param {string} file @param {string} source @returns {Text[]}
 */
export function textsOf(file, source) {
  const { program } = parseSync(file, source);
  /** @type {Text[]} */
  const texts = [];
  const lineOf = (/** @type {number} */ at) => source.slice(0, at).split('\n').length;
  /** @param {any} node @param {string | null} role @param {boolean} unread */
  const visit = (node, role, unread) => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child, role, unread);
      return;
    }
    if (!node || typeof node.type !== 'string') return;
    if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type)) {
      return;
    }
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
        return;
      case 'Property': {
        if (node.computed) visit(node.key, null, true);
        const name = node.key?.name ?? node.key?.value ?? null;
        visit(node.value, name, unread || UNREAD.has(name));
        return;
      }
      case 'PropertyDefinition':
        visit(node.value, node.key?.name ?? null, unread);
        return;
      case 'BinaryExpression':
        visit(node.left, role, unread || /^[!=]==?$|^in$/.test(node.operator));
        visit(node.right, role, unread || /^[!=]==?$|^in$/.test(node.operator));
        return;
      case 'SwitchCase':
        visit(node.consequent, null, unread);
        return;
      case 'CallExpression':
      case 'NewExpression':
        visit(node.callee, null, unread);
        visit(node.arguments, null, unread || UNREAD_CALLS.test(nameOfCallee(node.callee)));
        return;
      case 'TaggedTemplateExpression':
        return;
      case 'MemberExpression':
        visit(node.object, null, unread);
        return;
      case 'Literal':
      case 'TemplateLiteral': {
        const text = textOf(node, source);
        if (
          text !== null &&
          !unread &&
          ((role !== null && READ.has(role) && /\p{L}/u.test(text)) || isProse(text))
        ) {
          texts.push({ file, line: lineOf(node.start), text, role });
        }
        if (node.type === 'TemplateLiteral') visit(node.expressions, null, unread);
        return;
      }
      default:
        for (const [key, child] of Object.entries(node)) {
          if (key !== 'type' && key !== 'typeAnnotation' && child && typeof child === 'object') {
            visit(child, /^(?:Arrow|Function|Block)/.test(node.type) ? role : role, unread);
          }
        }
    }
  };
  visit(program.body, null, false);
  return texts;
}

/** The texts of a C++ file: its string literals, those beside each other as one. @param {string} file @param {string} source @returns {Text[]} */
export function nativeTextsOf(file, source) {
  const code = source.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  /** @type {Text[]} */
  const texts = [];
  for (const match of code.matchAll(/"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*/g)) {
    const line = code.slice(0, match.index).split('\n').length;
    const start = code.lastIndexOf('\n', match.index) + 1;
    if (/^\s*#\s*(?:include|error)|static_assert/.test(code.slice(start, match.index))) continue;
    const text = match[0].replace(/"\s*"/g, '').slice(1, -1).replace(/\\(.)/g, '$1');
    if (isProse(text)) texts.push({ file, line, text, role: null });
  }
  return texts;
}

/** Every text of the page, the programs and the core. @returns {Text[]} */
export function allTexts() {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  return [
    ...filesIn('web', /(?<!\.d)\.ts$/).flatMap((file) => textsOf(file, read(file))),
    ...filesIn('wasm', /\.(?:h|cpp)$/).flatMap((file) => nativeTextsOf(file, read(file))),
  ];
}
