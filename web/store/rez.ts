/** The core of archives: a module of its own, fetched with the first REZ. */
import { loadOnce } from '../lib/once.ts';

/** Rejects when it cannot be loaded; the next call then tries again. */
export const loadRez = loadOnce(async () => {
  const { RezLibrary } = await import('@lithoscope/rez');
  return RezLibrary.load();
});
