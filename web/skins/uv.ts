/** The faces of a piece in texture coordinates. */
import type { ParsedFile, PieceTopology } from '@lithoscope/core';

/** Corners u, v, u, v, u, v of a triangle; null if a number is not finite. */
export function uvTriangle({ uvs }: Pick<PieceTopology, 'uvs'>, triangle: number): Float32Array | null {
  const corners = uvs.subarray(triangle * 6, triangle * 6 + 6);
  return corners.length === 6 && corners.every(Number.isFinite) ? corners : null;
}

/** Larger coordinates are too far from the texture to be drawn. */
const MAX_REACH = 1000;

/** The corners of a triangle; null if one is not finite or out of reach. */
export function drawnTriangle(mesh: Pick<PieceTopology, 'uvs'>, triangle: number): Float32Array | null {
  const corners = uvTriangle(mesh, triangle);
  return corners?.every(isInReach) ? corners : null;
}

function isInReach(value: number): boolean {
  return Math.abs(value) <= MAX_REACH;
}

/**
 * Corners u, v, u, v, u, v of a face as stored. In a mesh they are as drawn: finite, and in v6 inside the texture
 * (docs/format/abc.md §2.11).
 * @param face path of the face
 * @returns null if the face does not exist
 */
export function storedCorners(parsed: ParsedFile, face: string): Float32Array | null {
  const corners = new Float32Array(6);
  for (let corner = 0; corner < 3; corner++) {
    const place =
      parsed.resolve(`${face}.Vertices[${corner}].Texcoord`) ??
      parsed.resolve(`${face}.TexCoords[${corner}]`);
    if (!place) return null;
    const { buffer, byteOffset } = parsed.bytes;
    const view = new DataView(buffer, byteOffset + place.start);
    corners.set([view.getFloat32(0, true), view.getFloat32(4, true)], corner * 2);
  }
  return corners;
}

/** Counts faces that are not drawn, and their corners that are out of reach or not finite. */
export function strayCorners(mesh: Pick<PieceTopology, 'uvs' | 'faces'>): {
  readonly faces: number;
  readonly far: number;
  readonly notNumbers: number;
} {
  const { uvs } = mesh;
  let [faces, far, notNumbers] = [0, 0, 0];
  for (let triangle = 0; triangle < mesh.faces.length; triangle++) {
    if (drawnTriangle(mesh, triangle)) continue;
    faces++;
    for (let at = triangle * 6; at < triangle * 6 + 6; at += 2) {
      const corner = [uvs[at] ?? Number.NaN, uvs[at + 1] ?? Number.NaN];
      if (!corner.every(Number.isFinite)) notNumbers++;
      else if (!corner.every(isInReach)) far++;
    }
  }
  return { faces, far, notNumbers };
}

/** Faces at a point, in file order. */
export function facesAt(mesh: Pick<PieceTopology, 'uvs' | 'faces'>, u: number, v: number): number[] {
  const found: number[] = [];
  mesh.faces.forEach((face, triangle) => {
    const corners = uvTriangle(mesh, triangle);
    if (corners && contains(corners, u, v)) found.push(face);
  });
  return found;
}

/** Whether a point is on the same side of all three edges, or on one of them. */
function contains(corners: Float32Array, u: number, v: number): boolean {
  const [u0 = 0, v0 = 0, u1 = 0, v1 = 0, u2 = 0, v2 = 0] = corners;
  const a = (u1 - u0) * (v - v0) - (v1 - v0) * (u - u0);
  const b = (u2 - u1) * (v - v1) - (v2 - v1) * (u - u1);
  const c = (u0 - u2) * (v - v2) - (v0 - v2) * (u - u2);
  // A triangle without area contains no points.
  if (a + b + c === 0) return false;
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

/** The face after the selected one, so that repeated presses cycle through overlapping faces. */
export function nextFace(faces: readonly number[], selected: number | undefined): number | undefined {
  return faces[(faces.indexOf(selected ?? -1) + 1) % faces.length];
}

interface UvBounds {
  readonly u: number;
  readonly v: number;
  readonly width: number;
  readonly height: number;
}

/** Most repeats of the picture that are brought into view, in each direction. */
const MAX_TILES = 8;

/** Bounds of the texture and of faces outside it, up to MAX_TILES; ignores corners out of reach. */
export function uvBounds({ uvs }: Pick<PieceTopology, 'uvs'>): UvBounds {
  let [left, top, right, bottom] = [0, 0, 1, 1];
  const within = (value: number) => Math.min(MAX_TILES / 2, Math.max(-MAX_TILES / 2, value));
  for (let i = 0; i + 1 < uvs.length; i += 2) {
    if (!isInReach(uvs[i] ?? 0) || !isInReach(uvs[i + 1] ?? 0)) continue;
    const u = within(uvs[i] ?? 0);
    const v = within(uvs[i + 1] ?? 0);
    if (u < left) left = u;
    if (u > right) right = u;
    if (v < top) top = v;
    if (v > bottom) bottom = v;
  }
  return { u: left, v: top, width: right - left, height: bottom - top };
}
