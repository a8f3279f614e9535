/** Real files and independently made ones against what other programs say of them. */
import { readFileSync } from 'node:fs';
import type { AbcFile, Frame, Lithoscope } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { childOrigin } from '../../../web/explain/bindings.ts';
import { loadCore } from '../support/core.ts';
import { corpusFiles, corpusNote, corpusPath, hasCorpus } from '../support/corpus.ts';
import { expectClose } from '../support/expect-close.ts';

type Vector = [number, number, number];

interface ExpectedPose {
  anim: string;
  time: number;
  /** v9+ only, as are base and origin. */
  lod?: number;
  base?: string | null;
  origin?: Vector;
  bbox: [Vector, Vector];
  /** Vertices over all pieces; v6: the first NormalVerts. */
  count: number;
  /** v9+ [piece, vertex, …], v6 [vertex, …]; then position and normal. */
  samples: number[][];
  node_translations: Vector[];
}

interface Expected {
  size: number;
  version: number;
  leaf_fields: number;
  sections: { name: string; offset: number; size: number; next: number }[];
  poses: ExpectedPose[];
  header?: Record<string, number | string | number[]>;
  pieces?: {
    name: string;
    material: number;
    specular_power: number;
    specular_scale: number;
    lod_weight: number;
    unknown: number;
    lods: { faces: number; vertices: number; weights: number }[];
  }[];
  faces?: number;
  vertices?: number;
  normal_vertices?: number;
  collapses?: number;
  /** [name, flags, parent, deformation vertices] */
  nodes?: [string, number, number, number][];
  transform_info?: [number, number] | null;
  /** [name, length, keys] */
  animations?: [string, number, number][];
  faces_after?: Record<string, number>;
}

const TOLERANCE = 1e-3;

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

const open = (path: string): AbcFile => core.open(new Uint8Array(readFileSync(corpusPath(path))));
const readJson = (path: string) => JSON.parse(readFileSync(corpusPath(path), 'utf8'));

function animationIndex(file: AbcFile, name: string): number {
  if (name === 'bind') return -1;
  const index = file.info.animations.findIndex((animation) => animation.name === name);
  expect(index, `animation ${name}`).toBeGreaterThanOrEqual(0);
  return index;
}

/** A pose of the model, its animation from the file `base` of the same folder when there is one. */
function evaluate(
  model: AbcFile,
  folder: string,
  pose: Omit<ExpectedPose, 'bbox' | 'count' | 'samples' | 'node_translations'>,
): Frame {
  const { anim, time: timeMs, lod = 0, base, origin } = pose;
  const source = base ? open(`${folder}/${base}`) : model;
  const frame = model.evaluate({
    animation: animationIndex(source, anim),
    timeMs,
    loop: true,
    lod,
    // The origin for an animation of its own the model finds itself.
    ...(base ? { source, ...(origin ? { origin } : {}) } : {}),
  });
  if (!frame) expect.fail(`${anim} cannot be evaluated`);
  return frame;
}

/** Smallest and largest x, y, z of the first `count` vertices of every piece. */
function boundsOf(pieces: readonly Float32Array[]): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const positions of pieces) {
    for (const [i, value] of positions.entries()) {
      low[i % 3] = Math.min(low[i % 3] ?? 0, value);
      high[i % 3] = Math.max(high[i % 3] ?? 0, value);
    }
  }
  return [...low, ...high];
}

const translationsOf = (nodes: Float32Array) =>
  Array.from({ length: nodes.length / 16 }, (_, n) =>
    [3, 7, 11].map((k) => nodes[n * 16 + k] ?? Number.NaN),
  ).flat();

function checkPose(frame: Frame, pose: ExpectedPose, version: number) {
  const isV6 = version === 6;
  // v6 files keep the vertices of the collapsed levels behind the model's own.
  const positions = frame.pieces.map((piece) =>
    isV6 ? piece.positions.subarray(0, pose.count * 3) : piece.positions,
  );
  expect(positions.reduce((sum, piece) => sum + piece.length / 3, 0)).toBe(pose.count);
  expectClose(boundsOf(positions), pose.bbox.flat(), TOLERANCE, 'bounds');
  for (const sample of pose.samples) {
    const [piece = 0, vertex = 0, ...values] = isV6 ? [0, ...sample] : sample;
    const at = [vertex * 3, vertex * 3 + 3] as const;
    const { positions, normals } = frame.pieces[piece] ?? expect.fail(`piece ${piece}`);
    const actual = [...positions.subarray(...at), ...normals.subarray(...at)];
    expectClose(actual, values, TOLERANCE, `piece ${piece} vertex ${vertex}`);
  }
  expectClose(translationsOf(frame.nodes), pose.node_translations.flat(), TOLERANCE, 'node translations');
}

function checkV9(file: AbcFile, expected: Expected) {
  const { info } = file;
  for (const [field, value] of Object.entries(expected.header ?? {})) {
    // Sixty bytes of no meaning: a leaf, not a header value.
    if (field !== 'Padding') expect(info.header[field], field).toEqual(value);
  }
  expect(info.pieces).toEqual(
    expected.pieces?.map((piece) => ({
      name: piece.name,
      materialIndex: piece.material,
      specularPower: piece.specular_power,
      specularScale: piece.specular_scale,
      lodWeight: piece.lod_weight,
      // The corpus was described before it was known what this number counts.
      extraCount: piece.unknown,
      lods: piece.lods,
    })),
  );
}

function checkV6(file: AbcFile, expected: Expected) {
  const { info } = file;
  expect(info.counts.faces).toBe(expected.faces);
  expect(info.counts.vertices).toBe(expected.vertices);
  expect(info.lodCount).toBe((expected.collapses ?? 0) + 1);
  expect(info.nodes.map((node) => [node.name, node.flags, node.parent, node.deformationVertices])).toEqual(
    expected.nodes,
  );
  const transform = info.transformInfo;
  expect(transform && [transform.flipMat, transform.fixAnimKeyframes]).toEqual(expected.transform_info);
  expect(info.animations.map(({ name, length, keyframes }) => [name, length, keyframes])).toEqual(
    expected.animations,
  );
  for (const [collapses, faces] of Object.entries(expected.faces_after ?? {})) {
    expect(file.topology(0, Number(collapses)).faces.length, `faces after ${collapses}`).toBe(faces);
  }
}

describe.skipIf(!hasCorpus)(`real files${corpusNote}`, () => {
  for (const game of ['nolf', 'kiss']) {
    describe.each(corpusFiles(`${game}/expected`, '.json'))(`${game}/%s`, (json) => {
      let expected: Expected;
      let file: AbcFile;
      beforeAll(() => {
        expected = readJson(`${game}/expected/${json}`);
        file = open(`${game}/models/${json.replace(/\.json$/, '')}`);
      });

      test('is sound', () => {
        expect(
          file.findings.filter(({ severity }) => severity === 'error' || severity === 'warning'),
        ).toEqual([]);
      });

      test('has the contents', () => {
        const { info } = file;
        expect(info.size).toBe(expected.size);
        expect(info.version).toBe(expected.version);
        expect(
          info.sections.map(({ type, offset, size, next }) => ({
            name: type,
            offset,
            size,
            next: next === 0xffffffff ? -1 : next,
          })),
        ).toEqual(expected.sections);
        if (info.version === 6) checkV6(file, expected);
        else checkV9(file, expected);
      });

      test('is known to the byte', () => {
        const { offset, length } = file.leaves(0, file.bytes.length);
        expect(offset.length).toBe(expected.leaf_fields);
        let end = 0;
        for (const [i, start] of offset.entries()) {
          if (start !== end) expect.fail(`leaf ${i} begins at ${start}, the one before ends at ${end}`);
          end = start + (length[i] ?? 0);
        }
        expect(end).toBe(file.bytes.length);
      });

      test('is posed as the reference says', () => {
        for (const pose of expected.poses) {
          checkPose(evaluate(file, `${game}/models`, pose), pose, expected.version);
        }
      });
    });
  }
});

describe.skipIf(!hasCorpus)(`files of known poses${corpusNote}`, () => {
  test.each([
    ['arm_v6.abc', 'arm__wave', 1e-4],
    ['arm_v6.abc', 'arm__point', 1e-4],
    ['derived_arm_smooth_premult_v12.abc', 'arm_smooth__wave', 1e-4],
    // Its exporter truncates to bytes.
    ['flag_vertanim_v6.abc', 'flag_vertanim__flap', 0.06],
  ])('%s, %s: as Blender computes it', (name, json, tolerance) => {
    const file = open(`made/${name}`);
    const { anim, records } = readJson(`made/${json}.json`);
    for (const { time_ms, positions } of records) {
      const frame = evaluate(file, 'made', { anim, time: time_ms });
      const actual = frame.pieces.flatMap((piece) => [...piece.positions]);
      expectClose(
        actual.slice(0, positions.length * 3),
        positions.flat(),
        tolerance,
        `${anim} at ${time_ms}`,
      );
    }
  });

  test('v12_parent.abc plays its child model, with the origin of the binding', () => {
    const file = open('made/v12_parent.abc');
    for (const sample of readJson('made/v12_parent.json').samples) {
      const frame = evaluate(file, 'made', sample);
      if (sample.base) expect(childOrigin(file.info, sample.base, sample.anim)).toEqual(sample.origin);
      expect(file.info.pieces.map(({ name }) => name)).toEqual(
        sample.pieces.map(({ name }: { name: string }) => name),
      );
      for (const [i, { positions, normals }] of sample.pieces.entries()) {
        const what = `${sample.anim} at ${sample.time}, LOD ${sample.lod}, piece ${i}`;
        expectClose(frame.pieces[i]?.positions ?? [], positions.flat(), 1e-4, `${what}, positions`);
        expectClose(frame.pieces[i]?.normals ?? [], normals.flat(), 1e-4, `${what}, normals`);
      }
    }
  });

  test('multipiece_v6.abc is broken, and says where', () => {
    const errors = open('made/multipiece_v6.abc').findings.filter(({ severity }) => severity === 'error');
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]?.offset).toBeGreaterThan(0);
  });
});
