import type { Info, Role, StructureNode } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { elementOf, elementPath, type ModelElement } from '../../web/store/elements.ts';

const chain = (...parts: [Role, number][]) =>
  parts.map(([role, index]) => ({ role, index }) as StructureNode);
const version = (number: number) => ({ version: number }) as Info;

describe('elementOf', () => {
  it('names what the roles name', () => {
    expect(
      elementOf(
        chain(['section', -1], ['none', -1], ['piece', 2], ['lod', 0], ['vertex', 41], ['weight', 1]),
        12,
      ),
    ).toEqual({
      piece: 2,
      lod: 0,
      vertex: 41,
      weight: 1,
    });
    expect(elementOf(chain(['section', -1], ['none', -1]), 12)).toEqual({});
  });

  it('knows the node and the keyframe of a transform', () => {
    expect(elementOf(chain(['animation', 3], ['nodeTransforms', 7], ['key', 9]), 12)).toEqual({
      animation: 3,
      node: 7,
      keyframe: 9,
    });
    expect(elementOf(chain(['childModel', 1], ['key', 4]), 12)).toEqual({ childModel: 1, node: 4 });
  });

  it('puts v6 vertices into the one piece there is', () => {
    expect(elementOf(chain(['section', -1], ['vertex', 5]), 6)).toEqual({ piece: 0, lod: 0, vertex: 5 });
  });
});

describe('elementPath', () => {
  it.each<[number, ModelElement, string]>([
    [12, { piece: 2 }, 'Pieces.Pieces[2]'],
    [12, { piece: 2, lod: 1 }, 'Pieces.Pieces[2].LODs[1]'],
    [12, { piece: 2, lod: 1, face: 4, corner: 2 }, 'Pieces.Pieces[2].LODs[1].Faces[4].Vertices[2]'],
    [12, { piece: 0, vertex: 4 }, 'Pieces.Pieces[0].LODs[0].Vertices[4]'],
    [12, { node: 8 }, 'Nodes.Nodes[8]'],
    [12, { animation: 1, keyframe: 3 }, 'Animation.Animations[1].Keyframes[3]'],
    [12, { socket: 3 }, 'Sockets.Sockets[3]'],
    [12, {}, ''],
    [6, { piece: 0, vertex: 4 }, 'Geometry.VertexInfo[4]'],
    [6, { piece: 0, face: 4 }, 'Geometry.FaceInfo[4]'],
    [6, { animation: 1, keyframe: 3 }, 'Animation.Anims[1].KeyframeData[3]'],
    [6, { node: 8 }, 'Nodes.Nodes[8]'],
  ])('v%i %o is %s', (number, element, path) => {
    expect(elementPath(version(number), element)).toBe(path);
  });
});
