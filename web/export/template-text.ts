/** The schema of a version as the text of a template; what sets the languages apart is in imhex.ts and bt.ts. No DOM. */
import type { LeafType, Schema } from '@lithoscope/core';
import { sectionColor } from './section-colors.ts';
import { chainFunctions, nodeFunctions, numberAt } from './template-functions.ts';
import { type Head, identifier, type Language, plainText } from './template-language.ts';
import { bitNames, headOf } from './template-parts.ts';
import {
  type FieldPlan,
  type NodesPlan,
  PREFIX,
  planTemplate,
  type StructPlan,
  type TemplatePlan,
} from './template-plan.ts';

/** Structs that every template has beside the schema's. */
const STRING = `${PREFIX}String`;
const UNKNOWN = `${PREFIX}UnknownSection`;

/** The template that reads every file of the schema's version. */
export function templateText(schema: Schema, language: Language, extension: string): string {
  const plan = planTemplate(schema);
  const lines = [
    ...language.head(modelHead(plan.version, extension)),
    '',
    ...globals(language, plan),
    '',
    ...language.stringStruct(STRING),
    '',
    ...chainFunctions(language),
    ...nodeFunctions(language, plan),
    ...fileCounts(language, plan),
    ...flagLines(language, plan),
    ...plan.structs.flatMap((struct) => structLines(language, plan, struct)),
    ...unknownSection(language),
    ...language.sections(chooser(language, plan)),
  ];
  return `${lines.join('\n')}\n`;
}

function modelHead(version: number, extension: string): Head {
  return headOf({
    subject: `LithTech ABC model, version ${version}`,
    fileName: `abc-v${version}.${extension}`,
    fileMask: '*.abc',
    magic: magicOf(version),
    remarks: [
      'Sections may stand in any order and more than once: the counts that they need of each other are looked up',
      'before anything is declared. Unknown ones, and what the fields of a section leave of it, are plain bytes.',
    ],
  });
}

/** The first section is Header: its name, any NextSectionOffset, then the version, or the token of v6. */
function magicOf(version: number): (number | null)[] {
  const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
  const head = [6, 0, ...letters('Header'), null, null, null, null];
  return version === 6
    ? [...head, 28, 0, ...letters('MonolithExport Model File v6')]
    : [...head, version, 0, 0, 0];
}

/** What is kept from one declaration to the next. */
function globals(language: Language, { keepsKeyframes, nodes }: TemplatePlan): string[] {
  const names = [
    'endOfSection',
    'childCount',
    ...(keepsKeyframes ? ['keyframeCount'] : []),
    ...(nodes.deform ? ['deformationVertexCount', 'nextNode'] : []),
  ];
  return names.map((name) => language.global(name, '0'));
}

/** Counts of the file, wherever it says them. */
function fileCounts(language: Language, { fileCounts: counts, nodes }: TemplatePlan): string[] {
  const has = (section: string) => `dataOf("${section}") < ${language.fileSize}`;
  const values = new Map<string, string>();
  for (const { name, section, offset, bytes } of counts) {
    const place = `dataOf("${section}")${offset > 0 ? ` + ${offset}` : ''}`;
    const before = values.get(name);
    const value = numberAt(place, bytes);
    values.set(name, before === undefined ? value : `${has(section)} ? ${value} : ${before}`);
  }
  const said = values.get('nodeCount');
  const found = `nodesAt(${treePlace(nodes)})`;
  values.set(
    'nodeCount',
    said === undefined ? found : `${has(nodes.section)} && ${said} > 0 ? ${found} : ${said}`,
  );
  return [
    '// counts that sections need of each other',
    ...Array.from(values, ([name, value]) => language.global(name, value)),
    '',
  ];
}

/** Where the file's tree of nodes begins. */
function treePlace({ section, before }: NodesPlan): string {
  return before.length > 0 ? `treeAt(dataOf("${section}"))` : `dataOf("${section}")`;
}

function flagLines(language: Language, { nodeFlags: { name, bits } }: TemplatePlan): string[] {
  return [...language.bitfield(name, language.types.u8, bitNames(bits, 8, language)), ''];
}

function structLines(language: Language, plan: TemplatePlan, struct: StructPlan): string[] {
  const body = [
    ...(struct.takesNode ? ['nextNode = behindNode(nextNode);'] : []),
    ...struct.fields.flatMap((field) => fieldLines(language, plan, field)),
    ...(struct.isSection ? [rest(language)] : []),
  ];
  return [`// ${plainText(struct.doc)}`, ...language.struct(struct.name, body, struct.fixed), ''];
}

function fieldLines(language: Language, { nodes }: TemplatePlan, field: FieldPlan): string[] {
  const { count, onlyIf, walksNodes, sets, fixed } = field;
  const isTree = count === 'tree';
  const name = identifier(field.name, language.reserved);
  const declared = language.declare({
    type: field.type === '' ? field.struct : language.types[field.type],
    name,
    count: isTree ? `nodesAt(${language.here})` : count,
    fixed,
    doc: field.doc,
    color: '',
  });
  const conditions = isTree && nodes.countedByHeader ? ['nodeCount'] : onlyIf;
  const condition = conditions.map((part) => `${part} > 0`).join(' && ');
  return [
    ...(walksNodes ? [`nextNode = ${treePlace(nodes)};`] : []),
    condition ? `if (${condition}) ${declared}` : declared,
    ...(sets === '' ? [] : [`${sets} = ${name};`]),
  ];
}

/** What the fields of a section leave of it. */
function rest(language: Language): string {
  return `if (${language.here} < endOfSection) ${bytesTo(language, 'Data', 'endOfSection')}`;
}

function bytesTo(language: Language, name: string, end: string): string {
  const count = `${end} - ${language.here}`;
  return language.declare({ type: language.types.bytes, name, count, fixed: true, doc: '', color: '' });
}

function unknownSection(language: Language): string[] {
  const field = (type: LeafType, name: string) =>
    language.declare({ type: language.types[type], name, count: null, fixed: true, doc: '', color: '' });
  const body = [field('string', 'Type'), field('u32', 'NextSectionOffset'), rest(language)];
  return ['// a section that this version does not describe', ...language.struct(UNKNOWN, body, false), ''];
}

/** Chooses the struct of the section at hand by its name, and goes on behind it. */
function chooser(language: Language, { sections }: TemplatePlan): string[] {
  const { here, fileSize } = language;
  const declared = (type: string, name: string, color: string) =>
    language.declare({ type, name, count: null, fixed: false, doc: '', color });
  return [
    `endOfSection = sectionEnd(${here});`,
    `if (sectionData(${here}) > ${fileSize}) ${bytesTo(language, 'Rest', fileSize)}`,
    ...sections.map(({ name, struct, needsNodes }) => {
      const isIt = `sectionName(${here}) == "${name}"${needsNodes ? ' && nodeCount > 0' : ''}`;
      return `else if (${isIt}) ${declared(struct, name, sectionColor(name))}`;
    }),
    `else ${declared(UNKNOWN, 'Section', sectionColor(''))}`,
    language.seek('endOfSection'),
  ];
}
