/** Watched files, which are reloaded when they change on the disk. */

import { type Signal, signal } from '@preact/signals-core';
import { isUnsaved } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { files } from '../document/state.ts';
import { announcement, notify } from '../store/notices.ts';
import { usePart } from '../ui/parts.ts';
import { effect, onEnd } from '../ui/scope.ts';

/** The files that are watched. */
export const watched: Signal<ReadonlySet<OpenFile>> = signal(new Set());

/** Polling interval, ms; it doubles while a file cannot be accessed. */
const INTERVAL_MS = 1000;
const MAX_INTERVAL_MS = 30_000;
/** Time after which a changed file must still be the same, ms: an exporter may still be writing it. */
const SETTLE_MS = 200;

/** Whether the page can check the file on the disk. */
function canWatch({ source }: OpenFile): boolean {
  return source.handle !== undefined;
}

/** Starts or stops watching a file, or announces why it cannot be watched. */
export function toggleWatch(file: OpenFile): void {
  const all = new Set(watched.peek());
  if (!all.delete(file)) {
    if (!canWatch(file)) {
      const { entry } = file.source;
      announcement.value =
        entry && 'of' in entry.locator
          ? `${file.name} is in an archive. Only files on the disk can be watched.`
          : file.source.url
            ? `${file.name} came from an address. Only local files can be watched.`
            : 'This browser cannot watch files. Chromium can, if it was dropped or chosen.';
      return;
    }
    all.add(file);
    announcement.value = `${file.name} is now reloaded when it changes on disk.`;
  } else {
    announcement.value = `Stopped watching ${file.name}.`;
  }
  watched.value = all;
}

/** Follows the watched files until the current scope ends. */
export function watchFiles(): void {
  // Stop watching closed files.
  effect(() => {
    const open = files.value;
    const kept = [...watched.value].filter((file) => open.includes(file));
    if (kept.length < watched.value.size) watched.value = new Set(kept);
  });
  effect(() => {
    for (const file of watched.value) watch(file);
  });
}

/** Time and size of a file on the disk, which change with its content. */
type Stamp = string;

/** Polls a file until the current scope ends. */
function watch(file: OpenFile): void {
  let timer = 0;
  let ended = false;
  let interval = INTERVAL_MS;
  const wait = (ms: number) => {
    if (!ended) timer = window.setTimeout(() => void look(), ms);
  };
  const look = async () => {
    // Do not poll for a hidden page.
    if (document.hidden) return wait(INTERVAL_MS);
    const now = await stampOf(file);
    if (ended) return undefined;
    if (now === null) {
      interval = Math.min(interval * 2, MAX_INTERVAL_MS);
      return wait(interval);
    }
    interval = INTERVAL_MS;
    if ((stamps.get(file) ?? now) === now) {
      stamps.set(file, now);
      return wait(interval);
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    if (ended || (await stampOf(file)) !== now) return wait(SETTLE_MS);
    await take(file, now);
    return wait(interval);
  };
  void look();
  onEnd(() => {
    ended = true;
    window.clearTimeout(timer);
  });
}

/** Reloads a file that another program has changed; one with unsaved changes after a question. */
export async function take(file: OpenFile, now: Stamp): Promise<void> {
  stamps.set(file, now);
  if (isUnsaved(file.edits.peek())) offerReload(file);
  else await reloadFromDisk(file);
}

const reloadFromDisk = (file: OpenFile) =>
  usePart(
    () => import('./reload.ts'),
    ({ reload }) => reload(file),
  );

/** Does not prompt for a changed file with unsaved changes, which are kept until the user reloads it. */
function offerReload(file: OpenFile): void {
  notify(
    `${file.name} was changed by another program. It was not reloaded, because it has unsaved changes here.`,
    {
      label: 'Reload…',
      run: () => void reloadFromDisk(file),
    },
  );
}

/** Notes what the page itself has written, so that it is not reloaded. */
export async function noteSeen(file: OpenFile, handle: FileSystemFileHandle): Promise<void> {
  const now = await stampAt(handle);
  if (now !== null) stamps.set(file, now);
}

/** The stamps of the last reads; they outlive the effect, which restarts when another file is watched. */
export const stamps = new WeakMap<OpenFile, Stamp>();

/** Null while the file cannot be accessed. */
export async function stampOf({ source }: OpenFile): Promise<Stamp | null> {
  return source.handle ? stampAt(source.handle) : null;
}

async function stampAt(handle: FileSystemFileHandle): Promise<Stamp | null> {
  try {
    const file = await handle.getFile();
    return `${file.lastModified} ${file.size}`;
  } catch {
    return null;
  }
}
