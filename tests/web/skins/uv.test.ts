import { describe, expect, it } from 'vitest';
import {
  drawnTriangle,
  facesAt,
  nextFace,
  storedCorners,
  strayCorners,
  uvBounds,
  uvTriangle,
} from '../../../web/skins/uv.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

/** Two triangles over each other, the other way round, one beside them and one without area. */
const mesh = {
  uvs: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 2, 1, 1, 2, 0, 0, 1, 1, 0.5, 0.5]),
  faces: new Uint32Array([10, 11, 12, 13]),
};

describe('faces on their texture', () => {
  it('are found at a place, whichever way round they lie', () => {
    expect(facesAt(mesh, 0.2, 0.2)).toEqual([10, 11]);
    expect(facesAt(mesh, 0.2, 0.9)).toEqual([]);
    expect(facesAt(mesh, 1.2, 1.2)).toEqual([12]);
  });

  it('without numbers are left out', () => {
    const broken = { uvs: new Float32Array([0, 0, Number.NaN, 0, 0, 1]), faces: new Uint32Array([0]) };
    expect(uvTriangle(broken, 0)).toBeNull();
    expect(uvTriangle(broken, 1)).toBeNull();
    expect(facesAt(broken, 0.1, 0.1)).toEqual([]);
    expect(uvBounds(broken)).toEqual({ u: 0, v: 0, width: 1, height: 1 });
  });

  it('that share a place are chosen in turn', () => {
    expect(nextFace([10, 11], undefined)).toBe(10);
    expect(nextFace([10, 11], 10)).toBe(11);
    expect(nextFace([10, 11], 11)).toBe(10);
    expect(nextFace([], 11)).toBeUndefined();
  });

  it('reach as far as their corners do, within what can be looked at', () => {
    expect(uvBounds(mesh)).toEqual({ u: 0, v: 0, width: 2, height: 2 });
    expect(uvBounds({ uvs: new Float32Array([-90, 0.5, 0, 3]) })).toEqual({
      u: -4,
      v: 0,
      width: 5,
      height: 3,
    });
  });

  it('that reach farther than a canvas can draw are found, but not drawn, nor brought into view', () => {
    for (const far of [-7.26e16, 1e30, -3e38]) {
      const stray = { uvs: new Float32Array([far, 0, 1, 0, 1, 1]), faces: new Uint32Array([0]) };
      expect(drawnTriangle(stray, 0)).toBeNull();
      expect(uvTriangle(stray, 0)?.[0]).toBe(Math.fround(far));
      expect(uvBounds(stray)).toEqual({ u: 0, v: 0, width: 1, height: 1 });
    }
    expect(drawnTriangle(mesh, 0)).toHaveLength(6);
    const [inf, nan] = [Number.POSITIVE_INFINITY, Number.NaN];
    const uvs = new Float32Array([0, 0, 1, 0, 0, 1, -7.26e16, 0, 0, nan, inf, 0, 0, 0, 0, 0, 0, 5000]);
    expect(strayCorners({ uvs, faces: new Uint32Array([0, 1, 2]) })).toEqual({
      faces: 2,
      far: 2,
      notNumbers: 2,
    });
    expect(uvBounds({ uvs })).toEqual({ u: 0, v: 0, width: 1, height: 1 });
  });

  it('of version 6 are drawn inside the texture, and told as they are stored', async () => {
    const core = await loadCore();
    const bytes = sample('jellyfish.abc');
    const face = core.open(bytes).resolve('Geometry.FaceInfo[0]')?.start ?? 0;
    const view = new DataView(bytes.buffer);
    for (const [i, value] of [-7.26e16, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 0, 0.5].entries()) {
      view.setFloat32(face + 4 * i, value, true);
    }
    const file = core.open(bytes);
    const drawn = Array.from(uvTriangle(file.topology(0, 0), 0) ?? []);
    expect(drawn).toEqual([0.0001, 0.9999, 0.0001, 0.9999, 0.0001, 0.5].map(Math.fround));
    expect(Array.from(storedCorners(file, 'Geometry.FaceInfo[0]') ?? [])).toEqual([
      Math.fround(-7.26e16),
      1.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      0,
      0.5,
    ]);
  });

  it('of later versions repeat, but are numbers for who draws them', async () => {
    const core = await loadCore();
    const bytes = sample('clockwork.abc');
    const path = 'Pieces.Pieces[0].LODs[0].Faces[0]';
    const face = core.open(bytes).resolve(path)?.start ?? 0;
    const view = new DataView(bytes.buffer);
    view.setFloat32(face, -2.5, true);
    view.setFloat32(face + 4, Number.NaN, true);
    const file = core.open(bytes);
    const triangle = file.topology(0, 0).faces.indexOf(0);
    expect(Array.from(uvTriangle(file.topology(0, 0), triangle)?.subarray(0, 2) ?? [])).toEqual([-2.5, 0]);
    expect(Array.from(storedCorners(file, path)?.subarray(0, 2) ?? [])).toEqual([-2.5, Number.NaN]);
  });
});
