/** Lists of elements without names in two files: what is put in, taken out or changed is known by construction. */
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ComparedFiles, compareFiles } from '../support/compare.ts';
import { loadCore } from '../support/core.ts';
import { edited, nodeAt, patched } from '../support/edit.ts';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';

const LOD = 'Pieces.Pieces[0].LODs[0]';
const WALK = 'Animation.Animations[1]';

let core: Lithoscope;
let model: AbcFile;

beforeAll(async () => {
  core = await loadCore();
  await loadEditing();
  model = core.open(sample('clockwork.abc'));
});

/** Differences that are no mere counts, by kind. */
function kinds({ groups }: ComparedFiles): Record<string, number> {
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

  test('the bytes after a vertex that was put in are those of the same vertices', () => {
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
    expect(comparison.words).toBe(
      `1 keyframe added in animation “Walk”, ${nodes} keys added in animation “Walk”.`,
    );
  });
});
