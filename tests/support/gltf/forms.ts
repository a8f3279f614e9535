/** Samples of the forms in which triangles and numbers are stored. */
import type { GLTF } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { skinned } from './figures.ts';
import { box, column, Making, type Shape, turn, Y } from './making.ts';

type Json = GLTF.IGLTF;

export function turningBox(
  making: Making,
  shape: Shape,
  change: (primitive: ReturnType<Making['primitive']>) => void,
): Making {
  const primitive = making.primitive(shape);
  change(primitive);
  const node = making.node('shape').setMesh(making.mesh('shape', primitive));
  const { channel } = making.animation('turn');
  channel(
    node,
    'rotation',
    [0, 0.5, 1],
    [0, 90, 180].map((angle) => turn(Y, angle)),
  );
  return making;
}

export function withoutIndices(): Making {
  const { positions, normals, uvs, indices } = box(1, 2, 3);
  const picked = (values: number[], size: number) =>
    indices.flatMap((index) => values.slice(size * index, size * (index + 1)));
  const shape = {
    positions: picked(positions, 3),
    normals: picked(normals, 3),
    uvs: picked(uvs, 2),
    indices,
  };
  return turningBox(new Making(), shape, (primitive) => primitive.setIndices(null));
}

/** A ribbon of five squares. */
export function ribbon(): Shape {
  const numbers = Array.from({ length: 12 }, (_, i) => i);
  return {
    positions: numbers.flatMap((i) => [i % 2, i >> 1, 0.1 * (i >> 1) ** 2]),
    normals: numbers.flatMap(() => [0, 0, 1]),
    uvs: numbers.flatMap((i) => [i % 2, (i >> 1) / 5]),
    indices: numbers,
  };
}

/** Five corners about a middle. */
export function fan(): Shape {
  const numbers = Array.from({ length: 7 }, (_, i) => i);
  const at = (i: number) =>
    i === 0 ? [0, 0, 0.4] : [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3), 0];
  return {
    positions: numbers.flatMap(at),
    normals: numbers.flatMap(() => [0, 0, 1]),
    uvs: numbers.flatMap((i) =>
      at(i)
        .slice(0, 2)
        .map((value) => (value + 1) / 2),
    ),
    indices: numbers,
  };
}

export const STRIP = 5;

export const FAN = 6;

export function withoutNormals(): Making {
  return turningBox(new Making(), column(2, 4), (primitive) => {
    primitive.setAttribute('NORMAL', null).setAttribute('TEXCOORD_0', null);
  });
}

/** 16-bit positions, 8-bit normals, texture coordinates, joints and weights. */
export function quantised(): Making {
  const making = skinned();
  making.document.createExtension(KHRMeshQuantization).setRequired(true);
  const root = making.document.getRoot();
  const primitive = root.listMeshes()[0]?.listPrimitives()[0];
  // Of two halves one is rounded up and one down, so that the weights keep their sum.
  const scaled = (semantic: string, to: Int16Array | Int8Array | Uint16Array | Uint8Array, by: number) => {
    const accessor = primitive?.getAttribute(semantic);
    const values = accessor?.getArray() ?? [];
    for (const [i, value] of [...values].entries()) to[i] = Math.round(value * by - 0.1 * (i % 2));
    accessor?.setArray(to).setNormalized(true);
  };
  const count = primitive?.getAttribute('POSITION')?.getCount() ?? 0;
  // 2 units are 32767: what it is bound with takes them back to where they were.
  scaled('POSITION', new Int16Array(3 * count), 32767 / 2);
  scaled('NORMAL', new Int8Array(3 * count), 127);
  scaled('TEXCOORD_0', new Uint16Array(2 * count), 65535);
  scaled('WEIGHTS_0', new Uint8Array(4 * count), 255);
  const joints = primitive?.getAttribute('JOINTS_0');
  joints?.setArray(Uint8Array.from(joints.getArray() ?? []));
  const matrices = root.listSkins()[0]?.getInverseBindMatrices()?.getArray();
  for (let i = 0; i < (matrices?.length ?? 0); i++)
    if (matrices && i % 16 < 12) matrices[i] = 2 * (matrices[i] as number);
  return making;
}

export function meshopt(): Making {
  const making = quantised();
  making.document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE });
  return making;
}

export function twoMaterials(): Making {
  const making = new Making();
  const mesh = making.mesh(
    'body',
    making.primitive(box(1, 1, 1), making.material('skin', [0.8, 0.6, 0.5])),
    making.primitive(column(3, 3, 0.2), making.material('clothes', [0.2, 0.2, 0.8])),
  );
  const node = making.node('body').setMesh(mesh);
  const { channel } = making.animation('hop');
  channel(
    node,
    'translation',
    [0, 0.3, 0.6],
    [
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ],
  );
  return making;
}

/** A morph target whose numbers are stored sparsely, and a node that has a matrix. */
export function sparseAndMatrix(): Making {
  const making = new Making();
  const shape = column(2, 20);
  const primitive = making.primitive(shape);
  making.morph(
    primitive,
    shape.positions.map((_, i) => (i === 4 || i === 61 ? 0.7 : 0)),
  );
  primitive.listTargets()[0]?.getAttribute('POSITION')?.setSparse(true);
  const above = making.node('matrix');
  const node = making.node('column', above).setMesh(making.mesh('column', primitive).setWeights([0.5]));
  const { channel } = making.animation('dent');
  channel(node, 'weights', [0, 1], [0, 1]);
  return making;
}

export function matrixOf(json: Json): undefined {
  const node = json.nodes?.find(({ name }) => name === 'matrix');
  const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
  if (!node) throw new Error('no node with a matrix');
  delete node.translation;
  node.matrix = [2 * c, 2 * s, 0, 0, -2 * s, 2 * c, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1] as never;
}

export function withoutFaces(): Making {
  const making = new Making();
  const line = making.primitive(ribbon());
  line.setMode(1);
  const points = making.primitive(ribbon()).setMode(0).setIndices(null);
  making.node('drawn').setMesh(making.mesh('drawn', line, points));
  return making;
}
