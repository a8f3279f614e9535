/** `lithoscope check`: what is wrong with files, where, and what to do about it. */
import type { AbcFile, Severity } from '@lithoscope/core';
import { type ReportPart, reportData, reportText } from '../structure/report.ts';
import { openPath } from './files.ts';
import { type Context, type ExitCode, paint, toJson, UsageError } from './output.ts';

const COLORS = {
  name: 'bold',
  sound: 'green',
  label: 'dim',
  error: 'red',
  warning: 'yellow',
  information: 'cyan',
  hint: 'dim',
} as const satisfies Record<ReportPart, Parameters<typeof paint>[1]>;

const isError = ({ severity }: { severity: Severity }) => severity === 'error';

function summary(context: Context, checked: number, damaged: number, unopened: number): string {
  const files = checked === 1 ? '1 file' : `${checked} files`;
  const parts = [`${files} checked`, `${damaged} with errors`];
  if (unopened > 0) parts.push(`${unopened} could not be opened`);
  return `${paint(context, damaged + unopened > 0 ? 'red' : 'green', parts.join(', '))}\n`;
}

export async function check(context: Context, paths: readonly string[], json: boolean): Promise<ExitCode> {
  const results: ReturnType<typeof reportData>[] = [];
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
    if (json) results.push(reportData({ name: path, file }));
    else
      await context.write(
        reportText({ name: path, file }, (part, text) => paint(context, COLORS[part], text)),
      );
  }
  const unopened = paths.length - checked;
  await context.write(
    json ? `${toJson({ files: results })}\n` : summary(context, checked, damaged, unopened),
  );
  if (unopened > 0) return 2;
  return damaged > 0 ? 1 : 0;
}
