/** Picking: the part of the deformed mesh at a point of the picture. All coordinates are in file space. */
import type { ModelElement } from '@lithoscope/core';
import {
  type BufferGeometry,
  DoubleSide,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Vector3,
  Vector4,
} from 'three';

/** A point in the picture; normalized device coordinates, −1 … 1 to the right and up. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** The projection of file space into the picture. */
export interface Projection {
  /** From file space to clip space. */
  readonly clip: Matrix4;
  /** Size of the picture, CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** A piece as drawn: three corners per triangle, not indexed. */
export interface PickedMesh {
  /** Its `boundingSphere` must fit the positions, or three ignores the mesh. */
  readonly geometry: BufferGeometry;
  /** Vertex of each corner. */
  readonly corners: Uint32Array;
  /** Index in the file's face list, for each triangle. */
  readonly faces: Uint32Array;
}

/** The vertex and face at a point, of the same piece. */
export interface Picked {
  /** Index into the given meshes. */
  readonly piece: number;
  /** The visible vertex within VERTEX_REACH, if any. */
  readonly vertex?: number;
  /** The front-most face at the point itself; absent beside the outline. */
  readonly face?: number;
}

/** Pick radius of vertices, CSS pixels. */
const VERTEX_REACH = 8;
/** Nearest vertices that are tested for visibility: in a distant model all of them may be near. */
const MAX_TESTED = 12;
/** Fraction of its distance by which a visible vertex may lie behind the surface. */
const ON_SURFACE = 1e-4;

/**
 * The face at a point and the nearest of its corners; beside the outline the nearest vertex. Null for nothing.
 * @param meshes by piece; null for a hidden piece
 */
export function pickMesh(
  meshes: readonly (PickedMesh | null)[],
  projection: Projection,
  point: PicturePoint,
): Picked | null {
  const hit = firstHit(meshes, projection, point);
  const near = meshes.flatMap((mesh, piece) => {
    if (!mesh || (hit && hit.piece !== piece)) return [];
    const positions = positionsOf(mesh);
    const [first, end] = hit ? [hit.triangle * 3, hit.triangle * 3 + 3] : [0, mesh.corners.length];
    return pointsNear(positions, projection, point, VERTEX_REACH, first, end).map((corner) => ({
      ...corner,
      piece,
      vertex: mesh.corners[corner.index] ?? 0,
      position: new Vector3().fromArray(positions, corner.index * 3),
    }));
  });
  near.sort((a, b) => a.distance - b.distance);
  const visible = near.slice(0, MAX_TESTED).find(({ place, position }) => {
    const before = firstHit(meshes, projection, place);
    return !before || before.distance >= before.origin.distanceTo(position) * (1 - ON_SURFACE);
  });
  const piece = visible?.piece ?? hit?.piece;
  if (piece === undefined) return null;
  return {
    piece,
    ...(visible && { vertex: visible.vertex }),
    ...(hit && { face: meshes[piece]?.faces[hit.triangle] ?? 0 }),
  };
}

/** The picked elements, from the finest to the piece. */
export function elementsOf({ piece, vertex, face }: Picked, lod: number): ModelElement[] {
  return [
    ...(vertex === undefined ? [] : [{ piece, lod, vertex }]),
    ...(face === undefined ? [] : [{ piece, lod, face }]),
    { piece },
  ];
}

/** A point on the surface; file space. */
export interface SurfacePlace {
  /** Index into the given meshes. */
  readonly piece: number;
  /** Its corners begin at three times this. */
  readonly triangle: number;
  readonly place: Vector3;
}

/** The point of the surface at a point of the picture; null beside the model. @param meshes as in `pickMesh` */
export function surfaceAt(
  meshes: readonly (PickedMesh | null)[],
  projection: Projection,
  point: PicturePoint,
): SurfacePlace | null {
  const hit = firstHit(meshes, projection, point);
  return hit && { piece: hit.piece, triangle: hit.triangle, place: hit.place };
}

interface Hit {
  readonly piece: number;
  /** Its corners begin at three times this. */
  readonly triangle: number;
  /** On the near plane. */
  readonly origin: Vector3;
  readonly place: Vector3;
  readonly distance: number;
}

const ray = new Raycaster();
/** Picks both sides of a face, however they are drawn. */
const bothSides = new MeshBasicMaterial({ side: DoubleSide });

/** The front-most hit. The ray goes from the near to the far plane: only what is drawn is picked. */
function firstHit(
  meshes: readonly (PickedMesh | null)[],
  { clip }: Projection,
  { x, y }: PicturePoint,
): Hit | null {
  const toFile = clip.clone().invert();
  const origin = new Vector3(x, y, -1).applyMatrix4(toFile);
  const way = new Vector3(x, y, 1).applyMatrix4(toFile).sub(origin);
  ray.far = way.length();
  ray.set(origin, way.normalize());
  const targets = meshes.map((mesh): Mesh | null => mesh && new Mesh(mesh.geometry, bothSides));
  const drawn = targets.filter((target) => target !== null);
  // A corner that is NaN gives a distance that is NaN.
  const hits = ray.intersectObjects<Mesh>(drawn, false).filter(({ distance }) => distance >= 0);
  const [hit] = hits.sort((a, b) => a.distance - b.distance);
  if (!hit) return null;
  const piece = targets.indexOf(hit.object);
  return { piece, triangle: hit.faceIndex ?? 0, origin, place: hit.point, distance: hit.distance };
}

const positionsOf = ({ geometry }: PickedMesh) => geometry.getAttribute('position').array;

interface NearPoint {
  readonly index: number;
  readonly place: PicturePoint;
  /** CSS pixels. */
  readonly distance: number;
}

/** The points [first, end) within reach of a point of the picture. */
function pointsNear(
  points: ArrayLike<number>,
  projection: Projection,
  { x, y }: PicturePoint,
  reach: number,
  first = 0,
  end = points.length / 3,
): NearPoint[] {
  const found: NearPoint[] = [];
  for (let index = first; index < end; index++) {
    const place = placeInPicture(points, index * 3, projection);
    if (!place) continue;
    const distance = Math.hypot((place.x - x) * projection.width, (place.y - y) * projection.height) / 2;
    if (distance <= reach) found.push({ index, place, distance });
  }
  return found;
}

/**
 * The index of the point nearest to a point of the picture, or −1 if no point is within reach.
 * @param points three numbers per point
 * @param reach CSS pixels
 */
export function nearestPoint(
  points: ArrayLike<number>,
  projection: Projection,
  point: PicturePoint,
  reach: number,
): number {
  const near = pointsNear(points, projection, point, reach);
  return near.sort((a, b) => a.distance - b.distance)[0]?.index ?? -1;
}

/** Position of a point (three numbers from `at`) in the picture, CSS pixels from its top left; null if not in view. */
export function projectPoint(
  points: ArrayLike<number>,
  at: number,
  projection: Projection,
): { left: number; top: number } | null {
  const place = placeInPicture(points, at, projection);
  if (!place) return null;
  return { left: ((place.x + 1) / 2) * projection.width, top: ((1 - place.y) / 2) * projection.height };
}

const clipped = new Vector4();

/** Null outside the near and far planes, and for numbers that are not finite. */
function placeInPicture(points: ArrayLike<number>, at: number, { clip }: Projection): PicturePoint | null {
  const { x, y, z, w } = clipped
    .set(points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0, 1)
    .applyMatrix4(clip);
  return w > 0 && w < Number.POSITIVE_INFINITY && Math.abs(z) <= w ? { x: x / w, y: y / w } : null;
}
