/** Where the scales of the ruler are. File space. */

import { type Box3, Vector3 } from 'three';
import { rulerStep } from './boxes.ts';

/** Marks from one number to the next. */
const MARKS = 5;
/** Sizes as shares of the step between two numbers. */
export const LONG_MARK = 0.3;
const SHORT_MARK = 0.15;
const GAP = 0.5;

/** A scale: a line from a first to a last number, with marks. */
interface Scale {
  /** Index of the axis: 0 is X, 1 is Y, 2 is Z. */
  readonly axis: 0 | 1 | 2;
  /** A point of the line; its coordinate on the axis is where the scale is 0. */
  readonly origin: Vector3;
  /** Direction of the marks, a unit vector. */
  readonly side: Vector3;
  /** Whole steps from the origin. */
  readonly first: number;
  readonly last: number;
}

/**
 * The scales around a box that is not empty.
 * @param height of what stands beside the box, from the ground
 * @param facing the direction along Z that the model faces
 */
export function scalesOf(rest: Box3, height: number, facing: 1 | -1): { step: number; scales: Scale[] } {
  const { min, max } = rest;
  const tall = Math.max(max.y - min.y, height);
  const step = rulerStep(rest, height);
  const gap = GAP * step;
  const from = (value: number) => Math.floor(value / step + 1e-6);
  const to = (value: number) => Math.ceil(value / step - 1e-6);
  const left = min.x - gap;
  const front = facing > 0 ? max.z + gap : min.z - gap;
  return {
    step,
    scales: [
      // In front of the model, at its foot.
      {
        axis: 0,
        origin: new Vector3(0, min.y, front),
        side: new Vector3(0, 0, facing),
        first: from(min.x),
        last: to(max.x),
      },
      {
        axis: 1,
        origin: new Vector3(left, min.y, front),
        side: new Vector3(-1, 0, 0),
        first: 0,
        last: to(tall),
      },
      {
        axis: 2,
        origin: new Vector3(left, min.y, 0),
        side: new Vector3(-1, 0, 0),
        first: from(min.z),
        last: to(max.z),
      },
    ],
  };
}

/** The lines of a scale, six numbers each. */
export function scaleLines({ axis, origin, side, first, last }: Scale, step: number): number[] {
  const at = (steps: number) => origin.clone().setComponent(axis, origin.getComponent(axis) + steps * step);
  const lines = [...at(first).toArray(), ...at(last).toArray()];
  for (let mark = first * MARKS; mark <= last * MARKS; mark++) {
    const from = at(mark / MARKS);
    const length = (mark % MARKS === 0 ? LONG_MARK : SHORT_MARK) * step;
    lines.push(...from.toArray(), ...from.addScaledVector(side, length).toArray());
  }
  return lines;
}
