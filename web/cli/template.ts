/** `lithoscope template`: the template that reads a file in another hex editor. */
import { type TemplateProgram, templateFor } from '../explain/templates.ts';
import type { Context } from './context.ts';
import { openTarget } from './files.ts';
import type { Program } from './grammar.ts';
import { type ExitCode, reportErrors } from './output.ts';
import { targetOf } from './targets.ts';

export function templateCommand(program: Program): void {
  program
    .command('template')
    .about(
      'a template that reads a file in ImHex or 010 Editor',
      'Writes the template that reads such a file in ImHex (.hexpat) or 010 Editor (.bt).',
      'template HERO.ABC --for imhex > abc.hexpat',
    )
    .argument('<FILE>', 'a model or texture, on the disk or in an archive')
    .choice('--for <imhex|010>', 'the program that is to read it', ['imhex', '010'], (option) =>
      option.makeOptionMandatory(),
    )
    .action((file: string, options: { for: TemplateProgram }) =>
      program.run((context) => template(context, file, options.for)),
    );
}

async function template(context: Context, path: string, editor: TemplateProgram): Promise<ExitCode> {
  const file = await openTarget(context, await targetOf(context, path));
  const name = templateFor(file, editor);
  if (!name) {
    context.warn(`${path}: no template, because it is neither an ABC model nor a DTX texture`);
    return 1;
  }
  await context.write(await context.template(name));
  return reportErrors(context, path, file.findings);
}
