/** Changes of real files and back: the core makes them, the history takes them back. */
import { readFileSync } from 'node:fs';
import type { EditOperation } from '@lithoscope/core';
import { afterEach, describe, expect, it } from 'vitest';
import { addBookmarks, bookmarksOf } from '../../../web/document/bookmarks.ts';
import { Content } from '../../../web/document/content.ts';
import { isUnsaved, NO_EDITS } from '../../../web/document/edits.ts';
import type { OpenFile } from '../../../web/document/open-file.ts';
import { select } from '../../../web/document/selection.ts';
import { activeId, changeFiles, closeAllFiles } from '../../../web/document/state.ts';
import { change, isActiveSince, redo, undo } from '../../../web/edit/history.ts';
import { settle, unchanged } from '../../../web/opening/reload.ts';
import { dismissNotice, notice } from '../../../web/store/notices.ts';
import { expectUndone, now, opened, same, set } from '../support/any-changes.ts';
import { loadCore } from '../support/core.ts';
import { nodeAt } from '../support/edit.ts';
import { loadEditing } from '../support/editing.ts';
import { sourceOf } from '../support/fakes.ts';
import { CLOCKWORK, JELLYFISH } from '../support/samples.ts';
import { day, thorough } from '../support/thorough.ts';

const core = await loadCore();
await loadEditing();

afterEach(() => {
  closeAllFiles();
  dismissNotice();
});

/** The first leaf of a type, after some others. */
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
    const since = file.content.value;
    expect(isActiveSince(file, since)).toBe(true);
    change(file, { label: 'Set it', operations: [set(leafOf(file, 'f32'), 0.25)] });
    undo(now(file));
    expect(isActiveSince(file, since)).toBe(true);
    const parsed = core.open(new Uint8Array(readFileSync(CLOCKWORK)));
    changeFiles([{ file, content: new Content(parsed) }]);
    expect(isActiveSince(file, since)).toBe(false);
    expect(isActiveSince(file, file.content.value)).toBe(true);
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
    settle(unchanged(file, file.source));
    expect(isUnsaved(file.edits.value)).toBe(true);
    settle(unchanged(file, sourceOf('robot.abc')));
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
    expect(notice.value?.text).toMatch(/^Not changed, because the file would then have an error: /);
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

describe('so many changes at random', () => {
  it.each([
    ['clockwork.abc', CLOCKWORK, 20, 0],
    ['jellyfish.abc', JELLYFISH, 30, 1],
  ])('of %s are undone to the original bytes, step by step', async (_, path, usual, turn) => {
    // A thousand take minutes: one of the files a day.
    await expectUndone(path, thorough && day % 2 === turn ? 1000 : usual, usual);
  });
});
