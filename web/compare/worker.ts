/** Worker that compares files. The page stays responsive, and terminates the worker to cancel. */
import type { ComparisonColumns } from '@lithoscope/core';
import { Editing } from '@lithoscope/editing';
import { loadOnce } from '../lib/once.ts';
import { Handed } from '../ui/tasks/protocol.ts';
import { serve } from '../ui/tasks/serve.ts';
import { type CompareOrder, type CompareWork, compared } from './order.ts';

const NOT_LOADED =
  'The part of the page that compares files (WebAssembly) could not be loaded. Check the connection, then compare again.';
const NO_MEMORY = 'There is not enough memory to compare these files.';
const STOPPED = 'The part of the page that compares files failed on these files.';

const loadEditing = loadOnce(() => Editing.load());

serve<CompareWork>({
  async compare(order) {
    const editing = await loadEditing().catch(() => {
      throw new Error(NOT_LOADED);
    });
    const comparison = comparisonOf(editing, order);
    if (!comparison) throw new Error(NO_MEMORY);
    return new Handed(comparison, [comparison.left.buffer, comparison.right.buffer]);
  },
});

function comparisonOf(editing: Editing, order: CompareOrder): ComparisonColumns | null {
  try {
    return compared(editing, order);
  } catch (error) {
    // For bug reports.
    console.error(error);
    throw new Error(STOPPED);
  }
}
