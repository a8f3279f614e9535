/** What hangs on a file after elements of its lists came, went or moved. */
import type { AbcFile, Edited, ListChange } from '@lithoscope/core';
import { afterEach, describe, expect, it } from 'vitest';
import { change, undo } from '../../web/edit/history.ts';
import { inverseLists, movedIndex, movedOffset, movedPath, movedRange } from '../../web/store/moves.ts';
import { BIND_POSE, type OpenFile, openFile } from '../../web/store/open-file.ts';
import { addFiles, closeAllFiles, files } from '../../web/store/state.ts';
import { infoWith, partly, sourceOf } from './support/fakes.ts';

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

/** A model whose next change is known. */
function model(
  names: readonly string[],
  next: () => { names: readonly string[]; lists: readonly ListChange[] },
): AbcFile {
  const animations = names.map((name) => ({ name, length: 1000, complete: true }));
  const pieces = names.map((name) => ({ name }));
  const bytes = Uint8Array.of(names.length);
  return partly<AbcFile>({
    info: infoWith({ animations, pieces, sockets: pieces }),
    bytes,
    size: 1,
    findings: [],
    isEditable: true,
    resolve: () => null,
    ancestors: () => [],
    release() {},
    evaluate() {},
    edit: (): Edited => ({
      bytes: Uint8Array.of(100),
      splices: [{ start: 0, end: 1, bytes: Uint8Array.of(100) }],
      lists: next().lists,
    }),
    withBytes: ([first]: Uint8Array) =>
      first === 100 ? model(next().names, () => ({ names, lists: [] })) : model(names, next),
  });
}

function opened(names: readonly string[], after: readonly string[], lists: readonly ListChange[]): OpenFile {
  const file = openFile(
    sourceOf('robot.abc'),
    model(names, () => ({ names: after, lists })),
  );
  addFiles([file]);
  return file;
}

const now = ({ id }: OpenFile) => files.value.find((file) => file.id === id) as OpenFile;
const gesture = { label: 'Change the list', operations: [] };

afterEach(closeAllFiles);

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
    expect(other.attachments.value[0]?.clip).toEqual({ child: 0, animation: 2 });
    expect(other.playback.clip.value).toEqual({ child: 1, animation: 1 });
  });
});
