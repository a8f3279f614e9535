/** `lithoscope info`: what files hold, as JSON. */
import { listArchive } from '../archive/list.ts';
import type { ByteSource } from '../archive/locator.ts';
import { infoOf, zipInfoOf } from '../archive/opened.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import { archiveAt, openTarget } from './files.ts';
import type { Program, Reporting } from './grammar.ts';
import { inspect, type Sheet } from './inspect.ts';
import { CommandError, type ExitCode, lowerFirst, reportErrors } from './output.ts';
import type { Target } from './target.ts';

export function infoCommand(program: Program): void {
  program
    .command('info')
    .about(
      'what files hold, as JSON',
      'Writes what files hold: version, pieces, nodes, animations, textures, entries. One file is an indented object; of several each is a line, and with --json all are one list.',
      'info HERO.ABC',
      'info "GAME.REZ!/**/*.abc" --json',
    )
    .paths('<PATH...>', 'an archive is itself here')
    .reporting()
    .action((paths: string[], options: Reporting) =>
      program.run((context) =>
        inspect(context, paths, options, async (target, sheet) => {
          const indent = sheet.isAlone && !options.ndjson ? 0 : null;
          const add = (data: object) => sheet.add(toJson(data, indent));
          const archive = await archiveAt(target);
          return archive?.kind === 'zip'
            ? zipInfo(context, target, archive.source, add)
            : fileInfo(context, target, add);
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
