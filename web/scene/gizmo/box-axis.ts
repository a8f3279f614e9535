/** A face of a box that is drawn along its axis. */

import { Vector3 } from 'three';
import type { PicturePoint, Projection } from '../picking.ts';

/** Sine of the angle between the axis and the line of sight below which a pointer says nothing about the axis. */
const MIN_SINE = 0.05;

/**
 * The coordinate along an axis through the origin (file space) that is nearest to what a place of the picture shows;
 * null when the axis points at the eye.
 * @param axis 0 is x, 1 is y, 2 is z
 */
export function alongAxis({ clip }: Projection, { x, y }: PicturePoint, axis: number): number | null {
  const toFile = clip.clone().invert();
  const from = new Vector3(x, y, -1).applyMatrix4(toFile);
  const sight = new Vector3(x, y, 1).applyMatrix4(toFile).sub(from).normalize();
  const along = sight.getComponent(axis);
  const square = 1 - along * along;
  if (!(square > MIN_SINE * MIN_SINE)) return null;
  // The points of the two lines that are nearest to each other.
  const value = (from.getComponent(axis) - along * from.dot(sight)) / square;
  return Number.isFinite(value) ? value : null;
}
