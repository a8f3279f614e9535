/**
 * How far a coarser level is off: the greatest distance of a point of either surface from the other. It is measured on the
 * triangles in space, as meshes whose faces are flat share no vertices that could be followed.
 */
import type { DraftMesh } from './draft.ts';
import { boundsOf, diagonalOf } from './drafting/boxes.ts';
import { Heap } from './heap.ts';
import { type Point, Surface } from './surface.ts';

/** Of what is found: a triangle that cannot be farther by more is not looked into. */
const NEAR = 1.1;
/** Of the size of the mesh: less is not looked for. */
const LEAST = 1e-4;
/** Parts of triangles that are looked into, a level: those that may be the farthest come first. */
const MOST_PARTS = 4000;

/** @returns units; 0 when nothing is left */
export function offBy(first: DraftMesh, level: DraftMesh): number {
  if (first.corners.length === 0 || level.corners.length === 0) return 0;
  const [before, after] = [new Surface(first), new Surface(level)];
  const least = LEAST * diagonalOf(boundsOf(first.positions));
  const there = farthest(before, after, least);
  return Math.max(there, farthest(after, before, Math.max(there, least)));
}

/** A point of one surface, and how far the other one is. */
interface Corner {
  readonly at: Point;
  readonly square: number;
  /** The triangle of the other surface that is nearest. */
  readonly face: number;
}

type Part = readonly [Corner, Corner, Corner];

/**
 * The greatest distance of a point of a surface from another one.
 * @param atLeast less is of no interest
 * @returns 0 when there is no more than that
 */
function farthest(surface: Surface, other: Surface, atLeast: number): number {
  const known: Corner[] = [];
  let hint = 0;
  const cornerAt = (at: Point): Corner => {
    const { square, face } = other.nearest(at, hint);
    hint = face;
    return { at, square, face };
  };
  const vertexAt = (face: number, corner: number): Corner => {
    const vertex = surface.vertex(face, corner);
    known[vertex] ??= cornerAt(surface.corner(face, corner));
    return known[vertex];
  };
  let greatest = atLeast ** 2;
  let found = 0;
  const waiting = new Heap();
  const parts: Part[] = [];
  const put = (part: Part) => {
    for (const { square } of part) {
      if (square <= greatest) continue;
      greatest = square;
      found = square;
    }
    const most = mostOf(part, other);
    if (most > NEAR ** 2 * greatest) waiting.push({ a: parts.push(part) - 1, b: 0, cost: -most });
  };
  for (let face = 0; face < surface.count; face++)
    put([0, 1, 2].map((corner) => vertexAt(face, corner)) as unknown as Part);
  for (let next = waiting.pop(), i = 0; next && i < MOST_PARTS; next = waiting.pop(), i++) {
    if (-next.cost <= NEAR ** 2 * greatest) break;
    for (const part of halves(parts[next.a] as Part, cornerAt)) put(part);
  }
  return Math.sqrt(found);
}

/**
 * What no point of a part is farther away than, squared. The distance from one triangle is convex: within a part it is never
 * greater than in all three corners. And it grows no faster than one goes away from a corner.
 */
function mostOf(part: Part, other: Surface): number {
  const [a, b, c] = part;
  const longest = Math.max(distance(a.at, b.at), distance(b.at, c.at), distance(c.at, a.at));
  // No point of a triangle is farther from all corners than its longest side by the root of three.
  let most = (Math.sqrt(Math.max(a.square, b.square, c.square)) + longest / Math.sqrt(3)) ** 2;
  for (const { face } of part) {
    let own = 0;
    for (const corner of part)
      own = Math.max(own, corner.face === face ? corner.square : other.squareTo(corner.at, face));
    most = Math.min(most, own);
  }
  return most;
}

/** A part, cut across its longest side. */
function halves(part: Part, cornerAt: (at: Point) => Corner): readonly [Part, Part] {
  const lengths = [0, 1, 2].map((i) => distance((part[i] as Corner).at, (part[(i + 1) % 3] as Corner).at));
  const i = lengths.indexOf(Math.max(...lengths));
  const [from, to, rest] = [0, 1, 2].map((j) => part[(i + j) % 3] as Corner) as unknown as Part;
  const middle = cornerAt(
    [0, 1, 2].map((j) => ((from.at[j] as number) + (to.at[j] as number)) / 2) as unknown as Point,
  );
  return [
    [from, middle, rest],
    [middle, to, rest],
  ];
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
