/** The functions of a template: they look at the file before, and beside, what is declared in it. No DOM. */
import { indented, type Language, type Parameter } from './template-language.ts';
import type { TemplatePlan } from './template-plan.ts';
import type { WalkStep } from './template-walk.ts';

const AT: Parameter = { name: 'at', type: 'number' };

/** An unsigned number of the file; 0 behind its end, so that a count of a missing part is 0. */
export function numberAt(at: string, bytes: number): string {
  return `numberAt(${at}, ${bytes})`;
}

/** A function with a line that says what it is about. */
export function func(language: Language, about: string, ...rest: Parameters<Language['func']>): string[] {
  return [`// ${about}`, ...language.func(...rest), ''];
}

/** The function that `numberAt` calls. */
export function numberFunction(language: Language): string[] {
  return func(
    language,
    'an unsigned number; behind the end of the file 0',
    'numberAt',
    'number',
    [AT, { name: 'bytes', type: 'number' }],
    [`if (at + bytes > ${language.fileSize}) return 0;`, ...language.returnNumber],
  );
}

/** Numbers, and the chain of sections that every ABC file is. */
export function chainFunctions(language: Language): string[] {
  const { fileSize } = language;
  return [
    ...numberFunction(language),
    ...func(
      language,
      'where the fields of a section begin, behind its name and NextSectionOffset',
      'sectionData',
      'number',
      [AT],
      [`return at + 2 + ${numberAt('at', 2)} + 4;`],
    ),
    ...func(
      language,
      'the name of a section',
      'sectionName',
      'text',
      [AT],
      [
        `if (${numberAt('at', 2)} == 0 || sectionData(at) > ${fileSize}) return "";`,
        `return ${language.text('at + 2', numberAt('at', 2))};`,
      ],
    ),
    ...func(
      language,
      'where a section ends: at the next one, or with the file',
      'sectionEnd',
      'number',
      [AT],
      [
        language.local('next', numberAt('sectionData(at) - 4', 4)),
        `if (next >= sectionData(at) && next < ${fileSize}) return next;`,
        `return ${fileSize};`,
      ],
    ),
    ...func(
      language,
      'where the fields of the first section of a name begin; the end of the file when there is none',
      'dataOf',
      'number',
      [{ name: 'name', type: 'text' }],
      [
        language.local('at', '0'),
        `while (at < ${fileSize}) {`,
        ...indented(['if (sectionName(at) == name) return sectionData(at);', 'at = sectionEnd(at);']),
        '}',
        `return ${fileSize};`,
      ],
    ),
  ];
}

/** How many nodes a tree has, and what each says of itself. */
export function nodeFunctions(language: Language, { nodes }: TemplatePlan): string[] {
  const { fileSize } = language;
  const kept = new Set(['childCount', ...(nodes.deform ? ['deformationVertexCount'] : [])]);
  const before =
    nodes.before.length === 0
      ? []
      : [
          '// where the tree begins in a section of nodes, whose fields begin at the offset',
          ...language.func('treeAt', 'number', [AT], [...walk(language, nodes.before, kept), 'return at;']),
          '',
        ];
  return [
    `// where the next node begins; keeps ${[...kept].join(' and ')} of the one at the offset`,
    ...language.func('behindNode', 'number', [AT], [...walk(language, nodes.over, kept), 'return at;']),
    '',
    '// how many nodes the tree at the offset has: depth first, each says how many children follow',
    ...language.func(
      'nodesAt',
      'number',
      [AT],
      [
        language.local('nodes', '0'),
        language.local('open', '1'),
        `while (open > 0 && at < ${fileSize}) {`,
        ...indented(['at = behindNode(at);', 'open = open + childCount - 1;', 'nodes = nodes + 1;']),
        '}',
        'return nodes;',
      ],
    ),
    '',
    ...before,
  ];
}

/** Statements that move `at` over some fields. */
function walk(
  language: Language,
  steps: readonly WalkStep[],
  kept: ReadonlySet<string>,
  inLoop = false,
): string[] {
  const isNamed = (name: string) => steps.some((step) => 'by' in step && step.by.includes(name));
  return steps.flatMap((step) => {
    if (step.step === 'skip') return [`at = at + ${step.bytes};`];
    if (step.step === 'string') return [`at = at + 2 + ${numberAt('at', 2)};`];
    if (step.step === 'skipCounted') {
      return [`at = at + ${/^\w+$/.test(step.by) ? step.by : `(${step.by})`} * ${step.bytes};`];
    }
    if (step.step === 'repeat') return repeat(language, step, kept);
    const { name, bytes, sets } = step;
    const value = numberAt('at', bytes);
    const lines: string[] = [];
    // What only becomes a count needs no name of its own.
    if (isNamed(name)) lines.push(inLoop ? `${name} = ${value};` : language.local(name, value));
    if (kept.has(sets)) lines.push(`${sets} = ${isNamed(name) ? name : value};`);
    return [...lines, `at = at + ${bytes};`];
  });
}

function repeat(
  language: Language,
  { by, body }: Extract<WalkStep, { step: 'repeat' }>,
  kept: ReadonlySet<string>,
): string[] {
  const names = body.flatMap((step) => (step.step === 'number' ? [step.name] : []));
  return [
    ...names.map((name) => language.local(name, '0')),
    `while (${by} > 0 && at < ${language.fileSize}) {`,
    ...indented([...walk(language, body, kept, true), `${by} = ${by} - 1;`]),
    '}',
  ];
}
