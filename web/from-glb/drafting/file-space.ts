/**
 * From the scene of glTF to the space of the file: turned upright, about its upright axis, made longer, mirrored in X
 * (docs/export.md, "Space"), moved. The axes of nodes are mirrored alone: only the root's rotation has the turns in it.
 */
import type { Quat, Vec3 } from '@lithoscope/core';
import type { ImportOptions } from '../options.ts';
import { matrixOf, turned, turnVector } from './turns.ts';

/** What X is multiplied with; a rotation q in the mirror is the mirror, q, the mirror. */
function mirroredVector([x, y, z]: Vec3): Vec3 {
  return [0 - x, y, z];
}

export function mirroredTurn([x, y, z, w]: Quat): Quat {
  return [x, 0 - y, 0 - z, w];
}

export class FileSpace {
  readonly scale: number;
  /** Behind the mirror. */
  readonly #turn: Quat;
  #shift: Vec3 = [0, 0, 0];

  constructor({ scale, up, turn }: ImportOptions) {
    this.scale = scale;
    const half = (turn * Math.PI) / 360;
    const about: Quat = [0, Math.sin(half), 0, Math.cos(half)];
    const upright: Quat = up === 'z' ? [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] : [0, 0, 0, 1];
    this.#turn = mirroredTurn(turned(about, upright));
  }

  /** Moves what is converted from now on, in units of the file. */
  move([x, y, z]: Vec3): void {
    const [a, b, c] = this.#shift;
    this.#shift = [a + x, b + y, c + z];
  }

  /** A place of the scene. */
  place(place: Vec3): Vec3 {
    const [x, y, z] = turnVector(this.#turn, mirroredVector(place));
    const [a, b, c] = this.#shift;
    return [this.scale * x + a, this.scale * y + b, this.scale * z + c];
  }

  /** How a node stands in the scene. */
  rotation(rotation: Quat): Quat {
    return turned(this.#turn, mirroredTurn(rotation));
  }

  /** As `ImportResult.space`. */
  matrix(): Float64Array {
    const matrix = matrixOf(this.#turn, this.#shift);
    for (const row of [0, 4, 8]) {
      for (let column = 0; column < 3; column++) {
        const at = row + column;
        matrix[at] = (column === 0 ? -1 : 1) * this.scale * (matrix[at] as number) + 0;
      }
    }
    return matrix;
  }
}
