/** The core of textures: a module of its own, fetched with the first DTX. */
import type { DtxLibrary } from '@lithoscope/dtx';

let library: Promise<DtxLibrary> | null = null;

/** Rejects when it cannot be loaded; the next call then tries again. */
export function loadDtx(): Promise<DtxLibrary> {
  library ??= load().catch((error) => {
    library = null;
    throw error;
  });
  return library;
}

/** The library if it has been asked for. */
export function loadedDtx(): Promise<DtxLibrary> | null {
  return library;
}

async function load(): Promise<DtxLibrary> {
  const { DtxLibrary } = await import('@lithoscope/dtx');
  return DtxLibrary.load();
}
