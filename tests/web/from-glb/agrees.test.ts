/** What an import says of a model is what the model says of itself. */
import type { Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { understand } from '../../../web/from-glb/understand.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { imported, Making } from '../support/import-model.ts';

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

describe('a source that stands still', () => {
  test.each([6, 9, 10, 11, 12] as const)(
    'has one still animation in version %i, and no warning',
    async (version) => {
      const making = new Making();
      making.node('prop', [0, 5, 0]).setMesh(making.mesh(SQUARE, {}, [0, 1, 2, 0, 2, 3]));
      const { file, codes, report } = await imported(core, editing, making.source, { version, scale: 10 });
      expect(file.findings.filter(({ severity }) => ['error', 'warning'].includes(severity))).toEqual([]);
      expect(file.info.animations.map(({ name, length, keyframes }) => [name, length, keyframes])).toEqual([
        ['static_model', 0, 1],
      ]);
      expect(codes).toContain('ANIMATION_MADE');
      expect(report.animations).toBe(1);
      // It shows what is shown when nothing plays.
      const at = (animation: number) =>
        file.evaluate({ animation, timeMs: 0, loop: false, lod: 0 })?.pieces[0]?.positions;
      if (version !== 6) expect(at(0)).toEqual(at(-1));
    },
  );
});

describe('numbers', () => {
  test('morph targets are as many in the notes as in what was understood', async () => {
    const making = new Making();
    const mesh = making.mesh(SQUARE, {}, [0, 1, 2]);
    const other = making.mesh(SQUARE, {}, [0, 2, 3]).listPrimitives()[0];
    if (other) mesh.addPrimitive(other);
    for (const primitive of mesh.listPrimitives()) {
      for (let i = 0; i < 3; i++) {
        const target = making.document.createPrimitiveTarget();
        primitive.addTarget(target.setAttribute('POSITION', making.accessor(SQUARE, 'VEC3')));
      }
    }
    making.node('face').setMesh(mesh);
    const understood = understand(editing, making.source).meshes.reduce(
      (sum, one) => sum + one.morphTargets,
      0,
    );
    const { report } = await imported(core, editing, making.source);
    expect(understood).toBe(3);
    expect(report.notes.find(({ code }) => code === 'MORPHS_LEFT_OUT')?.message).toMatch(
      /^Skipped 3 morph targets:/,
    );
  });

  test('vertices of triangles that are left out are not in the file', async () => {
    const making = new Making();
    // The second triangle is on one place twice; its third vertex has no other.
    making.node('prop').setMesh(making.mesh([...SQUARE, 0, 0, 0, 9, 9, 9], {}, [0, 1, 2, 0, 4, 5]));
    const { file, report } = await imported(core, editing, making.source);
    const note = report.notes.find(({ code }) => code === 'TRIANGLES_FLAT');
    expect(note?.message).toBe('Skipped 1 degenerate triangle.');
    expect([report.vertices, report.triangles]).toEqual([3, 1]);
    expect(file.info.pieces[0]?.lods[0]).toMatchObject({ vertices: 3, faces: 1 });
  });

  test('pieces without texture coordinates are counted', async () => {
    const making = new Making();
    for (const name of ['a', 'b']) making.node(name).setMesh(making.mesh(SQUARE, {}, [0, 1, 2]));
    const { report } = await imported(core, editing, making.source);
    expect(report.notes.find(({ code }) => code === 'UVS_MISSING')?.message).toBe(
      '2 pieces have no texture coordinates (a, b): they show a single texel of their skin.',
    );
  });
});
