/** `lithoscope info`: what a file holds, as one JSON object. */

import { listArchive } from '../archive/list.ts';
import type { ByteSource } from '../archive/locator.ts';
import { infoOf, zipInfoOf } from '../archive/opened.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import { archiveAt, openTarget } from './files.ts';
import { type ExitCode, lowerFirst, reportErrors, UsageError } from './output.ts';
import type { Target } from './target.ts';
import { targetsNamed } from './targets.ts';

/** An argument may name several files: an object each. */
export async function info(context: Context, argument: string): Promise<ExitCode> {
  let code: ExitCode = 0;
  for (const target of await targetsNamed(context, argument)) {
    const archive = await archiveAt(target);
    const one =
      archive?.kind === 'zip'
        ? await zipInfo(context, target, archive.source)
        : await fileInfo(context, target);
    if (one > code) code = one;
  }
  return code;
}

async function fileInfo(context: Context, target: Target): Promise<ExitCode> {
  const { name } = target;
  const file = await openTarget(context, target);
  await context.write(`${toJson({ file: name, ...infoOf(file) }, 0)}\n`);
  file.release();
  return reportErrors(context, name, file.findings);
}

async function zipInfo(context: Context, { name }: Target, source: ByteSource): Promise<ExitCode> {
  try {
    const contents = zipInfoOf(source, await listArchive(source, name, context));
    await context.write(`${toJson({ file: name, ...contents }, 0)}\n`);
    return contents.problems.length > 0 ? 1 : 0;
  } catch (error) {
    throw new UsageError(`Cannot open ${name}: ${lowerFirst((error as Error).message)}`);
  }
}
