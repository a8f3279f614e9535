/** Restoring unsaved changes of an earlier page, which was closed or crashed. */

import { batch } from '@preact/signals-core';
import { type Edits, isUnsaved, type Step } from '../document/edits.ts';
import { type FileSource, OpenFile } from '../document/open-file.ts';
import { activeId, addFiles, files, keepPreview } from '../document/state.ts';
import { addTextures } from '../document/textures.ts';
import { counted } from '../explain/describe.ts';
import { identify } from '../explain/file-kind.ts';
import { parseFile } from '../opening/read.ts';
import { changed, settle } from '../opening/reload.ts';
import { fetchFile } from '../opening/remote/fetch.ts';
import { sampleAt, sampleSources } from '../opening/samples.ts';
import { offered, offerSessionOf } from '../opening/session.ts';
import { handleSource } from '../opening/source.ts';
import { Twins } from '../opening/twins.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import { announcement, notify } from '../store/notices.ts';
import { changedAfter } from './changed.ts';
import { forward, spliced } from './history.ts';
import { abandoned, type Found, forgetKept, type KeptChanges, keepNow, readKept } from './kept-changes.ts';
import { keptOffer } from './kept-offer.ts';

/** Offers stored changes, together with the other files that were open. */
export async function offerKept(): Promise<void> {
  let found: Found[];
  try {
    found = await abandoned();
  } catch {
    // Storage cannot be read.
    return;
  }
  if (found.length === 0) return;
  // The changes may be of another tab: its open files, above all skins, belong to them.
  if (!offered.peek()) await offerSessionOf(found.map(({ kept }) => kept.tab));
  keptOffer.value = {
    titles: found.map(({ kept }) => kept.title),
    at: found[0]?.kept.at ?? 0,
    restore: () => restoreAll(found),
    discard: () => discard(found),
  };
}

async function discard(found: readonly Found[]): Promise<void> {
  for (const one of found) await forgetKept(one);
  announcement.value = 'Discarded the unsaved changes.';
}

/** Opens each file and replays its steps. Failures are shown; their records are kept. */
async function restoreAll(found: readonly Found[]): Promise<void> {
  const sentences: string[] = [];
  const restored: Found[] = [];
  for (const one of found) {
    try {
      await restore(one.kept);
      restored.push(one);
    } catch (error) {
      sentences.push(`The changes to ${one.kept.title} were not restored: ${reasonOf(error)}`);
    }
  }
  // Stored by this page before the records of the other one are deleted.
  if (await keepNow()) for (const one of restored) await forgetKept(one);
  if (sentences.length > 0) notify(sentences.join('\n'));
  else
    announcement.value = `Restored the changes to ${counted(restored.length, 'file')}; they are not saved yet.`;
}

async function restore(kept: KeptChanges): Promise<void> {
  const content = await readKept(kept);
  if (!content) throw new Error('another tab has restored them, or they no longer exist.');
  const { base, steps } = content;
  const source = await sourceOf(kept, base);
  const { bytes, changed: ranges } = replayed(base, steps);
  const named = await new Twins(files.peek()).of(source);
  // The place of a file in an archive is not stored: name and content identify it.
  const twin = [...(named ? [named] : []), ...files.peek().filter(({ name }) => name === kept.title)].find(
    (file) => hasContent(file, base),
  );
  if (twin) {
    const savedBytes = twin.parsed.bytes;
    const rereading = changed(twin, twin.parsed.withBytes(bytes), twin.source);
    batch(() => {
      settle(rereading);
      twin.edits.value = { done: steps, undone: [], saved: 0, savedBytes, changed: ranges };
    });
    keepPreview(twin.id);
    activeId.value = twin.id;
    return;
  }
  const core = await loadCore();
  if (!core) throw new Error('the part of the page that parses files could not be loaded.');
  const data = new Uint8Array(base);
  const { parsed: first } = await parseFile(core, { source, kind: identify(kept.name, data), data });
  const parsed = first.withBytes(bytes);
  first.release();
  const file = new OpenFile(source, parsed, kept.title);
  const edits: Edits = {
    done: steps,
    undone: [],
    saved: 0,
    savedBytes: data,
    changed: ranges,
    isNew: kept.isNew === true,
  };
  batch(() => {
    file.edits.value = edits;
    addFiles([file]);
  });
}

/** Whether the saved content of an open file is that of stored changes. */
function hasContent({ parsed, edits }: OpenFile, base: Uint8Array): boolean {
  if (parsed.isPartial || parsed.size !== base.length || isUnsaved(edits.peek())) return false;
  return sameBytes(parsed.bytes, base);
}

/** @throws Error if a step does not fit the bytes: the record is damaged, or of another file */
export function replayed(
  base: Uint8Array,
  steps: readonly Step[],
): Pick<Edits, 'changed'> & { bytes: Uint8Array } {
  let bytes = base;
  let ranges: Edits['changed'] = [];
  for (const step of steps) {
    if (!fits(step, bytes)) throw new Error('the stored changes are damaged.');
    const splices = forward(step.splices);
    const after = spliced(bytes, splices);
    ranges = changedAfter(ranges, splices, base, after);
    bytes = after;
  }
  return { bytes, changed: ranges };
}

/** Whether the bytes that a step replaces are in the file. */
function fits({ splices }: Step, bytes: Uint8Array): boolean {
  let end = 0;
  return splices.every(({ start, before }) => {
    const isNext = start >= end && start + before.length <= bytes.length;
    end = start + before.length;
    return isNext && sameBytes(bytes.subarray(start, end), before);
  });
}

/** The source of the file, if known; the file may no longer be there. */
async function sourceOf({ name, url, handle }: KeptChanges, base: Uint8Array): Promise<FileSource> {
  if (handle) return handleSource(handle, name);
  if (url) {
    const address = new URL(url);
    const sample = await sampleAt(address).catch(() => null);
    if (sample) {
      const { model, textures } = sampleSources(sample);
      addTextures(textures);
      return model;
    }
    return { name, url, read: () => fetchFile(address) };
  }
  return { name, read: async () => new Blob([new Uint8Array(base)]) };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
