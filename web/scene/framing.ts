/** Where a camera must stand to see a box, and which boxes there are to see. */

import type { Frame } from '@lithoscope/core';
import { Box3, MathUtils, Vector3 } from 'three';

/** Place of a perspective camera, world space. */
export interface Framing {
  position: Vector3;
  /** What it looks at and orbits around: the middle of the box. */
  target: Vector3;
  /** Radius of the sphere around the box; the measure for clipping planes and zoom limits. */
  radius: number;
}

/** Empty space around a framed model, as a part of the free height and width. */
const MARGIN = 0.05;

const AZIMUTH = -26;
/** Degrees above the horizon for what stands, such as a person, and for what lies. */
const ELEVATION_UPRIGHT = 9;
const ELEVATION_FLAT = 34;

/**
 * From the middle of a box to the camera: three quarters from the front, the higher the flatter the box.
 * A model faces −Z in the world: v9+ faces +Z in the file and is mirrored, unmirrored v6 was mirrored when
 * it was made (abc.md §5).
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

/** Unit vector towards a camera: 0° looks at a model's face, positive azimuth goes to its right hand. */
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
 * The nearest camera along `direction` (unit, from the target to the camera, not vertical) that has the
 * whole box in view.
 * @param box not empty; a box without extent is looked at from one unit away
 * @param verticalFov full angle in degrees, of the part of the picture that is to hold the box
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

/** The box around a box that turns about its vertical axis: what a camera must see that turns around it. */
export function turnedBox(box: Box3): Box3 {
  if (box.isEmpty()) return box;
  const middle = box.getCenter(new Vector3());
  const size = box.getSize(new Vector3());
  const across = Math.hypot(size.x, size.z);
  return new Box3().setFromCenterAndSize(middle, size.set(across, size.y, across));
}

/**
 * Half of the height that a camera without perspective needs to see a whole box from each of some directions: all of
 * them then show it at one scale.
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

/** Coordinates beyond this count as none: the card calculates with 32 bits, and its squares would be infinite. */
const MAX_COORDINATE = 1e18;
/** Points that are looked at to find out where most of them are. */
const SAMPLES = 1000;
/** With these, as many times as far from the middle as half of the points, the model would be a dot in the picture. */
const FAR = 100;
/** More than this part of the points is no stray: they are left out only when they are hopelessly far. */
const MAX_STRAY = 0.1;
const HOPELESS = 1e6;

/** A box, and how many of the points are not in it. */
export interface Extent {
  /** Empty when there is no point. */
  readonly box: Box3;
  /** Points that are not finite, or so far away that the others would be a dot beside them. */
  readonly leftOut: number;
}

/** Bounds of points that may be anything. @param points three numbers each */
export function extentOf(points: ArrayLike<number>): Extent {
  const sound: number[] = [];
  for (let at = 0; at + 2 < points.length; at += 3) {
    const [x = 0, y = 0, z = 0] = [points[at], points[at + 1], points[at + 2]];
    // Written so that NaN fails.
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
 * Where most of some points are: the middle of each axis, and how far from there half of them are at most.
 * @param at where the points stand
 */
function crowdOf(points: ArrayLike<number>, at: readonly number[]): { middle: number[]; reach: number } {
  const step = Math.max(1, Math.floor(at.length / SAMPLES));
  const samples = at.filter((_, i) => i % step === 0);
  const middle = [0, 1, 2].map(
    (axis) => sorted(samples, (place) => points[place + axis] ?? 0)[samples.length >> 1] ?? 0,
  );
  const distances = sorted(samples, (place) => distanceFrom(middle, points, place));
  // Where half of the points are one, the others say how large it is.
  const reach = distances.slice(samples.length >> 1).find((distance) => distance > 0);
  return { middle, reach: reach ?? 0 };
}

/** The largest of the distances along an axis. */
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
 * Bounds of a frame in file space: of the vertices that are drawn, else of the nodes.
 * @param meshes by piece, with the vertices that its triangles use; null for a hidden one
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

/** 1, 2 or 5 times a power of ten, so that about `cells` of it span `extent`. */
export function niceStep(extent: number, cells: number): number {
  const raw = extent / cells;
  if (!(raw > 0) || !Number.isFinite(raw)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = raw / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}
