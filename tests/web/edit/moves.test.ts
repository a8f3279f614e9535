/** What hangs on a file after elements of its lists came, went or moved. */

import { readFileSync } from 'node:fs';
import type {
  AbcFile,
  Edited,
  EditOperation,
  EditRefusal,
  ListChange,
  ParsedFile,
  Role,
} from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { addBookmarks, bookmarksOf } from '../../../web/document/bookmarks.ts';
import {
  inverseLists,
  movedIndex,
  movedOffset,
  movedPath,
  movedRange,
} from '../../../web/document/content.ts';
import { BIND_POSE, OpenFile } from '../../../web/document/open-file.ts';
import { select } from '../../../web/document/selection.ts';
import { addFiles, closeAllFiles, files } from '../../../web/document/state.ts';
import { change, redo, undo } from '../../../web/edit/history.ts';
import { editWith } from '../../../web/store/lazy-cores.ts';
import { loadCore } from '../support/core.ts';
import { nodeAt } from '../support/edit.ts';
import { loadEditing } from '../support/editing.ts';
import { infoWith, partly, sourceOf } from '../support/fakes.ts';
import { CLOCKWORK } from '../support/samples.ts';

const core = await loadCore();

const LIST = 'Animation.Animations';
const moved = (kind: ListChange['kind'], index: number, count = 1, to = -1, list = LIST): ListChange => ({
  operation: 0,
  list,
  kind,
  index,
  count,
  to,
});

describe('an index after changes of its list', () => {
  it('counts what came and went before it', () => {
    expect(movedIndex([moved('insert', 2, 3)], LIST, 1)).toBe(1);
    expect(movedIndex([moved('insert', 2, 3)], LIST, 2)).toBe(5);
    expect(movedIndex([moved('remove', 1, 2)], LIST, 0)).toBe(0);
    expect(movedIndex([moved('remove', 1, 2)], LIST, 2)).toBe(-1);
    expect(movedIndex([moved('remove', 1, 2)], LIST, 3)).toBe(1);
  });

  it('of a list in which one was moved is that of the same elements', () => {
    for (const [from, to] of [
      [0, 4],
      [4, 0],
      [2, 3],
      [3, 3],
    ] as const) {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const after = names.toSpliced(from, 1);
      after.splice(to, 0, names[from] as string);
      const places = names.map((_, i) => movedIndex([moved('move', from, 1, to)], LIST, i));
      expect(places.map((place) => after[place])).toEqual(names);
    }
  });

  it('comes back by the inverse', () => {
    const changes = [moved('insert', 1, 2), moved('move', 0, 1, 4), moved('remove', 5, 1)];
    for (let i = 0; i < 8; i++) {
      const there = movedIndex(changes, LIST, i);
      if (there >= 0) expect(movedIndex(inverseLists(changes), LIST, there)).toBe(i);
    }
  });
});

describe('a path', () => {
  it('follows its element, and lists in it', () => {
    const inner = moved('remove', 0, 1, -1, `${LIST}[3].Keyframes`);
    expect(movedPath([moved('insert', 0, 1), inner], `${LIST}[2].Keyframes[4].Time`)).toBe(
      `${LIST}[3].Keyframes[3].Time`,
    );
    expect(movedPath([moved('remove', 2)], `${LIST}[2].Name`)).toBeNull();
    expect(movedPath([moved('remove', 2)], 'Animation.AnimationsCount')).toBe('Animation.AnimationsCount');
  });
});

describe('bytes', () => {
  const moves = [
    { start: 10, end: 14, length: 4 },
    { start: 20, end: 24, length: 0 },
    { start: 30, end: 30, length: 6 },
  ];
  it('follow what was put in before them', () => {
    expect([5, 12, 16, 24, 29, 30, 40].map((at) => movedOffset(moves, at))).toEqual([
      5, 12, 16, 20, 25, 32, 42,
    ]);
    expect(movedRange(moves, { start: 18, end: 26 })).toEqual({ start: 18, end: 22 });
    expect(movedRange(moves, { start: 20, end: 24 })).toBeNull();
  });
});

/** The lists of the models that are made up. */
const LISTS: Partial<Record<Role, string>> = {
  animation: LIST,
  piece: 'Pieces.Pieces',
  socket: 'Sockets.Sockets',
};

/** A model whose next change is known. */
function model(
  names: readonly string[],
  next: () => { names: readonly string[]; lists: readonly ListChange[] },
): AbcFile {
  const animations = names.map((name) => ({ name, length: 1000, complete: true }));
  const pieces = names.map((name) => ({ name }));
  const bytes = Uint8Array.of(names.length);
  const made: AbcFile = partly<AbcFile>({
    info: infoWith({ animations, pieces, sockets: pieces }),
    bytes,
    size: 1,
    findings: [],
    isEditable: true,
    resolve: () => null,
    listPath: (role: Role) => LISTS[role] ?? '',
    ancestors: () => [],
    release() {},
    evaluate() {},
    withBytes: ([first]: Uint8Array) =>
      first === 100 ? model(next().names, () => ({ names, lists: [] })) : model(names, next),
  });
  nextLists.set(made, () => next().lists);
  return made;
}

/** Of the models that are made up; of others the core knows. */
const nextLists = new WeakMap<ParsedFile, () => readonly ListChange[]>();
const editing = await loadEditing();
editWith(
  partly<Editing>({
    edit(file: ParsedFile, operations: readonly EditOperation[]): Edited | EditRefusal {
      const lists = nextLists.get(file);
      if (!lists) return editing.edit(file, operations);
      const bytes = Uint8Array.of(100);
      return { bytes, splices: [{ start: 0, end: 1, bytes }], lists: lists() };
    },
  }),
);

function opened(names: readonly string[], after: readonly string[], lists: readonly ListChange[]): OpenFile {
  const file = new OpenFile(
    sourceOf('robot.abc'),
    model(names, () => ({ names: after, lists })),
  );
  addFiles([file]);
  return file;
}

const now = ({ id }: OpenFile) => files.value.find((file) => file.id === id) as OpenFile;
const gesture = { label: 'Change the list', operations: [] };

afterEach(closeAllFiles);
// The tests of other files have it too.
afterAll(() => editWith(editing));

describe('what the user has set', () => {
  it('stays with the same animation when another is removed before it and it is renamed', () => {
    const file = opened(['Idle', 'Walk', 'Run'], ['Walking', 'Run'], [moved('remove', 0)]);
    file.playback.clip.value = { child: 0, animation: 1 };
    file.playback.timeMs.value = 400;
    file.playback.playing.value = true;
    const layer = { id: 1, clip: { child: 0, animation: 2 }, weightSet: -1, timeMs: 0, runs: true, on: true };
    file.playback.layers.value = [layer, { ...layer, id: 2, clip: { child: 0, animation: 0 } }];
    change(file, gesture);
    expect(file.playback.clip.value).toEqual({ child: 0, animation: 0 });
    expect(now(file).info.animations[0]?.name).toBe('Walking');
    expect([file.playback.timeMs.value, file.playback.playing.value]).toEqual([400, true]);
    expect(file.playback.layers.value.map(({ clip }) => clip.animation)).toEqual([1]);
    undo(file);
    expect(file.playback.clip.value).toEqual({ child: 0, animation: 1 });
  });

  it('goes to the bind pose when the animation is removed', () => {
    const file = opened(['Idle', 'Walk'], ['Walk'], [moved('remove', 0)]);
    file.playback.clip.value = { child: 0, animation: 0 };
    file.playback.playing.value = true;
    change(file, gesture);
    expect(file.playback.clip.value).toBe(BIND_POSE);
    expect(file.playback.playing.value).toBe(false);
  });

  it('stays with the same pieces, sockets and what other files play of it', () => {
    const lists = [
      moved('move', 0, 1, 2),
      moved('insert', 0, 1, -1, 'Pieces.Pieces'),
      moved('remove', 0, 1, -1, 'Sockets.Sockets'),
    ];
    const file = opened(['a', 'b', 'c'], ['b', 'c', 'a'], lists);
    const other = opened(['x'], ['x'], []);
    file.look.hiddenPieces.value = new Set([0, 2]);
    file.look.trails.value = [{ socket: 0 }, { socket: 2 }];
    file.attachments.value = [
      { socket: 0, fileId: other.id, clip: BIND_POSE, shown: true },
      { socket: 2, fileId: other.id, clip: BIND_POSE, shown: true },
    ];
    other.attachments.value = [{ socket: 0, fileId: file.id, clip: { child: 0, animation: 0 }, shown: true }];
    other.playback.sources.value = new Map([[1, file.id]]);
    other.playback.clip.value = { child: 1, animation: 2 };
    change(file, gesture);
    expect([...file.look.hiddenPieces.value]).toEqual([1, 3]);
    expect(file.attachments.value.map(({ socket }) => socket)).toEqual([1]);
    expect(file.look.trails.value).toEqual([{ socket: 1 }]);
    expect(other.attachments.value[0]?.clip).toEqual({ child: 0, animation: 2 });
    expect(other.playback.clip.value).toEqual({ child: 1, animation: 1 });
  });
});

describe('with the changes that the core makes', () => {
  const animation = (index: number) => `${LIST}[${index}]`;
  function robot(): OpenFile {
    const file = new OpenFile(sourceOf('robot.abc'), core.open(new Uint8Array(readFileSync(CLOCKWORK))));
    addFiles([file]);
    return file;
  }
  const doing = (file: OpenFile, operation: EditOperation) =>
    expect(change(file, { label: operation.op, operations: [operation] })).toBe(true);
  const plays = (file: OpenFile) =>
    now(file).info.animations[file.playback.clip.value.animation]?.name ?? 'nothing';

  it('the same animation plays on, in layers too, and is selected', () => {
    const file = robot();
    const names = file.info.animations.map(({ name }) => name);
    const [, , third = '', fourth = ''] = names;
    file.playback.clip.value = { child: 0, animation: 2 };
    file.playback.timeMs.value = 300;
    file.playback.playing.value = true;
    const layer = { id: 1, clip: { child: 0, animation: 3 }, weightSet: 1, timeMs: 0, runs: true, on: true };
    file.playback.layers.value = [layer];
    const key = nodeAt(file.parsed, `${animation(3)}.Keyframes[1]`);
    select(file, { start: key.start, end: key.end, path: key.path }, 'tree');
    const layered = () => {
      const [first] = file.playback.layers.value;
      return now(file).info.animations[first?.clip.animation ?? -1]?.name;
    };
    const steps: readonly EditOperation[] = [
      { op: 'duplicate', path: animation(0) },
      { op: 'move', path: animation(3), to: 0 },
      { op: 'move', path: animation(4), to: 1 },
      { op: 'remove', path: animation(2), count: 2 },
      { op: 'insert', path: animation(0) },
    ];
    const everywhere = () => {
      expect(plays(file)).toBe(third);
      expect(layered()).toBe(fourth);
      const path = file.selection.value?.path ?? '';
      const at = now(file).info.animations.findIndex(({ name }) => name === fourth);
      expect(path).toBe(`${animation(at)}.Keyframes[1]`);
      expect(nodeAt(now(file).parsed, path)).toMatchObject({ start: file.selection.value?.start });
      expect([file.playback.timeMs.value, file.playback.playing.value]).toEqual([300, true]);
    };
    for (const step of steps) {
      doing(file, step);
      everywhere();
    }
    for (const _ of steps) {
      undo(file);
      everywhere();
    }
    expect(now(file).info.animations.map(({ name }) => name)).toEqual(names);
  });

  it('the same animation plays on when animations change as wholes, and undoing leads back to the same bytes', () => {
    const file = robot();
    const before = file.parsed.bytes.slice();
    file.playback.clip.value = { child: 0, animation: 2 };
    file.playback.timeMs.value = 300;
    file.playback.playing.value = true;
    const name = plays(file);
    const steps: readonly EditOperation[] = [
      { op: 'adopt', path: animation(0), from: before, animation: 1, name: 'again' },
      { op: 'reverse', path: animation(3) },
      { op: 'scaleTime', path: animation(3), factor: 3 },
      { op: 'addKey', path: animation(3), time: 555 },
      { op: 'join', path: animation(3), with: animation(0), gap: 10 },
      { op: 'moveKey', path: `${animation(3)}.Keyframes[0]`, time: 800 },
      { op: 'trim', path: animation(3), from: 100, to: 250 },
    ];
    for (const step of steps) {
      doing(file, step);
      expect([plays(file), file.playback.playing.value]).toEqual([name, true]);
    }
    expect(file.playback.timeMs.value).toBe(150);
    for (const _ of steps) {
      undo(file);
      expect([plays(file), file.playback.playing.value]).toEqual([name, true]);
    }
    expect(Buffer.compare(now(file).parsed.bytes, before)).toBe(0);
  });

  it('what was removed plays again when that is undone', () => {
    const file = robot();
    file.playback.clip.value = { child: 0, animation: 1 };
    file.playback.timeMs.value = 200;
    file.playback.playing.value = true;
    const name = plays(file);
    doing(file, { op: 'remove', path: animation(1) });
    expect([plays(file), file.playback.timeMs.value, file.playback.playing.value]).toEqual([
      'nothing',
      0,
      false,
    ]);
    undo(file);
    expect([plays(file), file.playback.timeMs.value, file.playback.playing.value]).toEqual([name, 200, true]);
    // What was chosen since stays.
    redo(file);
    file.playback.clip.value = { child: 0, animation: 0 };
    undo(file);
    expect(file.playback.clip.value).toEqual({ child: 0, animation: 0 });
  });

  it('the same pieces are hidden, the same sockets hold, the same bytes are marked', () => {
    const file = robot();
    const other = robot();
    const { pieces, sockets } = file.info;
    file.look.hiddenPieces.value = new Set([1, 3]);
    file.attachments.value = [{ socket: 2, fileId: other.id, clip: BIND_POSE, shown: true }];
    const name = nodeAt(file.parsed, 'Sockets.Sockets[2].Name');
    addBookmarks(file, [{ start: name.start, end: name.end, name: 'it', note: '', color: 'blue' }]);
    doing(file, { op: 'remove', path: 'Pieces.Pieces[0]' });
    doing(file, { op: 'duplicate', path: 'Pieces.Pieces[0]' });
    doing(file, { op: 'move', path: 'Sockets.Sockets[2]', to: 0 });
    doing(file, { op: 'insert', path: 'Sockets.Sockets[0]' });
    const hidden = () => [...file.look.hiddenPieces.value].map((piece) => now(file).info.pieces[piece]?.name);
    const holds = () => now(file).info.sockets[file.attachments.value[0]?.socket ?? -1]?.name;
    const wanted = [pieces[1]?.name, pieces[3]?.name];
    expect(hidden()).toEqual(wanted);
    expect(holds()).toBe(sockets[2]?.name);
    expect(file.attachments.value[0]?.socket).toBe(1);
    for (let i = 0; i < 4; i++) undo(file);
    expect([...file.look.hiddenPieces.value]).toEqual([1, 3]);
    expect(file.attachments.value[0]?.socket).toBe(2);
    expect(bookmarksOf(file)).toMatchObject([{ start: name.start, end: name.end }]);
  });
});
