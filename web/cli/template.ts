/** `lithoscope template`: the version of a file as a template for another program. */
import { TEMPLATES, type TemplateProgram } from '../export/template.ts';
import { openPath } from './files.ts';
import { type Context, type ExitCode, reportErrors } from './output.ts';

export async function template(context: Context, path: string, program: TemplateProgram): Promise<ExitCode> {
  const file = await openPath(context, path);
  const schema = file.schema();
  if (!schema) {
    context.warn(`${path}: no template, because it is no file of a version that is described`);
    return 1;
  }
  await context.write(TEMPLATES[program].text(schema));
  return reportErrors(context, path, file.findings);
}
