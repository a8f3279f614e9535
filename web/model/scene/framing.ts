/** Where a camera must stand to see a box, and which boxes there are to see. Pure: no scene, no DOM. */

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

/**
 * Bounds of a frame in file space: of the vertices that are drawn, else of the nodes.
 * Numbers that are not finite are passed over. Empty when there is nothing at all.
 * @param meshes by piece, with the vertices that its triangles use; null for a hidden one
 */
export function frameBounds(frame: Frame, meshes: readonly ({ vertices: Uint32Array } | null)[]): Box3 {
  const box = new Box3();
  const point = new Vector3();
  const add = (x = Number.NaN, y = Number.NaN, z = Number.NaN) => {
    if (Number.isFinite(x + y + z)) box.expandByPoint(point.set(x, y, z));
  };
  frame.pieces.forEach(({ positions }, piece) => {
    for (const vertex of meshes[piece]?.vertices ?? []) {
      add(positions[vertex * 3], positions[vertex * 3 + 1], positions[vertex * 3 + 2]);
    }
  });
  if (box.isEmpty()) {
    for (let i = 0; i < frame.nodes.length; i += 16) {
      add(frame.nodes[i + 3], frame.nodes[i + 7], frame.nodes[i + 11]);
    }
  }
  return box;
}

/** 1, 2 or 5 times a power of ten, so that about `cells` of it span `extent`. */
export function niceStep(extent: number, cells: number): number {
  const raw = extent / cells;
  if (!(raw > 0) || !Number.isFinite(raw)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = raw / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}
