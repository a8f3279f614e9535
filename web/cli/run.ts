/** Runs one command line from its arguments to its exit code. */
import { version } from '../../package.json';
import { printable } from '../explain/report.ts';
import { parseCommand, USAGE } from './args.ts';
import { check } from './check.ts';
import { compare } from './compare.ts';
import type { Context } from './context.ts';
import { extract } from './extract.ts';
import { fields } from './fields.ts';
import { info } from './info.ts';
import { list } from './list.ts';
import { type ExitCode, LostOutput, Stopped, UsageError } from './output.ts';
import { pose } from './pose.ts';
import { template } from './template.ts';

async function dispatch(context: Context, args: readonly string[]): Promise<ExitCode> {
  const command = parseCommand(args);
  switch (command.name) {
    case 'help':
      await context.write(USAGE);
      return 0;
    case 'version':
      await context.write(`${version}\n`);
      return 0;
    case 'info':
      return info(context, command.file);
    case 'fields':
      return fields(context, command.file);
    case 'check':
      return check(context, command);
    case 'compare':
      return compare(context, command);
    case 'list':
      return list(context, command.archive, command.json);
    case 'extract':
      return extract(context, command);
    case 'export':
      // With what writes GLBs, which no other command needs.
      return (await import('./export/command.ts')).exportModels(context, command);
    case 'import':
      return (await import('./import/command.ts')).importModels(context, command);
    case 'set':
    case 'fix':
    case 'edit':
    case 'convert':
      return (await import('./edit/command.ts')).editFiles(context, command);
    case 'pose':
      return pose(context, command);
    case 'template':
      return template(context, command.file, command.program);
  }
}

/** @param args what stands after the program's name */
export async function run(given: Context, args: readonly string[]): Promise<ExitCode> {
  // Whatever a message repeats, names of files too, steers no terminal.
  const context: Context = { ...given, warn: (line) => given.warn(printable(line)) };
  try {
    return await dispatch(context, args);
  } catch (error) {
    if (error instanceof Stopped) return error.code;
    if (error instanceof LostOutput) {
      context.warn(error.message);
      return 2;
    }
    if (!(error instanceof UsageError)) throw error;
    context.warn(`${error.message} (lithoscope --help shows the commands)`);
    return 2;
  } finally {
    context.progress.clear();
  }
}
