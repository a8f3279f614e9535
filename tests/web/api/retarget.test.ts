/** `Model.retarget`: poses of what is added, against those of the source and against places worked out by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { LithoscopeError, type Model, open, setModules } from '../../../web/api/index.ts';
import { textModel } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { expectClose } from '../support/expect-close.ts';
import { sample } from '../support/samples.ts';

const root = join(import.meta.dirname, '../../..');
const module = (name: string) => new Uint8Array(readFileSync(join(root, `build/wasm/${name}.wasm`)));

beforeAll(() => {
  setModules({
    lithoscope: module('lithoscope'),
    editing: module('editing'),
    jupiter: module('jupiter'),
  });
});

async function asModel(bytes: Uint8Array, name = ''): Promise<Model> {
  const file = await open(bytes, { name });
  if (file.kind !== 'model') expect.fail(`it is ${file.kind}`);
  return file;
}
const clockwork = () => asModel(sample('clockwork.abc'), 'clockwork.abc');

async function refusalOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof LithoscopeError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'not refused';
}

/** The sample with other names of nodes. */
async function renamed(nameOf: (name: string) => string): Promise<Model> {
  const file = await clockwork();
  const { file: changed } = await file.edit(
    file.info.nodes.map(({ name }, i) => ({
      op: 'set' as const,
      path: `Nodes.Nodes[${i}].Name`,
      value: nameOf(name),
    })),
  );
  file.release();
  return changed;
}

const times = [0, 125, 333, 500];

/** @param of file units by which places may differ */
function expectSamePoses(a: Model, animation: string, b: Model, other: string, off = 1e-4): void {
  for (const time of times) {
    const mine = a.pose({ animation, time });
    expect(mine?.length).toBe(16 * a.info.nodes.length);
    expectClose(mine ?? [], b.pose({ animation: other, time }) ?? [], off, `${animation} at ${time}`);
  }
}

test('the animation of the same skeleton is the same', async () => {
  const file = await clockwork();
  const {
    file: changed,
    added,
    report,
    newErrors,
  } = await file.retarget(file, { animations: ['walk', 'W*'] });
  expect(added).toEqual(['Walk_2', 'Wave_2']);
  expect(newErrors).toEqual([]);
  expect(report.unused).toEqual([]);
  expect(report.scale).toBe(1);
  expect(report.pairs).toEqual(
    file.info.nodes.map(({ name }) => ({ target: name, source: name, by: 'name' })),
  );
  expect(changed.info.animations).toHaveLength(file.info.animations.length + 2);
  expectSamePoses(changed, 'Walk_2', file, 'Walk');
  expectSamePoses(changed, 'Wave_2', file, 'Wave');
  const [old, made] = ['Walk', 'Walk_2'].map((wanted) =>
    changed.keyframes(changed.info.animations.findIndex(({ name }) => name === wanted)),
  );
  expect(made).toEqual(old);
  for (const one of [file, changed]) one.release();
});

test('similar names match, unless they are not to', async () => {
  const file = await clockwork();
  const other = await renamed((name) => `mixamorig:${name.replaceAll('_', ' ')}`);
  const { file: changed, report } = await file.retarget(other, { animations: ['Walk'] });
  expect(report.pairs.map(({ by }) => by)).toEqual(file.info.nodes.map(() => 'similar'));
  expectSamePoses(changed, 'Walk_2', file, 'Walk');
  expect(await refusalOf(file.retarget(other, { similar: false }))).toBe(
    'REFUSED: No node of the target matches one of the source.',
  );
  for (const one of [file, other, changed]) one.release();
});

test('what is chosen comes before names, and what has no pair stays as in the bind pose', async () => {
  const file = await clockwork();
  const { file: changed, report } = await file.retarget(file, {
    animations: ['Walk'],
    map: { head: null, L_Thigh: 'R_Thigh' },
  });
  const pairOf = (wanted: string) => report.pairs.find(({ target }) => target === wanted);
  expect(pairOf('Head')).toEqual({ target: 'Head', source: null, by: 'nothing' });
  expect(pairOf('L_Thigh')).toEqual({ target: 'L_Thigh', source: 'R_Thigh', by: 'choice' });
  expect(report.unused).toEqual(['Head', 'L_Thigh']);
  // A node relative to its parent, as in the bind pose: the inverse of a rigid matrix is its transpose.
  const local = (matrices: Float32Array | null, node: string) => {
    const index = file.info.nodes.findIndex(({ name }) => name === node);
    const parent = file.info.nodes[index]?.parent ?? -1;
    const of = (i: number) => Array.from(matrices?.subarray(16 * i, 16 * i + 16) ?? []);
    const [mine, above] = [of(index), of(parent)];
    const at = (list: readonly number[], i: number) => list[i] as number;
    return [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) =>
        [0, 1, 2].reduce((sum, k) => sum + at(above, 4 * k + row) * at(mine, 4 * k + column), 0),
      ),
    );
  };
  const walking = changed.pose({ animation: 'Walk_2', time: 250 });
  expectClose(local(walking, 'Head'), local(file.pose(), 'Head'), 1e-5, 'head');
  expect(local(walking, 'Neck')).not.toEqual(local(file.pose(), 'Neck'));
  for (const one of [file, changed]) one.release();
});

test('a compiled model lends its animations, at the scale that is given', async () => {
  const file = await clockwork();
  const source = await asModel(compiledModel(), 'RISE.LTB');
  const { file: changed, added } = await file.retarget(source, { map: { Pelvis: 'root' }, scale: 2 });
  expect(added).toEqual(['rise']);
  const info = changed.info.animations.at(-1);
  // Half of the box of the source, twice as large.
  expect(info?.extents).toEqual([20, 40, 20]);
  expect(info?.interpolationTime).toBe(150);
  const bind = file.pose() ?? [];
  const risen = changed.pose({ animation: 'rise', time: 1000 }) ?? [];
  // All nodes hang on the one that moves up by 3 in a second: twice that.
  const expected = Array.from(bind, (value, i) => (i % 16 === 7 ? value + 6 : value));
  expectClose(risen, expected, 1e-4, 'risen');
  for (const one of [file, source, changed]) one.release();
});

test('what cannot be done is said', async () => {
  const file = await clockwork();
  const text = await asModel(textModel(), 'a.lta');
  expect(await refusalOf(file.retarget(file, { animations: ['swim'] }))).toBe(
    'NOT_FOUND: The source does not contain the animation "swim".',
  );
  expect(await refusalOf(file.retarget(file, { map: { tail: 'Head' } }))).toBe(
    'NOT_FOUND: The target has no node “tail”.',
  );
  expect(await refusalOf(file.retarget(file, { map: { Head: 'tail' } }))).toBe(
    'NOT_FOUND: The source has no node “tail”.',
  );
  expect(await refusalOf(text.retarget(file, { map: { [text.info.nodes[0]?.name ?? '']: 'Pelvis' } }))).toBe(
    'REFUSED: Animations can be added to models in ABC only: convert the model first.',
  );
  expect(await refusalOf(file.retarget(file, { scale: 0 }))).toMatch(/^WRONG_ARGUMENT: /);
  text.release();
  expect(await refusalOf(file.retarget(text))).toMatch(/^RELEASED: /);
  file.release();
  expect(await refusalOf(file.retarget(file))).toMatch(/^RELEASED: /);
});
