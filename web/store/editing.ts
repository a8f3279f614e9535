/** The core of changes: a module of its own, fetched with what changes files. */
import type { Editing } from '@lithoscope/editing';

let loading: Promise<Editing> | null = null;
let loaded: Editing | null = null;

/** Rejects when it cannot be loaded; the next call then tries again. */
export function loadEditing(): Promise<Editing> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Takes one that was loaded elsewhere: in tests. */
export function editWith(editing: Editing): void {
  loading = Promise.resolve(editing);
  loaded = editing;
}

/** Fetches a part of the page that changes files, with the module that it needs for that. */
export async function withEditing<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadEditing()]);
  return part;
}

/** For parts that came `withEditing`. @throws Error in any other */
export function editingCore(): Editing {
  if (!loaded) throw new Error('What changes files is not loaded.');
  return loaded;
}

async function load(): Promise<Editing> {
  const { Editing } = await import('@lithoscope/editing');
  loaded = await Editing.load();
  return loaded;
}
