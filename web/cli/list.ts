/** `lithoscope list`: what an archive holds, the archives in it too. */
import type { FoundFile } from '../archive/list.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import { formatOf, type Program, type Reporting } from './grammar.ts';
import type { ExitCode } from './output.ts';
import { listed } from './targets.ts';

export function listCommand(program: Program): void {
  program
    .command('list')
    .about(
      'what an archive holds',
      'Lists the files of a REZ, zip or pk3: size, tab, path; those of archives in it too.',
      'list GAME.REZ',
    )
    .argument('<ARCHIVE>', 'a REZ, zip or pk3')
    .reporting()
    .action((archive: string, options: Reporting) =>
      program.run((context) => list(context, archive, options)),
    );
}

async function list(context: Context, archive: string, options: Reporting): Promise<ExitCode> {
  const format = formatOf(options);
  const files: FoundFile[] = [];
  const { kind, problems, isSound } = await listed(context, archive, (portion) => {
    for (const file of portion) files.push(file);
  });
  const isList = format === 'json';
  if (isList) await context.write(`{"archive":${toJson(archive)},"kind":"${kind}","entries":[`);
  for (let from = 0; from < files.length; from += 4096) {
    const lines = files.slice(from, from + 4096).map((file, i) => {
      if (format === 'text') return `${file.size}\t${file.path}\n`;
      const entry = toJson(entryData(file));
      return isList ? `${from + i === 0 ? '\n' : ',\n'}${entry}` : `${entry}\n`;
    });
    await context.write(lines.join(''));
  }
  if (isList) await context.write(`${files.length > 0 ? '\n' : ''}],"problems":${toJson(problems)}}\n`);
  else for (const problem of problems) context.warn(`${archive}: ${problem}`);
  return isSound ? 0 : 1;
}

function entryData({ path, size, time, problem }: FoundFile) {
  return { path, size, time: time === null ? null : new Date(time).toISOString(), problem };
}
