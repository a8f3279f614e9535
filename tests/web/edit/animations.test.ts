import type { AbcFile } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { freeName } from '../../../web/changes/free-name.ts';
import {
  adopt,
  deleteKeys,
  insertKey,
  join,
  moveKeys,
  moveString,
  retime,
  reverse,
  scale,
  setString,
  trim,
} from '../../../web/edit/animations.ts';
import { copyKeys, pasteKeys } from '../../../web/edit/key-copies.ts';
import { edited, expectSame, moments, poseAt, why } from '../support/animations.ts';
import { loadCore } from '../support/core.ts';
import { nodeAt, patched } from '../support/edit.ts';
import { expectClose } from '../support/expect-close.ts';
import { fixture } from '../support/fixtures.ts';
import { sample } from '../support/samples.ts';

let clockwork: AbcFile;
let base: AbcFile;
let jellyfish: AbcFile;
const open = async (bytes: Uint8Array) => (await loadCore()).open(bytes);

beforeAll(async () => {
  [clockwork, base, jellyfish] = (await Promise.all(
    ['clockwork.abc', 'clockwork_base.abc', 'jellyfish.abc'].map((name) => open(sample(name))),
  )) as [AbcFile, AbcFile, AbcFile];
});

/** Whether two files are the same; `toEqual` of so many numbers is slow. */
const isSame = (a: AbcFile, b: AbcFile) => Buffer.compare(a.bytes, b.bytes) === 0;

const bindingOf = (model: AbcFile, binding: number) => model.pathOf({ bindingList: 0, binding });

/** Half of the coarsest step of the packed positions, units: what rounding a key to bytes may cost. */
function packedStep(model: AbcFile, animation: number, node: number): number {
  const place = nodeAt(model, `Animation.Anims[${animation}].NodeAnims[${node}].Scale`).start;
  const view = new DataView(model.bytes.buffer, model.bytes.byteOffset + place);
  const largest = Math.max(...[0, 4, 8].map((at) => Math.abs(view.getFloat32(at, true))));
  return (largest / 2) * Math.sqrt(3);
}

const SWIM = 2;
const BELL = 1;

describe('an animation that is reversed', () => {
  test('shows at t what was seen at length − t', () => {
    expectSame(edited(clockwork, reverse(clockwork, 2)), 2, clockwork, 2, (time) => 3000 - time);
    expectSame(edited(jellyfish, reverse(jellyfish, SWIM)), SWIM, jellyfish, SWIM, (time) => 1600 - time);
  });

  test('keeps its length when its first key is late, and is the same when reversed again', () => {
    const late = edited(clockwork, deleteKeys(clockwork, 2, [0]));
    const { times, strings } = late.keyframes(2);
    expect(times[0]).toBeGreaterThan(0);
    const there = edited(late, reverse(late, 2));
    expect(there.keyframes(2).times.at(-1)).toBe(times.at(-1));
    expect(Array.from(there.keyframes(2).strings).reverse().slice(1)).toEqual(Array.from(strings));
    const length = times.at(-1) ?? 0;
    expectSame(there, 2, late, 2, (time) => length - time);
    expectSame(edited(there, reverse(there, 2)), 2, late, 2, (time) => time);
  });

  test('has its frame strings at the mirrored times, and is the same file when reversed again', () => {
    const there = edited(base, reverse(base, 0));
    const before = base.keyframes(0);
    const after = there.keyframes(0);
    const pairs = Array.from(before.times, (time, i) => `${3200 - time} ${before.strings[i]}`);
    expect(Array.from(after.times, (time, i) => `${time} ${after.strings[i]}`)).toEqual(pairs.reverse());
    expect(isSame(edited(there, reverse(there, 0)), base)).toBe(true);
  });
});

describe('an animation that is trimmed', () => {
  test('shows at t what was seen at t after the cut, also where the cut is between two keys', () => {
    const part = edited(clockwork, trim(clockwork, 2, 415, 2333));
    expect(part.info.animations[2]).toMatchObject({ length: 2333 - 415 });
    expectSame(part, 2, clockwork, 2, (time) => time + 415);
    const cut = edited(jellyfish, trim(jellyfish, SWIM, 130, 1111));
    expect(cut.info.animations[SWIM]?.length).toBe(981);
    expectSame(cut, SWIM, jellyfish, SWIM, (time) => time + 130, packedStep(jellyfish, SWIM, BELL) + 2e-4);
  });

  test('keeps keys to the bit, with their strings', () => {
    const { times, strings } = base.keyframes(0);
    const [from = 0, to = 0] = [times[5], times[30]];
    const part = edited(base, trim(base, 0, from, to));
    expect(Array.from(part.keyframes(0).times)).toEqual(
      Array.from(times.slice(5, 31), (time) => time - from),
    );
    expect(part.keyframes(0).strings).toEqual(strings.slice(5, 31));
    for (const node of [0, 7]) {
      expect(part.track(0, node)?.rotations).toEqual(base.track(0, node)?.rotations.slice(20, 124));
      expect(part.track(0, node)?.translations).toEqual(base.track(0, node)?.translations.slice(15, 93));
    }
    expect(part.info.header.KeyframeCount).toBe(90 - 49 + 26);
  });

  test('may be a single moment; a range that is not there is refused', () => {
    const still = edited(clockwork, trim(clockwork, 2, 700, 700));
    expect(still.info.animations[2]).toMatchObject({ length: 0, keyframes: 1 });
    expectSame(still, 2, clockwork, 2, () => 700, 1e-6);
    expect(why(clockwork, trim(clockwork, 2, 700, 3001))).toBe('Choose a range within 0 to 3000 ms.');
    expect(why(clockwork, trim(clockwork, 2, 700, 600))).not.toBe('');
    expect(why(clockwork, trim(clockwork, 2, Number.NaN, 600))).not.toBe('');
  });
});

describe('an animation that is stretched', () => {
  test('shows at scaled times the same, and is the same file when stretched back', () => {
    const slow = edited(clockwork, retime(clockwork, 2, 6000));
    expectSame(slow, 2, clockwork, 2, (time) => time / 2);
    expect(isSame(edited(slow, retime(slow, 2, 3000)), clockwork)).toBe(true);
    const fast = edited(jellyfish, retime(jellyfish, SWIM, 800));
    expectSame(fast, SWIM, jellyfish, SWIM, (time) => time * 2);
    expect(nodeAt(fast, `Animation.Anims[${SWIM}].Length`)).toBeDefined();
    expect(fast.info.animations[SWIM]?.length).toBe(800);
  });

  test('keeps all keys apart down to a millisecond each, and no further', () => {
    const keys = clockwork.info.animations[2]?.keyframes ?? 0;
    const least = edited(clockwork, retime(clockwork, 2, keys - 1));
    expect(Array.from(least.keyframes(2).times)).toEqual(Array.from({ length: keys }, (_, i) => i));
    const tight = Array.from(edited(clockwork, retime(clockwork, 2, keys + 5)).keyframes(2).times);
    expect(tight).toEqual([...new Set(tight)].sort((a, b) => a - b));
    expect(tight.at(-1)).toBe(keys + 5);
    expect(why(clockwork, retime(clockwork, 2, keys - 2))).toContain('at least');
    expect(why(jellyfish, retime(jellyfish, 0, 100))).toContain('nothing to stretch');
  });
});

describe('keys', () => {
  test('made between two keys change nothing that is seen, and are gone without a trace when deleted', () => {
    const more = edited(base, insertKey(base, 0, 777));
    expect(more.info.animations[0]?.keyframes).toBe(50);
    expectSame(more, 0, base, 0, (time) => time);
    const at = Array.from(more.keyframes(0).times).indexOf(777);
    expect(isSame(edited(more, deleteKeys(more, 0, [at])), base)).toBe(true);
    expect(why(more, insertKey(more, 0, 777))).toBe('There is already a key at 777 ms.');
    const bent = edited(jellyfish, insertKey(jellyfish, SWIM, 333));
    expectSame(bent, SWIM, jellyfish, SWIM, (time) => time, packedStep(jellyfish, SWIM, BELL) + 2e-4);
    expect(why(jellyfish, deleteKeys(jellyfish, 0, [0]))).toBe('An animation needs at least one key.');
  });

  test('move past others with what they hold, and the length follows the last', () => {
    const { times, strings } = base.keyframes(0);
    const key = strings.findIndex((text) => text !== '');
    const by = (model: AbcFile, animation: number, one: number, time: number) =>
      moveKeys(model, animation, [one], time - (model.keyframes(animation).times[one] ?? 0));
    const to = (times[key + 2] ?? 0) + 3;
    const { prepared, places } = by(base, 0, key, to);
    const moved = edited(base, prepared);
    const place = places[0] ?? -1;
    expect(place).toBe(key + 2);
    expect(moved.keyframes(0).times[place]).toBe(to);
    expect(moved.keyframes(0).strings[place]).toBe(strings[key]);
    expect(moved.track(0, 3)?.rotations.slice(4 * place, 4 * place + 4)).toEqual(
      base.track(0, 3)?.rotations.slice(4 * key, 4 * key + 4),
    );
    expect(why(base, by(base, 0, key, times[key + 1] ?? 0).prepared)).toContain(
      `Key ${key + 2} is already at`,
    );
    const longer = edited(jellyfish, by(jellyfish, SWIM, 16, 2000).prepared);
    expect(longer.info.animations[SWIM]?.length).toBe(2000);
    expect(isSame(edited(longer, by(longer, SWIM, 16, 1600).prepared), jellyfish)).toBe(true);
  });

  test.each([37, -37, 417])('move together by %i ms, and back to the same file', (by) => {
    const { times } = base.keyframes(0);
    const keys = [9, 10, 11, 20];
    const { prepared, places } = moveKeys(base, 0, keys, by);
    const moved = edited(base, prepared);
    expect(places.map((place) => moved.keyframes(0).times[place])).toEqual(
      keys.map((key) => (times[key] ?? 0) + by),
    );
    expect(isSame(edited(moved, moveKeys(moved, 0, places, -by).prepared), base)).toBe(true);
  });

  test('are copied to another time and over others, bit by bit', () => {
    for (const [model, animation, node] of [
      [base, 0, 3],
      [jellyfish, SWIM, BELL],
    ] as const) {
      const keys = [1, 2, 4];
      const { times, strings } = model.keyframes(animation);
      const copied = copyKeys(model, animation, keys);
      // Over key 5, beyond the end, and at times without keys.
      for (const at of [times[5] ?? 0, (times.at(-1) ?? 0) + 100, 1]) {
        const { prepared, places } = pasteKeys(model, animation, copied, at);
        const pasted = edited(model, prepared);
        const after = pasted.keyframes(animation);
        expect(places.map((place) => after.times[place])).toEqual(
          keys.map((key) => (times[key] ?? 0) - (times[1] ?? 0) + at),
        );
        expect(places.map((place) => after.strings[place]).filter(Boolean)).toEqual(
          expect.arrayContaining(keys.map((key) => strings[key]).filter(Boolean)),
        );
        places.forEach((place, i) => {
          for (const width of [3, 4] as const) {
            const values = (file: AbcFile, key: number) => {
              const track = file.track(animation, node);
              const list = width === 3 ? track?.translations : track?.rotations;
              return list?.slice(key * width, (key + 1) * width);
            };
            expect(values(pasted, place)).toEqual(values(model, keys[i] ?? 0));
          }
        });
      }
    }
  });

  test('go into another animation of the same nodes, and not into another skeleton', () => {
    const copied = copyKeys(base, 0, [3]);
    const { prepared, places } = pasteKeys(base, 1, copied, 5);
    const pasted = edited(base, prepared);
    expect(pasted.track(1, 3)?.rotations.slice(4 * (places[0] ?? 0), 4 * (places[0] ?? 0) + 4)).toEqual(
      base.track(0, 3)?.rotations.slice(12, 16),
    );
    expect(why(jellyfish, pasteKeys(jellyfish, SWIM, copied, 5).prepared)).toBe(
      'The copied keys belong to another skeleton.',
    );
  });

  test('get, lose and hand on frame strings', () => {
    const said = edited(clockwork, setString(clockwork, 1, 4, 'FX_KEY spark'));
    expect(said.keyframes(1).strings[4]).toBe('FX_KEY spark');
    expect(said.info.header).toMatchObject({
      StringCount: 33,
      StringLengthTotal: 317 + 'FX_KEY spark'.length,
    });
    const there = edited(said, moveString(said, 1, 4, 9));
    expect(
      there
        .keyframes(1)
        .strings.map((text, i) => (text ? i : -1))
        .filter((i) => i >= 0),
    ).toEqual([2, 9, 10]);
    expect(isSame(edited(there, setString(there, 1, 9, '')), clockwork)).toBe(true);
    expect(why(there, moveString(there, 1, 4, 9))).toBe('Key 10 already has a frame string.');
    expect(edited(jellyfish, setString(jellyfish, 1, 3, '[sound:a.wav]')).keyframes(1).strings[3]).toBe(
      '[sound:a.wav]',
    );
  });
});

describe('an animation that is scaled', () => {
  test('has every translation so many times as large, and rotations as they were', () => {
    const large = edited(clockwork, scale(clockwork, 1, 2));
    for (const node of [0, 5]) {
      const expected = clockwork.track(1, node)?.translations.map((value) => value * 2) ?? [];
      expect(large.track(1, node)?.translations).toEqual(expected);
      expect(large.track(1, node)?.rotations).toEqual(clockwork.track(1, node)?.rotations);
    }
    expect(isSame(edited(large, scale(large, 1, 0.5)), clockwork)).toBe(true);
  });

  test('of v6 moves nodes and deformation so many times as far from their parents', () => {
    const large = edited(jellyfish, scale(jellyfish, SWIM, 2));
    const [was, is] = [poseAt(jellyfish, SWIM, 450), poseAt(large, SWIM, 450)];
    const places = (nodes: Float32Array) => Array.from({ length: 27 }, (_, i) => nodes[16 * i + 3] ?? 0);
    expectClose(
      places(is.nodes),
      places(was.nodes).map((x) => x * 2),
      1e-4,
      'x of the nodes',
    );
    // A vertex that is deformed is where the animation says, in the space of its node: all of it scales.
    const { deformation, node } = jellyfish.weights(0, 0);
    const deformed = deformation.findIndex((place, i) => place >= 0 && node[i] === BELL);
    const at = (positions: Float32Array[]) =>
      Array.from(positions[0]?.slice(3 * deformed, 3 * deformed + 3) ?? []);
    expectClose(
      at(is.positions),
      at(was.positions).map((x) => x * 2),
      1e-3,
      'a deformation vertex',
    );
  });

  test('takes the dims along where that is wanted, in the binding too', () => {
    const large = edited(clockwork, scale(clockwork, 1, -0.5, true));
    expect(large.info.animations[1]?.extents).toEqual([9, 26.5, 9]);
    expect(large.info.bindings[0]?.[1]?.extents).toEqual([9, 26.5, 9]);
    // A binding that said something else is left alone.
    const odd = edited(clockwork, [{ op: 'set', path: `${bindingOf(clockwork, 1)}.Extents.X`, value: 7 }]);
    const scaled = edited(odd, scale(odd, 1, 2, true));
    expect(scaled.info.animations[1]?.extents).toEqual([36, 106, 36]);
    expect(scaled.info.bindings[0]?.[1]?.extents).toEqual([7, 53, 18]);
    expect(why(clockwork, scale(clockwork, 1, 1e38))).toBe('Some numbers would be too large for the file.');
    expect(edited(jellyfish, scale(jellyfish, SWIM, 2, true)).info.animations[SWIM]?.extents).toEqual([
      40, 68, 40,
    ]);
  });
});

describe('an animation that is taken over', () => {
  test('moves the model as the other file did, with its keys, strings, dims and binding', () => {
    const richer = edited(clockwork, adopt(clockwork, base, 0, 'Dance'));
    const info = richer.info.animations[4];
    expect(info).toMatchObject({
      name: 'Dance',
      keyframes: 49,
      extents: [18, 53, 18],
      interpolationTime: 200,
    });
    expect(richer.info.bindings[0]).toHaveLength(5);
    expect(richer.info.bindings[0]?.[4]).toEqual(base.info.bindings[0]?.[0]);
    expect(richer.keyframes(4)).toEqual(base.keyframes(0));
    for (const timeMs of moments(base, 0)) {
      const request = { timeMs, loop: false, lod: 0, origin: [0, 0, 0] as [number, number, number] };
      const expected = clockwork.evaluate({ ...request, animation: 0, source: base });
      expect(richer.evaluate({ ...request, animation: 4 })?.nodes).toEqual(expected?.nodes);
    }
  });

  test('of v6 comes with its deformation and dims, conjugated where the files differ in that', async () => {
    const richer = edited(jellyfish, adopt(jellyfish, jellyfish, SWIM, 'swim_2'));
    expectSame(richer, 3, jellyfish, SWIM, (time) => time, 0);
    expect(richer.info.animations[3]?.extents).toEqual([20, 34, 20]);
    const flag = nodeAt(jellyfish, 'TransformInfo.FixAnimKeyframes').start;
    const other = await open(patched(jellyfish, flag, (view) => view.setInt32(0, 1, true)));
    const turned = edited(jellyfish, adopt(jellyfish, other, SWIM, 'turned'));
    expectSame(turned, 3, other, SWIM, (time) => time, 1e-5);
  });

  test('is refused with the difference', async () => {
    const words = 'One of the models has version 6, whose animations are of a different kind.';
    expect(clockwork.skeletonDifference(jellyfish)).toBe(words);
    expect(why(clockwork, adopt(clockwork, jellyfish, 0, 'x'))).toBe(words);
    expect(clockwork.skeletonDifference(base)).toBe('');
    const other = await open(fixture('v12_full.abc'));
    expect(why(clockwork, adopt(clockwork, other, 0, 'x'))).toBe(
      'The skeletons differ: only this model has the node Pelvis.',
    );
  });
});

describe('an animation that is joined with another', () => {
  test('goes on with it after the gap', () => {
    const { length: first = 0 } = clockwork.info.animations[1] ?? {};
    const { length: second = 0 } = clockwork.info.animations[2] ?? {};
    const both = edited(clockwork, join(clockwork, 1, 2, 250));
    expect(both.info.animations[1]?.length).toBe(first + 250 + second);
    expectSame(both, 1, clockwork, 1, (time) => time, 2e-4, moments(clockwork, 1));
    const later = moments(clockwork, 2).map((time) => first + 250 + time);
    expectSame(both, 1, clockwork, 2, (time) => time - first - 250, 2e-4, later);
    expect(both.info.animations[2]?.length).toBe(second);
  });

  test('of v6 keeps the deformation of both', () => {
    const { length: first = 0 } = jellyfish.info.animations[1] ?? {};
    const both = edited(jellyfish, join(jellyfish, 1, SWIM, 100));
    const step = packedStep(both, 1, BELL) + 2e-4;
    expectSame(both, 1, jellyfish, 1, (time) => time, step, moments(jellyfish, 1));
    const later = moments(jellyfish, SWIM).map((time) => first + 100 + time);
    expectSame(both, 1, jellyfish, SWIM, (time) => time - first - 100, step, later);
  });
});

test('a new name is one that no animation has', () => {
  expect(freeName(['Walk', 'walk_2'], 'Run')).toBe('Run');
  expect(freeName(['Walk', 'walk_2'], 'walk')).toBe('walk_3');
  expect(freeName(['RightHandSocket'], 'RightHandSocket', 15)).toBe('RightHandSock_2');
});
