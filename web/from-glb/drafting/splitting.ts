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
    let added = 0;
    for (let i = 3 * t; i < 3 * t + 3; i++) if (indices[mesh.corners[i] as number] === -1) added++;
    if (vertices.length + added > most) close(t);
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const vertex = mesh.corners[i] as number;
      if (indices[vertex] === -1) indices[vertex] = vertices.push(vertex) - 1;
    }
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
  const three = (values: Float32Array, list: readonly number[]) => {
    const out = new Float32Array(3 * list.length);
    for (let i = 0; i < list.length; i++) {
      const from = 3 * (list[i] as number);
      for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = values[from + axis] as number;
    }
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
    positions: three(mesh.positions, vertices),
    normals: three(mesh.normals, vertices),
    start,
    node: Uint32Array.from(influences, (at) => mesh.node[at] as number),
    share: Float32Array.from(influences, (at) => mesh.share[at] as number),
    local: three(mesh.local, influences),
    morphs: mesh.morphs.map((morph) => three(morph, vertices)),
    morphWeights: mesh.morphWeights,
    next: new Uint32Array(0),
  };
}
