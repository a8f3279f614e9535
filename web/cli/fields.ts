/** `lithoscope fields`: every leaf in file order, as JSON lines that together cover the file. */
import { fieldLines } from '../explain/field-lines.ts';
import type { Context } from './context.ts';
import { openPath } from './files.ts';
import { type ExitCode, reportErrors } from './output.ts';

export async function fields(context: Context, path: string): Promise<ExitCode> {
  const file = await openPath(context, path);
  for await (const lines of fieldLines(file)) await context.write(lines);
  return reportErrors(context, path, file.findings);
}
