/** What the browser keeps, in tests: `localStorage`, and IndexedDB as idb-keyval shows it. */
import { vi } from 'vitest';

/** Stands in for `localStorage` until `vi.unstubAllGlobals`. @param content by its keys, without the prefix */
export function stubStorage(content: Readonly<Record<string, string>> = {}): Map<string, string> {
  const stored = new Map(Object.entries(content).map(([key, text]) => [`lithoscope.${key}`, text]));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  return stored;
}

/** One database for all stores, for `vi.mock('idb-keyval', …)`. `refuses` says what finds no room. */
export function fakeDatabase() {
  const content = new Map<unknown, unknown>();
  const database = {
    content,
    refuses: (_: unknown): boolean => false,
    module: {
      createStore: () => ({}),
      entries: async () => [...content],
      getMany: async (keys: readonly string[]) => keys.map((key) => content.get(key)),
      keys: async () => [...content.keys()],
      async delMany(keys: readonly string[]) {
        for (const key of keys) content.delete(key);
      },
      async setMany(entries: readonly (readonly [string, unknown])[]) {
        if (entries.some(([, value]) => database.refuses(value))) throw new Error('full');
        for (const [key, value] of entries) content.set(key, value);
      },
    },
  };
  return database;
}
