/** The ground under a model: a grid that fades out, with the file's X and Z axes in it. */
import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  type Color,
  LineBasicMaterial,
  LineSegments,
} from 'three';
import { niceStep } from './framing.ts';
import type { Palette } from './palette.ts';

/** Cells from the middle to the rim; each line is cut at every cell so that it can fade along its way. */
const HALF_CELLS = 16;
/** About this many cells lie under the model. */
const CELLS_UNDER_MODEL = 5;
/** Every n-th line is stronger. */
const STRONG_EVERY = 5;

/** Lines in file space. */
export class Grid {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #box: Box3;
  #palette: Palette;
  /** Where its middle has gone, in whole strong cells. */
  #middle = { x: 0, z: 0 };

  /** Lays the grid at the feet of a model with these bounds (file space, not empty). */
  constructor(box: Box3, palette: Palette) {
    this.#box = box;
    this.#palette = palette;
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    this.object = new LineSegments(gridGeometry(box, palette, this.#middle), material);
    this.object.frustumCulled = false;
  }

  /** Moves the ground back under a model that is held in place. @param x how far the model has gone, file space */
  follow(x: number, z: number): void {
    this.object.position.set(-x, 0, -z);
    const cell = stepOf(this.#box) * STRONG_EVERY;
    const [cellsX, cellsZ] = [Math.round(x / cell), Math.round(z / cell)];
    if (cellsX === this.#middle.x && cellsZ === this.#middle.z) return;
    this.#middle = { x: cellsX, z: cellsZ };
    this.#lay();
  }

  /** Takes the theme's colours. */
  paint(palette: Palette): void {
    this.#palette = palette;
    this.#lay();
  }

  #lay(): void {
    this.object.geometry.dispose();
    this.object.geometry = gridGeometry(this.#box, this.#palette, this.#middle);
  }
}

function stepOf({ min, max }: Box3): number {
  return niceStep(Math.max(max.x - min.x, max.y - min.y, max.z - min.z), CELLS_UNDER_MODEL);
}

/** @param moved where the middle is instead of under the box, in strong cells */
function gridGeometry(box: Box3, palette: Palette, moved: { x: number; z: number }): BufferGeometry {
  const { min, max } = box;
  const step = stepOf(box);
  const middle = {
    x: Math.round((min.x + max.x) / 2 / step) + moved.x * STRONG_EVERY,
    z: Math.round((min.z + max.z) / 2 / step) + moved.z * STRONG_EVERY,
  };
  const positions: number[] = [];
  const colors: number[] = [];
  const point = (x: number, z: number, { r, g, b }: Color, strength: number) => {
    const fade = Math.max(0, 1 - Math.hypot(x - middle.x, z - middle.z) / HALF_CELLS);
    positions.push(x * step, min.y, z * step);
    colors.push(r, g, b, strength * fade);
  };
  const strengthOf = (line: number) => (line === 0 ? 0.9 : line % STRONG_EVERY === 0 ? 0.8 : 0.4);
  for (let i = -HALF_CELLS; i <= HALF_CELLS; i++) {
    const x = middle.x + i;
    const z = middle.z + i;
    for (let j = -HALF_CELLS; j < HALF_CELLS; j++) {
      for (const end of [j, j + 1]) {
        // The line at x = 0 runs along Z, and so is the Z axis; the other way round for z = 0.
        point(x, middle.z + end, x === 0 ? palette.axisZ : palette.grid, strengthOf(x));
      }
      for (const end of [j, j + 1]) {
        point(middle.x + end, z, z === 0 ? palette.axisX : palette.grid, strengthOf(z));
      }
    }
  }
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
    .setAttribute('color', new BufferAttribute(new Float32Array(colors), 4));
}
