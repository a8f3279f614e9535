/** The WebAssembly core, loaded once for the page. */

import { Lithoscope } from '@lithoscope/core';
import { notify } from './notices.ts';

let core: Promise<Lithoscope> | null = null;

/** Loads the WebAssembly core, once. Null when it cannot be loaded, which the notice then says. */
export async function loadCore(): Promise<Lithoscope | null> {
  core ??= Lithoscope.load();
  try {
    return await core;
  } catch (error) {
    core = null;
    notify(
      `The part of the page that reads files (WebAssembly) could not be loaded, so nothing can be opened. Reload the page, or try a current browser. Reason: ${reasonOf(error)}`,
    );
    return null;
  }
}

/** The core if it has been asked for. */
export function loadedCore(): Promise<Lithoscope> | null {
  return core;
}

/** What went wrong, in the words of whoever threw it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
