/** The schema of a version as the text of a template; what sets the languages apart is in imhex.ts and bt.ts. No DOM. */
import type { LeafType, Schema } from '@lithoscope/core';
import {
  type FieldPlan,
  type NodeStep,
  PREFIX,
  plainText,
  planTemplate,
  type StructPlan,
  type TemplatePlan,
} from './template-plan.ts';

/** Names of what every template has beside the schema's structs. */
export const STRING = `${PREFIX}String`;
export const UNKNOWN = `${PREFIX}UnknownSection`;

/** A declaration in the file. */
export interface Declaration {
  readonly type: string;
  readonly name: string;
  /** An expression; null: not an array. */
  readonly count: string | null;
  /** Every element has the same size. */
  readonly fixed: boolean;
  readonly doc: string;
}

/** How a language says things. Expressions and assignments are those of C in both. */
export interface Language {
  readonly types: Readonly<Record<LeafType, string>>;
  /** The offset that is read next. */
  readonly here: string;
  readonly fileSize: string;
  /** What stands first. */
  header(version: number): string[];
  global(type: 'count' | 'offset', name: string): string;
  /** An unsigned integer at an offset, without reading on. */
  peek(at: string, bytes: number): string;
  /** The text of some bytes, without reading on. */
  peekText(at: string, length: string): string;
  /** @param result what it returns, @param parameters numbers */
  func(
    name: string,
    result: 'number' | 'text',
    parameters: readonly string[],
    body: readonly string[],
  ): string[];
  /** A number inside a function. */
  local(name: string, value: string): string;
  /** The struct of strings, shown as text. */
  stringStruct(): string[];
  struct(name: string, body: readonly string[], fixed: boolean): string[];
  declare(declaration: Declaration): string;
  /** Declares elements while a condition holds. */
  declareWhile(condition: string, declaration: Declaration): string;
  /** Declares, for each section, what `chooser` says. */
  sections(chooser: readonly string[]): string[];
}

/** The template that reads every file of the schema's version. */
export function templateText(schema: Schema, language: Language): string {
  const plan = planTemplate(schema);
  const lines = [
    ...language.header(plan.version),
    ...plan.counts.map((count) => language.global('count', count)),
    ...['nodesOpen', 'nodesRead'].map((name) => language.global('count', name)),
    ...(plan.nodeWalk ? ['nodesStart', 'nextNode'].map((name) => language.global('offset', name)) : []),
    '',
    ...language.stringStruct(),
    '',
    ...helpers(language),
    ...(plan.nodeWalk ? walkFunction(language, plan.nodeWalk) : []),
    ...plan.structs.flatMap((struct) => structLines(language, plan, struct)),
    ...unknownSection(language),
    ...language.sections(chooser(language, plan)),
  ];
  return `${lines.join('\n')}\n`;
}

function helpers(language: Language): string[] {
  const { fileSize } = language;
  return [
    ...language.func(
      'sectionName',
      'text',
      ['at'],
      [`return ${language.peekText('at + 2', language.peek('at', 2))};`],
    ),
    '',
    ...language.func(
      'sectionEnd',
      'number',
      ['next'],
      [`if (next < ${fileSize}) return next;`, `return ${fileSize};`],
    ),
    '',
  ];
}

function chooser(language: Language, { sections }: TemplatePlan): string[] {
  const declared = (type: string, name: string) =>
    language.declare({ type, name, count: null, fixed: false, doc: '' });
  return [
    ...sections.map(
      ({ name, struct }, i) =>
        `${i > 0 ? 'else ' : ''}if (sectionName(${language.here}) == "${name}") ${declared(struct, name)}`,
    ),
    `else ${declared(UNKNOWN, 'Section')}`,
  ];
}

function unknownSection(language: Language): string[] {
  const field = (type: LeafType, name: string) =>
    language.declare({ type: language.types[type], name, count: null, fixed: true, doc: '' });
  const body = [field('string', 'Type'), field('u32', 'NextSectionOffset'), rest(language)];
  return ['// a section that this version does not describe', ...language.struct(UNKNOWN, body, false), ''];
}

/** What the fields of a section leave of it. */
function rest(language: Language): string {
  const end = 'sectionEnd(NextSectionOffset)';
  const count = `${end} - ${language.here}`;
  const data = { type: language.types.bytes, name: 'Data', count, fixed: true, doc: '' };
  return `if (${language.here} < ${end}) ${language.declare(data)}`;
}

function structLines(language: Language, plan: TemplatePlan, struct: StructPlan): string[] {
  const body = [
    ...(struct.takesNode ? ['deformationVertexCount = takeNode();'] : []),
    ...struct.fields.flatMap((field) => fieldLines(language, plan, field)),
    ...(struct.isNode ? ['nodesRead = nodesRead + 1;'] : []),
    ...(struct.isSection ? [rest(language)] : []),
  ];
  return [`// ${plainText(struct.doc)}`, ...language.struct(struct.name, body, struct.fixed), ''];
}

function fieldLines(language: Language, plan: TemplatePlan, field: FieldPlan): string[] {
  const { name, count, onlyIf, isTree, walksNodes, sets, fixed } = field;
  const type = field.type === '' ? field.struct : language.types[field.type];
  const declaration = { type, name, count, fixed, doc: plainText(field.doc) };
  if (isTree) return treeLines(language, plan, declaration);
  const condition = onlyIf.map((part) => `${part} > 0`).join(' && ');
  const declared = language.declare(declaration);
  return [
    ...(walksNodes ? ['nextNode = nodesStart;'] : []),
    condition ? `if (${condition}) ${declared}` : declared,
    ...(sets === 'childCount' ? [`nodesOpen = nodesOpen + ${name} - 1;`] : []),
    ...(sets !== '' && sets !== 'childCount' ? [`${sets} = ${name};`] : []),
  ];
}

/** Depth first: each node says how many children it adds to what is still to come. */
function treeLines(language: Language, plan: TemplatePlan, declaration: Declaration): string[] {
  return [
    plan.countsNodes ? 'if (nodeCount > 0) nodesOpen = 1;' : 'nodesOpen = 1;',
    'nodesRead = 0;',
    ...(plan.nodeWalk ? [`nodesStart = ${language.here};`] : []),
    `if (nodesOpen > 0) ${language.declareWhile('nodesOpen > 0', declaration)}`,
    'nodeCount = nodesRead;',
  ];
}

function walkFunction(
  language: Language,
  { steps, result }: NonNullable<TemplatePlan['nodeWalk']>,
): string[] {
  const line = (step: NodeStep): string[] => {
    switch (step.step) {
      case 'skip':
        return [`at = at + ${step.bytes};`];
      case 'string':
        return [`at = at + 2 + ${language.peek('at', 2)};`];
      case 'count':
        return [language.local(step.name, language.peek('at', step.bytes)), `at = at + ${step.bytes};`];
      case 'skipCounted':
        return [`at = at + (${step.by}) * ${step.bytes};`];
    }
  };
  const body = [
    language.local('at', 'nextNode'),
    ...steps.flatMap(line),
    'nextNode = at;',
    `return ${result};`,
  ];
  return [`// ${result} of the next node`, ...language.func('takeNode', 'number', [], body), ''];
}
