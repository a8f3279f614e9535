/** Two models in one picture: what plays with what, and how far they are apart. Expected values are made by hand. */
import type { Frame, Lithoscope } from '@lithoscope/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { distanceBetween, formatFarthest, formatUncompared } from '../../../web/compare/picture.ts';
import {
  changeLevel,
  levelsTogether,
  matchClip,
  matchHidden,
  matchLevel,
  proposedLevels,
} from '../../../web/document/drawn-together.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles } from '../../../web/document/state.ts';
import { loadCore } from '../support/core.ts';
import { nodeAt, patched } from '../support/edit.ts';
import { sample } from '../support/samples.ts';

let core: Lithoscope;

beforeEach(async () => {
  core = await loadCore();
  closeAllFiles();
});

function open(name: string, bytes = sample(name)): OpenFile {
  const file = new OpenFile(
    { name, read: () => Promise.reject(new Error('not read again')) },
    core.open(bytes),
  );
  addFiles([file]);
  return file;
}

const pieces = (...names: string[]) =>
  ({ pieces: names.map((name) => ({ name })) }) as Parameters<typeof distanceBetween>[0];

const frame = (...positions: number[][]): Frame => ({
  nodes: new Float32Array(),
  pieces: positions.map((numbers) => ({
    positions: Float32Array.from(numbers),
    normals: new Float32Array(numbers.length),
  })),
});

describe('the distance of two models', () => {
  test('is that of the vertex farthest from its partner, in pieces of one name', () => {
    const left = frame([0, 0, 0, 1, 1, 1], [5, 5, 5, 0, 0, 0]);
    // Its pieces stand the other way round; (5, 5, 5) has gone 3 up and 4 to the side.
    const right = frame([9, 8, 5, 0, 0, 0], [0, 0, 0, 1, 1, 2]);
    const distance = distanceBetween(pieces('Body', 'Head'), pieces('Head', 'Body'), {
      left,
      right,
      isMirrored: false,
    });
    expect(distance.farthest).toEqual({ left: 1, right: 0, vertex: 0, distance: 5 });
    expect(distance.vertices).toBe(4);
    expect(formatFarthest(pieces('Body', 'Head'), distance)).toBe(
      'Largest difference: 5 units, at vertex 0 of piece Head.',
    );
  });

  test('takes a mirrored file as it is seen', () => {
    const drawn = { left: frame([1, 2, 3]), right: frame([1, 2, -3]), isMirrored: true };
    const distance = distanceBetween(pieces('A'), pieces('A'), drawn);
    expect(distance.farthest?.distance).toBe(0);
    expect(formatFarthest(pieces('A'), distance)).toBe('No difference in this pose (1 vertex compared).');
  });

  test('says what it leaves out', () => {
    const drawn = { left: frame([1, 2, 3, 4, 5, 6], [0, 0, 0]), right: frame([1, 2, 3]), isMirrored: false };
    const distance = distanceBetween(pieces('A', 'B'), pieces('A'), drawn);
    expect(formatFarthest(pieces('A', 'B'), distance)).toBe('No vertices to compare.');
    expect(formatUncompared(distance)).toBe(
      'A was not compared: it has 2 and 1 vertices. 1 piece exists in only one file.',
    );
  });

  test('passes over numbers that are none', () => {
    const drawn = {
      left: frame([Number.NaN, 0, 0, 2, 0, 0]),
      right: frame([0, 0, 0, 0, 0, 0]),
      isMirrored: false,
    };
    expect(distanceBetween(pieces('A'), pieces('A'), drawn).farthest).toMatchObject({
      vertex: 1,
      distance: 2,
    });
  });

  test('finds a vertex that was moved in the file', () => {
    const left = open('clockwork.abc');
    const path = 'Pieces.Pieces[2].LODs[0].Vertices[17].Weights[0].Location';
    const { start } = nodeAt(left.parsed, path);
    const bytes = patched(left.parsed, start + 4, (view) =>
      view.setFloat32(0, view.getFloat32(0, true) + 40, true),
    );
    const right = open('clockwork.abc', Uint8Array.from(bytes));
    const request = { animation: -1, timeMs: 0, loop: false, lod: 0 };
    const [a, b] = [left.model?.evaluate(request), right.model?.evaluate(request)];
    if (!a || !b) throw new Error('no pose');
    const { farthest } = distanceBetween(left.info, right.info, { left: a, right: b, isMirrored: false });
    expect(farthest).toMatchObject({ left: 2, right: 2, vertex: 17 });
    // Weights are premultiplied, and their biases add up to 1 (abc.md §4.12).
    expect(farthest?.distance).toBeCloseTo(40, 2);
  });
});

describe('what stands for what in another file', () => {
  test('an animation: that of its name, else that of its number, else the bind pose', () => {
    const robot = open('clockwork.abc');
    const same = open('clockwork.abc');
    const jelly = open('jellyfish.abc');
    expect(matchClip(robot, { child: 0, animation: 1 }, same)).toEqual({
      clip: { child: 0, animation: 1 },
      by: 'name',
    });
    expect(matchClip(robot, { child: 0, animation: 1 }, jelly)).toEqual({
      clip: { child: 0, animation: 1 },
      by: 'index',
    });
    expect(matchClip(robot, { child: 0, animation: 3 }, jelly)).toMatchObject({ by: 'none' });
    expect(matchClip(robot, { child: 0, animation: -1 }, same)).toMatchObject({ by: 'bind' });
  });

  test('hidden pieces by their names, and levels as far as there are', () => {
    const robot = open('clockwork.abc');
    const same = open('clockwork.abc');
    const base = open('clockwork_base.abc');
    const jelly = open('jellyfish.abc');
    expect([...matchHidden(robot, new Set([0, 3]), same)]).toEqual([0, 3]);
    expect([...matchHidden(robot, new Set([0]), jelly)]).toEqual([]);
    expect(matchLevel(robot, 2, same)).toBe(2);
    expect(matchLevel(robot, 2, base)).toBe(0);
    // v6 counts collapses instead.
    expect(matchLevel(robot, 2, jelly)).toBe(0);
  });
});

describe('levels beside each other', () => {
  test('are the first ones, and of v6 none, half and all collapses', () => {
    expect(proposedLevels(open('clockwork.abc').info)).toEqual([0, 1, 2]);
    const { info } = open('jellyfish.abc');
    expect(info.lodCount).toBe(289);
    expect(proposedLevels(info)).toEqual([0, 144, 288]);
  });

  test('have the chosen one among them, and each can be another', () => {
    const file = open('jellyfish.abc');
    expect(levelsTogether(file)).toEqual([0]);
    file.look.levelsBeside.value = proposedLevels(file.info);
    expect(levelsTogether(file)).toEqual([0, 144, 288]);
    changeLevel(file, 144, 1000);
    expect(levelsTogether(file)).toEqual([0, 288]);
    changeLevel(file, 0, 100);
    expect(file.look.lod.value).toBe(100);
    expect(levelsTogether(file)).toEqual([100, 288]);
  });
});
