/** The room that scale figure and ruler take beside a model. File space. */
import { Box3, Vector3 } from 'three';
import { niceStep } from '../framing.ts';

/** Width across the arms and depth of the figure, as shares of its height. */
const WIDTH = 0.42;
const DEPTH = 0.2;
/** Gap between model and figure, share of the height of the figure. */
const GAP = 0.12;
/** Approximate number of numbers along the longest side of the model. */
const NUMBERS = 8;
/** Distance from the model to the outer side of the numbers of the ruler, in steps from number to number. */
const RULER_WIDTH = 1.4;

/** Bounds of the figure, on the ground at the left of the model. @param rest bounds of the model in its bind pose, not empty */
export function figureBox({ min, max }: Box3, height: number): Box3 {
  const left = max.x + GAP * height;
  const z = (min.z + max.z) / 2;
  return new Box3(
    new Vector3(left, min.y, z - (DEPTH / 2) * height),
    new Vector3(left + WIDTH * height, min.y + height, z + (DEPTH / 2) * height),
  );
}

/** Units from one number of the ruler to the next. @param height of the figure; 0 without it */
export function rulerStep({ min, max }: Box3, height: number): number {
  return niceStep(Math.max(max.x - min.x, max.y - min.y, max.z - min.z, height), NUMBERS);
}

/** Bounds of the ruler, before and behind the model, of which it takes one, and at its right. @param rest not empty @param height as for `rulerStep` */
export function rulerBox(rest: Box3, height: number): Box3 {
  const width = RULER_WIDTH * rulerStep(rest, height);
  const box = rest.clone();
  box.min.x -= width;
  box.max.z += width;
  box.min.z -= width;
  return box;
}
