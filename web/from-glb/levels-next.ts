/** Which vertex of the next level each vertex becomes: the nearest that is left, along the surface. */
import type { DraftMesh } from './draft.ts';
import { Heap } from './heap.ts';

/**
 * @param kept the vertices of the mesh that the next level has, growing; vertex i of the next level is kept[i]
 * @returns by vertex of the mesh its vertex of the next level; empty when that has none
 */
export function becomes({ positions, corners }: DraftMesh, kept: Uint32Array): Uint32Array {
  const count = positions.length / 3;
  if (kept.length === 0) return new Uint32Array(0);
  const out = new Int32Array(count).fill(-1);
  const neighbours = neighboursOf(positions, corners);
  const heap = new Heap();
  for (const [i, v] of kept.entries()) heap.push({ a: v, b: i, cost: 0 });
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { a, b, cost } = next;
    if ((out[a] as number) >= 0) continue;
    out[a] = b;
    for (const other of neighbours[a] ?? []) {
      if ((out[other] as number) < 0) heap.push({ a: other, b, cost: cost + distance(positions, a, other) });
    }
  }
  const nearest = nearestOf(positions, kept);
  return Uint32Array.from(out, (index, v) => (index >= 0 ? index : nearest(v)));
}

/** Over edges, and between vertices in the same place. */
function neighboursOf(positions: Float32Array, corners: Uint32Array): number[][] {
  const out: number[][] = Array.from({ length: positions.length / 3 }, () => []);
  for (let at = 0; at < corners.length; at += 3) {
    for (let i = 0; i < 3; i++) {
      const [a, b] = [corners[at + i] as number, corners[at + ((i + 1) % 3)] as number];
      out[a]?.push(b);
      out[b]?.push(a);
    }
  }
  const at = new Map<string, number>();
  for (let v = 0; v < out.length; v++) {
    const key = positions.subarray(3 * v, 3 * v + 3).join(' ');
    const other = at.get(key);
    if (other !== undefined) {
      out[v]?.push(other);
      out[other]?.push(v);
    }
    at.set(key, v);
  }
  return out;
}

/** The nearest vertices of a level that was made by another program. */
export function nearestIn(mesh: DraftMesh, next: DraftMesh): Uint32Array {
  const count = mesh.positions.length / 3;
  if (next.positions.length === 0) return new Uint32Array(0);
  const both = new Float32Array(mesh.positions.length + next.positions.length);
  both.set(mesh.positions);
  both.set(next.positions, mesh.positions.length);
  const nearest = nearestOf(
    both,
    Uint32Array.from({ length: next.positions.length / 3 }, (_, i) => count + i),
  );
  return Uint32Array.from({ length: count }, (_, vertex) => nearest(vertex));
}

/** The nearest kept vertex in space: for parts of the mesh of which nothing is left. */
function nearestOf(positions: Float32Array, kept: Uint32Array): (vertex: number) => number {
  const x = (index: number) => positions[3 * (kept[index] as number)] as number;
  const sorted = Uint32Array.from(kept.keys()).sort((a, b) => x(a) - x(b));
  return (vertex) => {
    const own = positions[3 * vertex] as number;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (x(sorted[middle] as number) < own) low = middle + 1;
      else high = middle;
    }
    let best = sorted[Math.min(low, sorted.length - 1)] as number;
    let least = distance(positions, vertex, kept[best] as number);
    const look = (from: number, step: 1 | -1) => {
      for (let i = from; i >= 0 && i < sorted.length; i += step) {
        const index = sorted[i] as number;
        if (Math.abs(x(index) - own) > least) return;
        const far = distance(positions, vertex, kept[index] as number);
        if (far < least) [best, least] = [index, far];
      }
    };
    look(low, 1);
    look(low - 1, -1);
    return best;
  };
}

function distance(positions: Float32Array, a: number, b: number): number {
  return Math.hypot(
    (positions[3 * a] as number) - (positions[3 * b] as number),
    (positions[3 * a + 1] as number) - (positions[3 * b + 1] as number),
    (positions[3 * a + 2] as number) - (positions[3 * b + 2] as number),
  );
}
