/** Animations whose keys were moved to equal distances, which is also how programs write samples. */
import { type Animation, type Document, Logger, WebIO } from '@gltf-transform/core';
import type { AbcFile } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';
import { back, type CameBack, glbOf } from '../support/way-back.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const UNLIT = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));

/** Milliseconds of a key. */
type At = (key: number) => number;
const evenly =
  (step: number): At =>
  (key) =>
    key * step;

/** Puts the keys of an animation at these times. */
function retime(document: Document, name: string, at: At): Animation {
  const [buffer = null] = document.getRoot().listBuffers();
  const animation = document
    .getRoot()
    .listAnimations()
    .find((each) => each.getName() === name) as Animation;
  for (const sampler of animation.listSamplers()) {
    const count = sampler.getInput()?.getCount() ?? 0;
    const times = Float32Array.from({ length: count }, (_, key) => at(key) / 1000);
    sampler.setInput(document.createAccessor().setArray(times).setType('SCALAR').setBuffer(buffer));
  }
  return animation;
}

async function changed(of: string, change: (document: Document) => void): Promise<[AbcFile, CameBack]> {
  const file = core.open(sample(of));
  const document = await UNLIT.readBinary(await glbOf(file));
  change(document);
  return [file, await back(core, editing, await UNLIT.writeBinary(document), file)];
}

const named = (file: AbcFile, name: string) =>
  file.info.animations.findIndex((animation) => animation.name === name);

/** Each key of one file has the pose and the frame string of that of another. */
function expectSameKeys([file, a]: [AbcFile, number], [other, b]: [AbcFile, number], at: At): void {
  const [before, after] = [file.keyframes(a), other.keyframes(b)];
  expect([...after.times]).toEqual(Array.from(before.times, (_, key) => at(key)));
  expect(after.strings).toEqual(before.strings);
  const placesAt = (of: AbcFile, animation: number, timeMs: number) =>
    of
      .evaluate({ animation, timeMs, loop: false, lod: 0 })
      ?.pieces.flatMap(({ positions }) => [...positions]) ?? [];
  for (const [key, time] of before.times.entries()) {
    const now = placesAt(other, b, at(key));
    const off = placesAt(file, a, time).map((value, i) => Math.abs(value - (now[i] ?? Number.NaN)));
    expect(Math.max(...off), `key ${key}`).toBeLessThan(1e-3);
  }
}

test.each([
  ['clockwork.abc', 'Walk', 80],
  ['clockwork.abc', 'Blink', 70],
  ['clockwork.abc', 'Wave', 90],
  ['jellyfish.abc', 'swim', 80],
])('%s: keys of %s at %d ms are its keys', async (of, name, step) => {
  await expectRetimed(of, name, evenly(step));
});

test('keys at uneven distances are its keys, too', async () => {
  for (const at of [(key: number) => 10 * (key * key + 3 * key), (key: number) => 20 * key + (key % 3)])
    await expectRetimed('clockwork.abc', 'Walk', at);
});

async function expectRetimed(of: string, name: string, at: At): Promise<void> {
  const [file, merged] = await changed(of, (document) => retime(document, name, at));
  expect(merged.notes).toEqual([]);
  const animation = named(file, name);
  expectSameKeys([file, animation], [merged.file, animation], at);
  for (const { path } of merged.changes) expect(path).toMatch(new RegExp(`\\[${animation}\\]$`));
}

test('an animation that was renamed and retimed is one change', async () => {
  const [file, merged] = await changed('clockwork.abc', (document) => {
    retime(document, 'Walk', evenly(50)).setName('Run');
  });
  const walk = named(file, 'Walk');
  expect(merged.file.info.animations.map(({ name }) => name)).toEqual(
    file.info.animations.map(({ name }) => (name === 'Walk' ? 'Run' : name)),
  );
  expectSameKeys([file, walk], [merged.file, walk], evenly(50));
  const messages = merged.changes.map(({ message }) => message);
  expect(messages).toContain('Animation “Walk” renamed to “Run”.');
  expect(messages.filter((message) => /^Animation “(Walk|Run)” (added|removed)/.test(message))).toEqual([]);
});

test('a new animation with as many keys as one that is gone is a new one', async () => {
  const [, merged] = await changed('clockwork.abc', (document) => {
    const walk = retime(document, 'Walk', evenly(50)).setName('Sway');
    for (const channel of walk.listChannels()) {
      const output = channel.getTargetPath() === 'rotation' ? channel.getSampler()?.getOutput() : null;
      for (let key = 0; key < (output?.getCount() ?? 0); key++) output?.setElement(key, [0.6, 0, 0, 0.8]);
    }
  });
  const messages = merged.changes.map(({ message }) => message);
  expect(messages).toContain('Animation “Walk” removed: it is no longer in the GLB.');
  expect(messages.some((message) => message.startsWith('Animation “Sway” added'))).toBe(true);
});

test('a spline at times that no file has is refused', async () => {
  const changing = changed('clockwork.abc', (document) => {
    const [buffer = null] = document.getRoot().listBuffers();
    const walk = document
      .getRoot()
      .listAnimations()
      .find((each) => each.getName() === 'Walk') as Animation;
    const floats = (type: 'SCALAR' | 'VEC4', ...numbers: number[]) =>
      document.createAccessor().setType(type).setArray(Float32Array.from(numbers)).setBuffer(buffer);
    const sampler = walk
      .listChannels()
      .find((channel) => channel.getTargetPath() === 'rotation')
      ?.getSampler();
    const [still, slope] = [
      [0, 0, 0, 0],
      [1, 0, 0, 0],
    ] as const;
    sampler
      ?.setInterpolation('CUBICSPLINE')
      .setInput(floats('SCALAR', 0, 1e30))
      // Slope, rotation, slope.
      .setOutput(floats('VEC4', ...still, 0, 0, 0, 1, ...slope, ...slope, 0, 1, 0, 0, ...still));
  });
  await expect(changing).rejects.toThrow('The animation “Walk” has keys later than a file can have them.');
});
