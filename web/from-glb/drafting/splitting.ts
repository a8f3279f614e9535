/** A mesh with more vertices than a piece can name, as several. */
import type { DraftMesh } from '../draft.ts';
import type { MeshWithSource } from './vertices.ts';

/** Vertices of a level of a piece: they are named in 16 bits. */
export const MOST_VERTICES = 65_535;

/** Stretches of the triangles, in their order, each with the vertices that it has. */
export function split(made: MeshWithSource, most = MOST_VERTICES): readonly MeshWithSource[] {
  const { mesh, triangles } = made;
  if (mesh.positions.length / 3 <= most) return [made];
  const parts: MeshWithSource[] = [];
  const indices = new Int32Array(mesh.positions.length / 3).fill(-1);
  let vertices: number[] = [];
  let first = 0;
  const close = (end: number) => {
    parts.push({
      ...made,
      mesh: part(mesh, first, end, vertices, indices),
      triangles: triangles.slice(first, end),
    });
    for (const vertex of vertices) indices[vertex] = -1;
    vertices = [];
    first = end;
  };
  for (let t = 0; t < triangles.length; t++) {
    const three = mesh.corners.subarray(3 * t, 3 * t + 3);
    if (vertices.length + three.filter((vertex) => indices[vertex] === -1).length > most) close(t);
    for (const vertex of three) if (indices[vertex] === -1) indices[vertex] = vertices.push(vertex) - 1;
  }
  close(triangles.length);
  return parts;
}

function part(
  mesh: DraftMesh,
  first: number,
  end: number,
  vertices: readonly number[],
  indices: Int32Array,
): DraftMesh {
  const three = (values: Float32Array) => {
    const out = new Float32Array(3 * vertices.length);
    vertices.forEach((vertex, i) => {
      out.set(values.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
    });
    return out;
  };
  const start = new Uint32Array(vertices.length + 1);
  const influences: number[] = [];
  vertices.forEach((vertex, i) => {
    for (let at = mesh.start[vertex] as number; at < (mesh.start[vertex + 1] as number); at++)
      influences.push(at);
    start[i + 1] = influences.length;
  });
  return {
    corners: mesh.corners.slice(3 * first, 3 * end).map((vertex) => indices[vertex] as number),
    uvs: mesh.uvs.slice(6 * first, 6 * end),
    positions: three(mesh.positions),
    normals: three(mesh.normals),
    start,
    node: Uint32Array.from(influences, (at) => mesh.node[at] as number),
    share: Float32Array.from(influences, (at) => mesh.share[at] as number),
    local: Float32Array.from(influences.flatMap((at) => Array.from(mesh.local.subarray(3 * at, 3 * at + 3)))),
    morphs: mesh.morphs.map(three),
    morphWeights: mesh.morphWeights,
    next: new Uint32Array(0),
  };
}
