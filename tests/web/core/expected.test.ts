/** Models against what other programs say of them: the samples, or those of a corpus, and fixtures of every version. */
import { basename, dirname, join } from 'node:path';
import type { AbcFile } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { type Expected, expectedOfFixture, withExpectations } from '../support/expected.ts';
import { evaluate, expectPose } from '../support/expected-pose.ts';
import { fixtures } from '../support/fixtures.ts';
import { isCorpus, realFiles } from '../support/real-files.ts';
import { bytesOf } from '../support/samples.ts';

const TOLERANCE = 1e-3;

const core = await loadCore();

function expectContentsOfV9({ info }: AbcFile, expected: Expected) {
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

function expectContentsOfV6(file: AbcFile, expected: Expected) {
  const { info } = file;
  expect(info.counts.faces).toBe(expected.faces);
  expect(info.counts.vertices).toBe(expected.vertices);
  expect(info.lodCount).toBe((expected.collapses ?? 0) + 1);
  const transform = info.transformInfo;
  expect(transform && [transform.flipMat, transform.fixAnimKeyframes]).toEqual(expected.transform_info);
  for (const [collapses, faces] of Object.entries(expected.faces_after ?? {})) {
    expect(file.topology(0, Number(collapses)).faces.length, `faces after ${collapses}`).toBe(faces);
  }
}

function expectContents(file: AbcFile, expected: Expected) {
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
  if (info.version === 6) expectContentsOfV6(file, expected);
  else expectContentsOfV9(file, expected);
  // Of v9+ a corpus may say neither.
  if (expected.nodes) {
    expect(
      info.nodes.map(({ name, flags, parent, deformationVertices }) => [
        name,
        flags,
        parent,
        deformationVertices,
      ]),
    ).toEqual(expected.nodes);
  }
  if (expected.animations) {
    expect(info.animations.map(({ name, length, keyframes }) => [name, length, keyframes])).toEqual(
      expected.animations,
    );
  }
}

/** @param open a file beside it, by its name */
function expectAsExpected(file: AbcFile, expected: Expected, open: (name: string) => AbcFile) {
  test('has the flaws that it should, and no others', () => {
    const flaws = file.findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
    expect(flaws.map(({ code }) => code)).toEqual(expected.findings ?? []);
  });

  test('has the contents', () => expectContents(file, expected));

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
    for (const pose of [...expected.poses, ...(expected.other_poses ?? [])]) {
      expectPose(evaluate(file, pose, open), pose, expected.version === 6, TOLERANCE);
    }
  });
}

const models = withExpectations(realFiles('.abc'));

describe.each(models.map(([model, expected]) => [basename(model), model, expected] as const))(
  '%s',
  (_, model, expected) => {
    const beside = (name: string) => core.open(bytesOf(join(dirname(model), name)));
    expectAsExpected(beside(basename(model)), expected, beside);
  },
);

if (!isCorpus)
  test('all samples have expectations', () => {
    expect(models.map(([model]) => model)).toEqual(realFiles('.abc'));
  });

const described = [...fixtures].flatMap(([name, bytes]) => {
  const expected = expectedOfFixture(name);
  return expected ? [[name, bytes, expected] as const] : [];
});

describe.each(described)('fixture %s', (_, bytes, expected) => {
  expectAsExpected(core.open(bytes), expected, (name) => expect.fail(`no file ${name} beside it`));
});

test('fixtures of all versions have expectations', () => {
  expect(described.map(([, , { version }]) => version).sort((a, b) => a - b)).toEqual([
    6, 9, 10, 11, 12, 13, 108,
  ]);
});
