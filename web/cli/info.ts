/** `lithoscope info`: what files hold, as JSON. */
import type { Command } from 'commander';
import { listArchive } from '../archive/list.ts';
import type { ByteSource } from '../archive/locator.ts';
import { infoOf, zipInfoOf } from '../archive/opened.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import { archiveAt, openTarget } from './files.ts';
import type { Reporting, Run } from './grammar.ts';
import { inspect, inspecting, type Sheet } from './inspect.ts';
import { CommandError, type ExitCode, lowerFirst, reportErrors } from './output.ts';
import type { Target } from './target.ts';

export function infoCommand(program: Command, run: Run): void {
  const command = program
    .command('info')
    .summary('what files hold, as JSON')
    .description(
      'Writes what files hold: version, pieces, nodes, animations, textures, entries. One file is an indented object; of several each is a line, and with --json all are one list.',
    )
    .addHelpText(
      'after',
      `
Examples:
  lithoscope info HERO.ABC
  lithoscope info "GAME.REZ!/**/*.abc" --json`,
    );
  inspecting(command).action((paths: string[], options: Reporting) =>
    run((context) =>
      inspect(context, paths, options, async (target, sheet) => {
        const isIndented = sheet.isAlone && !options.ndjson;
        const archive = await archiveAt(target);
        const sized = (data: object) => sheet.add(toJson(data, isIndented ? 0 : undefined));
        return archive?.kind === 'zip'
          ? zipInfo(context, target, archive.source, sized)
          : fileInfo(context, target, sized);
      }),
    ),
  );
}

type Add = (data: object) => ReturnType<Sheet['add']>;

async function fileInfo(context: Context, target: Target, add: Add): Promise<ExitCode> {
  const { name } = target;
  const file = await openTarget(context, target);
  try {
    await add({ file: name, ...infoOf(file) });
    return reportErrors(context, name, file.findings);
  } finally {
    file.release();
  }
}

async function zipInfo(context: Context, { name }: Target, source: ByteSource, add: Add): Promise<ExitCode> {
  let contents: ReturnType<typeof zipInfoOf>;
  try {
    contents = zipInfoOf(source, await listArchive(source, name, context));
  } catch (error) {
    throw new CommandError(`Cannot open ${name}: ${lowerFirst((error as Error).message)}`);
  }
  await add({ file: name, ...contents });
  return contents.problems.length > 0 ? 1 : 0;
}
