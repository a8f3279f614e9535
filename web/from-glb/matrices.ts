/** Matrices of nodes, column-major. */
import { MathUtils, type mat4, type vec4 } from '@gltf-transform/core';
import type { Quat, Vec3 } from '@lithoscope/core';
import type { Node } from './gltf.ts';

type Placed = Pick<Node, 'translation' | 'rotation' | 'scale'>;

export function matrixOf({ translation, rotation, scale }: Placed): number[] {
  return MathUtils.compose(translation, rotation, scale, Array<number>(16) as mat4);
}

export function worldMatrixOf(node: Node): number[] {
  const own = [matrixOf(node)];
  for (let above = node.parent; above; above = above.parent) own.push(matrixOf(above));
  return own.reduceRight((world, matrix) => product(world, matrix));
}

function product(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, i) => {
    const column = i - (i % 4);
    const [x, y, z, w] = b.slice(column, column + 4) as vec4;
    const row = [0, 4, 8, 12].map((at) => a[at + (i % 4)]) as vec4;
    return x * row[0] + y * row[1] + z * row[2] + w * row[3];
  });
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
