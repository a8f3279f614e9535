/**
 * What of the deformed mesh is at a place of the picture. Pure, on typed arrays: a place is looked for among the
 * projected triangles, which is quicker than a ray through each of them.
 */

/** A piece as it is drawn. */
export interface PickedPiece {
  /** Index into `info.pieces`. */
  readonly piece: number;
  /** Three vertex indices a triangle, in range. */
  readonly corners: Uint32Array;
  /** Index in the file's face list, one a triangle. */
  readonly faces: Uint32Array;
  /** Three numbers a vertex. */
  readonly positions: Float32Array;
}

/** How positions come into the picture: column-major, from file space; `depth` gives the distance before the eye. */
export interface Projection {
  /** To clip space, 16 numbers. */
  readonly clip: ArrayLike<number>;
  /** Four numbers: x·d₀ + y·d₁ + z·d₂ + d₃ grows away from the eye. */
  readonly depth: ArrayLike<number>;
  /** Size of the picture, CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** What was met, from the finest; all of it lies in the one piece. */
export interface Picked {
  readonly piece: number;
  /** The visible vertex that is near; absent when there is none. */
  readonly vertex?: number;
  /** The front-most face at the place itself; absent beside the outline. */
  readonly face?: number;
}

/** A vertex is meant from this near, CSS pixels. */
export const VERTEX_REACH = 8;
/** So many of the nearest vertices are tried: in a far-off model all of them may be near. */
const MOST_TRIED = 12;
/** Part of its distance by which a vertex may lie behind the surface and still be on it. */
const ON_SURFACE = 1e-4;

/** Vertices in clip space and their depth: x, y, z, w, depth. */
const STRIDE = 5;

/**
 * The vertex near a place and the face at it; null for nothing.
 * @param x from the picture's middle to the right, −1 … 1
 * @param y upwards, −1 … 1
 */
export function pickMesh(
  pieces: readonly PickedPiece[],
  projection: Projection,
  x: number,
  y: number,
): Picked | null {
  const projected = pieces.map(({ positions }) => project(positions, projection));
  const hit = surfaceAt(pieces, projected, x, y);
  for (const { at, vertex, sx, sy, depth } of nearVertices(pieces, projected, projection, x, y)) {
    const before = surfaceAt(pieces, projected, sx, sy);
    if (before && before.depth < depth - Math.abs(depth) * ON_SURFACE) continue;
    const piece = pieces[at]?.piece ?? 0;
    // A face of another piece is no wider ring around this vertex.
    return hit?.at === at ? { piece, vertex, face: hit.face } : { piece, vertex };
  }
  return hit && { piece: pieces[hit.at]?.piece ?? 0, face: hit.face };
}

interface Hit {
  /** Index into the pieces that were given. */
  at: number;
  face: number;
  depth: number;
}

interface NearVertex {
  at: number;
  vertex: number;
  /** Its place in the picture, −1 … 1. */
  sx: number;
  sy: number;
  depth: number;
  distance: number;
}

function project(positions: Float32Array, { clip, depth }: Projection): Float64Array {
  const [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = Array.from(clip) as number[] & { length: 16 };
  const [d0, d1, d2, d3] = Array.from(depth) as number[] & { length: 4 };
  const out = new Float64Array((positions.length / 3) * STRIDE);
  for (let from = 0, to = 0; from < positions.length; from += 3, to += STRIDE) {
    const x = positions[from] as number;
    const y = positions[from + 1] as number;
    const z = positions[from + 2] as number;
    out[to] = (a as number) * x + (e as number) * y + (i as number) * z + (m as number);
    out[to + 1] = (b as number) * x + (f as number) * y + (j as number) * z + (n as number);
    out[to + 2] = (c as number) * x + (g as number) * y + (k as number) * z + (o as number);
    out[to + 3] = (d as number) * x + (h as number) * y + (l as number) * z + (p as number);
    out[to + 4] = (d0 as number) * x + (d1 as number) * y + (d2 as number) * z + (d3 as number);
  }
  return out;
}

/**
 * The front-most face at a place. Shifted so that the place is the origin, it is inside a triangle when the three
 * cross products of the corners' (x, y) have one sign; they are then the corners' shares of the point that is seen.
 * That holds in homogeneous coordinates, so that triangles which reach behind the eye need not be cut.
 */
function surfaceAt(
  pieces: readonly PickedPiece[],
  projected: readonly Float64Array[],
  x: number,
  y: number,
): Hit | null {
  let best: Hit | null = null;
  for (let at = 0; at < pieces.length; at++) {
    const { corners, faces } = pieces[at] as PickedPiece;
    const points = projected[at] as Float64Array;
    for (let triangle = 0; triangle < faces.length; triangle++) {
      const a = (corners[triangle * 3] as number) * STRIDE;
      const b = (corners[triangle * 3 + 1] as number) * STRIDE;
      const c = (corners[triangle * 3 + 2] as number) * STRIDE;
      const aw = points[a + 3] as number;
      const bw = points[b + 3] as number;
      const cw = points[c + 3] as number;
      const ax = (points[a] as number) - x * aw;
      const ay = (points[a + 1] as number) - y * aw;
      const bx = (points[b] as number) - x * bw;
      const by = (points[b + 1] as number) - y * bw;
      const cx = (points[c] as number) - x * cw;
      const cy = (points[c + 1] as number) - y * cw;
      const ofA = bx * cy - cx * by;
      const ofB = cx * ay - ax * cy;
      const ofC = ax * by - bx * ay;
      if (!((ofA >= 0 && ofB >= 0 && ofC >= 0) || (ofA <= 0 && ofB <= 0 && ofC <= 0))) continue;
      const sum = ofA + ofB + ofC;
      const w = (ofA * aw + ofB * bw + ofC * cw) / sum;
      const z =
        (ofA * (points[a + 2] as number) +
          ofB * (points[b + 2] as number) +
          ofC * (points[c + 2] as number)) /
        sum;
      // Written so that what is not a number is out of view.
      if (!(w > 0 && z >= -w && z <= w)) continue;
      const depth =
        (ofA * (points[a + 4] as number) +
          ofB * (points[b + 4] as number) +
          ofC * (points[c + 4] as number)) /
        sum;
      if (!best || depth < best.depth) best = { at, face: faces[triangle] as number, depth };
    }
  }
  return best;
}

/** The vertices of triangles that are near a place, nearest first; not many. */
function nearVertices(
  pieces: readonly PickedPiece[],
  projected: readonly Float64Array[],
  { width, height }: Projection,
  x: number,
  y: number,
): NearVertex[] {
  const found: NearVertex[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const { corners } = pieces[at] as PickedPiece;
    const points = projected[at] as Float64Array;
    const seen = new Uint8Array(points.length / STRIDE);
    for (let corner = 0; corner < corners.length; corner++) {
      const vertex = corners[corner] as number;
      if (seen[vertex]) continue;
      seen[vertex] = 1;
      const point = vertex * STRIDE;
      const w = points[point + 3] as number;
      const z = points[point + 2] as number;
      const sx = (points[point] as number) / w;
      const sy = (points[point + 1] as number) / w;
      const distance = Math.hypot(((sx - x) * width) / 2, ((sy - y) * height) / 2);
      if (!(distance <= VERTEX_REACH && w > 0 && z >= -w && z <= w)) continue;
      found.push({ at, vertex, sx, sy, depth: points[point + 4] as number, distance });
    }
  }
  return found.sort((a, b) => a.distance - b.distance).slice(0, MOST_TRIED);
}

/**
 * The point nearest to a place, or −1 when none is near.
 * @param points three numbers a point, file space
 * @param reach CSS pixels
 */
export function nearestPoint(
  points: ArrayLike<number>,
  projection: Projection,
  x: number,
  y: number,
  reach: number,
): number {
  const projected = project(Float32Array.from(points), projection);
  let best = -1;
  let bestDistance = reach;
  for (let i = 0; i < projected.length / STRIDE; i++) {
    const w = projected[i * STRIDE + 3] ?? 0;
    // Behind the eye the projection is mirrored.
    if (!(w > 0)) continue;
    const right = ((projected[i * STRIDE] ?? 0) / w - x) * projection.width;
    const up = ((projected[i * STRIDE + 1] ?? 0) / w - y) * projection.height;
    const distance = Math.hypot(right, up) / 2;
    if (distance < bestDistance) {
      best = i;
      bestDistance = distance;
    }
  }
  return best;
}

/** Where a point (three numbers from `at`) is in the picture, CSS pixels; null when it is behind the eye. */
export function projectPoint(
  points: ArrayLike<number>,
  at: number,
  projection: Projection,
): { left: number; top: number } | null {
  const point = Float32Array.of(points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0);
  const [x = 0, y = 0, , w = 0] = project(point, projection);
  if (!(w > 0)) return null;
  return { left: ((x / w + 1) / 2) * projection.width, top: ((1 - y / w) / 2) * projection.height };
}
