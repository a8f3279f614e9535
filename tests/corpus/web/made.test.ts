/** Models that other tools wrote, against the poses that those tools show. */

import { describe, expect, test } from 'vitest';
import { childOrigin } from '../../../web/explain/animations.ts';
import { loadCore } from '../../web/support/core.ts';
import { expectClose } from '../../web/support/expect-close.ts';
import { evaluate, type PoseName } from '../../web/support/expected-pose.ts';
import { corpusBytes, corpusJson } from '../support.ts';

const core = await loadCore();
const open = (name: string) => core.open(corpusBytes(`made/${name}`));

/** A part of `samples` in v12_parent.json. */
interface Piece {
  name: string;
  positions: number[][];
  normals: number[][];
}

describe('files of known poses', () => {
  test.each([
    ['arm_v6.abc', 'arm__wave', 1e-4],
    ['arm_v6.abc', 'arm__point', 1e-4],
    ['derived_arm_smooth_premult_v12.abc', 'arm_smooth__wave', 1e-4],
    // Its exporter truncates to bytes.
    ['flag_vertanim_v6.abc', 'flag_vertanim__flap', 0.06],
  ])('%s, %s: as Blender computes it', (name, json, tolerance) => {
    const file = open(name);
    const { anim, records } = corpusJson(`made/${json}.json`);
    for (const { time_ms, positions } of records) {
      const frame = evaluate(file, { anim, time: time_ms }, open);
      const actual = frame.pieces.flatMap((piece) => [...piece.positions]);
      const expected = positions.flat();
      expectClose(actual.slice(0, expected.length), expected, tolerance, `${anim} at ${time_ms}`);
    }
  });

  test('v12_parent.abc plays its child model, with the origin of the binding', () => {
    const file = open('v12_parent.abc');
    const samples: (PoseName & { pieces: Piece[] })[] = corpusJson('made/v12_parent.json').samples;
    for (const sample of samples) {
      const frame = evaluate(file, sample, open);
      if (sample.base) expect(childOrigin(file.info, sample.base, sample.anim)).toEqual(sample.origin);
      expect(file.info.pieces.map(({ name }) => name)).toEqual(sample.pieces.map(({ name }) => name));
      for (const [i, { positions, normals }] of sample.pieces.entries()) {
        const what = `${sample.anim} at ${sample.time}, LOD ${sample.lod}, piece ${i}`;
        expectClose(frame.pieces[i]?.positions ?? [], positions.flat(), 1e-4, `${what}, positions`);
        expectClose(frame.pieces[i]?.normals ?? [], normals.flat(), 1e-4, `${what}, normals`);
      }
    }
  });

  test('multipiece_v6.abc is broken, and says where', () => {
    const errors = open('multipiece_v6.abc').findings.filter(({ severity }) => severity === 'error');
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]?.offset).toBeGreaterThan(0);
  });
});
