/** `lithoscope info`: what a file holds, as one JSON object. */

import { toJson } from '../explain/json.ts';
import { isSprite, isTexture, openPath } from './files.ts';
import { type Context, type ExitCode, reportErrors } from './output.ts';

export async function info(context: Context, path: string): Promise<ExitCode> {
  const file = await openPath(context, path);
  if (isTexture(file)) {
    const { format, size, version, header, commandString, sections } = file.info;
    const { texture, coverage } = file;
    const result = { file: path, format, size, version, header, commandString, sections, texture, coverage };
    await context.write(`${toJson(result, 0)}\n`);
    return reportErrors(context, path, file.findings);
  }
  if (isSprite(file)) {
    const { format, size, header, sections } = file.info;
    const { sprite, coverage } = file;
    await context.write(`${toJson({ file: path, format, size, header, sections, sprite, coverage }, 0)}\n`);
    return reportErrors(context, path, file.findings);
  }
  const { token, header, ...rest } = file.info;
  const identity = token ? { token } : { header };
  const { format, size, version, commandString, ...contents } = rest;
  const result = { file: path, format, size, version, ...identity, commandString, ...contents };
  await context.write(`${toJson({ ...result, coverage: file.coverage }, 0)}\n`);
  return reportErrors(context, path, file.findings);
}
