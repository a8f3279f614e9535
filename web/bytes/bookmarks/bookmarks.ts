/** Bookmarks on the page: their commands, and keeping them between visits. */

import type { ParsedFile } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import * as v from 'valibot';
import { MAX_BOOKMARKS } from '../../document/bookmark.ts';
import {
  addBookmarks,
  type Bookmark,
  bookmarkSelection,
  bookmarksFromJson,
  bookmarksOf,
  bookmarksToJson,
  nextBookmark,
} from '../../document/bookmarks.ts';
import { rangeBetween } from '../../document/caret.ts';
import { digestOf } from '../../document/content-digest.ts';
import { isUnsaved } from '../../document/edits.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { baseName } from '../../lib/file-names.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { Records } from '../../store/records.ts';
import { showBytes } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';
import { effect } from '../../ui/scope.ts';
import { listResults } from '../results/current.ts';

const hasFile = () => activeFile.value !== null;
const hasSelection = () => (activeFile.value?.selection.value ?? null) !== null;
const hasBookmarks = () => activeFile.value !== null && bookmarksOf(activeFile.value).length > 0;

// Commands

/** Requests to edit the bookmark with an id in their list. */
export const editRequests = new PanelRequest<number>();

function bookmarkSelected(): void {
  const file = activeFile.peek();
  const selection = file?.selection.peek();
  if (!file || !selection) return;
  const { start, end } = selection;
  const known = bookmarksOf(file).find((mark) => mark.start === start && mark.end === end);
  const mark = known ?? bookmarkSelection(file, selection);
  if (!mark) {
    announcement.value = `A file can have ${MAX_BOOKMARKS} bookmarks at most. Delete one first.`;
    return;
  }
  listResults('bookmarks');
  editRequests.send(mark.id);
}

function stepToBookmark(direction: 1 | -1): void {
  const file = activeFile.peek();
  if (!file) return;
  const marks = bookmarksOf(file);
  const from = file.selection.peek()?.start ?? file.caret.peek().offset;
  const mark = nextBookmark(marks, from, direction);
  if (!mark) return;
  showBytes();
  select(file, rangeBetween(file.parsed, mark.start, mark.end - 1), 'results');
  announcement.value = `${mark.name || formatOffset(mark.start)}: bookmark ${marks.indexOf(mark) + 1} of ${marks.length}`;
}

export const bookmarkCommands: readonly Command[] = [
  {
    id: 'bookmarks.add',
    label: 'Bookmark the selected bytes',
    group: 'Go',
    key: 'b',
    enabled: hasSelection,
    run: bookmarkSelected,
  },
  {
    id: 'bookmarks.next',
    label: 'Next bookmark',
    group: 'Go',
    key: 'Ctrl+F2',
    enabled: hasBookmarks,
    run: () => stepToBookmark(1),
  },
  {
    id: 'bookmarks.previous',
    label: 'Previous bookmark',
    group: 'Go',
    key: 'Ctrl+Shift+F2',
    enabled: hasBookmarks,
    run: () => stepToBookmark(-1),
  },
  {
    id: 'results.bookmarks',
    label: 'List the bookmarks',
    group: 'View',
    enabled: hasFile,
    run: () => listResults('bookmarks'),
  },
];

// Storage

/** Files whose bookmarks are kept; the least recently changed are dropped first. */
const LIMITS = { records: 200 };

const ENTRY = v.object({
  /** Time of the last change, ms since 1970. */
  at: v.number(),
  /** In the export format, which reads entries of older versions of the page too. */
  json: v.string(),
});

const store = new Records('lithoscope-bookmarks', 'files');

/** Stored bookmarks by content; absent before the lookup, null for contents made on the page, which are not looked up. */
const stored = new WeakMap<ParsedFile, readonly Bookmark[] | null>();
/** Serializes the changes. */
let changes: Promise<void> = Promise.resolve();

/**
 * Restores the bookmarks of a file when it becomes active, and keeps changes: by the SHA-256 of the bytes, or by name and
 * size without one (pages without https, partially loaded files). Without storage they last as long as the page.
 */
export function persistBookmarks(): void {
  effect(() => {
    const file = activeFile.value;
    // A later visit could not find unsaved content: its bookmarks are kept after saving.
    if (!file || isUnsaved(file.edits.value)) return;
    const { parsed } = file;
    untracked(() => enqueue(() => loadBookmarks(file, parsed)));
    effect(() => {
      bookmarksOf(file);
      untracked(() => enqueue(() => saveBookmarks(file, parsed)));
    });
  });
}

function enqueue(change: () => Promise<void>): void {
  // Failure is ignored: without storage, bookmarks last as long as the page.
  changes = changes.then(change).catch(() => {});
}

/** @param parsed the content that the bookmarks are of */
async function loadBookmarks(file: OpenFile, parsed: ParsedFile): Promise<void> {
  if (stored.has(parsed) || parsed.isReleased) return;
  if (file.edits.peek().savedBytes) {
    stored.set(parsed, null);
    return;
  }
  const entry = await store.get(await keyOf(file.name, parsed), ENTRY);
  // The content was replaced meanwhile.
  if (file.content.peek().parsed !== parsed) return;
  const kept = entry ? bookmarksFromJson(entry.json) : [];
  const before = bookmarksOf(file);
  if (typeof kept !== 'string') addBookmarks(file, kept);
  // Bookmarks from a link or an earlier content are not stored yet.
  stored.set(parsed, before.length === 0 ? bookmarksOf(file) : []);
}

async function saveBookmarks(file: OpenFile, parsed: ParsedFile): Promise<void> {
  const marks = bookmarksOf(file);
  const before = stored.get(parsed);
  if (before === marks || parsed.isReleased || file.content.peek().parsed !== parsed) return;
  const isNone = marks.length === 0 && before !== null && !before?.length;
  stored.set(parsed, marks);
  if (isNone) return;
  const key = await keyOf(file.name, parsed);
  if (marks.length === 0) {
    await store.forget([key]);
    return;
  }
  const entry: v.InferOutput<typeof ENTRY> = { at: Date.now(), json: bookmarksToJson(file, marks) };
  await store.set([[key, entry]]);
  const keys = await store.keys();
  if (keys.length > LIMITS.records) await store.prune(ENTRY, LIMITS, keys);
}

async function keyOf(name: string, parsed: ParsedFile): Promise<string> {
  const digest = parsed.isPartial ? null : await digestOf(parsed);
  return digest && 'sha256' in digest ? digest.sha256 : `${baseName(name)} ${parsed.size}`;
}
