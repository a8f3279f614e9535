import { batch, type Signal, signal, untracked } from '@preact/signals-core';
import { type Content, type Moves, movedPath, movedRange } from '../document/content.ts';
import type { OpenFile } from '../document/open-file.ts';
import { type NodeRange, select } from '../document/selection.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { announcement } from '../store/notices.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, icon } from '../ui/dom.ts';
import { BACK, FORWARD } from '../ui/icons.ts';
import { keyName } from '../ui/keyboard.ts';
import { effect, listen } from '../ui/scope.ts';

/** Back and forward through the selections of all open files, like pages of a browser. */

/** A selection in an open file. */
export interface HistoryEntry {
  readonly fileId: number;
  readonly selection: NodeRange;
}

/** Maximum number of entries; the oldest are dropped first. */
export const MAX_ENTRIES = 200;

/** Entries, oldest first, and the index of the current one. Immutable. */
export interface History {
  readonly entries: readonly HistoryEntry[];
  /** −1 without entries. */
  readonly at: number;
}

export const NO_HISTORY: History = Object.freeze({ entries: [], at: -1 });

/**
 * Adds an entry that was just selected; entries ahead are dropped.
 * @param continued the entry belongs to the same movement as the current one, and replaces it
 */
export function visit({ entries, at }: History, entry: HistoryEntry, continued: boolean): History {
  const present = entries[at];
  if (present && sameEntry(present, entry)) return { entries, at };
  const kept = entries.slice(0, continued && present?.fileId === entry.fileId ? at : at + 1);
  // A movement that returns to its start is one entry, not two.
  const last = kept.at(-1);
  const all = last && sameEntry(last, entry) ? kept : [...kept, entry];
  const recent = all.slice(-MAX_ENTRIES);
  return { entries: recent, at: recent.length - 1 };
}

/**
 * The history after a step back (−1) or forward (1); null at its ends.
 * @param here the selection of the active file; if it is not the current entry, a step back leads to the current entry
 */
export function step(history: History, by: -1 | 1, here: HistoryEntry | null): History | null {
  const { entries, at } = history;
  const present = entries[at];
  const away = by < 0 && present && (!here || !sameEntry(here, present));
  const next = away ? at : at + by;
  return entries[next] ? { entries, at: next } : null;
}

/** Drops entries that no longer exist: those of closed files. */
export function keepEntries({ entries, at }: History, still: (entry: HistoryEntry) => boolean): History {
  const kept: HistoryEntry[] = [];
  let present = -1;
  entries.forEach((entry, index) => {
    const last = kept.at(-1);
    if (still(entry) && !(last && sameEntry(last, entry))) kept.push(entry);
    if (index === at) present = kept.length - 1;
  });
  return { entries: kept, at: kept.length > 0 ? Math.max(present, 0) : -1 };
}

/** The history after its entries moved with the bytes they select; entries of removed bytes are dropped. */
function moveEntries({ entries, at }: History, moved: (entry: HistoryEntry) => HistoryEntry | null): History {
  const there = entries.map(moved);
  const all = { entries: there.map((entry, i) => entry ?? (entries[i] as HistoryEntry)), at };
  return keepEntries(all, (entry) => there.includes(entry));
}

function sameEntry(a: HistoryEntry, b: HistoryEntry): boolean {
  return (
    a.fileId === b.fileId &&
    a.selection.start === b.selection.start &&
    a.selection.end === b.selection.end &&
    a.selection.path === b.selection.path
  );
}

/** Back and forward through what was selected. */
const history: Signal<History> = signal(NO_HISTORY);

/** Enabled whenever a file is open; otherwise the browser would use the key to leave the page. */
function walkCommand(by: -1 | 1, label: string, key: string): Command {
  return {
    id: by < 0 ? 'go.back' : 'go.forward',
    label,
    group: 'Go',
    key,
    enabled: () => activeFile.value !== null,
    run: () => walk(by),
  };
}

const backCommand = walkCommand(-1, 'Previous selection', 'Alt+ArrowLeft');
const forwardCommand = walkCommand(1, 'Next selection', 'Alt+ArrowRight');

/** Popovers, the find bar and filters handle Escape before this command gets it. */
const clearCommand: Command = {
  id: 'go.clearSelection',
  label: 'Clear the selection',
  group: 'Go',
  key: 'Escape',
  enabled: () => activeFile.value?.selection.value != null,
  run: () => {
    if (activeFile.value) select(activeFile.value, null, 'history');
  },
};

export const historyCommands: readonly Command[] = [backCommand, forwardCommand, clearCommand];

/** Starts recording selections. */
export function mountHistory(): void {
  const movement = watchMovements();
  let last = -1;
  /** The content that the entries of each file refer to, by its id. */
  let seen = new Map<number, Content>();
  effect(() => {
    const open = files.value;
    const entry = here();
    // Before the new entry is added, which already refers to the current content.
    untracked(() => watchChanges(seen, open));
    seen = new Map(open.map(({ id, content }) => [id, content.value]));
    if (!entry) return;
    const now = movement();
    history.value = visit(
      untracked(() => history.value),
      entry,
      now === last,
    );
    last = now;
  });
  effect(() => {
    const open = new Map(files.value.map((file) => [file.id, file.parsed.size]));
    // A file that was reloaded may be shorter.
    const still = ({ fileId, selection }: HistoryEntry) => selection.end <= (open.get(fileId) ?? -1);
    history.value = keepEntries(
      untracked(() => history.value),
      still,
    );
  });
}

/** Moves the entries of changed files to their new offsets. @param seen previous contents, by file */
function watchChanges(seen: ReadonlyMap<number, Content>, open: readonly OpenFile[]): void {
  const moves = new Map(
    open.flatMap(({ id, content }) => {
      const before = seen.get(id);
      const now = content.peek();
      const moved = before && before !== now ? before.movesTo(now) : null;
      return moved ? [[id, moved] as const] : [];
    }),
  );
  if (moves.size === 0) return;
  history.value = moveEntries(history.value, (entry) => entryAfter(entry, moves.get(entry.fileId) ?? []));
}

/** An entry after changes of its file; null if its bytes were removed. */
function entryAfter(entry: HistoryEntry, moves: readonly Moves[]): HistoryEntry | null {
  let { selection } = entry;
  for (const { lists, bytes } of moves) {
    const range = movedRange(bytes, selection);
    const path = movedPath(lists, selection.path);
    if (!range || path === null) return null;
    selection = { ...range, path };
  }
  return moves.length > 0 ? { ...entry, selection } : entry;
}

/** Goes one entry back or forward. */
function walk(by: -1 | 1): void {
  const next = step(history.value, by, here());
  const entry = next?.entries[next.at];
  const file = files.value.find(({ id }) => id === entry?.fileId);
  if (!next || !entry || !file) {
    announcement.value = by < 0 ? 'There is no previous selection.' : 'There is no next selection.';
    return;
  }
  batch(() => {
    history.value = next;
    activeId.value = file.id;
    select(file, entry.selection, 'history');
  });
}

function here(): HistoryEntry | null {
  const file = activeFile.value;
  const selection = file?.selection.value;
  return file && selection ? { fileId: file.id, selection } : null;
}

/** Keys that move a caret or a current row. */
const WALKING = /^(Ctrl\+)?(Shift\+)?(Arrow(Up|Down|Left|Right)|PageUp|PageDown|Home|End)$/;

/**
 * Groups selections into movements: a caret moved by arrow keys, a range dragged with the pointer.
 * @returns the number of the current movement
 */
function watchMovements(): () => number {
  let movement = 0;
  let walking: EventTarget | null = null;
  const begin = () => {
    movement++;
    walking = null;
  };
  const keydown = (event: KeyboardEvent) => {
    if (/^(Control|Shift|Alt|Meta)$/.test(event.key)) return;
    const walks = WALKING.test(keyName(event));
    if (walks && walking === event.target) return;
    begin();
    if (walks) walking = event.target;
  };
  listen(document, 'keydown', keydown, { capture: true });
  listen(document, 'pointerdown', begin, { capture: true });
  return () => movement;
}

/** Buttons for back and forward, enabled where there is an entry to go to. */
export function historyButtons(): HTMLElement {
  const back = commandButton(backCommand, icon(BACK), 'button-quiet');
  const forward = commandButton(forwardCommand, icon(FORWARD), 'button-quiet');
  effect(() => {
    const entry = here();
    back.disabled = step(history.value, -1, entry) === null;
    forward.disabled = step(history.value, 1, entry) === null;
  });
  return el('div', { class: 'history-buttons', role: 'group', 'aria-label': 'History' }, back, forward);
}
