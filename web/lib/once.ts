/** What loads a part that is costly, such as a WebAssembly module. */

/** Loads a part when it is first called, and gives the same to every later call. Rejects as the load does. */
export interface LoadOnce<Part> {
  (): Promise<Part>;
  /** The load that runs or has succeeded; null while none has been asked for, and after one that failed. */
  readonly begun: Promise<Part> | null;
}

/** Makes one loader of a part. A load that failed is tried again at the next call. */
export function loadOnce<Part>(load: () => Promise<Part>): LoadOnce<Part> {
  let begun: Promise<Part> | null = null;
  const get = () => {
    begun ??= load().catch((error: unknown) => {
      begun = null;
      throw error;
    });
    return begun;
  };
  return Object.defineProperty(get, 'begun', { get: () => begun }) as LoadOnce<Part>;
}
