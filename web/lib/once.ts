/** Loaders of costly parts, such as WebAssembly modules. */

/** Loads a part at the first call, and returns the same part to later calls. Rejects when loading fails. */
export interface LoadOnce<Part> {
  (): Promise<Part>;
  /** The load that is running or has succeeded; null before the first call, and after a failed load. */
  readonly begun: Promise<Part> | null;
}

/** Makes a loader. A failed load is retried at the next call. */
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
