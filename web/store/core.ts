/** The WebAssembly core, loaded once for the page. Its script comes with it: the empty page does without. */

import type { Lithoscope } from '@lithoscope/core';
import { loadOnce } from '../lib/once.ts';
import { reasonOf } from '../lib/reason.ts';
import { notify } from './notices.ts';

export { reasonOf };

const core = loadOnce(async () => {
  const { Lithoscope } = await import('@lithoscope/core');
  return Lithoscope.load();
});

/** Loads the WebAssembly core, once. Null when it cannot be loaded, which the notice then says. */
export async function loadCore(): Promise<Lithoscope | null> {
  try {
    return await core();
  } catch (error) {
    notify(
      `The part of the page that reads files (WebAssembly) could not be loaded, so nothing can be opened. Reload the page, or try a current browser. Reason: ${reasonOf(error)}`,
    );
    return null;
  }
}

/** The core if it has been asked for. */
export function loadedCore(): Promise<Lithoscope> | null {
  return core.begun;
}
