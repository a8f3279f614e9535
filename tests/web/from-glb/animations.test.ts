/** The animations of a GLB from anywhere: whole milliseconds, keys of all nodes at the same times, where glTF has them. */
import type { Lithoscope, Vec3 } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { cornersOf, expectPlaces, imported, Making, QUARTER, UPRIGHT } from '../support/import-model.ts';

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

describe('animations', () => {
  /** A box that is moved by channels. */
  function thing(making: Making) {
    return making.node('thing').setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]));
  }
  const corner = (file: Parameters<typeof cornersOf>[0], ms: number) => cornersOf(file, 0, 0, ms)[0];

  test('have the keys of all channels, the first at 0, and say where that was', async () => {
    const making = new Making();
    const node = thing(making);
    const animation = making.animation('go', [
      { node, path: 'translation', times: [1, 1.5, 2], values: [0, 0, 0, 4, 0, 0, 4, 8, 0] },
      { node, path: 'rotation', times: [1, 1.25, 2], values: [...UPRIGHT, ...QUARTER, ...QUARTER] },
    ]);
    animation.setExtras({
      lt_events: [
        { time: 1.75, text: 'FOOTSTEP_KEY 1' },
        { time: 1.25, text: 'a' },
        { time: 1.25, text: 'b' },
      ],
    });
    const { file, starts, animations } = await imported(core, editing, making.source);
    const { times, strings } = file.keyframes(0);
    expect([...times]).toEqual([0, 250, 500, 750, 1000]);
    expect(strings).toEqual(['', 'a;b', '', 'FOOTSTEP_KEY 1', '']);
    expect([...starts]).toEqual([1000]);
    expect([...animations]).toEqual([0]);
    expectPlaces(
      [corner(file, 250) as Vec3, corner(file, 750) as Vec3],
      [
        [-2, 0, 0],
        [-4, 4, 0],
      ],
    );
    expect(file.info.animations[0]?.interpolationTime).toBe(200);
    // The box of the triangle all the way, by half: x from −1 to 5, y from 0 to 9.
    expect(file.info.animations[0]?.extents[1]).toBeCloseTo(4.5, 1);
  });

  test('step within a millisecond', async () => {
    const making = new Making();
    const node = thing(making);
    making.animation('blink', [
      {
        node,
        path: 'translation',
        times: [0, 0.5, 1],
        values: [0, 0, 0, 0, 0, 0, 6, 0, 0],
        interpolation: 'STEP',
      },
    ]);
    const { file } = await imported(core, editing, making.source);
    expect([...file.keyframes(0).times]).toEqual([0, 500, 999, 1000]);
    expectPlaces(
      [corner(file, 999) as Vec3, corner(file, 1000) as Vec3],
      [
        [0, 0, 0],
        [-6, 0, 0],
      ],
    );
  });

  test('on curves have as many keys as they need', async () => {
    const making = new Making();
    const node = thing(making);
    // From 0 to 10 in 2 s, with tangents of 0 and 3 a second.
    making.animation('ease', [
      {
        node,
        path: 'translation',
        times: [0, 2],
        values: [0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 10, 0, 0, 0, 0, 0],
        interpolation: 'CUBICSPLINE',
      },
    ]);
    const { file, codes } = await imported(core, editing, making.source);
    expect(codes).toContain('KEYS_ADDED');
    expect(file.keyframes(0).times.length).toBeLessThan(200);
    for (let ms = 0; ms <= 2000; ms += 37) {
      const t = ms / 2000;
      const x = 10 * (3 * t ** 2 - 2 * t ** 3) + 2 * 3 * (t ** 3 - t ** 2);
      expect(Math.abs((corner(file, ms)?.[0] ?? 0) + x), `${ms} ms`).toBeLessThan(3.5e-4);
    }
  });

  test('that turn sharply between two milliseconds have a key on both sides', async () => {
    const making = new Making();
    const node = thing(making);
    making.animation('hit', [
      { node, path: 'translation', times: [0, 1 / 3, 2 / 3], values: [0, 0, 0, 100, 0, 0, 0, 0, 0] },
    ]);
    const { file } = await imported(core, editing, making.source);
    expect([...file.keyframes(0).times]).toEqual([0, 333, 334, 666, 667]);
    for (const ms of [100, 333, 334, 500, 666])
      expect(-(corner(file, ms)?.[0] ?? 0)).toBeCloseTo(100 - Math.abs(ms - 1000 / 3) * 0.3, 2);
  });

  test('cannot scale: the name of the node and how far it is off are said', async () => {
    const making = new Making();
    const node = thing(making);
    making.animation('grow', [{ node, path: 'scale', times: [0, 1], values: [1, 1, 1, 3, 3, 3] }]);
    const { report } = await imported(core, editing, making.source);
    const note = report.notes.find(({ code }) => code === 'SCALE_ANIMATED');
    // The corner at (1, 0, 0) ought to be at (3, 0, 0).
    expect(note?.message).toContain('what thing moves is up to 2 units off');
  });

  test('under a scale that is not even are off where they turn, and are so far off as is said', async () => {
    const making = new Making();
    const above = making.node('squash').setScale([1, 2, 1]);
    const node = making.node('thing', [0, 0, 0], above).setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    making.animation('turn', [{ node, path: 'rotation', times: [0, 1], values: [...UPRIGHT, ...QUARTER] }]);
    const { file, report } = await imported(core, editing, making.source);
    // The corner at (1, 0) is stretched to (0, 2) where it turns up; in the model it is at (0, 1). The other is off as much.
    expect(cornersOf(file, 0, 0, 1000)[2]?.[1]).toBeCloseTo(1, 5);
    const message = report.notes.find(({ code }) => code === 'SCALE_ANIMATED')?.message ?? '';
    const [, said = ''] = /what thing moves is up to ([\d.]+) units off/.exec(message) ?? [];
    expect(Number(said)).toBeGreaterThanOrEqual(1);
    expect(Number(said)).toBeLessThanOrEqual(2);
  });

  test('that are not asked for are left out; nodes that none moves rest', async () => {
    const making = new Making();
    const node = thing(making);
    for (const name of ['a', 'b'])
      making.animation(name, [{ node, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]);
    const { file, animations } = await imported(core, editing, making.source, { animations: [1] });
    expect(file.info.animations.map(({ name }) => name)).toEqual(['b']);
    expect([...animations]).toEqual([1]);
  });

  test('of morph targets are left out from version 9 on, but for the shape when nothing plays', async () => {
    const making = new Making();
    const node = thing(making);
    const mesh = node.getMesh();
    const target = making.document
      .createPrimitiveTarget()
      .setAttribute('POSITION', making.accessor([0, 0, 4, 0, 0, 0, 0, 0, 0], 'VEC3'));
    mesh?.listPrimitives()[0]?.addTarget(target);
    mesh?.setWeights([0.5]);
    making.animation('swell', [{ node, path: 'weights', times: [0, 1], values: [0, 1] }]);
    const { file, codes } = await imported(core, editing, making.source);
    expect(codes).toContain('MORPHS_LEFT_OUT');
    expectPlaces([corner(file, 0) as Vec3], [[0, 0, 2]]);
    expect(file.info.animations[0]?.length).toBe(1000);
  });
});
