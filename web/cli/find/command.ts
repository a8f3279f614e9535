/** The command `find`: files of folders and archives by what is in them, with the search of the library. */
import { counted, formatCount } from '../../explain/describe.ts';
import { parseQuery } from '../../explain/query.ts';
import { batch, Report } from '../batch.ts';
import type { Context } from '../context.ts';
import { Finder } from '../export/find.ts';
import { formatOf, type Program, type Reporting } from '../grammar.ts';
import { type ExitCode, UsageError } from '../output.ts';
import { ANY, targetsOf } from '../targets.ts';
import type { Item, Roots } from '../tasks.ts';
import { findFile } from './file.ts';

export function findCommand(program: Program): void {
  program
    .command('find')
    .about(
      'find files by what is in them',
      'Lists the files that fit a search, as the search of the library does: words, and terms such as anim:walk, faces>2000, code:UV_* or -has:lods. All of them must hold.',
      "find GAME.REZ 'anim:walk faces>600'",
      "find GAMES 'skin:missing' --json",
    )
    .argument('<PATH>', 'a folder, a pattern, an archive, or a path in one; - reads paths from stdin')
    .argument('<QUERY>', 'what to search for, in quotation marks')
    .reporting()
    .action((path: string, query: string, options: Reporting) =>
      program.run((context) => find(context, path, query, options)),
    );
}

async function find(context: Context, path: string, text: string, options: Reporting): Promise<ExitCode> {
  const query = parseQuery(text);
  const [problem] = query.problems;
  if (problem) throw new UsageError(`${problem.text.replace(/\.$/, '')}.`);
  if (query.terms.length === 0) throw new UsageError('The search is empty.');
  const report = new Report(context, formatOf(options));
  context.progress.show('Looking for files…');
  const { targets, problems, isSound } = await targetsOf(context, [path], ANY);
  problems.forEach(report.reject);
  const items = targets.map((target): Item => ({ target }));
  const asksSkins = query.terms.some(({ kind }) => kind === 'skin');
  const shared = asksSkins ? await skinsBeside(context, items) : null;
  const finder = shared ? new Finder(shared) : null;
  const settings = { ...report.style, query: text };
  let found = 0;
  await report.begin();
  await batch(report, {
    kind: 'find',
    items,
    settings,
    shared,
    verb: 'Searched',
    here: (item) => findFile(context, finder, item, settings),
    onOutcome(outcome) {
      if (!('problem' in outcome) && outcome.isFound) found++;
    },
    isTold: ({ isFound }) => isFound,
  });
  await report.end('');
  if (report.format === 'text')
    context.warn(`${counted(found, 'file')} found in ${formatCount(report.done)}.`);
  if (report.code !== 0) return report.code;
  return found === 0 || !isSound ? 1 : 0;
}

/** The textures in the folders and archives that files were found in. */
async function skinsBeside(context: Context, items: readonly Item[]): Promise<Roots> {
  // Loaded on demand: it needs what writes GLB.
  const { rootsOf } = await import('../export/roots.ts');
  return rootsOf(context, [], [], { skins: true, children: false, animations: 'none' }, items);
}
