import type { AbcFile, Lithoscope, ModelElement, Role } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

let core: Lithoscope;
let v12: AbcFile;
let v6: AbcFile;
beforeAll(async () => {
  core = await loadCore();
  v12 = core.open(sample('clockwork.abc'));
  v6 = core.open(sample('jellyfish.abc'));
});

describe('elements of the model and nodes of the structure', () => {
  it.each<[number, ModelElement, string]>([
    [12, { piece: 2 }, 'Pieces.Pieces[2]'],
    [12, { piece: 2, lod: 1 }, 'Pieces.Pieces[2].LODs[1]'],
    [12, { piece: 2, lod: 1, face: 4, corner: 2 }, 'Pieces.Pieces[2].LODs[1].Faces[4].Vertices[2]'],
    [12, { piece: 0, lod: 0, vertex: 4 }, 'Pieces.Pieces[0].LODs[0].Vertices[4]'],
    [12, { piece: 0, lod: 0, vertex: 4, weight: 0 }, 'Pieces.Pieces[0].LODs[0].Vertices[4].Weights[0]'],
    [12, { node: 8 }, 'Nodes.Nodes[8]'],
    [12, { animation: 1, keyframe: 3 }, 'Animation.Animations[1].Keyframes[3]'],
    [12, { animation: 1, node: 7 }, 'Animation.Animations[1].NodeTransforms[7]'],
    [12, { animation: 1, node: 7, keyframe: 3 }, 'Animation.Animations[1].NodeTransforms[7].Transforms[3]'],
    [12, { socket: 0 }, 'Sockets.Sockets[0]'],
    [12, {}, ''],
    [6, { piece: 0, lod: 0, vertex: 4 }, 'Geometry.VertexInfo[4]'],
    [6, { piece: 0, lod: 0, face: 4 }, 'Geometry.FaceInfo[4]'],
    [6, { animation: 1, keyframe: 3 }, 'Animation.Anims[1].KeyframeData[3]'],
    [6, { node: 1 }, 'Nodes.Nodes[1]'],
  ])('v%i %o is %s', (version, element, path) => {
    const file = version === 6 ? v6 : v12;
    expect(file.pathOf(element)).toBe(path);
    expect(file.elementOf(path)).toEqual(element);
    expect(file.resolve(path)).not.toBeNull();
  });

  it.each<[number, Role, string]>([
    [12, 'piece', 'Pieces.Pieces'],
    [12, 'weightSet', 'Nodes.WeightSets'],
    [12, 'childModel', 'ChildModels.ChildModels'],
    [12, 'animation', 'Animation.Animations'],
    [12, 'vertex', ''],
    [6, 'node', 'Nodes.Nodes'],
    [6, 'animation', 'Animation.Anims'],
    [6, 'vertex', 'Geometry.VertexInfo'],
    [6, 'piece', ''],
    [6, 'socket', ''],
  ])('v%i keeps each %s in “%s”', (version, role, path) => {
    expect((version === 6 ? v6 : v12).listPath(role)).toBe(path);
  });

  it.each<[number, string, string]>([
    [12, 'Nodes.Nodes[2]', 'Name'],
    [12, 'Animation.Animations[1]', 'Name'],
    [12, 'Animation.Animations[1].Keyframes[3]', 'String'],
    [6, 'Nodes.Nodes[1]', 'NodeName'],
    [6, 'Animation.Anims[1]', 'AnimName'],
    [6, 'Animation.Anims[1].KeyframeData[3]', 'FrameString'],
  ])('v%i has the name of %s in its field %s', (version, path, field) => {
    const file = version === 6 ? v6 : v12;
    expect(file.labelPath(path)).toBe(`${path}.${field}`);
    expect(file.resolve(file.labelPath(path))?.type).toBe('string');
  });

  it.each(['', 'Header', 'Nodes.Nodes', 'Nodes.Nodes[2].Name', 'Nodes.Nodes[999]', 'Nothing'])(
    '“%s” has no name',
    (path) => {
      expect(v12.labelPath(path)).toBe('');
    },
  );

  it('takes the first level of a face or vertex that names none, and the mesh of v6 for its piece', () => {
    expect(v12.pathOf({ piece: 0, vertex: 4 })).toBe('Pieces.Pieces[0].LODs[0].Vertices[4]');
    expect(v6.pathOf({ piece: 0 })).toBe('Geometry');
  });

  it('knows the element around any node', () => {
    expect(v12.elementOf('Pieces.Pieces[0].LODs[0].Vertices[4].Normal.Y')).toEqual({
      piece: 0,
      lod: 0,
      vertex: 4,
    });
    expect(v12.elementOf('Header.Version')).toEqual({});
  });

  it('has no path for what is not there', () => {
    const count = v12.info.pieces.length;
    for (const element of [
      { piece: count },
      { piece: -1 },
      { node: 1.5e9 },
      { piece: 0, vertex: Number.NaN },
    ]) {
      expect(v12.pathOf(element)).toBe('');
    }
    expect(core.open(new Uint8Array(3)).pathOf({ node: 0 })).toBe('');
  });
});
