/** `lithoscope fields`: every leaf in file order, as JSON lines that together cover the file. */
import { fieldLines } from '../explain/field-lines.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import { openTarget } from './files.ts';
import type { Program, Reporting } from './grammar.ts';
import { inspect, type Sheet } from './inspect.ts';
import { type ExitCode, reportErrors } from './output.ts';
import type { Target } from './target.ts';

export function fieldsCommand(program: Program): void {
  program
    .command('fields')
    .about(
      'every field in file order, as JSON lines',
      'Writes every field in file order, a JSON line each, with --json as one list. Of several files each line begins with the file.',
      'fields HERO.ABC',
      `fields "MODELS/*.ABC" | grep '"path":"Header\\.'`,
    )
    .paths('<PATH...>', 'an archive is itself here')
    .reporting()
    .action((paths: string[], options: Reporting) =>
      program.run((context) =>
        inspect(context, paths, options, (...one) => fields(context, ...one, options.json ?? false), true),
      ),
    );
}

async function fields(
  context: Context,
  target: Target,
  { isAlone, add }: Sheet,
  isList: boolean,
): Promise<ExitCode> {
  const file = await openTarget(context, target);
  const of = isAlone ? '{' : `{"file":${toJson(target.name)},`;
  try {
    for await (const part of fieldLines(file)) {
      const lines = isAlone ? part : part.replace(/^\{/gm, () => of);
      if (!isList) await context.write(lines);
      else if (lines !== '') await add(lines.trimEnd().replaceAll('\n', ',\n'));
    }
    return reportErrors(context, target.name, file.findings);
  } finally {
    file.release();
  }
}
