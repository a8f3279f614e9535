/**
 * Keeps the bookmarks of each file on this machine, by the SHA-256 of its bytes; where there is none (pages without
 * https, partially loaded files) by name and size. Where storage is forbidden they last as long as the page.
 */

import type { ParsedFile } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import * as v from 'valibot';
import {
  addBookmarks,
  type Bookmark,
  bookmarksFromJson,
  bookmarksOf,
  bookmarksToJson,
} from '../../document/bookmarks.ts';
import { digestOf } from '../../document/content-digest.ts';
import { isUnsaved } from '../../document/edits.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { baseName } from '../../lib/file-names.ts';
import { Records } from '../../store/records.ts';
import { effect } from '../../ui/scope.ts';

/** Files whose bookmarks are kept; of more, those that were changed longest ago are forgotten. */
const LIMITS = { records: 200 };

const ENTRY = v.object({
  /** When it was changed, ms since 1970. */
  at: v.number(),
  /** JSON as it is exported: what is stored may be of an older page. */
  json: v.string(),
});

const store = new Records('lithoscope-bookmarks', 'files');

/** What is stored of each content; absent until it was looked up, null where it was not: the page made the content. */
const stored = new WeakMap<ParsedFile, readonly Bookmark[] | null>();
/** Changes wait for each other. */
let changes: Promise<void> = Promise.resolve();

/** Brings back the bookmarks of a file when it comes to the front, and keeps what changes. */
export function persistBookmarks(): void {
  effect(() => {
    const file = activeFile.value;
    // Unsaved content is known by nothing that another visit could find: its bookmarks are kept once it is saved.
    if (!file || isUnsaved(file.edits.value)) return;
    const { parsed } = file;
    untracked(() => queue(() => load(file, parsed)));
    effect(() => {
      bookmarksOf(file);
      untracked(() => queue(() => save(file, parsed)));
    });
  });
}

function queue(change: () => Promise<void>): void {
  // Where storage is forbidden nothing is lost but the memory.
  changes = changes.then(change).catch(() => {});
}

/** @param parsed the content that the bookmarks are of */
async function load(file: OpenFile, parsed: ParsedFile): Promise<void> {
  if (stored.has(parsed) || parsed.isReleased) return;
  if (file.edits.peek().savedBytes) {
    stored.set(parsed, null);
    return;
  }
  const entry = await store.get(await keyOf(file.name, parsed), ENTRY);
  // What was kept is of the content of then.
  if (file.content.peek().parsed !== parsed) return;
  const kept = entry ? bookmarksFromJson(entry.json) : [];
  const before = bookmarksOf(file);
  if (typeof kept !== 'string') addBookmarks(file, kept);
  // Those that are there already, of a link or of the content before, are news for the store.
  stored.set(parsed, before.length === 0 ? bookmarksOf(file) : []);
}

async function save(file: OpenFile, parsed: ParsedFile): Promise<void> {
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
