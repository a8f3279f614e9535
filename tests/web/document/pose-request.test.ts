import type { Info } from '@lithoscope/core';
import { effect } from '@preact/signals-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { OpenFile } from '../../../web/document/open-file.ts';
import { poseRequest } from '../../../web/document/pose-request.ts';
import { addFiles, closeAllFiles } from '../../../web/document/state.ts';
import { modelWith } from '../support/fakes.ts';

afterEach(closeAllFiles);

const vector = (x: number): [number, number, number] => [x, 0, 0];

/** As much of a model as a request is made from. */
function fileWith(name: string, animations: string[], more: Partial<Info> = {}): OpenFile {
  return modelWith(name, {
    animations: animations.map((animation) => ({ name: animation, length: 1000 })),
    childModels: [{ name: '', buildNumber: 1 }],
    ...more,
  });
}

const withChild = () =>
  fileWith('dancer.abc', ['Own'], {
    childModels: [
      { name: '', buildNumber: 1 },
      { name: 'Chars\\Models\\Base.abc', buildNumber: 7 },
    ],
    bindings: [
      [{ name: 'Flirt', extents: vector(0), origin: vector(1) }],
      [{ name: 'flirt', extents: vector(0), origin: vector(2) }],
    ],
  });

describe('the pose that is asked for', () => {
  test('is the bind pose of a file as it opens', () => {
    expect(poseRequest(fileWith('a.abc', ['Walk']))).toEqual({
      animation: -1,
      timeMs: 0,
      loop: true,
      lod: 0,
    });
  });

  test('is the same object until something in it changes', () => {
    const file = fileWith('a.abc', ['Walk']);
    const first = poseRequest(file);
    file.playback.speed.value = 2;
    expect(poseRequest(file)).toBe(first);
    file.playback.timeMs.value = 40;
    expect(poseRequest(file)).toMatchObject({ timeMs: 40 });
  });

  test('follows the signals', () => {
    const file = fileWith('a.abc', ['Walk']);
    const levels: number[] = [];
    effect(() => {
      levels.push(poseRequest(file).lod);
    });
    file.look.lod.value = 2;
    expect(levels).toEqual([0, 2]);
  });

  test('takes an inherited animation from its file, with the origin of the child model', () => {
    const file = withChild();
    const base = fileWith('base.ABC', ['Idle', 'Flirt']);
    file.playback.clip.value = { child: 1, animation: 1 };
    expect(poseRequest(file)).toMatchObject({ animation: -1 });
    addFiles([file, base]);
    expect(poseRequest(file)).toMatchObject({ animation: 1, source: base.model, origin: vector(2) });
    file.playback.clip.value = { child: 1, animation: 0 };
    expect(poseRequest(file)).toMatchObject({ animation: 0, origin: vector(0) });
  });

  test('leaves the origin of an own animation to the core', () => {
    const file = withChild();
    file.playback.clip.value = { child: 0, animation: 0 };
    expect(poseRequest(file)).not.toHaveProperty('origin');
    expect(poseRequest(file)).not.toHaveProperty('source');
  });

  test('lays on what is switched on and open, in order', () => {
    const file = fileWith('a.abc', ['Walk', 'Blink']);
    const layer = { weightSet: -1, timeMs: 5, runs: true, on: true };
    file.playback.layers.value = [
      { ...layer, id: 1, clip: { child: 0, animation: 1 }, weightSet: 3 },
      { ...layer, id: 2, clip: { child: 0, animation: 0 }, on: false },
      { ...layer, id: 3, clip: { child: 4, animation: 0 } },
      { ...layer, id: 4, clip: { child: 0, animation: 0 } },
    ];
    expect(poseRequest(file).layers).toEqual([
      { animation: 1, timeMs: 5, loop: true, weightSet: 3 },
      { animation: 0, timeMs: 5, loop: true },
    ]);
    file.playback.mode.value = 'once';
    expect(poseRequest(file).layers?.map(({ loop }) => loop)).toEqual([false, false]);
  });

  test('blends out of a transition', () => {
    const file = fileWith('a.abc', ['Walk']);
    const from = { locals: new Float32Array(), vertices: new Float32Array() };
    file.playback.transition.value = { from, elapsedMs: 50, durationMs: 200 };
    expect(poseRequest(file).transition).toEqual({ from, fraction: 0.25 });
  });

  test('reads a v6 file, and no other, as the user says', () => {
    const reading = { conjugateKeys: true };
    for (const version of [6, 12]) {
      const file = fileWith('a.abc', ['Walk'], { version });
      file.look.interpretation.value = reading;
      expect(poseRequest(file).interpretation).toEqual(version === 6 ? reading : undefined);
    }
  });
});
