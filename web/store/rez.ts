/** The core of archives: a module of its own, fetched with the first REZ. */
import type { RezLibrary } from '@lithoscope/rez';

let library: Promise<RezLibrary> | null = null;

/** Rejects when it cannot be loaded; the next call then tries again. */
export function loadRez(): Promise<RezLibrary> {
  library ??= load().catch((error) => {
    library = null;
    throw error;
  });
  return library;
}

async function load(): Promise<RezLibrary> {
  const { RezLibrary } = await import('@lithoscope/rez');
  return RezLibrary.load();
}
