/** The findings of a file as a report: text for people, plain data for programs. The page and the command line share it. */
import type { AbcFile, Finding, Severity } from '@lithoscope/core';
import { identify, verdictOf } from './describe.ts';

/** What a report is about: a name or path, and what was parsed. */
export interface Subject {
  name: string;
  file: Pick<AbcFile, 'info' | 'findings' | 'findingsTruncated'>;
}

/** What a part of the text is, so that a terminal can colour it. */
export type ReportPart = 'name' | 'sound' | 'remedy' | Severity;

/** Gives a part of the text its looks. */
export type ReportStyle = (part: ReportPart, text: string) => string;

const unstyled: ReportStyle = (_part, text) => text;

/** The report in words, ending in a line break. Control characters of the file are spelt out. */
export function reportText({ name, file }: Subject, style = unstyled): string {
  const { info, findings, findingsTruncated } = file;
  const { title, version } = identify(info);
  const { severity, text } = verdictOf(findings, findingsTruncated);
  const verdict = severity === 'error' ? 'Damaged' : text;
  const lines = [
    `${style('name', name)}: ${[title, version].filter(Boolean).join(', ')}.` +
      // What is no model is not damaged; the title says it all.
      (info.format === 'abc' ? ` ${style(severity ?? 'sound', verdict)}` : ''),
  ];
  for (const finding of findings) lines.push(findingText(finding, style));
  if (findingsTruncated) lines.push('  … and more that are not listed');
  return `${lines.join('\n')}\n`;
}

/** The report as `check --json` lists it (INTERFACES.md), one entry of `files`. */
export function reportData({ name, file }: Subject) {
  const findings = file.findings.map(({ code, severity, message, offset, length, path, count }) => {
    return { code, severity, message, offset, length, path, count };
  });
  return { file: name, version: file.info.version, findings, truncated: file.findingsTruncated };
}

/** Text from a file for a terminal: control characters, which could steer it, are spelt out. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

function findingText(finding: Finding, style: ReportStyle): string {
  const { severity, code, offset, length, path, message, remedy, count } = finding;
  const start = `0x${offset.toString(16).toUpperCase()}`;
  const place = length > 0 ? `${start}+${length}` : start;
  const times = count > 1 ? ` (${count} times)` : '';
  const lines = [
    `  ${style(severity, severity)} ${code} at ${place} ${printable(path)}`.trimEnd() + times,
    `    ${printable(message)}`,
  ];
  if (remedy) lines.push(`    ${style('remedy', printable(remedy))}`);
  return lines.join('\n');
}
