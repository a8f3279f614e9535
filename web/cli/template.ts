/** `lithoscope template`: the template that reads a file in another hex editor. */
import { type TemplateProgram, templateFor } from '../explain/templates.ts';
import type { Context } from './context.ts';
import { openPath } from './files.ts';
import { type ExitCode, reportErrors } from './output.ts';

export async function template(context: Context, path: string, program: TemplateProgram): Promise<ExitCode> {
  const file = await openPath(context, path);
  const name = templateFor(file, program);
  if (!name) {
    context.warn(`${path}: no template, because it is neither an ABC model nor a DTX texture`);
    return 1;
  }
  await context.write(await context.template(name));
  return reportErrors(context, path, file.findings);
}
