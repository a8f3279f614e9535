/** Memory of opened files: `release` frees it at once, and a released file answers as one of no bytes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from './support/core.ts';
import { loadDtx } from './support/dtx.ts';
import { sample } from './support/samples.ts';

const clockwork = sample('clockwork.abc');
/** A frame of the first animation. */
const PLAYED = { animation: 0, timeMs: 40, loop: true, lod: 0 };
/** The allocator's own bytes vary a little with how the free memory is divided. */
const TOLERANCE = 1024;

const core = await loadCore();

/** The C++ side of a file of no bytes, which released files share, is made with the first release. */
beforeAll(() => core.open(clockwork).release());

describe('memory', () => {
  test('of a file is freed when it is released', () => {
    const before = core.memory();
    const file = core.open(clockwork);
    expect(core.memory() - before).toBeGreaterThan(clockwork.length);
    file.release();
    expect(core.memory() - before).toBeLessThan(TOLERANCE);
  });

  test('of a hundred files, played and read, is freed when they are released', () => {
    const before = core.memory();
    for (let i = 0; i < 100; i++) {
      const file = core.open(clockwork);
      file.evaluate(PLAYED);
      file.leaves(0, 1000);
      file.children('');
      file.release();
    }
    expect(core.memory() - before).toBeLessThan(TOLERANCE);
  });

  test('of a texture is freed when it is released', async () => {
    const dtx = await loadDtx();
    const bytes = sample('clockwork.dtx');
    dtx.open(bytes).release();
    const before = dtx.memory();
    const file = dtx.open(bytes);
    expect(dtx.memory() - before).toBeGreaterThan(bytes.length);
    file.release();
    expect(dtx.memory() - before).toBeLessThan(TOLERANCE);
    expect(file.pixels(0)).toBeNull();
    expect(file.texture).not.toBeNull();
  });

  test('is not taken by a frame that is filled again', () => {
    const file = core.open(clockwork);
    const frame = file.evaluate(PLAYED) ?? expect.fail('no frame');
    const before = core.memory();
    for (let time = 0; time < 1000; time += 33) file.evaluate({ ...PLAYED, timeMs: time }, frame);
    expect(core.memory()).toBe(before);
    file.release();
  });
});

describe('a released file', () => {
  const file = core.open(clockwork);
  const { info, findings, engine, coverage, size } = file;
  const frame = file.evaluate(PLAYED);
  file.release();

  test('says so, once and for all', () => {
    expect(file.isReleased).toBe(true);
    file.release();
    expect(file.isReleased).toBe(true);
    expect(core.open(clockwork).isReleased).toBe(false);
  });

  test('keeps what was told when it was opened', () => {
    expect(info.pieces.length).toBeGreaterThan(0);
    expect(file).toMatchObject({ info, findings, engine, coverage, size });
  });

  test('answers as a file of no bytes', async () => {
    expect(file.bytes).toHaveLength(0);
    expect(file.at(0, 10)).toHaveLength(0);
    expect(await file.read(0, 10)).toHaveLength(0);
    expect(file.leaves(0, size).offset).toHaveLength(0);
    expect(file.paths(0, size)).toEqual([]);
    expect(file.notKnown().start).toHaveLength(0);
    expect(file.children('')).toEqual([]);
    expect(file.resolve('Pieces')).toBeNull();
    expect(file.ancestors(20)).toEqual([]);
    expect(file.topology(0, 0).corners).toHaveLength(0);
    expect(file.weights(0, 0).node).toHaveLength(0);
    expect(file.keyframes(0).times).toHaveLength(0);
    expect(file.track(0, 0)).toBeNull();
    expect(file.evaluate(PLAYED)).toBeNull();
    expect(file.evaluate({ ...PLAYED, animation: -1 })).toBeNull();
    expect(file.freeze(PLAYED)).toBeNull();
    expect(file.schema()).toBeNull();
  });

  test('leaves frames of it as they are', () => {
    expect(frame?.pieces).toHaveLength(info.pieces.length);
  });

  test('gives no animations to others', () => {
    const other = core.open(clockwork);
    expect(other.evaluate({ ...PLAYED, source: file })).toBeNull();
    expect(other.compareChild(1, file).fits).toBe(false);
    other.release();
  });
});

describe('a frame that is filled again', () => {
  const file = core.open(clockwork);

  test('has the arrays that it had, with new numbers', () => {
    const frame = file.evaluate(PLAYED) ?? expect.fail('no frame');
    const before = { ...frame, pieces: frame.pieces.map((piece) => ({ ...piece })) };
    const first = [...frame.nodes];
    expect(file.evaluate({ ...PLAYED, timeMs: 400 }, frame)).toBe(frame);
    expect(frame.nodes).toBe(before.nodes);
    frame.pieces.forEach((piece, i) => {
      expect(piece.positions).toBe(before.pieces[i]?.positions);
      expect(piece.normals).toBe(before.pieces[i]?.normals);
    });
    expect([...frame.nodes]).not.toEqual(first);
    expect(frame).toEqual(file.evaluate({ ...PLAYED, timeMs: 400 }));
  });

  test('takes arrays of other lengths for another level or file', () => {
    const lod = file.info.lodCount - 1;
    const frame = file.evaluate(PLAYED) ?? expect.fail('no frame');
    expect(file.evaluate({ ...PLAYED, lod }, frame)).toEqual(file.evaluate({ ...PLAYED, lod }));
    const other = core.open(sample('jellyfish.abc'));
    expect(other.evaluate({ ...PLAYED, animation: -1 }, frame)).toEqual(
      other.evaluate({ ...PLAYED, animation: -1 }),
    );
  });

  test('is left as it is by a request for a part that is not there', () => {
    const frame = file.evaluate(PLAYED) ?? expect.fail('no frame');
    const before = structuredClone(frame);
    expect(file.evaluate({ ...PLAYED, animation: 999 }, frame)).toBeNull();
    expect(frame).toEqual(before);
  });
});
