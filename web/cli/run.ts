/** Runs one command line from its arguments to its exit code. */
import { CommanderError } from 'commander';
import { version } from '../../package.json';
import { printable } from '../explain/report.ts';
import { extractCommand, listCommand } from './archives.ts';
import { catalogueCommand } from './catalogue/command.ts';
import { checkCommand } from './check.ts';
import { compareCommand } from './compare.ts';
import type { Context } from './context.ts';
import { editCommands } from './edit/commands.ts';
import { exportCommand } from './export/command.ts';
import { findCommand } from './find/command.ts';
import { Program, type Run } from './grammar.ts';
import { importCommand } from './import/command.ts';
import { fieldsCommand, infoCommand, poseCommand, templateCommand } from './inspect.ts';
import { CommandError, type ExitCode, LostOutput, Stopped, UsageError } from './output.ts';
import { packCommand } from './pack.ts';
import { textureCommand } from './texture/command.ts';
import { watchCommand } from './watch/command.ts';

const AFTER_HELP = `
lithoscope COMMAND --help (or: help COMMAND) shows options and examples.

A file in an archive is GAME.REZ!/MODELS/X.ABC (case is ignored); the path after
!/ may be a folder or a pattern: "GAME.REZ!/**/*.abc".

Exit codes: 0 success; 1 the content has an error, or something was only done in
part (compare: the files differ); 2 wrong usage, or a file cannot be opened
or written.`;

/** All commands. @param say receives help and the version */
function program(run: Run, say: (text: string) => void): Program {
  const all = new Program('lithoscope', run)
    .description(
      'Shows, checks, changes and converts LithTech models (.abc, .ltb, .lta, .ltc), textures (.dtx) and sprites (.spr), on disk and in REZ archives and zips.',
    )
    .usage('COMMAND [OPTIONS]')
    .version(version, '-V, --version', 'show the version of this program (or: version)')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    // `import --version 12` is an option of import.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: say, writeErr: () => {} })
    .configureHelp({ subcommandTerm: (command) => command.name(), showGlobalOptions: false })
    .addHelpText('after', AFTER_HELP);
  all.commandsGroup('Look inside:');
  infoCommand(all);
  fieldsCommand(all);
  checkCommand(all);
  watchCommand(all);
  findCommand(all);
  compareCommand(all);
  poseCommand(all);
  all.commandsGroup('Change:');
  editCommands(all);
  all.commandsGroup('Other formats:');
  exportCommand(all);
  importCommand(all);
  textureCommand(all);
  catalogueCommand(all);
  templateCommand(all);
  all.commandsGroup('Archives:');
  listCommand(all);
  extractCommand(all);
  packCommand(all);
  return all;
}

/** Arguments for commander: `help X` is `X --help`, `version` is `--version`, and after an unknown command nothing counts. */
function plain(names: readonly string[], [first, ...others]: readonly string[]): string[] {
  if (first === undefined) throw new UsageError('No command given.');
  if (first === 'help') return others[0] === undefined ? ['--help'] : plain(names, [others[0], '--help']);
  if (first === 'version') return ['--version'];
  return first.startsWith('-') || names.includes(first) ? [first, ...others] : [first];
}

/** `Unknown option '--skin'. Did you mean --skins?` */
function sentenceOf({ message }: CommanderError): string {
  const [said = '', hint] = message.replace(/^error: /, '').split('\n');
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.$/, '')}.`;
  return hint ? `${sentence} ${hint.replace(/^\(|\)$/g, '')}` : sentence;
}

/** @param args without the program's name */
export async function run(given: Context, args: readonly string[]): Promise<ExitCode> {
  // Text in messages, such as file names, must not control the terminal.
  const context: Context = { ...given, warn: (line) => given.warn(printable(line)) };
  let code: ExitCode = 0;
  let said = '';
  const all = program(
    async (act) => {
      code = await act(context);
    },
    (text) => {
      said += text;
    },
  );
  const names = all.commands.map((command) => command.name());
  const fail = (error: CommandError | CommanderError): ExitCode => {
    const [asked = ''] = args[0] === 'help' ? args.slice(1) : args;
    const help = names.includes(asked) ? `${asked} --help shows its options` : '--help shows the commands';
    const sentence = error instanceof CommanderError ? sentenceOf(error) : error.message;
    const isUsage = error instanceof CommanderError || error instanceof UsageError;
    context.warn(isUsage ? `${sentence} (lithoscope ${help})` : sentence);
    return 2;
  };
  try {
    try {
      await all.parseAsync(plain(names, args), { from: 'user' });
    } catch (error) {
      // commander ends help and version with an error too.
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      await context.write(said);
    }
    return code;
  } catch (error) {
    if (error instanceof Stopped) return error.code;
    if (error instanceof LostOutput) {
      context.warn(error.message);
      return 2;
    }
    if (error instanceof CommandError || error instanceof CommanderError) return fail(error);
    throw error;
  } finally {
    context.progress.clear();
  }
}
