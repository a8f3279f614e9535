/** The worker that compares: the page stays smooth whatever two files are, and ends the worker to cancel. */
import { Editing } from '@lithoscope/editing';
import { type CompareAnswer, type CompareOrder, compared } from './order.ts';

const NOT_LOADED =
  'The part of the page that compares files (WebAssembly) could not be loaded. Check the connection, then compare again.';
const NO_MEMORY = 'There is not enough memory to compare these files.';
const STOPPED = 'The part of the page that compares files stopped at these files.';

let core: Promise<Editing> | null = null;

self.addEventListener('message', ({ data }: MessageEvent<CompareOrder>) => void answer(data));

async function answer(order: CompareOrder): Promise<void> {
  core ??= Editing.load();
  let editing: Editing;
  try {
    editing = await core;
  } catch {
    say({ failure: NOT_LOADED });
    return;
  }
  try {
    const comparison = compared(editing, order);
    if (comparison) say({ comparison }, [comparison.left.buffer, comparison.right.buffer]);
    else say({ failure: NO_MEMORY });
  } catch (error) {
    say({ failure: STOPPED });
    // For whoever it is reported to.
    console.error(error);
  }
}

function say(answer: CompareAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
