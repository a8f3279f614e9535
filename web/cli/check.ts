/** `lithoscope check`: what is wrong with files, where, and what to do about it. */
import type { AbcFile, Finding, Severity } from '@lithoscope/core';
import { identify, verdictOf } from '../structure/describe.ts';
import { openPath } from './files.ts';
import { type Context, type ExitCode, paint, printable, toJson, UsageError } from './output.ts';

const COLORS = { error: 'red', warning: 'yellow', information: 'cyan', hint: 'dim' } as const;

const isError = ({ severity }: { severity: Severity | null }) => severity === 'error';

function findingText(context: Context, finding: Finding): string {
  const { severity, code, offset, length, path, message, remedy, count } = finding;
  const place =
    length > 0
      ? `0x${offset.toString(16).toUpperCase()}+${length}`
      : `0x${offset.toString(16).toUpperCase()}`;
  const times = count > 1 ? ` (${count} times)` : '';
  const lines = [
    `  ${paint(context, COLORS[severity], severity)} ${code} at ${place} ${printable(path)}`.trimEnd() +
      times,
    `    ${printable(message)}`,
  ];
  if (remedy) lines.push(`    ${paint(context, 'dim', printable(remedy))}`);
  return lines.join('\n');
}

function report(context: Context, path: string, { info, findings, findingsTruncated }: AbcFile): string {
  const { title, version } = identify(info);
  const { severity, text } = verdictOf(findings, findingsTruncated);
  const verdict = severity === 'error' ? 'Damaged' : text;
  const color = severity ? COLORS[severity] : 'green';
  const lines = [
    `${paint(context, 'bold', path)}: ${[title, version].filter(Boolean).join(', ')}.` +
      // What is no model is not damaged; the title says it all.
      (info.format === 'abc' ? ` ${paint(context, color, verdict)}` : ''),
  ];
  for (const finding of findings) lines.push(findingText(context, finding));
  if (findingsTruncated) lines.push('  … and more that are not listed');
  return `${lines.join('\n')}\n`;
}

function asJson(path: string, file: AbcFile) {
  const findings = file.findings.map(({ code, severity, message, offset, length, path, count }) => {
    return { code, severity, message, offset, length, path, count };
  });
  return { file: path, version: file.info.version, findings, truncated: file.findingsTruncated };
}

function summary(context: Context, checked: number, damaged: number, unopened: number): string {
  const files = checked === 1 ? '1 file' : `${checked} files`;
  const parts = [`${files} checked`, `${damaged} with errors`];
  if (unopened > 0) parts.push(`${unopened} could not be opened`);
  return `${paint(context, damaged + unopened > 0 ? 'red' : 'green', parts.join(', '))}\n`;
}

export async function check(context: Context, paths: readonly string[], json: boolean): Promise<ExitCode> {
  const results: ReturnType<typeof asJson>[] = [];
  let checked = 0;
  let damaged = 0;
  for (const path of paths) {
    let file: AbcFile;
    try {
      file = await openPath(context, path);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      context.warn(error.message);
      continue;
    }
    checked++;
    if (file.findings.some(isError)) damaged++;
    if (json) results.push(asJson(path, file));
    else await context.write(report(context, path, file));
  }
  const unopened = paths.length - checked;
  await context.write(
    json ? `${toJson({ files: results })}\n` : summary(context, checked, damaged, unopened),
  );
  if (unopened > 0) return 2;
  return damaged > 0 ? 1 : 0;
}
