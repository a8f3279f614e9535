/**
 * Camera positions as in `<model-viewer>`: theta is the angle around the model, 0° in front of its face and growing to
 * the viewer's right; phi is the angle from straight above; the radius is the distance to the target.
 */

/** The value of `camera-orbit`; null is `auto`. */
export interface OrbitWish {
  /** Radians. */
  readonly theta: number | null;
  readonly phi: number | null;
  /** In units of the model, or relative to the distance that shows the whole model. */
  readonly radius: { readonly units: number } | { readonly part: number } | null;
}

/** A camera position; angles in radians, the radius in units of the model. */
export interface Orbit {
  readonly theta: number;
  readonly phi: number;
  readonly radius: number;
}

export const NO_WISH: OrbitWish = { theta: null, phi: null, radius: null };

/** Graphics cards compute with 32-bit floats. */
const MAX_NUMBER = 1e18;

/** `45deg 80deg 120%`, `auto auto 250`; missing parts are `auto`. Null if malformed. */
export function parseOrbit(text: string): OrbitWish | null {
  const [theta = 'auto', phi = 'auto', radius = 'auto', ...more] = text.trim().split(/\s+/).filter(Boolean);
  const wish = { theta: parseAngle(theta), phi: parseAngle(phi), radius: parseRadius(radius) };
  if (more.length > 0 || wish.theta === undefined || wish.phi === undefined || wish.radius === undefined) {
    return null;
  }
  return wish as OrbitWish;
}

/** `0 12.5 -3`: a point in world space, in units of the model (a suffix `m` is allowed). Null is `auto`. */
export function parseTarget(text: string): readonly [number, number, number] | null {
  const numbers = text
    .trim()
    .split(/\s+/)
    .map((part) => numberIn(part, /^(.*?)m?$/));
  const [x, y, z] = numbers;
  if (numbers.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z];
}

/** The value of `camera-orbit`. */
export function formatOrbit({ theta, phi, radius }: Orbit): string {
  const degrees = (angle: number) => `${Number(((angle * 180) / Math.PI).toFixed(2))}deg`;
  return `${degrees(theta)} ${degrees(phi)} ${Number(radius.toPrecision(6))}m`;
}

/** The value of `camera-target`. */
export function formatTarget(place: readonly number[]): string {
  return place.map((value) => `${Number(value.toPrecision(6))}m`).join(' ');
}

/** Null for `auto`, undefined if malformed. */
function parseAngle(text: string): number | null | undefined {
  if (text === 'auto') return null;
  const radians = numberIn(text, /^(.*)rad$/);
  if (radians !== undefined) return radians;
  const degrees = numberIn(text, /^(.*)deg$/);
  return degrees === undefined ? undefined : (degrees * Math.PI) / 180;
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

/** A direction in world space, of any length. */
export interface Direction {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Angles of the direction from the target to the camera. */
export function anglesOf({ x, y, z }: Direction): Pick<Orbit, 'theta' | 'phi'> {
  // Models face −Z in world space.
  return { theta: Math.atan2(-x, -z), phi: Math.acos(y / (Math.hypot(x, y, z) || 1)) };
}
