/** Many changes of a file, taken back. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { EditOperation, ParsedFile } from '@lithoscope/core';
import { expect } from 'vitest';
import { isUnsaved } from '../../../web/document/edits.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, files } from '../../../web/document/state.ts';
import { change, redo, spliced, undo } from '../../../web/edit/history.ts';
import { loadCore } from './core.ts';
import { loadEditing } from './editing.ts';
import { sourceOf } from './fakes.ts';

const core = await loadCore();
await loadEditing();

/** A file of the disk, open in the page. */
export function opened(path: string): OpenFile {
  const file = new OpenFile(sourceOf(basename(path)), core.open(new Uint8Array(readFileSync(path))));
  addFiles([file]);
  return file;
}

/** The file as it is now. */
export function now({ id }: OpenFile): OpenFile {
  const file = files.value.find((open) => open.id === id);
  if (!file) throw new Error('closed');
  return file;
}

export const set = (path: string, value: number | string): EditOperation => ({ op: 'set', path, value });

/** Whether bytes are the same ones: a hundred thousand of them are slow to compare one by one. */
export function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}

/** A number below another, the same ones each time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Some change or other, of lists more often than not; many of them are refused. */
function anyChange(
  { parsed }: { readonly parsed: ParsedFile },
  pick: (below: number) => number,
): EditOperation {
  const at = pick(parsed.size);
  const chain = parsed.ancestors(at);
  const leaf = chain.at(-1);
  // Of elements in elements one, or else the outer ones would be gone soon.
  const elements = chain.filter(({ index }) => index >= 0);
  const element = elements[pick(elements.length)]?.path ?? '';
  switch (pick(elements.length > 0 ? 10 : 3)) {
    case 0:
      return leaf?.type === 'LTString' || /string/i.test(leaf?.type ?? '')
        ? set(leaf?.path ?? '', 'x'.repeat(pick(20)))
        : set(leaf?.path ?? '', pick(100) / 4);
    case 1:
      return pick(6) === 0 ? { op: 'convert', version: 9 + pick(4) } : set(leaf?.path ?? '', pick(3));
    case 2: {
      const end = Math.min(parsed.size, at + pick(4));
      return { op: 'bytes', start: at, end, value: Uint8Array.from({ length: end - at }, () => pick(256)) };
    }
    case 3:
    case 4:
      return { op: 'duplicate', path: element };
    case 5:
    case 6:
      return { op: 'remove', path: element, count: 1 };
    case 7:
      return { op: 'insert', path: element };
    default:
      return { op: 'move', path: element, to: pick(4) };
  }
}

/** What a user's next change comes after: the contents that the last one replaced are released in a microtask. */
const released = (): Promise<void> => Promise.resolve();

/**
 * Changes a file so often, any way, and takes everything back.
 * @param usual when nobody wants more of them, which break the lists of most files after some hundred
 */
export async function expectUndone(path: string, changes: number, usual: number): Promise<void> {
  const file = opened(path);
  const original = file.parsed.bytes.slice();
  const pick = random(15);
  const states: Uint8Array[] = [];
  let ofLists = 0;
  for (let tries = 0; states.length < changes && tries < changes * 40; tries++) {
    const open = now(file);
    const operation = anyChange(open, pick);
    const { length } = file.edits.value.done;
    const merge = pick(10) === 0 ? { merge: 'm' } : {};
    // Broken files too must be reached again, but there is little else to change in them.
    const isDone = change(open, {
      label: operation.op,
      operations: [operation],
      mayBreak: operation.op !== 'bytes' || pick(100) === 0,
      ...merge,
    });
    if (!isDone || file.edits.value.done.length <= length) continue;
    if (/insert|remove|duplicate|move/.test(operation.op)) ofLists++;
    // The other way round now and then.
    if (pick(20) === 0) {
      undo(file);
      redo(file);
    }
    states.push(now(file).parsed.bytes.slice());
    await released();
  }
  expect(states.length).toBe(changes);
  const { changed } = file.edits.value;
  const bytes = now(file).parsed.bytes;
  const rebuilt = spliced(
    original,
    changed.map(({ savedStart, savedEnd, start, end }) => ({
      start: savedStart,
      end: savedEnd,
      bytes: bytes.subarray(start, end),
    })),
  );
  expect(same(rebuilt, bytes)).toBe(true);
  while (file.edits.value.done.length > 0) {
    undo(file);
    await released();
  }
  expect(same(now(file).parsed.bytes, original)).toBe(true);
  expect(isUnsaved(file.edits.value)).toBe(false);
  while (file.edits.value.undone.length > 0) {
    redo(file);
    await released();
  }
  expect(same(now(file).parsed.bytes, states.at(-1))).toBe(true);
  expect(ofLists).toBeGreaterThan(usual / 5);
}
