/** The nodes of the triangles of a file of v6, from its bytes. */
import type { AbcFile } from '@lithoscope/core';

/** By triangle: the nodes that its three vertices name. */
export function nodesOfTriangles(file: AbcFile): number[][] {
  const bytes = new DataView(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length);
  const startOf = (path: string) => file.resolve(path)?.start ?? Number.NaN;
  const face = startOf('Geometry.FaceInfo[0]');
  const vertex = startOf('Geometry.VertexInfo[0]');
  return Array.from({ length: bytes.getUint32(startOf('Geometry.NumTris'), true) }, (_, i) =>
    // 33 bytes a triangle, after six texture coordinates; 20 bytes a vertex, after its place and normal.
    [0, 1, 2].map((corner) => {
      const index = bytes.getUint16(face + 33 * i + 24 + 2 * corner, true);
      return bytes.getUint8(vertex + 20 * index + 15);
    }),
  );
}

/**
 * What known files never have: a triangle on several nodes, and a node whose flags are not those of what is on it. Without
 * triangles they are 1, and of some nodes of the games 2.
 */
export function strangeOfNodes(file: AbcFile): string[] {
  const triangles = nodesOfTriangles(file);
  const drawn = new Set(triangles.flat());
  const mixed = triangles.filter(([a, b, c]) => a !== b || b !== c).length;
  const flags = file.info.nodes.filter(({ index, flags, deformationVertices }) => {
    const kind = flags & 7;
    if (!drawn.has(index)) return kind !== 1 && kind !== 2;
    return kind !== (deformationVertices > 0 ? 6 : 2);
  });
  return [
    ...(mixed > 0 ? [`${mixed} triangles on several nodes`] : []),
    ...flags.map((node) => `${node.name}: flags ${node.flags}`),
  ];
}
