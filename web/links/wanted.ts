/** A link about a file of somebody's machine: asks for the file, knows it again, and then does what the link says. */

import { batch, type Signal, signal, untracked } from '@preact/signals-core';
import { bareName } from '../explain/file-names.ts';
import { announcement } from '../store/notices.ts';
import { activeFile, activeId, files, type OpenFile } from '../store/state.ts';
import { textures } from '../store/textures.ts';
import { effect } from '../ui/scope.ts';
import { digestOf } from './digest.ts';
import type { Link } from './link.ts';
import { applyWithCompanions } from './open.ts';

/** The link whose file is asked for. */
export const wanted: Signal<Link | null> = signal(null);

/** A file that was opened meanwhile and is not the one; null while none was. */
export const mistaken: Signal<OpenFile | null> = signal(null);

/** Names of files beside the model that the link could not bring. */
export const missing: Signal<readonly string[]> = signal([]);

/** What a file is to a link: the very one, another, or one that cannot be checked. */
type Verdict = 'same' | 'other' | 'unchecked';

/** By key: files that were open when the link came. */
let before = new WeakSet<object>();

/** Asks for the file that a link is about; one that is open already is taken at once. */
export function askForFile(link: Link): void {
  before = new WeakSet(files.peek().map(({ key }) => key));
  wanted.value = link;
}

/** Looks for the file that is asked for among those that are open, and those that are opened. */
export function watchForFile(): void {
  effect(() => {
    const current = wanted.value;
    const open = files.value;
    if (current) void untracked(() => lookAmong(open, current));
  });
}

export function stopAsking(): void {
  batch(() => {
    wanted.value = null;
    mistaken.value = null;
    missing.value = [];
  });
}

/** Says which files beside the model the link could not bring. */
export function mentionLocal({ local = [] }: Link): void {
  missing.value = local;
}

/** Does what the link says with a file that is not the one it is about. */
export function applyAnyway(): void {
  const link = wanted.peek();
  const file = mistaken.peek();
  if (link && file) take(file, link);
}

async function lookAmong(open: readonly OpenFile[], link: Link): Promise<void> {
  for (const file of open) {
    const verdict = await judge(file, link);
    if (wanted.peek() !== link) return;
    if (verdict === 'other') continue;
    if (verdict === 'unchecked') {
      announcement.value = `${file.name} has the name and size that the link tells; its content could not be compared.`;
    }
    take(file, link);
    return;
  }
  // What was open before the link came is no answer to it.
  const front = activeFile.peek();
  mistaken.value = front && open.includes(front) && !before.has(front.key) ? front : null;
}

function take(file: OpenFile, link: Link): void {
  batch(() => {
    stopAsking();
    activeId.value = file.id;
  });
  void applyWithCompanions(file, link).then(() => mentionLocal(link));
}

/** Size and digest decide; without a digest the name counts. */
async function judge({ parsed, name }: OpenFile, link: Link): Promise<Verdict> {
  if (link.size !== undefined && link.size !== parsed.size) return 'other';
  const namedAlike = link.name === undefined || bareName(link.name) === bareName(name);
  if (link.sha256 === undefined) return namedAlike ? 'unchecked' : 'other';
  const digest = await digestOf(parsed);
  if ('sha256' in digest) return digest.sha256 === link.sha256 ? 'same' : 'other';
  return namedAlike ? 'unchecked' : 'other';
}

/** The files beside the model that are still not there. Reads signals. */
export function stillMissing(): string[] {
  const there = new Set([...files.value, ...textures.value].map(({ name }) => bareName(name)));
  return missing.value.filter((name) => !there.has(bareName(name)));
}
