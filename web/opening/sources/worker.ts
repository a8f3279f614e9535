/** Lists archives, beside the page. */

import { RezLibrary } from '@lithoscope/rez';
import type { ArchiveKind, EntryPlace, Locator } from '../../archive/locator.ts';
import { filesIn } from '../../archive/walk.ts';
import { loadOnce } from '../../lib/once.ts';
import { serve } from '../../ui/tasks/serve.ts';

/** A file of an archive, by its path within the outermost one. */
export interface ListedFile {
  readonly path: string;
  readonly place: EntryPlace;
  readonly time: number | null;
  readonly problem: string;
}

/** Files of one archive: an archive in the archive is sent once, and then meant by its number; 0 is the outermost. */
interface PortionMessage {
  readonly archive: number;
  readonly of: Locator | null;
  readonly kind: ArchiveKind;
  readonly files: readonly ListedFile[];
}

export interface ListWork {
  /** Lists an archive. What comes of it are sentences on what is wrong with it. */
  readonly list: {
    readonly order: { readonly name: string; readonly locator: Locator };
    readonly progress: PortionMessage;
    readonly result: readonly string[];
  };
}

const tools = { rez: loadOnce(() => RezLibrary.load()) };

serve<ListWork>({
  async list({ name, locator }, { progress, signal }) {
    const archives: Locator[] = [locator];
    const { problems } = await filesIn(
      locator,
      name,
      tools,
      (found) => {
        const first = found[0]?.locator;
        if (!first || !('of' in first)) return;
        // A portion is of one archive.
        const { of, kind } = first;
        const isNew = !archives.includes(of);
        if (isNew) archives.push(of);
        const files = found.flatMap(({ path, locator: at, time, problem }) =>
          'of' in at ? [{ path, place: at.place, time, problem }] : [],
        );
        progress({ archive: archives.indexOf(of), of: isNew ? of : null, kind, files });
      },
      signal,
    );
    return problems;
  },
});
