/** `lithoscope info`: what a file holds, as one JSON object. */

import { listArchive } from '../archive/list.ts';
import type { ByteSource } from '../archive/locator.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import { archiveAt, isRez, isSprite, isTexture, type Opened, openTarget } from './files.ts';
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
  await context.write(`${toJson({ file: name, ...contentsOf(file), coverage: file.coverage }, 0)}\n`);
  file.release();
  return reportErrors(context, name, file.findings);
}

/** What stands between the name and the coverage. */
function contentsOf(file: Opened) {
  const { info } = file;
  if (isTexture(file)) {
    const { format, size, version, header, commandString, sections } = file.info;
    return { format, size, version, header, commandString, sections, texture: file.texture };
  }
  if (isSprite(file)) {
    const { format, size, header, sections } = file.info;
    return { format, size, header, sections, sprite: file.sprite };
  }
  if (isRez(file)) {
    const { format, size, version, header, sections } = file.info;
    return { format, size, version, header, sections, entryCount: file.entryCount };
  }
  const { token, header, ...rest } = info;
  const { format, size, version, commandString, ...contents } = rest;
  return { format, size, version, ...(token ? { token } : { header }), commandString, ...contents };
}

async function zipInfo(context: Context, { name }: Target, source: ByteSource): Promise<ExitCode> {
  try {
    const { entries, problems } = await listArchive(source, name, context);
    const unreadable = entries.filter(({ problem }) => problem !== '').length;
    const { size } = source;
    const result = { file: name, format: 'zip', size, entryCount: entries.length, unreadable, problems };
    await context.write(`${toJson(result, 0)}\n`);
    return problems.length > 0 ? 1 : 0;
  } catch (error) {
    throw new UsageError(`Cannot open ${name}: ${lowerFirst((error as Error).message)}`);
  }
}
