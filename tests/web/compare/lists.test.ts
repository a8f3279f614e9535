/** Lists of elements without names in two files: what is put in, taken out or changed is known by construction. */
import type { AbcFile, Lithoscope, ParsedFile } from '@lithoscope/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareInSteps } from '../../../web/compare/compare.ts';
import type { Comparison } from '../../../web/compare/difference.ts';
import { summaryOf } from '../../../web/compare/summary.ts';
import { compareFiles } from '../support/compare.ts';
import { loadCore } from '../support/core.ts';
import { edited, nodeAt, patched } from '../support/edit.ts';
import { sample } from '../support/samples.ts';

const LOD = 'Pieces.Pieces[0].LODs[0]';
const WALK = 'Animation.Animations[1]';

let core: Lithoscope;
let model: AbcFile;

beforeAll(async () => {
  core = await loadCore();
  model = core.open(sample('clockwork.abc'));
});

/** Differences that are no mere counts, by kind. */
function kinds({ groups }: Comparison): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { kind, derived } of groups.flatMap(({ differences }) => differences)) {
    if (!derived) found[kind] = (found[kind] ?? 0) + 1;
  }
  return found;
}

/** The sample with copies of some vertices of its first piece, each with a place of its own, before others. */
function withVertices(places: readonly number[]): AbcFile {
  const count = nodeAt(model, `${LOD}.VertexCount`);
  const { count: vertices } = nodeAt(model, `${LOD}.Vertices`);
  const edits = places.map((place, i) => {
    const { start, end } = nodeAt(model, `${LOD}.Vertices[${place}]`);
    const copy = model.bytes.slice(start, end);
    const location = nodeAt(model, `${LOD}.Vertices[${place}].Location`).start - start;
    new DataView(copy.buffer).setFloat32(location, 1000 + i, true);
    return { start, end: start, instead: copy };
  });
  const counted = patched(model, count.start, (view) => view.setUint32(0, vertices + places.length, true));
  return core.open(edited(model, edits, counted));
}

describe('lists without names', () => {
  test('vertices put in anywhere are added, taken out removed, and no other is touched', () => {
    const { count } = nodeAt(model, `${LOD}.Vertices`);
    const places = fc.uniqueArray(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(places, (chosen) => {
        const other = withVertices(chosen);
        expect(kinds(compareFiles(model, other))).toEqual({ added: chosen.length });
        expect(kinds(compareFiles(other, model))).toEqual({ removed: chosen.length });
      }),
      { numRuns: 20 },
    );
  });

  test('the bytes behind a vertex that was put in are those of the same vertices', () => {
    const other = withVertices([40]);
    const { ranges } = compareFiles(model, other);
    for (const [here, there] of [
      [39, 39],
      [40, 41],
      [90, 91],
    ]) {
      const { start } = nodeAt(model, `${LOD}.Vertices[${here}]`);
      expect(ranges.across('left', start)).toBe(nodeAt(other, `${LOD}.Vertices[${there}]`).start);
    }
  });

  test('a keyframe in the middle is one keyframe and a key of every node, in words too', () => {
    const count = nodeAt(model, `${WALK}.KeyframeCount`);
    const keyframe = nodeAt(model, `${WALK}.Keyframes[2]`);
    const nodes = nodeAt(model, `${WALK}.NodeTransforms`).count;
    const keys = Array.from({ length: nodes }, (_, i) =>
      nodeAt(model, `${WALK}.NodeTransforms[${i}].Transforms[2]`),
    );
    const copies = [keyframe, ...keys].map(({ start, end }) => {
      const instead = model.bytes.slice(start, end);
      instead[0] = (instead[0] ?? 0) ^ 1;
      return { start: end, end, instead };
    });
    const { count: frames } = nodeAt(model, `${WALK}.Keyframes`);
    const counted = patched(model, count.start, (view) => view.setUint32(0, frames + 1, true));
    const comparison = compareFiles(model, core.open(edited(model, copies, counted)));
    expect(kinds(comparison)).toEqual({ added: 1 + nodes });
    expect(summaryOf(comparison)).toBe(
      `1 keyframe added in animation “Walk”, ${nodes} keys added in animation “Walk”.`,
    );
  });

  test('what is asked of the structure does not grow with the elements that changed', () => {
    const asked = (changed: number) => {
      const bytes = model.bytes.slice();
      for (let i = 0; i < changed; i++) {
        const { start } = nodeAt(model, `${LOD}.Vertices[${i}].Location`);
        bytes[start] = (bytes[start] ?? 0) ^ 1;
      }
      let questions = 0;
      const counting = (file: ParsedFile) =>
        new Proxy(file, {
          get(target, key) {
            const value = Reflect.get(target, key, target);
            if (typeof value !== 'function') return value;
            questions++;
            return value.bind(target);
          },
        });
      const comparison = compareFiles(counting(model), counting(core.open(bytes)));
      expect(summaryOf(comparison)).toContain(`${changed} `);
      return questions;
    };
    const { count } = nodeAt(model, `${LOD}.Vertices`);
    // Vertices of other numbers of weights have other fields: those are asked for once.
    expect(asked(count)).toBeLessThan(asked(40) + 40);
  });

  test('step by step, as far as it has come, it says the same', () => {
    const other = withVertices([7, 50]);
    const steps = compareInSteps(model, other);
    const parts: number[] = [];
    let step = steps.next();
    for (; !step.done; step = steps.next()) parts.push(step.value);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts[0]).toBe(0);
    expect(parts.at(-1)).toBeLessThanOrEqual(1);
    expect(step.value).toEqual(compareFiles(model, other));
  });
});
