/** `lithoscope template`: the template that reads a file in another hex editor. */
import type { Command } from 'commander';
import { type TemplateProgram, templateFor } from '../explain/templates.ts';
import type { Context } from './context.ts';
import { openTarget } from './files.ts';
import { choice, type Run } from './grammar.ts';
import { type ExitCode, reportErrors } from './output.ts';
import { targetOf } from './targets.ts';

const PROGRAMS = ['imhex', '010'] as const satisfies TemplateProgram[];

export function templateCommand(program: Command, run: Run): void {
  program
    .command('template')
    .summary('a template that reads a file in ImHex or 010 Editor')
    .description('Writes the template that reads such a file in ImHex (.hexpat) or 010 Editor (.bt).')
    .argument('<FILE>', 'a model or texture, on the disk or in an archive')
    .addOption(choice('--for <imhex|010>', 'the program that is to read it', PROGRAMS).makeOptionMandatory())
    .addHelpText('after', '\nExample:\n  lithoscope template HERO.ABC --for imhex > abc.hexpat')
    .action((file: string, options: { for: TemplateProgram }) =>
      run((context) => template(context, file, options.for)),
    );
}

async function template(context: Context, path: string, program: TemplateProgram): Promise<ExitCode> {
  const file = await openTarget(context, await targetOf(context, path));
  const name = templateFor(file, program);
  if (!name) {
    context.warn(`${path}: no template, because it is neither an ABC model nor a DTX texture`);
    return 1;
  }
  await context.write(await context.template(name));
  return reportErrors(context, path, file.findings);
}
