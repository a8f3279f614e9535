/** Where the camera of an element stands: on a sphere around its target. */

import { type Box3, MathUtils, Vector3 } from 'three';
import { anglesOf, type Orbit, type OrbitWish } from '../links/orbit.ts';
import { type Framing, viewDirection } from '../scene/framing.ts';

/** A camera straight above could not tell where up is. */
const MIN_PHI = 0.01;
/** Nearest and farthest, in radii of the model. */
const NEAREST = 0.02;
const FARTHEST = 40;
/** From the target towards the camera, a unit vector. */
export function directionOf({ theta, phi }: Pick<Orbit, 'theta' | 'phi'>): Vector3 {
  // A model looks along −Z in the world.
  return new Vector3(-Math.sin(theta) * Math.sin(phi), Math.cos(phi), -Math.cos(theta) * Math.sin(phi));
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
