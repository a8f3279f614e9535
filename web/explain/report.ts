/** The findings of a file as a report: text for people, plain data for programs. The page and the command line share it. */
import type { EngineVerdict, Finding, FindingPlace, Severity } from '@lithoscope/core';
import { counted, formatCount, type Identifiable, identityOf } from './describe.ts';
import { toJson } from './json.ts';
import { isSerious, type Judged, SEVERITY_WORDS, verdictOf, worstFirst } from './verdict.ts';

/** What a report is about: a name or path, and what was parsed, or what is known of it (`Facts` as `info` and `file`). */
export interface Subject {
  name: string;
  file: { readonly info: Identifiable } & Judged;
}

/** What a part of the text is, so that a terminal can colour it. */
export type ReportPart = 'name' | 'sound' | 'label' | Severity;

/** Gives a part of the text its looks. */
type ReportStyle = (part: ReportPart, text: string) => string;

const unstyled: ReportStyle = (_part, text) => text;

/** The report in words, ending in a line break. Control characters of file and name are spelt out. */
export function reportText({ name, file }: Subject, style = unstyled): string {
  const { info, findings, findingsTruncated, engine, modelEdit } = file;
  const { title, version } = identityOf(info);
  const identity = `${style('name', printable(name))}: ${[title, version].filter(Boolean).join(', ')}.`;
  const lines: string[] = [];
  if (['abc', 'dtx', 'spr'].includes(info.format)) {
    const { severity, text } = verdictOf(file);
    lines.push(`${identity} ${style(isSerious(severity) ? severity : 'sound', text)}`);
    const reason = (label: string, { reason: text }: EngineVerdict) =>
      lines.push(`  ${style('label', `${label}:`)} ${printable(text)}`);
    if (engine.verdict !== 'loads') reason('Game', engine);
    if (modelEdit.verdict !== engine.verdict) reason('ModelEdit', modelEdit);
  } else {
    // What is neither is not damaged, and no game's; the title says it all.
    lines.push(identity);
  }
  for (const finding of worstFirst(findings)) lines.push(findingText(finding, style));
  if (findingsTruncated) lines.push('  … and more that are not listed');
  return `${lines.join('\n')}\n`;
}

/** The report as `check --json` lists it (public/schema/check.schema.json), one entry of `files`. */
export function reportData({ name, file }: Subject) {
  const { info, engine, modelEdit, findingsTruncated } = file;
  const findings = file.findings.map(
    ({ code, severity, message, effect, remedy, source, fix, offset, length, path, count, places }) => {
      return { code, severity, message, effect, remedy, source, fix, offset, length, path, count, places };
    },
  );
  return { file: name, version: info.version, engine, modelEdit, findings, truncated: findingsTruncated };
}

/** The same as JSON in one line, as `check --ndjson` writes it. */
export const reportJson = (subject: Subject): string => toJson(reportData(subject));

/** How `check --json` writes the files one by one: what stands before all, each of them, and behind all. */
export const CHECK_JSON = {
  begin: '{"files":[',
  /** @param json of `reportJson` */
  file: (json: string, isFirst: boolean): string => `${isFirst ? '\n' : ',\n'}${json}`,
  end: (files: number): string => (files > 0 ? '\n]}\n' : ']}\n'),
} as const;

/** Text from a file for a terminal: control characters, which could steer it, are spelt out. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** `0x4E20+12 Pieces.Pieces[0].Name` */
function placeText({ offset, length, path }: FindingPlace): string {
  const start = `0x${offset.toString(16).toUpperCase()}`;
  return `${length > 0 ? `${start}+${length}` : start} ${printable(path)}`.trimEnd();
}

function findingText(finding: Finding, style: ReportStyle): string {
  const { severity, code, message, effect, remedy, source, count } = finding;
  const times = count > 1 ? ` (${formatCount(count)} times)` : '';
  const lines = [
    `  ${style(severity, SEVERITY_WORDS[severity])} ${code} at ${placeText(finding)}${times}`,
    `    ${printable(message)}`,
  ];
  if (effect) lines.push(`    ${style('label', 'Effect:')} ${printable(effect)}`);
  if (remedy) lines.push(`    ${style('label', 'Remedy:')} ${printable(remedy)}`);
  if (source) lines.push(`    ${style('label', 'Rule:')} ${source}`);
  return [...lines, ...furtherPlaces(finding, style)].join('\n');
}

/** Where else it was found: the places that are known, and how many there are besides. */
function furtherPlaces({ places, count }: Finding, style: ReportStyle): string[] {
  const texts = places.slice(1).map(placeText);
  const rest = count - places.length;
  if (rest > 0) texts.push(`${texts.length > 0 ? 'and at ' : ''}${counted(rest, 'more place')}`);
  return texts.map((text, i) => `    ${i === 0 ? style('label', 'Also at') : '       '} ${text}`);
}
