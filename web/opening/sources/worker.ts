/** Lists archives beside the page. */

import { RezLibrary } from '@lithoscope/rez';
import { filesIn } from '../../archive/list.ts';
import type { Locator } from '../../archive/locator.ts';
import { loadOnce } from '../../lib/once.ts';
import { serve } from '../../ui/tasks/serve.ts';
import type { ListWork } from './protocol.ts';

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
