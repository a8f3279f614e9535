/** Samples that joints or morph targets move. */
import { box, column, Making, product, type Rotation, rotated, type Shape, turn, X, Y, Z } from './making.ts';

export const FRAME = 1 / 24;

/** A column that bends between two joints: the lower half hangs on the first, the top on the second. */
export function bendingColumn(making: Making, rings = 9) {
  const shape = column(2, rings);
  const primitive = making.primitive(shape);
  const upper = heights(shape).map((y) => Math.min(1, Math.max(0, y - 0.5)));
  making.weigh(
    primitive,
    upper.map(
      (share) =>
        [
          [0, 1 - share],
          [1, share],
        ] as const,
    ),
  );
  return { shape, primitive };
}

const heights = (shape: Shape) => shape.positions.filter((_, i) => i % 3 === 1);

export function skinned(): Making {
  const making = new Making();
  const { primitive } = bendingColumn(making);
  const joints = making.chain(
    ['lower', 'upper'],
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
  );
  making.node('column').setMesh(making.mesh('column', primitive)).setSkin(making.skin('skin', joints));
  const { channel } = making.animation('bend');
  const times = [0, 5, 11, 18, 26].map((frame) => frame * FRAME);
  channel(
    joints[1] as never,
    'rotation',
    times,
    [0, 60, -50, 100, 0].map((angle) => turn(Z, angle)),
  );
  channel(joints[0] as never, 'rotation', [0, 26 * FRAME], [turn(Y, 0), turn(Y, 120)]);
  channel(joints[0] as never, 'translation', times, [
    [0, 0, 0],
    [0.3, 0, 0],
    [0.3, 0.5, 0],
    [0, 0.5, 0.7],
    [0, 0, 0],
  ]);
  return making;
}

/** Two shapes that a plate takes. */
function morphedPlate(making: Making) {
  const plate = box(2, 0.2, 2);
  const primitive = making.primitive(plate);
  const raised = plate.positions.map((value, i) =>
    i % 3 === 1 && (plate.positions[i - 1] as number) > 0 ? 0.8 : 0 * value,
  );
  const wide = plate.positions.map((value, i) => (i % 3 === 2 ? value / 2 : 0));
  making.morph(primitive, raised);
  making.morph(
    primitive,
    wide,
    plate.normals.map(() => 0),
  );
  const mesh = making.mesh('plate', primitive).setWeights([0, 0.25]);
  return making.node('plate').setMesh(mesh);
}

export function morphed(): Making {
  const making = new Making();
  const node = morphedPlate(making);
  const { channel } = making.animation('wave');
  channel(
    node,
    'weights',
    [0, 0.5, 1.25, 2],
    [
      [0, 0],
      [1, 0],
      [0.5, 1],
      [0, 0.25],
    ],
  );
  return making;
}

export function morphedSmoothly(): Making {
  const making = new Making();
  const node = morphedPlate(making);
  const { channel } = making.animation('swing');
  // In-tangents, values, out-tangents of each key.
  channel(
    node,
    'weights',
    [0, 1, 2],
    [
      [0, 0],
      [0, 0.25],
      [2, 0],
      [1, -1],
      [1, 0],
      [0, 1],
      [0, 0],
      [0, 0.25],
      [0, 0],
    ],
    'CUBICSPLINE',
  );
  return making;
}

/** Deformed and moved by bones at once. */
export function skinnedAndMorphed(): Making {
  const making = new Making();
  const { shape, primitive } = bendingColumn(making, 5);
  making.morph(
    primitive,
    shape.normals.map((value) => value * 0.4),
  );
  const joints = making.chain(
    ['lower', 'upper'],
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
  );
  const node = making
    .node('column')
    .setMesh(making.mesh('column', primitive))
    .setSkin(making.skin('skin', joints));
  const { channel } = making.animation('swell');
  channel(node, 'weights', [0, 0.7, 1.4], [0, 1, 0.2]);
  channel(
    joints[1] as never,
    'rotation',
    [0, 1, 1.4],
    [0, 70, 20].map((angle) => turn(X, angle)),
  );
  return making;
}

export function eightWeights(): Making {
  const making = new Making();
  const shape = column(7, 15);
  const primitive = making.primitive(shape);
  making.weigh(
    primitive,
    heights(shape).map((y) => {
      const shares = Array.from({ length: 8 }, (_, i) => 1 / (1 + 3 * (y - i) ** 2));
      const sum = shares.reduce((a, b) => a + b);
      return shares.map((share, i) => [i, share / sum] as const).sort((a, b) => b[1] - a[1]);
    }),
  );
  const joints = making.chain(
    Array.from({ length: 8 }, (_, i) => `joint ${i}`),
    Array.from({ length: 8 }, (_, i) => [0, i === 0 ? 0 : 1, 0]),
  );
  making.node('column').setMesh(making.mesh('column', primitive)).setSkin(making.skin('skin', joints));
  const { channel } = making.animation('curl');
  for (const [i, joint] of joints.entries()) {
    channel(
      joint,
      'rotation',
      [0, 0.5 + 0.1 * i, 2],
      [0, 25, -15].map((angle) => turn(i % 2 ? X : Z, angle)),
    );
  }
  return making;
}

/** Two figures side by side: nothing is the parent of both. */
export function twoSkins(): Making {
  const making = new Making();
  const { channel } = making.animation('both');
  for (const [i, side] of ['left', 'right'].entries()) {
    const { primitive } = bendingColumn(making, 5);
    const joints = making.chain(
      [`${side} lower`, `${side} upper`],
      [
        [3 * i, 0, 0],
        [0, 1, 0],
      ],
    );
    // The figure is made at the origin: its skin is bound there, and its joints stand elsewhere.
    for (const joint of joints.slice(0, 1)) joint.setTranslation([0, 0, 0]);
    const skin = making.skin(side, joints);
    for (const joint of joints.slice(0, 1)) joint.setTranslation([3 * i, 0, 0]);
    making.node(`${side} column`).setMesh(making.mesh(side, primitive)).setSkin(skin);
    channel(
      joints[1] as never,
      'rotation',
      [0, 1, 2],
      [0, 80, 0].map((angle) => turn(Z, i ? -angle : angle)),
    );
  }
  return making;
}

/** As many exporters of characters write them: in centimetres, lying, under an armature that sets both right. */
export function centimetres(): Making {
  const making = new Making();
  const armature = making.node('Armature').setScale([0.01, 0.01, 0.01]).setRotation(turn(X, -90));
  const names = ['Hips', 'Spine', 'Head', 'LeftArm', 'RightArm'].map((name) => `mixamorig:${name}`);
  const hips = making.node(names[0] as string, armature, [0, 0, 90]);
  const spine = making.node(names[1] as string, hips, [0, 0, 30]);
  const joints = [
    hips,
    spine,
    making.node(names[2] as string, spine, [0, 0, 30]),
    making.node(names[3] as string, spine, [20, 0, 20]).setRotation(turn(Y, 90)),
    making.node(names[4] as string, spine, [-20, 0, 20]).setRotation(turn(Y, -90)),
  ];
  // Upright in Z, centimetres, as its joints.
  const shape = column(170, 12, 15);
  const lying: Shape = {
    ...shape,
    positions: shape.positions.map((_, i) =>
      i % 3 === 1
        ? -(shape.positions[i + 1] as number)
        : i % 3 === 2
          ? (shape.positions[i - 1] as number)
          : (shape.positions[i] as number),
    ),
    normals: shape.normals.map((_, i) =>
      i % 3 === 1
        ? -(shape.normals[i + 1] as number)
        : i % 3 === 2
          ? (shape.normals[i - 1] as number)
          : (shape.normals[i] as number),
    ),
  };
  const primitive = making.primitive(lying, making.material('Beta_HighLimbsGeoSG2', [0.5, 0.5, 0.6]));
  making.weigh(
    primitive,
    heights(shape).map((y, v) => {
      if (y < 100) return [[0, 1]];
      if (y < 135)
        return [
          [1, 0.7],
          [0, 0.3],
        ];
      const arm = (shape.positions[3 * v] as number) > 0 ? 3 : 4;
      return [
        [2, 0.5],
        [arm, 0.3],
        [1, 0.2],
      ];
    }),
  );
  making
    .node('Beta_Surface', armature)
    .setMesh(making.mesh('Beta_Surface', primitive))
    .setSkin(making.skin('Beta_Surface', joints, 100));
  // The skin is bound in the space of the armature: what it is bound with holds its rotation.
  const turned = turn(X, -90);
  const skin = making.document.getRoot().listSkins()[0];
  const matrices = skin?.getInverseBindMatrices();
  if (matrices) bindInside(matrices.getArray() as Float32Array, turned);
  const { channel } = making.animation('mixamo.com');
  const times = Array.from({ length: 31 }, (_, i) => i / 30);
  channel(
    hips,
    'translation',
    times,
    times.map((t) => [2 * Math.sin(6 * t), 0, 90 + 4 * Math.cos(12 * t)]),
  );
  for (const [i, joint] of joints.entries()) {
    const rest = joint.getRotation();
    channel(
      joint,
      'rotation',
      times,
      times.map((t) => product(rest, turn(i % 2 ? X : Z, 30 * Math.sin(6 * t + i)))),
    );
  }
  return making;
}

/** Multiplies matrices from the right with a rotation: what is bound then stands in the space that it turns. */
function bindInside(matrices: Float32Array, q: Rotation): void {
  for (let at = 0; at < matrices.length; at += 16) {
    const columns = [X, Y, Z].map((axis) => rotated(q, axis));
    const old = matrices.slice(at, at + 16);
    for (const [c, column] of columns.entries()) {
      for (let row = 0; row < 3; row++) {
        matrices[at + 4 * c + row] = column.reduce(
          (sum, value, k) => sum + value * (old[4 * k + row] as number),
          0,
        );
      }
    }
  }
}
