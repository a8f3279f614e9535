/** Lists archives, beside the page. */

import { RezLibrary } from '@lithoscope/rez';
import { filesIn } from '../../archive/list.ts';
import type { ArchiveKind, EntryPlace, Locator } from '../../archive/locator.ts';
import { loadOnce } from '../../lib/once.ts';
import { serve } from '../../ui/tasks/serve.ts';

/** A file of an archive, with its path from the outermost archive. */
export interface ListedFile {
  readonly path: string;
  readonly place: EntryPlace;
  readonly time: number | null;
  readonly problem: string;
}

/** Files of one archive; a nested archive is sent once, then referred to by its number; 0 is the outermost. */
interface PortionMessage {
  readonly archive: number;
  readonly of: Locator | null;
  readonly kind: ArchiveKind;
  readonly files: readonly ListedFile[];
}

export interface ListWork {
  /** Lists an archive. The result is sentences about problems. */
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
        // A portion contains files of one archive.
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
