/** Samples of scenes: boxes that move, what hangs on what, and what has no shape at all. */
import { KHRLightsPunctual } from '@gltf-transform/extensions';
import { bendingColumn, FRAME, skinned } from './figures.ts';
import { box, column, Making, turn, X, Y, Z } from './making.ts';

export function rigid(): Making {
  const making = new Making();
  const outer = making
    .node('outer')
    .setMesh(making.mesh('outer', making.primitive(box(2, 1, 2), making.material('red', [1, 0, 0]))));
  const middle = making.node('middle', outer, [0, 1, 0]);
  const inner = making
    .node('inner', middle, [0.5, 0.5, 0])
    .setMesh(making.mesh('inner', making.primitive(box(0.8, 0.8, 0.8), making.material('blue', [0, 0, 1]))));
  const { channel } = making.animation('lift');
  channel(
    middle,
    'translation',
    [0, 1.25, 2.5, 3.708_33],
    [
      [0, 1, 0],
      [0, 3, 0],
      [0, 3, 0],
      [0, 1, 0],
    ],
  );
  channel(inner, 'rotation', [1.25, 1.85, 2.5], [turn(X, 0), turn(X, 90), turn(X, 180)]);
  const { channel: spin } = making.animation('spin');
  spin(outer, 'rotation', [0, 1, 2], [turn(Y, 0), turn(Y, 150), turn(Y, 300)]);
  return making;
}

export function interpolations(): Making {
  const making = new Making();
  const boxes = Array.from({ length: 5 }, (_, i) =>
    making
      .node(`box ${i}`, undefined, [1.5 * i, 0, 0])
      .setMesh(making.mesh(`box ${i}`, making.primitive(box(1, 0.6, 0.4)))),
  );
  const [stepped, turned, smooth, spinning, late] = boxes as [never, never, never, never, never];
  const { channel } = making.animation('all kinds');
  channel(
    stepped,
    'translation',
    [0, 0.4, 0.9, 1.6],
    [
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
    ],
    'STEP',
  );
  channel(turned, 'rotation', [0, 0.7, 1.3], [turn(Y, 0), turn(Y, 90), turn(X, 60)], 'STEP');
  channel(
    smooth,
    'translation',
    [0, 0.55, 1.45],
    [
      [0, 0, 0],
      [3, 0, 0],
      [0, 4, 0],
      [0, 0, 0],
      [3, 1, 0],
      [-3, 0, 0],
      [0, 0, 2],
      [3, 0, 0],
      [0, 0, 0],
    ],
    'CUBICSPLINE',
  );
  const flat = [0, 0, 0, 0];
  channel(
    spinning,
    'rotation',
    [0.1, 0.8, 1.5],
    [flat, turn(Z, 0), [0, 0, 1, 0], [0, 0, 0.8, 0], turn(Z, 110), flat, flat, turn(Z, 175), flat],
    'CUBICSPLINE',
  );
  channel(late, 'rotation', [1, 2.2], [turn(X, 0), turn(X, 170)]);
  const { channel: one } = making.animation('one key');
  one(late, 'translation', [0.5], [[6, 2, 0]]);
  return making;
}

export function movedLate(): Making {
  const making = new Making();
  const node = making.node('box').setMesh(making.mesh('box', making.primitive(box(1, 2, 3))));
  const { channel } = making.animation('late');
  channel(
    node,
    'translation',
    [2.0042, 2.5, 3.111],
    [
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 3],
    ],
  );
  return making;
}

export function staticScale(): Making {
  const making = new Making();
  const carrier = making.node('carrier', undefined, [0, 1, 0]);
  making
    .node('stretched', carrier, [0.5, 0.5, 0])
    .setScale([2, 0.5, 3])
    .setRotation(turn(Z, 30))
    .setMesh(making.mesh('stretched', making.primitive(box(1, 1, 1))));
  making
    .node('mirrored', carrier, [-2, 0, 0])
    .setScale([-1, 1, 1])
    .setMesh(making.mesh('mirrored', making.primitive(column(1, 2))));
  const sheared = making.node('parent', carrier, [0, 2, 0]).setScale([1, 3, 1]);
  making
    .node('sheared', sheared)
    .setRotation(turn(Z, 45))
    .setMesh(making.mesh('sheared', making.primitive(box(0.5, 0.5, 0.5))));
  const { channel } = making.animation('carry');
  channel(
    carrier,
    'rotation',
    [0, 1, 2],
    [0, 100, 200].map((angle) => turn(Y, angle)),
  );
  channel(
    carrier,
    'translation',
    [0, 2],
    [
      [0, 1, 0],
      [4, 1, 1],
    ],
  );
  return making;
}

/** Uniform, so that what hangs on it is only larger. */
export function scaledSkeleton(): Making {
  const making = new Making();
  const { primitive } = bendingColumn(making);
  const top = making.node('rig').setScale([2.5, 2.5, 2.5]).setRotation(turn(Y, 40));
  const joints = making.chain(
    ['lower', 'upper'],
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
    top,
  );
  (joints[1] as NonNullable<(typeof joints)[1]>).setScale([0.5, 0.5, 0.5]);
  making.node('column', top).setMesh(making.mesh('column', primitive)).setSkin(making.skin('skin', joints));
  const { channel } = making.animation('bend');
  channel(
    joints[1] as never,
    'rotation',
    [0, 1, 2],
    [0, 75, -20].map((angle) => turn(Z, angle)),
  );
  channel(
    joints[1] as never,
    'translation',
    [0, 2],
    [
      [0, 1, 0],
      [0, 1.5, 0],
    ],
  );
  return making;
}

export function growing(): Making {
  const making = new Making();
  const node = making.node('box').setMesh(making.mesh('box', making.primitive(box(1, 1, 1))));
  const { channel } = making.animation('grow');
  channel(
    node,
    'scale',
    [0, 1],
    [
      [1, 1, 1],
      [1, 3, 1],
    ],
  );
  channel(
    node,
    'translation',
    [0, 1],
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
  );
  return making;
}

/** One mesh in three places, one of them in the hand of a figure. */
export function sharedMesh(): Making {
  const making = new Making();
  const { primitive } = bendingColumn(making, 5);
  const joints = making.chain(
    ['lower', 'upper'],
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
  );
  making.node('column').setMesh(making.mesh('column', primitive)).setSkin(making.skin('skin', joints));
  const club = making.mesh('club', making.primitive(box(0.2, 1, 0.2)));
  making.node('in the hand', joints[1], [0.8, 0.5, 0]).setRotation(turn(Z, -30)).setMesh(club);
  making.node('on the floor', undefined, [-2, 0.1, 0]).setRotation(turn(Z, 90)).setMesh(club);
  making.node('large', undefined, [2, 1, 0]).setScale([2, 2, 2]).setMesh(club);
  const { channel } = making.animation('strike');
  channel(
    joints[1] as never,
    'rotation',
    [0, 0.4, 1],
    [0, -80, 10].map((angle) => turn(Z, angle)),
  );
  return making;
}

export function still(): Making {
  const making = new Making();
  making
    .node('crate', undefined, [0, 0.5, 0])
    .setMesh(making.mesh('crate', making.primitive(box(1, 1, 1), making.material('wood', [0.6, 0.4, 0.2]))));
  return making;
}

export function camerasAndLights(): Making {
  const making = new Making();
  const camera = making.document.createCamera('camera').setType('perspective').setYFov(1).setZNear(0.1);
  making.node('camera', undefined, [0, 1, 5]).setCamera(camera);
  const lights = making.document.createExtension(KHRLightsPunctual);
  making
    .node('lamp', undefined, [0, 5, 0])
    .setExtension('KHR_lights_punctual', lights.createLight('lamp').setType('point'));
  return making;
}

/** With strings at keys, and one between two. */
export function frameStrings(): Making {
  const making = skinned();
  const [bend] = making.document.getRoot().listAnimations();
  bend?.setExtras({
    lt_events: [
      { time: 0, text: 'start' },
      { time: 11 * FRAME, text: 'FOOTSTEP' },
      { time: 0.6, text: 'between' },
    ],
  });
  return making;
}

export function named(name: string): Making {
  const making = skinned();
  const root = making.document.getRoot();
  for (const [i, one] of [...root.listNodes(), ...root.listMeshes(), ...root.listAnimations()].entries())
    one.setName(`${name}${i % 2 ? '' : i}`);
  root
    .listMeshes()[0]
    ?.listPrimitives()[0]
    ?.setMaterial(making.material(name, [1, 1, 1]));
  return making;
}

/** What carries the joints moves, and the mesh, which a skin holds, hangs on something that moves elsewhere. */
export function movingArmature(): Making {
  const making = new Making();
  const { primitive } = bendingColumn(making);
  const armature = making.node('armature', undefined, [0, 1, 0]).setRotation(turn(X, 20));
  const joints = making.chain(
    ['lower', 'upper'],
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
    armature,
  );
  const away = making.node('elsewhere', undefined, [5, 5, 5]);
  making.node('column', away).setMesh(making.mesh('column', primitive)).setSkin(making.skin('skin', joints));
  const { channel } = making.animation('walk');
  const times = [0, 0.4, 1.1];
  channel(armature, 'translation', times, [
    [0, 1, 0],
    [2, 1.5, 0],
    [4, 1, 1],
  ]);
  channel(
    armature,
    'rotation',
    times,
    [20, -30, 90].map((angle) => turn(X, angle)),
  );
  channel(
    away,
    'rotation',
    times,
    [0, 90, 180].map((angle) => turn(Y, angle)),
  );
  channel(
    joints[1] as never,
    'rotation',
    [0, 0.6, 1.1],
    [0, 50, -70].map((angle) => turn(Z, angle)),
  );
  return making;
}

/** A figure that an odd scale turns into its own mirror image, as one half of a symmetric pair. */
export function mirroredFigure(): Making {
  const making = scaledSkeleton();
  const rig = making.document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'rig');
  rig?.setScale([-1.5, 1.5, 1.5]);
  // Half a turn, as a scale; and a second mirror, which undoes the first.
  const club = making.mesh('box', making.primitive(box(0.4, 0.8, 0.2)));
  const upper = making.document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'upper');
  for (const [i, scale] of (
    [
      [-1, -1, 1],
      [1, -1, 1],
      [-1, -1, -1],
    ] as const
  ).entries()) {
    const arm = making.node(`arm ${i}`, upper, [1, i, 0]).setScale([...scale]);
    const hand = making.node(`hand ${i}`, arm, [0.5, 0, 0]).setRotation(turn(Z, 15)).setMesh(club);
    const { channel } = making.animation(`wave ${i}`);
    channel(hand, 'rotation', [0, 0.5, 1], [turn(Z, 15), turn(X, 80), turn(Y, -60)]);
    channel(arm, 'rotation', [0, 0.7, 1], [turn(Y, 0), turn(Y, 90), turn(X, 40)]);
  }
  return making;
}

/** What stands in a pose that is not the one in which it was bound, when nothing plays. */
export function boundElsewhere(): Making {
  const making = skinned();
  const joints = making.document.getRoot().listSkins()[0]?.listJoints() ?? [];
  joints[1]?.setRotation(turn(Z, 70));
  joints[0]?.setTranslation([1, 2, 3]);
  return making;
}

/** Joints that turn below a scale that is not the same in all directions: what they carry is sheared. */
export function unevenArmature(): Making {
  const making = scaledSkeleton();
  const rig = making.document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'rig');
  rig?.setScale([1, 1.3, 1]);
  return making;
}
