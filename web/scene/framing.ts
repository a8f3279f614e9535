/** Camera positions that frame a box, and the bounds of frames. */

import type { Frame } from '@lithoscope/core';
import { Box3, MathUtils, Vector3 } from 'three';

/** Position of a perspective camera, world space. */
export interface Framing {
  position: Vector3;
  /** The centre of the orbit: the middle of the box. */
  target: Vector3;
  /** Radius of the sphere around the box; sets clipping planes and zoom limits. */
  radius: number;
}

/** Empty space around a framed model, as a fraction of the free height and width. */
const MARGIN = 0.05;

const AZIMUTH = -26;
/** Degrees above the horizon, for upright models, such as a person, and for flat ones. */
const ELEVATION_UPRIGHT = 9;
const ELEVATION_FLAT = 34;

/**
 * From the middle of a box to the camera: three quarters from the front, higher for flatter boxes. A model faces −Z in
 * the world: v9+ faces +Z in the file and is mirrored; v6 that is not mirrored was mirrored by its exporter (abc.md §5).
 */
export function viewDirection(box: Box3): Vector3 {
  const size = box.getSize(new Vector3());
  const upright = size.y / (Math.max(size.x, size.z) || 1);
  const elevation = MathUtils.mapLinear(
    MathUtils.clamp(upright, 0.1, 1.3),
    0.1,
    1.3,
    ELEVATION_FLAT,
    ELEVATION_UPRIGHT,
  );
  return directionTo(AZIMUTH, elevation);
}

/** Unit vector towards a camera: 0° looks at a model's face, positive azimuth turns towards its right hand. */
export function directionTo(azimuthDegrees: number, elevationDegrees: number): Vector3 {
  const azimuth = MathUtils.degToRad(azimuthDegrees);
  const elevation = MathUtils.degToRad(elevationDegrees);
  return new Vector3(
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    -Math.cos(azimuth) * Math.cos(elevation),
  );
}

/**
 * The nearest camera along `direction` (unit, from the target to the camera, not vertical) that sees the whole box.
 * @param box not empty; a box without extent is seen from one unit away
 * @param verticalFov full angle in degrees, of the part of the picture that must hold the box
 * @param aspect width / height of that part
 */
export function frameBox(
  box: Box3,
  direction: Readonly<Vector3>,
  verticalFov: number,
  aspect: number,
): Framing {
  const target = box.getCenter(new Vector3());
  const half = box.getSize(new Vector3()).multiplyScalar(0.5);
  const radius = half.length() || 1;
  const right = new Vector3(0, 1, 0).cross(direction).normalize();
  const up = new Vector3().crossVectors(direction, right);
  const tanY = Math.tan(MathUtils.degToRad(verticalFov) / 2) * (1 - MARGIN);
  const tanX = tanY * aspect;
  let distance = radius * 0.05;
  const corner = new Vector3();
  for (let i = 0; i < 8; i++) {
    corner.set(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    const towards = corner.dot(direction);
    distance = Math.max(
      distance,
      towards + Math.abs(corner.dot(right)) / tanX,
      towards + Math.abs(corner.dot(up)) / tanY,
    );
  }
  return { position: target.clone().addScaledVector(direction, distance), target, radius };
}

/** The box around all turns of a box about its vertical axis: what the camera of a turntable must see. */
export function turnedBox(box: Box3): Box3 {
  if (box.isEmpty()) return box;
  const middle = box.getCenter(new Vector3());
  const size = box.getSize(new Vector3());
  const across = Math.hypot(size.x, size.z);
  return new Box3().setFromCenterAndSize(middle, size.set(across, size.y, across));
}

/**
 * Half of the height that an orthographic camera needs to see a whole box from each direction, at one scale.
 * @param directions unit vectors, from the box to the camera, not vertical
 * @param aspect width / height of the picture
 */
export function orthographicReach(
  box: Box3,
  directions: readonly Readonly<Vector3>[],
  aspect: number,
): number {
  const half = box.getSize(new Vector3()).multiplyScalar(0.5);
  let reach = half.length() * 0.05;
  const along = (axis: Vector3) =>
    Math.abs(axis.x) * half.x + Math.abs(axis.y) * half.y + Math.abs(axis.z) * half.z;
  for (const direction of directions) {
    const right = new Vector3(0, 1, 0).cross(direction).normalize();
    const up = new Vector3().crossVectors(direction, right);
    reach = Math.max(reach, along(up), along(right) / aspect);
  }
  return (reach || 1) / (1 - MARGIN);
}

/** Larger coordinates are ignored: GPUs calculate with 32 bits, and squares of them would be infinite. */
const MAX_COORDINATE = 1e18;
/** Points that are sampled to find out where most of them are. */
const SAMPLES = 1000;
/** Points farther away than the median distance times this would make the model a dot in the picture. */
const FAR = 100;
/** A larger fraction of the points is not stray: it is ignored only beyond `HOPELESS` times the median distance. */
const MAX_STRAY = 0.1;
const HOPELESS = 1e6;

/** Bounds of points, and the number of points they ignore. */
export interface Extent {
  /** Empty without points. */
  readonly box: Box3;
  /** Number of points that are not finite or too far away. */
  readonly leftOut: number;
}

/** Bounds of arbitrary points. @param points three numbers each */
export function extentOf(points: ArrayLike<number>): Extent {
  const sound: number[] = [];
  for (let at = 0; at + 2 < points.length; at += 3) {
    const [x = 0, y = 0, z = 0] = [points[at], points[at + 1], points[at + 2]];
    // The comparison fails for NaN.
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= MAX_COORDINATE) sound.push(at);
  }
  const { middle, reach } = crowdOf(points, sound);
  const distance = (at: number) => distanceFrom(middle, points, at);
  const within = (limit: number) => sound.filter((at) => distance(at) <= limit);
  const near = within(reach * FAR);
  const kept = near.length >= sound.length * (1 - MAX_STRAY) ? near : within(reach * HOPELESS);
  const box = new Box3();
  const point = new Vector3();
  for (const at of kept) box.expandByPoint(point.fromArray(points, at));
  return { box, leftOut: Math.floor(points.length / 3) - kept.length };
}

/**
 * The median of points on each axis, and their median distance from it.
 * @param at indices of the points in `points`
 */
function crowdOf(points: ArrayLike<number>, at: readonly number[]): { middle: number[]; reach: number } {
  const step = Math.max(1, Math.floor(at.length / SAMPLES));
  const samples = at.filter((_, i) => i % step === 0);
  const middle = [0, 1, 2].map(
    (axis) => sorted(samples, (place) => points[place + axis] ?? 0)[samples.length >> 1] ?? 0,
  );
  const distances = sorted(samples, (place) => distanceFrom(middle, points, place));
  // If more than half of the points coincide, the first of the others counts.
  const reach = distances.slice(samples.length >> 1).find((distance) => distance > 0);
  return { middle, reach: reach ?? 0 };
}

/** Chebyshev distance: the largest distance along an axis. */
function distanceFrom(middle: readonly number[], points: ArrayLike<number>, at: number): number {
  const [x = 0, y = 0, z = 0] = middle;
  return Math.max(
    Math.abs((points[at] ?? 0) - x),
    Math.abs((points[at + 1] ?? 0) - y),
    Math.abs((points[at + 2] ?? 0) - z),
  );
}

function sorted(places: readonly number[], value: (place: number) => number): Float64Array {
  return Float64Array.from(places, value).sort();
}

/**
 * Bounds of a frame in file space: of the drawn vertices, or of the nodes if there are none.
 * @param meshes by piece, with the vertices used by its triangles; null for a hidden piece
 */
export function frameExtent(frame: Frame, meshes: readonly ({ vertices: Uint32Array } | null)[]): Extent {
  const vertices = extentOf(verticesOf(frame, meshes));
  if (!vertices.box.isEmpty()) return vertices;
  const nodes: number[] = [];
  for (let i = 0; i < frame.nodes.length; i += 16) {
    for (const axis of [3, 7, 11]) nodes.push(frame.nodes[i + axis] ?? 0);
  }
  return { box: extentOf(nodes).box, leftOut: vertices.leftOut };
}

function verticesOf({ pieces }: Frame, meshes: readonly ({ vertices: Uint32Array } | null)[]): Float32Array {
  const count = pieces.reduce((sum, _, piece) => sum + (meshes[piece]?.vertices.length ?? 0), 0);
  const points = new Float32Array(count * 3);
  let to = 0;
  pieces.forEach(({ positions }, piece) => {
    for (const vertex of meshes[piece]?.vertices ?? []) {
      for (let axis = 0; axis < 3; axis++) points[to++] = positions[vertex * 3 + axis] ?? Number.NaN;
    }
  });
  return points;
}

/** 1, 2 or 5 times a power of ten, so that about `cells` steps span `extent`. */
export function niceStep(extent: number, cells: number): number {
  const raw = extent / cells;
  if (!(raw > 0) || !Number.isFinite(raw)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = raw / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}
