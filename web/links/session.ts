/** The link that is being opened: one state, from the address to the view that it describes. */

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

/** What becomes of a link; `link` stays the last one that was opened. */
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
      /** A file that was opened since and is not the one; null while none was. */
      readonly mismatchedFile: OpenFile | null;
    }
  | { readonly phase: 'applied' }
);

export const session: Signal<LinkSession> = signal({ phase: 'idle', link: { unknownParts: [] } });

/** The link waits for the user to open its file. */
export const isAwaitingFile = computed(() => session.value.phase === 'awaitingFile');

/** Whether a link tells one file from others; else any file will do. */
export function namesFile({ name, sha256 }: Link): boolean {
  return name !== undefined || sha256 !== undefined;
}

/**
 * Opens what a link says, and leaves the one before. A file without an address is awaited, unless it is open.
 * @param budget what reading the link has left of it
 */
export async function openLink(link: Link, budget = new LinkBudget()): Promise<void> {
  leaveLink();
  // Opening its file puts other sentences in the place of this one, and says it again.
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

/** Aborted when the link is left: another has come, or the user does without it. */
let opening = new AbortController();

function leaveLink(): void {
  opening.abort();
  opening = new AbortController();
}

/** Characters of a search that a link brings. */
const MAX_QUERY = 1000;

/** There is no file to open, nor to wait for. */
function saysOnlyFind(link: Link): boolean {
  const { find, unknownParts: _, ...rest } = link;
  return find !== undefined && Object.keys(rest).length === 0;
}

/** @param open gives null when the link cannot be opened, which it has said */
async function fetching(
  link: Link,
  activeBefore: number | null,
  open: () => Promise<OpenFile | null>,
): Promise<void> {
  const own: LinkSession = { phase: 'fetching', link, activeBefore };
  session.value = own;
  const file = await open();
  // Another link may have come.
  if (session.peek() === own) session.value = { phase: file ? 'applied' : 'idle', link };
}

/** Lets the link be: its file, and files beside it, are no longer asked for. */
export function dismissLink(): void {
  leaveLink();
  session.value = { phase: 'idle', link: session.peek().link };
}

/** Applies the link to a file that is not the one it is about. */
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

/** Looks for the awaited file among those that are open, and those that are opened. */
export function awaitFile(): void {
  effect(() => {
    const open = files.value;
    for (const { content } of open) void content.value;
    if (isAwaitingFile.value) void untracked(() => lookAmong(open));
  });
  // In an archive that the user opens for it, the file is found by its path.
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
  // An archive goes into the library when the user opens it: a link to its own bytes wants its tab.
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
