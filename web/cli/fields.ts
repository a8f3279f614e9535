/** `lithoscope fields`: every leaf in file order, as JSON lines that together cover the file. */
import type { Command } from 'commander';
import { fieldLines } from '../explain/field-lines.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import { openTarget } from './files.ts';
import type { Reporting, Run } from './grammar.ts';
import { inspect, inspecting, type Sheet } from './inspect.ts';
import { type ExitCode, reportErrors } from './output.ts';
import type { Target } from './target.ts';

export function fieldsCommand(program: Command, run: Run): void {
  const command = program
    .command('fields')
    .summary('every field in file order, as JSON lines')
    .description(
      'Writes every field in file order, a JSON line each, with --json as one list. Of several files each line begins with the file.',
    )
    .addHelpText(
      'after',
      `
Examples:
  lithoscope fields HERO.ABC
  lithoscope fields "MODELS/*.ABC" | grep '"path":"Header\\.'`,
    );
  inspecting(command).action((paths: string[], options: Reporting) =>
    run((context) =>
      inspect(
        context,
        paths,
        options,
        (target, sheet) => fields(context, target, sheet, options.json ?? false),
        true,
      ),
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
