/** The state of the link that is being opened, from the address to the applied view. */

import { batch, computed, type Signal, signal, untracked } from '@preact/signals-core';
import { digestOf } from '../document/content-digest.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import { textures } from '../document/textures.ts';
import { isArchiveName } from '../explain/file-kind.ts';
import { bareName, plainPath } from '../lib/file-names.ts';
import { openSources } from '../opening/open.ts';
import { isAwaited } from '../opening/sources/arrive.ts';
import { sourceOf } from '../opening/sources/library-file.ts';
import {
  type LibraryFile,
  type LibrarySource,
  libraryFiles,
  libraryQuery,
  librarySources,
} from '../store/library.ts';
import { announcement, notify } from '../store/notices.ts';
import { usePart } from '../ui/parts.ts';
import { effect } from '../ui/scope.ts';
import { LinkBudget } from './budget.ts';
import type { Link } from './link.ts';
import { applyWithCompanions, openLinked } from './open.ts';
import { applyLink } from './view.ts';

/** Phases of a link; `link` is the last one that was opened. */
export type LinkSession = { readonly link: Link } & (
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'fetching';
      /** The active file when the link came; null when the link is about a file that is open. */
      readonly activeBefore: number | null;
    }
  | {
      readonly phase: 'awaitingFile';
      /** The files that were open when the link came. */
      readonly openBefore: WeakSet<OpenFile>;
      /** A file opened since that does not match; null without one. */
      readonly mismatchedFile: OpenFile | null;
    }
  | { readonly phase: 'applied' }
);

export const session: Signal<LinkSession> = signal({ phase: 'idle', link: { unknownParts: [] } });

/** Whether the link waits for the user to open its file. */
export const isAwaitingFile = computed(() => session.value.phase === 'awaitingFile');

/** Whether a link identifies a file; otherwise any file matches. */
export function namesFile({ name, sha256 }: Link): boolean {
  return name !== undefined || sha256 !== undefined;
}

/**
 * Opens a link in place of the previous one. A file without an address is awaited, unless it is open.
 * @param budget what parsing the link has left
 */
export async function openLink(link: Link, budget = new LinkBudget()): Promise<void> {
  leaveLink();
  // Opening the file replaces this notice, and repeats it.
  if (budget.sentence) notify(budget.sentence);
  const active = activeFile.peek();
  if (link.find !== undefined) libraryQuery.value = link.find.slice(0, MAX_QUERY);
  if (saysOnlyFind(link)) {
    session.value = { phase: 'idle', link };
  } else if (link.model !== undefined || link.data !== undefined) {
    const { signal } = opening;
    await fetching(link, activeId.peek(), () => openLinked(link, budget, signal));
  } else if (namesFile(link) || !active) {
    const openBefore = new WeakSet(files.peek());
    session.value = { phase: 'awaitingFile', link, openBefore, mismatchedFile: null };
  } else {
    session.value = { phase: 'applied', link };
    applyLink(active, link);
  }
}

/** Aborted when the link is dropped: another one is opened, or the user dismisses it. */
let opening = new AbortController();

function leaveLink(): void {
  opening.abort();
  opening = new AbortController();
}

/** Maximum length of a search in a link, characters. */
const MAX_QUERY = 1000;

/** Whether a link has only a search, and no file. */
function saysOnlyFind(link: Link): boolean {
  const { find, unknownParts: _, ...rest } = link;
  return find !== undefined && Object.keys(rest).length === 0;
}

/** @param open gives null on failure, after telling the user */
async function fetching(
  link: Link,
  activeBefore: number | null,
  open: () => Promise<OpenFile | null>,
): Promise<void> {
  const own: LinkSession = { phase: 'fetching', link, activeBefore };
  session.value = own;
  const file = await open();
  // Another link may have been opened meanwhile.
  if (session.peek() === own) session.value = { phase: file ? 'applied' : 'idle', link };
}

/** Dismisses the link: its files are no longer asked for. */
export function dismissLink(): void {
  leaveLink();
  session.value = { phase: 'idle', link: session.peek().link };
}

/** Applies the link to the file that does not match. */
export function applyToMismatchedFile(): void {
  const current = session.peek();
  if (current.phase === 'awaitingFile' && current.mismatchedFile) {
    applyTo(current.mismatchedFile, current.link);
  }
}

/** Names of the files beside the model that the link could not bring and that are not open. Reads signals. */
export function missingFiles(): string[] {
  const { phase, link } = session.value;
  if (phase !== 'applied' || !link.local) return [];
  const there = new Set([...files.value, ...textures.value].map(({ name }) => bareName(name)));
  return link.local.filter((name) => !there.has(bareName(name)));
}

/** Looks for the awaited file among open files and those that are opened later. */
export function awaitFile(): void {
  effect(() => {
    const open = files.value;
    for (const { content } of open) void content.value;
    if (isAwaitingFile.value) void untracked(() => lookAmong(open));
  });
  // In an archive that the user opens, the file is found by path.
  const tried = new Set<LibraryFile>();
  effect(() => {
    const listed = libraryFiles.value;
    const { entry, size } = session.value.link;
    isAwaited.value = isAwaitingFile.value && (entry !== undefined || namesArchive(session.value.link));
    if (!isAwaitingFile.value || entry === undefined) return;
    const wanted = plainPath(entry);
    const found = listed.find(
      (file) =>
        plainPath(file.path) === wanted &&
        (file.size ?? size ?? 0) === (size ?? file.size ?? 0) &&
        !tried.has(file),
    );
    if (!found) return;
    tried.add(found);
    untracked(() => void openSources([sourceOf(found)]));
  });
  // Archives are opened in the library, but a link to the bytes of an archive needs a tab.
  const shown = new Set<LibrarySource>();
  effect(() => {
    const { link } = session.value;
    if (!isAwaitingFile.value || link.entry !== undefined || !namesArchive(link)) return;
    const archive = librarySources.value.find(
      ({ kind, name, state }) =>
        kind === 'rez' && state.value === 'ready' && bareName(name) === bareName(link.name ?? ''),
    );
    if (!archive || shown.has(archive)) return;
    shown.add(archive);
    untracked(
      () =>
        void usePart(
          () => import('../opening/archive/open.ts'),
          ({ openLibraryArchive }) => openLibraryArchive(archive),
        ),
    );
  });
}

function namesArchive({ name }: Link): boolean {
  return name !== undefined && isArchiveName(name);
}

async function lookAmong(open: readonly OpenFile[]): Promise<void> {
  const { link } = session.peek();
  const isCurrent = () => isAwaitingFile.peek() && session.peek().link === link;
  const front = activeFile.peek();
  if (!namesFile(link)) {
    if (!front) return;
    session.value = { phase: 'applied', link };
    applyLink(front, link);
    return;
  }
  for (const file of open) {
    const match = await matchOf(file, link);
    if (!isCurrent()) return;
    if (match === 'different') continue;
    if (match === 'unchecked') {
      announcement.value = `${file.name} has the name and size that the link states; its content could not be compared.`;
    }
    applyTo(file, link);
    return;
  }
  const current = session.peek();
  if (current.phase !== 'awaitingFile') return;
  const isNew = front && open.includes(front) && !current.openBefore.has(front);
  session.value = { ...current, mismatchedFile: isNew ? front : null };
}

function applyTo(file: OpenFile, link: Link): void {
  batch(() => {
    activeId.value = file.id;
    const { signal } = opening;
    void fetching(link, null, () => applyWithCompanions(file, link, new LinkBudget(), signal));
  });
}

/** Size and digest decide; without a digest the name does. */
async function matchOf({ parsed, name }: OpenFile, link: Link): Promise<'same' | 'different' | 'unchecked'> {
  if (link.size !== undefined && link.size !== parsed.size) return 'different';
  const sameName = link.name === undefined || bareName(link.name) === bareName(name);
  if (link.sha256 === undefined) return sameName ? 'unchecked' : 'different';
  const digest = await digestOf(parsed);
  if ('sha256' in digest) return digest.sha256 === link.sha256 ? 'same' : 'different';
  return sameName ? 'unchecked' : 'different';
}
