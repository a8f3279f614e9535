/**
 * Where the camera of an element stands: on a sphere around its target, in the words of `<model-viewer>`. Theta goes
 * around the model, 0° before its face and growing to the viewer's right; phi goes down from straight above. Pure.
 */

import { type Box3, MathUtils, Vector3 } from 'three';
import type { Framing } from '../model/scene/framing.ts';
import { viewDirection } from '../model/scene/framing.ts';

/** What `camera-orbit` says; null: as fits the model. */
export interface OrbitWish {
  /** Radians. */
  readonly theta: number | null;
  readonly phi: number | null;
  /** Units of the model, or the part of the distance that has the whole model in view. */
  readonly radius: { readonly units: number } | { readonly part: number } | null;
}

/** Where the camera stands; angles in radians, the radius in units of the model. */
export interface Orbit {
  readonly theta: number;
  readonly phi: number;
  readonly radius: number;
}

export const NO_WISH: OrbitWish = { theta: null, phi: null, radius: null };

/** A camera straight above could not tell where up is. */
const MIN_PHI = 0.01;
/** Nearest and farthest, in radii of the model. */
const NEAREST = 0.02;
const FARTHEST = 40;
/** The numbers of cards have 32 bits. */
const MAX_NUMBER = 1e18;

/** `45deg 80deg 120%`, `auto auto 250`; missing parts are `auto`. Null for what is malformed. */
export function parseOrbit(text: string): OrbitWish | null {
  const [theta = 'auto', phi = 'auto', radius = 'auto', ...more] = text.trim().split(/\s+/).filter(Boolean);
  const wish = { theta: parseAngle(theta), phi: parseAngle(phi), radius: parseRadius(radius) };
  if (more.length > 0 || wish.theta === undefined || wish.phi === undefined || wish.radius === undefined) {
    return null;
  }
  return wish as OrbitWish;
}

/** `0 12.5 -3`: a place in the world, in units of the model (`m` may stand behind them). Null: as fits the model. */
export function parseTarget(text: string): readonly [number, number, number] | null {
  const numbers = text
    .trim()
    .split(/\s+/)
    .map((part) => numberIn(part, /^(.*?)m?$/));
  const [x, y, z] = numbers;
  if (numbers.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z];
}

/** As an attribute says it. */
export function formatOrbit({ theta, phi, radius }: Orbit): string {
  const degrees = (angle: number) => `${Number(MathUtils.radToDeg(angle).toFixed(2))}deg`;
  return `${degrees(theta)} ${degrees(phi)} ${Number(radius.toPrecision(6))}m`;
}

/** Undefined for what is malformed. */
function parseAngle(text: string): number | null | undefined {
  if (text === 'auto') return null;
  const radians = numberIn(text, /^(.*)rad$/);
  if (radians !== undefined) return radians;
  const degrees = numberIn(text, /^(.*)deg$/);
  return degrees === undefined ? undefined : MathUtils.degToRad(degrees);
}

function parseRadius(text: string): OrbitWish['radius'] | undefined {
  if (text === 'auto') return null;
  const percent = numberIn(text, /^(.*)%$/);
  if (percent !== undefined) return percent > 0 ? { part: percent / 100 } : undefined;
  const units = numberIn(text, /^(.*?)m?$/);
  return units !== undefined && units > 0 ? { units } : undefined;
}

/** The number in a text of some form. */
function numberIn(text: string, form: RegExp): number | undefined {
  const [, digits = ''] = form.exec(text) ?? [];
  const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? Number(digits) : Number.NaN;
  return Math.abs(value) <= MAX_NUMBER ? value : undefined;
}

/** From the target towards the camera, a unit vector. */
export function directionOf({ theta, phi }: Pick<Orbit, 'theta' | 'phi'>): Vector3 {
  // A model looks along −Z in the world.
  return new Vector3(-Math.sin(theta) * Math.sin(phi), Math.cos(phi), -Math.cos(theta) * Math.sin(phi));
}

/** The angles of a direction, which is no unit vector perhaps. */
export function anglesOf(direction: Readonly<Vector3>): Pick<Orbit, 'theta' | 'phi'> {
  const length = direction.length() || 1;
  return { theta: Math.atan2(-direction.x, -direction.z), phi: Math.acos(direction.y / length) };
}

/**
 * The place that a wish comes to.
 * @param box what there is to see; world space, not empty
 * @param framing where a camera in some direction has all of the box in view
 */
export function orbitFor(
  wish: OrbitWish,
  box: Box3,
  framing: (direction: Vector3) => Framing,
): Orbit & { target: Vector3 } {
  const usual = anglesOf(viewDirection(box));
  const theta = wish.theta ?? usual.theta;
  const phi = MathUtils.clamp(wish.phi ?? usual.phi, MIN_PHI, Math.PI - MIN_PHI);
  const { position, target, radius: size } = framing(directionOf({ theta, phi }));
  const whole = position.distanceTo(target);
  const { radius } = wish;
  const distance = radius === null ? whole : 'units' in radius ? radius.units : whole * radius.part;
  return { theta, phi, radius: MathUtils.clamp(distance, size * NEAREST, size * FARTHEST), target };
}

/** Turned by angles (radians), and nearer (below 1) or farther. @param size radius of the model */
export function moved(
  { theta, phi, radius }: Orbit,
  by: { readonly theta?: number; readonly phi?: number; readonly zoom?: number },
  size: number,
): Orbit {
  return {
    theta: theta + (by.theta ?? 0),
    phi: MathUtils.clamp(phi + (by.phi ?? 0), MIN_PHI, Math.PI - MIN_PHI),
    radius: MathUtils.clamp(radius * (by.zoom ?? 1), size * NEAREST, size * FARTHEST),
  };
}
