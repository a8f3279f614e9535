/** The core of textures: a module of its own, fetched with the first DTX. */
import { loadOnce } from '../lib/once.ts';

/** Rejects when it cannot be loaded; the next call then tries again. */
export const loadDtx = loadOnce(async () => {
  const { DtxLibrary } = await import('@lithoscope/dtx');
  return DtxLibrary.load();
});
