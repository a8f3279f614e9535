/** Compares two folders or archives: reads what changed in their models, textures and sprites, and writes the result. */
import { type ContentsEntry, compareContents as compared } from '../archive/compare-contents.ts';
import { contentsCsv, contentsHtml, contentsJson, contentsText } from '../archive/contents-report.ts';
import { Unreadable } from '../archive/locator.ts';
import type { Opened } from '../archive/opened.ts';
import type { ArchiveFile } from '../archive/pack.ts';
import { formatCount } from '../explain/describe.ts';
import { differenceCounts } from '../explain/differences.ts';
import { libraryKindOf } from '../explain/file-kind.ts';
import { isRead } from '../explain/query.ts';
import { filesOf } from './contents.ts';
import type { Context } from './context.ts';
import { openToCheck } from './files.ts';
import { CommandError, type ExitCode, paint } from './output.ts';
import type { Target } from './tasks.ts';

export type ContentsFormat = 'text' | 'json' | 'csv' | 'html';

/** @returns 0: the same files with the same bytes; 1: others @throws {CommandError} when one cannot be read */
export async function compareContents(
  context: Context,
  left: string,
  right: string,
  format: ContentsFormat,
): Promise<ExitCode> {
  const [a, b] = [await filesOf(context, left), await filesOf(context, right)];
  for (const [name, { problems }] of [[left, a] as const, [right, b] as const])
    for (const problem of problems) context.warn(`${name}: ${problem}`);
  const { comparison } = await compared(
    { name: left, files: a.files },
    { name: right, files: b.files },
    {
      sectionsOf: (one, other) => sectionsOf(context, one, other),
      async step(path, done, total) {
        context.progress.show(`Comparing ${formatCount(done + 1)} of ${formatCount(total)}: ${path}`);
      },
    },
  ).catch((error: unknown) => {
    throw error instanceof Unreadable ? new CommandError(error.message) : error;
  });
  const written = {
    text: () => contentsText(comparison, (words) => paint(context, 'bold', words)),
    json: () => contentsJson(comparison),
    csv: () => contentsCsv(comparison),
    html: () => contentsHtml(comparison),
  };
  await context.write(written[format]());
  return comparison.same ? 0 : 1;
}

/** Differences of two versions of a file by section, without those that only follow from others; null of other files. */
async function sectionsOf(
  context: Context,
  left: ArchiveFile,
  right: ArchiveFile,
): Promise<ContentsEntry['sections']> {
  const isKnown = ({ path }: ArchiveFile) => isRead({ path, kind: libraryKindOf(path) });
  if (!isKnown(left) || !isKnown(right)) return null;
  const opened: Opened[] = [];
  try {
    for (const { path, locator } of [left, right]) {
      const origin = { kind: 'beside', root: '', path } as const;
      const target: Target = { name: path, locator, problem: '', origin };
      opened.push(await openToCheck(context, target));
    }
    const [a, b] = opened;
    const raw = a && b && (await context.editing()).compare(a, b);
    return raw ? differenceCounts(raw) : null;
  } catch (error) {
    // Its bytes are different; in what, nobody can say.
    if (error instanceof CommandError) return null;
    throw error;
  } finally {
    for (const file of opened) file.release();
  }
}
