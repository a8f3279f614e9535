/** `lithoscope check`: what is wrong with files, where, and what to do about it. */
import type { ParsedFile } from '@lithoscope/core';
import { formatCount } from '../explain/describe.ts';
import { CHECK_JSON, printable, type ReportPart, reportText } from '../explain/report.ts';
import { Tally } from '../explain/tally.ts';
import { expand } from './expand.ts';
import { openPath } from './files.ts';
import { type Context, type ExitCode, paint, UsageError } from './output.ts';

const COLORS = {
  name: 'bold',
  sound: 'green',
  label: 'dim',
  error: 'red',
  warning: 'yellow',
  information: 'cyan',
  hint: 'dim',
} as const satisfies Record<ReportPart, Parameters<typeof paint>[1]>;

/** How the results are written: each file as soon as it is checked, so that thousands need no memory. */
interface Format {
  begin: string;
  file(path: string, file: ParsedFile, first: boolean): string;
  end(tally: Tally): string;
}

const JSON_FORMAT: Format = {
  begin: CHECK_JSON.begin,
  file: (name, file, first) => CHECK_JSON.file({ name, file }, first),
  end: ({ files }) => CHECK_JSON.end(files),
};

function textFormat(context: Context): Format {
  return {
    begin: '',
    file: (name, file) => reportText({ name, file }, (part, text) => paint(context, COLORS[part], text)),
    end(tally) {
      const headline = paint(context, tally.damaged + tally.unusable > 0 ? 'red' : 'green', tally.headline);
      // Of one file it would only repeat what stands above.
      const details = tally.files > 1 ? tally.details : [];
      return `${[headline, ...details.map((line) => `  ${line}`)].join('\n')}\n`;
    },
  };
}

export async function check(context: Context, args: readonly string[], json: boolean): Promise<ExitCode> {
  const { progress } = context;
  const format = json ? JSON_FORMAT : textFormat(context);
  const tally = new Tally();
  const reject = (problem: string) => {
    tally.unusable++;
    context.warn(problem);
  };
  progress.show('Looking for files …');
  const { paths, problems } = await expand(args);
  problems.forEach(reject);
  await context.write(format.begin);
  for (const [i, path] of paths.entries()) {
    progress.show(`Checking ${formatCount(i + 1)} of ${formatCount(paths.length)}: ${printable(path)}`);
    try {
      const file = await openPath(context, path);
      const text = format.file(path, file, tally.files === 0);
      tally.add(file);
      await context.write(text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      reject(error.message);
    }
  }
  await context.write(format.end(tally));
  if (tally.unusable > 0) return 2;
  return tally.damaged > 0 ? 1 : 0;
}
