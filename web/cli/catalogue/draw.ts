/** Draws a model without a graphics card, as an image for a catalogue: a pose in one colour, lit from the camera. */
import type { Texels } from '../../pictures/picture.ts';
import { spaceOf } from '../../to-glb/space.ts';
import type { ObjPiece } from '../../to-obj/input.ts';

/** Sides of an image, and of what it is scaled down from, texels. */
const SIDE = 192;
const SAMPLES = 2;
const WIDE = SIDE * SAMPLES;
/** Part of the image that the model fills. */
const FILL = 0.92;
/** The camera: turned to the model's left, and from above, radians. */
const YAW = -0.6;
const PITCH = 0.25;
/** Brightness of what faces away, and colour of what faces the camera. */
const AMBIENT = 0.35;
const CLAY = [214, 208, 196] as const;
/** Texels that are compared with the triangles of a model at most: a hostile one fills the image with each of many thousands. */
const MAX_WORK = 200_000_000;

/** @param mirrorZ as `Info.space.mirrorZ` @returns null when there is nothing to draw */
export function drawPose(pieces: readonly ObjPiece[], mirrorZ: boolean): Texels | null {
  const seen = pieces.map(({ positions }) => projected(positions, mirrorZ));
  const frame = frameOf(pieces, seen);
  if (!frame) return null;
  const depth = new Float32Array(WIDE * WIDE).fill(Number.NEGATIVE_INFINITY);
  const light = new Float32Array(WIDE * WIDE);
  let work = 0;
  for (const [i, { corners }] of pieces.entries()) {
    const points = seen[i] as Float32Array;
    for (let at = 0; at + 2 < corners.length && work < MAX_WORK; at += 3)
      work += fill(points, corners.subarray(at, at + 3), frame, depth, light);
  }
  return scaledDown(depth, light);
}

/** x to the right, y up, z towards the camera. */
function projected(positions: Float32Array, mirrorZ: boolean): Float32Array {
  const { x: flipX, z: flipZ } = spaceOf(mirrorZ);
  const [sin, cos] = [Math.sin(YAW), Math.cos(YAW)];
  const [tilt, upright] = [Math.sin(PITCH), Math.cos(PITCH)];
  const points = new Float32Array(positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = flipX * (positions[i] ?? 0);
    const y = positions[i + 1] ?? 0;
    const z = flipZ * (positions[i + 2] ?? 0);
    const depth = cos * z - sin * x;
    points[i] = cos * x + sin * z;
    points[i + 1] = upright * y - tilt * depth;
    points[i + 2] = tilt * y + upright * depth;
  }
  return points;
}

interface View {
  readonly centre: readonly [number, number];
  readonly scale: number;
}

/** What triangles use decides: vertices of other levels may lie elsewhere. */
function frameOf(pieces: readonly ObjPiece[], seen: readonly Float32Array[]): View | null {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [i, { corners }] of pieces.entries()) {
    const points = seen[i] as Float32Array;
    for (const corner of corners) {
      for (const axis of [0, 1]) {
        const value = points[corner * 3 + axis] ?? Number.NaN;
        if (!Number.isFinite(value)) continue;
        low[axis] = Math.min(low[axis] as number, value);
        high[axis] = Math.max(high[axis] as number, value);
      }
    }
  }
  const [left, bottom] = low as [number, number];
  const [right, top] = high as [number, number];
  const extent = Math.max(right - left, top - bottom);
  if (!(extent > 0) || !Number.isFinite(extent)) return null;
  return { centre: [(left + right) / 2, (bottom + top) / 2], scale: (WIDE * FILL) / extent };
}

/** Fills a triangle where it is nearest. @returns how many texels it was compared with */
function fill(
  points: Float32Array,
  corners: Uint32Array,
  { centre, scale }: View,
  depth: Float32Array,
  light: Float32Array,
): number {
  const [a, b, c] = [...corners].map((corner) => {
    const [x = 0, y = 0, z = 0] = points.subarray(corner * 3, corner * 3 + 3);
    return [WIDE / 2 + (x - centre[0]) * scale, WIDE / 2 - (y - centre[1]) * scale, z * scale] as const;
  }) as unknown as [Point, Point, Point];
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (!Number.isFinite(area + a[2] + b[2] + c[2]) || area === 0) return 1;
  const left = Math.max(0, Math.floor(Math.min(a[0], b[0], c[0])));
  const right = Math.min(WIDE - 1, Math.ceil(Math.max(a[0], b[0], c[0])));
  const top = Math.max(0, Math.floor(Math.min(a[1], b[1], c[1])));
  const bottom = Math.min(WIDE - 1, Math.ceil(Math.max(a[1], b[1], c[1])));
  const brightness = facing(a, b, c);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const u = ((b[0] - px) * (c[1] - py) - (c[0] - px) * (b[1] - py)) / area;
      const v = ((c[0] - px) * (a[1] - py) - (a[0] - px) * (c[1] - py)) / area;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const z = u * a[2] + v * b[2] + w * c[2];
      const at = y * WIDE + x;
      if (z <= (depth[at] as number)) continue;
      depth[at] = z;
      light[at] = brightness;
    }
  }
  return Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1);
}

type Point = readonly [number, number, number];

/** How much a triangle faces the camera, from either side. */
function facing(a: Point, b: Point, c: Point): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const length = Math.hypot(...normal);
  const share = length > 0 ? Math.abs(normal[2]) / length : 0;
  return AMBIENT + (1 - AMBIENT) * share;
}

function scaledDown(depth: Float32Array, light: Float32Array): Texels {
  const data = new Uint8Array(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      let covered = 0;
      let sum = 0;
      for (let i = 0; i < SAMPLES * SAMPLES; i++) {
        const at = (y * SAMPLES + Math.floor(i / SAMPLES)) * WIDE + x * SAMPLES + (i % SAMPLES);
        if (depth[at] === Number.NEGATIVE_INFINITY) continue;
        covered++;
        sum += light[at] as number;
      }
      const to = (y * SIDE + x) * 4;
      for (const [channel, value] of CLAY.entries())
        data[to + channel] = covered > 0 ? (value * sum) / covered : 0;
      data[to + 3] = (255 * covered) / (SAMPLES * SAMPLES);
    }
  }
  return { width: SIDE, height: SIDE, data };
}
