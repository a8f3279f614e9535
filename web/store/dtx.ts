/** The WebAssembly of textures, loaded once, when the first DTX comes. */
import { DtxLibrary } from '@lithoscope/dtx';

let library: Promise<DtxLibrary> | null = null;

/** Rejects when it cannot be loaded; the next call then tries again. */
export function loadDtx(): Promise<DtxLibrary> {
  library ??= DtxLibrary.load().catch((error) => {
    library = null;
    throw error;
  });
  return library;
}
