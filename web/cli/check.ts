/** `lithoscope check`: what is wrong with files, where, and what to do about it. */
import { formatCount } from '../explain/describe.ts';
import { CHECK_JSON } from '../explain/report.ts';
import { Tally } from '../explain/tally.ts';
import type { CheckCommand } from './args.ts';
import { checkFile } from './check-file.ts';
import type { Checked, Context } from './context.ts';
import type { Style } from './output.ts';
import { type ExitCode, paint } from './output.ts';
import { sideBySide } from './side-by-side.ts';
import type { Target } from './target.ts';
import { targetsOf } from './targets.ts';

/** How the results are written: each file as soon as it is checked, so that thousands need no memory. */
interface Format {
  begin: string;
  /** @param text of the file, as Style says */
  file(text: string, first: boolean): string;
  end(tally: Tally): string;
}

const JSON_FORMAT: Format = {
  begin: CHECK_JSON.begin,
  file: CHECK_JSON.file,
  end: ({ files }) => CHECK_JSON.end(files),
};

const LINES_FORMAT: Format = { begin: '', file: (text) => `${text}\n`, end: () => '' };

function textFormat(context: Context): Format {
  return {
    begin: '',
    file: (text) => text,
    end(tally) {
      const headline = paint(context, tally.damaged + tally.unusable > 0 ? 'red' : 'green', tally.headline);
      // Of one file it would only repeat what stands above.
      const details = tally.files > 1 ? tally.details : [];
      return `${[headline, ...details.map((line) => `  ${line}`)].join('\n')}\n`;
    },
  };
}

function formatOf(context: Context, output: CheckCommand['output']): Format {
  if (output === 'text') return textFormat(context);
  return output === 'json' ? JSON_FORMAT : LINES_FORMAT;
}

export async function check(context: Context, { files, output }: CheckCommand): Promise<ExitCode> {
  const { progress } = context;
  const format = formatOf(context, output);
  const tally = new Tally();
  const reject = (problem: string) => {
    tally.unusable++;
    context.warn(problem);
  };
  progress.show('Looking for files …');
  const { targets, problems, isSound } = await targetsOf(context, files);
  problems.forEach(reject);
  await context.write(format.begin);
  const style = { json: output !== 'text', color: context.color };
  let done = 0;
  for await (const checked of results(context, targets, style)) {
    const name = targets[done]?.name ?? '';
    progress.show(`Checking ${formatCount(++done)} of ${formatCount(targets.length)}: ${name}`);
    if ('problem' in checked) {
      reject(checked.problem);
      continue;
    }
    const text = format.file(checked.text, tally.files === 0);
    tally.add(checked.counted);
    await context.write(text);
  }
  await context.write(format.end(tally));
  if (tally.unusable > 0) return 2;
  return tally.damaged > 0 || !isSound ? 1 : 0;
}

/** Files that a thread is given at a time. */
const BATCH = 8;

/** The results of the files, in their order. */
function results(context: Context, targets: readonly Target[], style: Style): AsyncGenerator<Checked> {
  return sideBySide({
    items: targets,
    minForThreads: 64,
    batch: BATCH,
    threads: () => context.threads(),
    inThread: (threads, some) => threads.run('check', { targets: some, ...style }),
    here: (target) => checkFile(context, target, style),
    nameOf: ({ name }) => name,
  });
}
