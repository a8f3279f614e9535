/** Matrices of nodes, column-major. */
import { MathUtils, type mat4 } from '@gltf-transform/core';
import type { Quat, Vec3 } from '@lithoscope/core';
import type { Node } from './document.ts';

type Placed = Pick<Node, 'translation' | 'rotation' | 'scale'>;

export function matrixOf({ translation, rotation, scale }: Placed): number[] {
  return MathUtils.compose(translation, rotation, scale, Array<number>(16) as mat4);
}

/** Place, rotation and scale, which is all of a matrix that a node can have besides. */
export function decomposed(matrix: readonly number[]): { -readonly [Key in keyof Placed]: Placed[Key] } {
  const [translation, rotation, scale]: [Vec3, Quat, Vec3] = [
    [0, 0, 0],
    [0, 0, 0, 1],
    [1, 1, 1],
  ];
  MathUtils.decompose(matrix as mat4, translation, rotation, scale);
  return { translation, rotation, scale };
}
