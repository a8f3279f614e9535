/**
 * The WebAssembly core that reads models, loaded once. Its script is fetched with it, so that the start page is small.
 */

import type { Lithoscope } from '@lithoscope/core';
import { loadOnce } from '../lib/once.ts';
import { reasonOf } from '../lib/reason.ts';
import { notify } from './notices.ts';

export { reasonOf };

const core = loadOnce(async () => {
  const { Lithoscope } = await import('@lithoscope/core');
  return Lithoscope.load();
});

/** Loads the core, once. Null on failure, which a notice reports. */
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

/** The core, if loading has started. */
export function loadedCore(): Promise<Lithoscope> | null {
  return core.begun;
}
