/** Compares two parts of the library. */
import { type ContentsEntry, compareContents } from '../../archive/compare-contents.ts';
import { formatCount } from '../../explain/describe.ts';
import { differenceCounts } from '../../explain/differences.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { isRead } from '../../explain/query.ts';
import type { LibraryPart } from '../../library/commands.ts';
import { parseFile, readSource } from '../../opening/read.ts';
import { sourceOf } from '../../opening/sources/library-file.ts';
import { loadCore } from '../../store/core.ts';
import type { LibraryFile } from '../../store/library.ts';
import { Comparer } from '../comparer.ts';
import { filesOf, nameOf, type PartFile } from './parts.ts';

/** A result, and the files of each difference. */
export type Compared = Awaited<ReturnType<typeof compareContents<PartFile>>>;

/** Time between two breaths of the page, ms. */
const SLICE_MS = 16;

/** @param say told what is being done @throws a sentence; the signal's reason on abort */
export async function compareParts(
  left: LibraryPart,
  right: LibraryPart,
  say: (words: string, share: number | null) => void,
  signal: AbortSignal,
): Promise<Compared> {
  let breathedAt = performance.now();
  const breathe = async () => {
    signal.throwIfAborted();
    if (performance.now() - breathedAt < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    breathedAt = performance.now();
    signal.throwIfAborted();
  };
  const comparer = new Comparer();
  const stop = () => comparer.stop();
  signal.addEventListener('abort', stop);
  try {
    const look = async (path: string) => {
      say(`Looking at ${path}…`, null);
      await breathe();
    };
    const sides = [];
    for (const part of [left, right]) sides.push({ name: nameOf(part), files: await filesOf(part, look) });
    const [a, b] = sides as [(typeof sides)[0], (typeof sides)[0]];
    return await compareContents(a, b, {
      async step(path, done, total) {
        say(`Comparing ${formatCount(done + 1)} of ${formatCount(total)}: ${path}`, done / total);
        await breathe();
      },
      async sectionsOf({ file: one }, { file: other }) {
        const sections = await sectionsOf(comparer, one, other);
        signal.throwIfAborted();
        return sections;
      },
    });
  } finally {
    signal.removeEventListener('abort', stop);
    comparer.rest();
  }
}

/** Differences of two files by section; null of files that nothing is known of. */
async function sectionsOf(
  comparer: Comparer,
  left: LibraryFile,
  right: LibraryFile,
): Promise<ContentsEntry['sections']> {
  const files = [left, right];
  if (!files.every(isRead) || files.some(({ size }) => (size ?? 0) > MAX_PARSED_BYTES)) return null;
  const core = await loadCore();
  if (!core) return null;
  const opened: Awaited<ReturnType<typeof parseFile>>[] = [];
  try {
    for (const file of files) opened.push(await parseFile(core, await readSource(sourceOf(file))));
    const [a, b] = opened;
    const result = a && b && (await comparer.compare(a.parsed, b.parsed));
    return result ? differenceCounts(result) : null;
  } catch {
    // Its bytes are different; in what, nobody can say.
    return null;
  } finally {
    for (const { parsed } of opened) parsed.release();
  }
}
