/** GLSL at build time: less of it for the page to load, and for the browser to read with each program. */

/** @param {string} shader */
export const withoutComments = (shader) =>
  shader
    .replace(/\r/g, '')
    .replace(/[ \t]*\/\/.*/g, '')
    .replace(/[ \t]*\/\*[\s\S]*?\*\//g, '')
    .replace(/[ \t]*\n\s*/g, '\n');

/** @param {string} [line] */
const directive = (line = '#endif') => /^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b/.exec(line)?.[1] ?? '';

/**
 * Leaves out what is compiled only with macros that are never defined, or are 0. A condition that depends on others too
 * stays as it is.
 * @param {string} shader without comments
 * @param {(macro: string) => boolean} isNever
 */
export function withoutMacros(shader, isNever) {
  const lines = shader.split('\n');
  let at = 0;
  /** Up to the end of a branch, or of the shader. @returns {string[]} */
  const branch = () => {
    const kept = [];
    while (at < lines.length) {
      const name = directive(lines[at]);
      if (name.startsWith('if')) kept.push(...branches());
      else if (name) break;
      else kept.push(lines[at++] ?? '');
    }
    return kept;
  };
  /** From an #if to its #endif. @returns {string[]} */
  const branches = () => {
    const all = [];
    do {
      const line = lines[at++] ?? '';
      all.push({ line, value: conditionOf(line, isNever), body: branch() });
    } while (directive(lines[at]) !== 'endif');
    at++;
    const possible = all.filter(({ value }) => value !== 'f');
    const always = possible.findIndex(({ value }) => value === 't');
    if (always >= 0) possible.splice(always + 1);
    if (always === 0) return possible[0]?.body ?? [];
    if (possible.every(({ body }) => body.length === 0)) return [];
    const [first, ...others] = possible.map(({ line, value, body }) => [
      value === 't' ? '#else' : line,
      ...body,
    ]);
    return [
      ...(first ?? []).map((line, i) => (i === 0 ? line.replace('elif', 'if') : line)),
      ...others.flat(),
      '#endif',
    ];
  };
  return branch().join('\n');
}

/**
 * What the condition of a branch is whatever the other macros are: t, f, or ? when it depends on them.
 * @param {string} line
 * @param {(macro: string) => boolean} isNever
 */
function conditionOf(line, isNever) {
  const name = directive(line);
  if (name === 'else') return 't';
  const rest = line.replace(/^\s*#\s*\w+/, '');
  const condition = name === 'ifdef' ? `defined(${rest})` : name === 'ifndef' ? `!defined(${rest})` : rest;
  /** @type {(macro: string) => string} */
  const value = (macro) => (isNever(macro) ? 'f' : '?');
  let formula = condition
    .replace(/\s/g, '')
    .replace(/defined\((\w+)\)/g, (_, macro) => value(macro))
    .replace(/(\w+)>0/g, (_, macro) => value(macro))
    .replace(/\w+[<>=]+\w+|\w\w+/g, '?');
  for (let before = ''; before !== formula; ) {
    before = formula;
    formula = formula.replace(/\(([^()]*)\)/g, (_, inner) => flat(inner));
  }
  return flat(formula);
}

/** A formula without brackets. @param {string} formula */
function flat(formula) {
  const negated = { t: 'f', f: 't', '?': '?' };
  const terms = formula.split('||').map((term) => {
    const factors = term.split('&&').map((factor) => {
      const value = /** @type {keyof typeof negated} */ (factor.replaceAll('!', ''));
      if (!(value in negated)) throw new Error(`A condition of a shader that is not understood: ${formula}`);
      return (factor.length - 1) % 2 === 0 ? value : negated[value];
    });
    return factors.includes('f') ? 'f' : factors.includes('?') ? '?' : 't';
  });
  return terms.includes('t') ? 't' : terms.includes('?') ? '?' : 'f';
}

/**
 * Functions of several shaders, without those that nothing names.
 * @param {ReadonlyMap<string, string>} shaders by name, without comments
 * @param {string} others what else may name a function
 * @returns {Map<string, string>}
 */
export function withoutIdleFunctions(shaders, others) {
  const FUNCTION = /^(?:highp )?\w+ (\w+)\( ?(?:const in|in|out|inout|vec\d|mat\d|float)\b[^;{}]*\{\n/gm;
  let kept = new Map(shaders);
  for (let isDone = false; !isDone; ) {
    isDone = true;
    const everything = [...kept.values(), others].join('\n');
    /** @param {string} name */
    const uses = (name) => everything.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
    kept = new Map(
      [...kept].map(([name, shader]) => {
        let text = shader;
        for (const [head, called = ''] of shader.matchAll(FUNCTION)) {
          const overloads = [...everything.matchAll(FUNCTION)].filter(([, other]) => other === called);
          if (called === 'main' || uses(called) > overloads.length) continue;
          const start = text.indexOf(head);
          let depth = 1;
          let end = start + head.length;
          for (; depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
          text = text.slice(0, start) + text.slice(end).replace(/^\n/, '');
          isDone = false;
        }
        return /** @type {const} */ ([name, text]);
      }),
    );
  }
  return kept;
}
