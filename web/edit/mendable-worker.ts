/** Worker that finds out which problems of a file can be repaired. */

import type { KnownBytes } from '@lithoscope/core';
import { Editing } from '@lithoscope/editing';
import { loadOnce } from '../lib/once.ts';
import { serve } from '../ui/tasks/serve.ts';

export interface MendableWork {
  /** Gives 1 for each finding that can be repaired, else 0. */
  readonly mendable: { readonly order: KnownBytes; readonly result: Uint8Array };
}

const loadEditing = loadOnce(() => Editing.load());

serve<MendableWork>({
  async mendable(file) {
    const editing = await loadEditing().catch(() => {
      throw new Error(
        'The part of the page that fixes problems could not be loaded. Check the connection, then try again.',
      );
    });
    const mendable = editing.mendable(file);
    if (!mendable) throw new Error('There is not enough memory to find out which problems can be fixed.');
    return mendable;
  },
});
