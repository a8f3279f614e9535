/** Changes of real files and back: the core makes them, the history takes them back. */
import { readFileSync } from 'node:fs';
import type { EditOperation, ParsedFile } from '@lithoscope/core';
import { afterEach, describe, expect, it } from 'vitest';
import { change, isStillInFront, redo, undo } from '../../../web/edit/history.ts';
import { spliced } from '../../../web/edit/splices.ts';
import { unchanged } from '../../../web/files/reload.ts';
import { addBookmarks, bookmarksOf } from '../../../web/store/bookmarks.ts';
import { isUnsaved, NO_EDITS } from '../../../web/store/edits.ts';
import { dismissNotice, notice } from '../../../web/store/notices.ts';
import { contentOf, type OpenFile, openFile } from '../../../web/store/open-file.ts';
import { select } from '../../../web/store/selection.ts';
import { activeId, addFiles, closeAllFiles, files, replaceFiles } from '../../../web/store/state.ts';
import { loadCore } from '../support/core.ts';
import { corpusNote, corpusPath, hasCorpus } from '../support/corpus.ts';
import { nodeAt } from '../support/edit.ts';
import { loadEditing } from '../support/editing.ts';
import { sourceOf } from '../support/fakes.ts';
import { CLOCKWORK, JELLYFISH } from '../support/samples.ts';
import { day, thorough } from '../support/thorough.ts';

const core = await loadCore();
await loadEditing();

function opened(path: string): OpenFile {
  const file = openFile(sourceOf('robot.abc'), core.open(new Uint8Array(readFileSync(path))));
  addFiles([file]);
  return file;
}

/** The file as it is now. */
function now({ id }: OpenFile): OpenFile {
  const file = files.value.find((open) => open.id === id);
  if (!file) throw new Error('closed');
  return file;
}

const set = (path: string, value: number | string): EditOperation => ({ op: 'set', path, value });

afterEach(() => {
  closeAllFiles();
  dismissNotice();
});

/** Whether bytes are the same ones: a hundred thousand of them are slow to compare one by one. */
function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}

/** The first leaf of a type, behind some others. */
function leafOf(file: OpenFile, type: string, skip = 0): string {
  const { parsed } = file;
  let left = skip;
  for (const path of parsed.paths(0, 2000)) {
    if (path !== '' && parsed.resolve(path)?.type === type && left-- === 0) return path;
  }
  throw new Error(`no ${type}`);
}

describe('a change', () => {
  it('leaves its file in front for what was opened before; a content that was read again does not', () => {
    const file = opened(CLOCKWORK);
    activeId.value = file.id;
    expect(isStillInFront(file)).toBe(true);
    change(file, { label: 'Set it', operations: [set(leafOf(file, 'f32'), 0.25)] });
    undo(now(file));
    expect(isStillInFront(file)).toBe(true);
    const parsed = core.open(new Uint8Array(readFileSync(CLOCKWORK)));
    replaceFiles([{ file: { ...now(file), ...contentOf(parsed) }, adapt: () => {} }]);
    expect(isStillInFront(file)).toBe(false);
    expect(isStillInFront(now(file))).toBe(true);
  });

  it('of a new file leaves it unsaved, also once it is undone, until it lies somewhere', () => {
    const file = opened(CLOCKWORK);
    const saved = file.parsed.bytes;
    file.edits.value = { ...NO_EDITS, savedBytes: saved, isNew: true };
    expect(isUnsaved(file.edits.value)).toBe(true);
    change(file, { label: 'Set it', operations: [set(leafOf(file, 'f32'), 0.25)] });
    undo(now(file));
    expect(file.edits.value.changed).toEqual([]);
    expect(isUnsaved(file.edits.value)).toBe(true);
    // The page itself has it: that it is there as it was says nothing. A file of the disk does.
    unchanged(now(file), now(file).source).adapt();
    expect(isUnsaved(file.edits.value)).toBe(true);
    unchanged(now(file), sourceOf('robot.abc')).adapt();
    expect(isUnsaved(file.edits.value)).toBe(false);
  });

  it('is one entry, which is undone and redone; the file knows whether it is saved', () => {
    const file = opened(CLOCKWORK);
    const before = file.parsed.bytes.slice();
    const path = leafOf(file, 'f32');
    expect(change(file, { label: 'Set it', operations: [set(path, 0.25)] })).toBe(true);
    const after = now(file).parsed.bytes.slice();
    expect(same(after, before)).toBe(false);
    expect(isUnsaved(file.edits.value)).toBe(true);
    expect(file.edits.value.done).toMatchObject([{ label: 'Set it', path }]);
    undo(now(file));
    expect(same(now(file).parsed.bytes, before)).toBe(true);
    expect(isUnsaved(file.edits.value)).toBe(false);
    redo(now(file));
    expect(same(now(file).parsed.bytes, after)).toBe(true);
    // Through a file of an earlier content too: views may still hold it.
    undo(file);
    expect(same(now(file).parsed.bytes, before)).toBe(true);
  });

  it('goes on with the one before under the same word, and is nothing when it comes back', () => {
    const file = opened(CLOCKWORK);
    const before = file.parsed.bytes.slice();
    const path = leafOf(file, 'f32');
    const first = nodeAt(file.parsed, path);
    const original = new DataView(before.buffer).getFloat32(first.start, true);
    for (const value of [1.5, 2.5, 3.5]) {
      change(file, { label: 'Drag', operations: [set(path, value)], merge: 'drag 1' });
    }
    expect(file.edits.value.done).toHaveLength(1);
    expect(file.edits.value.done[0]?.operations).toEqual([set(path, 3.5)]);
    change(file, { label: 'Drag', operations: [set(path, 9)], merge: 'drag 2' });
    expect(file.edits.value.done).toHaveLength(2);
    undo(file);
    undo(file);
    expect(same(now(file).parsed.bytes, before)).toBe(true);
    change(file, { label: 'Drag', operations: [set(path, 7)], merge: 'drag 3' });
    change(file, { label: 'Drag', operations: [set(path, original)], merge: 'drag 3' });
    expect(file.edits.value.done).toEqual([]);
    expect(isUnsaved(file.edits.value)).toBe(false);
  });

  it('that would leave an error is refused, unless the gesture may', () => {
    const file = opened(CLOCKWORK);
    const before = file.parsed.bytes.slice();
    const bytes: EditOperation = { op: 'bytes', start: 0, end: 4, value: Uint8Array.of(255, 255, 255, 255) };
    expect(change(file, { label: 'Overwrite', operations: [bytes] })).toBe(false);
    expect(notice.value?.text).toMatch(/^Not changed, as the file would have an error then: /);
    expect(same(now(file).parsed.bytes, before)).toBe(true);
    expect(file.edits.value.done).toEqual([]);
    // Bytes are the user's: they may be what they are.
    notice.value?.action?.run();
    expect(now(file).parsed.bytes[0]).toBe(255);
    undo(file);
    expect(now(file).parsed.findings).toEqual(core.open(before).findings);
  });

  it('takes the caret, bookmarks and the selection along', () => {
    const file = opened(CLOCKWORK);
    const name = nodeAt(file.parsed, 'Nodes.Nodes[0].Name');
    const behind = nodeAt(file.parsed, 'Nodes.Nodes[1].Name');
    file.caret.value = { offset: behind.start + 3, anchor: behind.start };
    addBookmarks(file, [{ start: behind.start, end: behind.end, name: 'it', note: '', color: 'blue' }]);
    select(file, { start: behind.start, end: behind.end, path: behind.path }, 'tree');
    const text = new TextDecoder('latin1').decode(file.parsed.bytes.slice(name.start + 2, name.end));
    expect(change(file, { label: 'Rename', operations: [set(name.path, `${text}12345`)] })).toBe(true);
    const moved = { start: behind.start + 5, end: behind.end + 5 };
    expect(nodeAt(now(file).parsed, behind.path)).toMatchObject(moved);
    expect(file.selection.value).toMatchObject({ ...moved, path: behind.path });
    expect(bookmarksOf(file)).toMatchObject([moved]);
    expect(file.caret.value).toEqual({ offset: moved.start + 3, anchor: moved.start });
    undo(file);
    expect(file.selection.value).toMatchObject({ start: behind.start, end: behind.end });
    expect(bookmarksOf(file)).toMatchObject([{ start: behind.start, end: behind.end }]);
  });

  it('leaves clip, camera and what is hidden as they are', () => {
    const file = opened(CLOCKWORK);
    file.playback.clip.value = { child: 0, animation: 1 };
    file.playback.timeMs.value = 100;
    file.playback.playing.value = true;
    file.look.hiddenPieces.value = new Set([0]);
    const camera = { position: [1, 2, 3], target: [0, 0, 0] } as const;
    file.look.camera.value = camera;
    change(file, { label: 'Set it', operations: [set(leafOf(file, 'f32'), 0.25)] });
    expect(now(file).playback.clip.value).toEqual({ child: 0, animation: 1 });
    expect(now(file).playback.timeMs.value).toBe(100);
    expect(now(file).playback.playing.value).toBe(true);
    expect([...now(file).look.hiddenPieces.value]).toEqual([0]);
    expect(now(file).look.camera.value).toBe(camera);
  });
});

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

const FILES: readonly (readonly [name: string, path: string, needsCorpus: boolean, changes: number])[] = [
  ['clockwork.abc', CLOCKWORK, false, 20],
  ['jellyfish.abc', JELLYFISH, false, 30],
  ['v12_parent.abc', corpusPath('made/v12_parent.abc'), true, 150],
  ['FLAG.ABC', corpusPath('kiss/models/FLAG.ABC'), true, 150],
  ...(thorough
    ? ([
        ['INTHERO_CASUAL.abc', corpusPath('nolf/models/INTHERO_CASUAL.abc'), true, 200],
        ['STRUTTER.ABC', corpusPath('kiss/models/STRUTTER.ABC'), true, 200],
      ] as const)
    : []),
];

describe('any 1,000 changes', () => {
  const there = FILES.filter(([, , needsCorpus]) => hasCorpus || !needsCorpus);
  it.each(there)(
    `of %s are undone to the original bytes, step by step${corpusNote}`,
    (name, path, _, changes) => {
      const file = opened(path);
      const original = file.parsed.bytes.slice();
      const pick = random(15);
      const states: Uint8Array[] = [];
      let ofLists = 0;
      // So many take minutes for all: half of the files a day.
      const wanted =
        thorough && (FILES.findIndex((file) => file[0] === name) + day) % 2 === 0 ? 1000 : changes;
      for (let tries = 0; states.length < wanted && tries < wanted * 40; tries++) {
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
      }
      expect(states.length).toBe(wanted);
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
      for (let at = states.length; at > 0; at--) {
        // A merged step has more than one state in it.
        if (file.edits.value.done.length === 0) break;
        undo(file);
      }
      while (file.edits.value.done.length > 0) undo(file);
      expect(same(now(file).parsed.bytes, original)).toBe(true);
      expect(isUnsaved(file.edits.value)).toBe(false);
      while (file.edits.value.undone.length > 0) redo(file);
      expect(same(now(file).parsed.bytes, states.at(-1))).toBe(true);
      // After some hundred changes at random the lists of most files are broken.
      expect(ofLists).toBeGreaterThan(changes / 5);
    },
  );
});
