/** The nodes of the scene: a root with the model's name, below it the file's nodes as joints, and sockets. */
import type { Node, Skin } from '@gltf-transform/core';
import type { V6Interpretation } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { modelName } from '../lib/file-names.ts';
import type { Building } from './building.ts';
import { jointExtras, socketExtras } from './extras.ts';
import { named } from './report.ts';
import {
  type Affine,
  affineOf,
  convertMatrix,
  convertQuaternion,
  convertVector,
  inverted,
  multiplied,
} from './space.ts';

/** Numbers of a node in `FrozenPose.locals`. */
export const LOCAL_SIZE = 7;

/** Joints that a vertex can refer to: 16 bits. */
const MAX_JOINTS = 65536;

export interface Skeleton {
  readonly root: Node;
  /** By node of the file. */
  readonly joints: readonly Node[];
  /** By socket of the file. */
  readonly sockets: readonly Node[];
  /** Relative to the parents, file space: the rest of the joints, finite, rotations of length 1. */
  readonly rest: Float32Array;
  /** v6: as `FrozenPose.vertices`, at rest. */
  readonly restVertices: Float32Array;
  /** By node, file space: v9+ the bind matrix, v6 the matrix of the rest pose. */
  readonly binds: readonly Affine[];
  readonly inverseBinds: readonly Affine[];
  /** The interpretation of the file that is used. */
  readonly interpretation: V6Interpretation;
  /** Makes the joint that never moves if one of these is it: it comes after those of the nodes, or is the last that there may be. */
  fix(joints: Uint32Array): void;
  /** The skin of all meshes, after they are made; null without joints. */
  skin(): Skin | null;
}

export function buildSkeleton(building: Building): Skeleton {
  const { document, space, options, nodeNames, notes } = building;
  const { file, name } = building.input;
  const { nodes } = file.info;
  const { mirrorZ: _, ...asked } = options.interpretation;
  const request = { animation: -1, timeMs: 0, loop: false, lod: 0 };
  // An interpretation of another file may name a missing animation.
  const interpretation = file.freeze({ ...request, interpretation: asked }) ? asked : {};
  const frozen = file.freeze({ ...request, interpretation });
  const bindPose = file.evaluate({ ...request, interpretation });
  if (!frozen || !bindPose) throw new Error('The model is no longer open.');

  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  const root = document.createNode(nodeNames.unique(modelName(name) || 'model'));
  if (options.scale !== 1) root.setScale([options.scale, options.scale, options.scale]);
  scene.addChild(root);

  const rest = frozen.locals;
  const lost = nodes.filter((_, i) => !settle(rest, i * LOCAL_SIZE));
  if (lost.length > 0) {
    notes.warn(
      'NODE_PLACE',
      `${counted(lost.length, 'node')} without a finite position: ${named(lost.map((node) => node.name))}.`,
    );
  }
  const joints = nodes.map((node, i) => {
    const glbName = nodeNames.unique(node.name || 'node');
    const joint = document.createNode(glbName).setExtras(jointExtras(file, i, glbName));
    place(building, joint, rest, i * LOCAL_SIZE);
    return joint;
  });
  joints.forEach((joint, i) => {
    (joints[nodes[i]?.parent ?? -1] ?? root).addChild(joint);
  });

  const rests: Affine[] = [];
  nodes.forEach(({ parent }, i) => {
    const local = affineOf(rest, i * LOCAL_SIZE);
    const above = rests[parent];
    rests.push(above ? multiplied(above, local) : local);
  });
  const { binds, inverseBinds } = bindMatrices(building, rests, bindPose.nodes);
  const sockets = addSockets(building, root, joints);

  let fixed: Node | null = null;
  return {
    root,
    joints,
    sockets,
    rest,
    restVertices: frozen.vertices,
    binds,
    inverseBinds,
    interpretation,
    fix(named) {
      if (!named.includes(Math.min(joints.length, MAX_JOINTS - 1))) return;
      fixed ??= document.createNode(nodeNames.unique('fixed')).setExtras(jointExtras(file, -1, ''));
    },
    skin() {
      if (fixed) root.addChild(fixed);
      const all = [...joints.slice(0, MAX_JOINTS - (fixed ? 1 : 0)), ...(fixed ? [fixed] : [])];
      if (all.length === 0) return null;
      const matrices = new Float32Array(16 * all.length);
      all.forEach((joint, i) => {
        convertMatrix(space, (joint === fixed ? null : inverseBinds[i]) ?? IDENTITY, matrices, 16 * i);
      });
      const skin = document.createSkin(root.getName());
      for (const joint of all) skin.addJoint(joint);
      return skin.setSkeleton(root).setInverseBindMatrices(building.accessor(matrices, 'MAT4'));
    },
  };
}

const IDENTITY: Affine = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** Makes a local transform finite, with a rotation of length 1; false when it was not finite. */
function settle(locals: Float32Array, at: number): boolean {
  const local = locals.subarray(at, at + LOCAL_SIZE);
  const length = Math.hypot(...local.subarray(3));
  const hasPlace = local.every(Number.isFinite) && Number.isFinite(length);
  if (!hasPlace) local.set([0, 0, 0, 0, 0, 0, 1]);
  else if (length === 0) local.set([0, 0, 0, 1], 3);
  else for (let i = 3; i < LOCAL_SIZE; i++) local[i] = (local[i] as number) / length;
  return hasPlace;
}

function place({ space }: Building, node: Node, locals: Float32Array, at: number): void {
  const local = locals.slice(at, at + LOCAL_SIZE);
  convertVector(space, local, 0);
  convertQuaternion(space, local, 3);
  const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = local;
  node.setTranslation([x, y, z]).setRotation([qx, qy, qz, qw]);
}

/** The matrices that bind vertices. The rest pose replaces a bind matrix that cannot be inverted. */
function bindMatrices(building: Building, rests: Affine[], nodes: Float32Array) {
  const binds: Affine[] = [];
  const inverseBinds: Affine[] = [];
  let sheared = 0;
  const { bindPose } = building.features;
  rests.forEach((restMatrix, i) => {
    const stored = Float64Array.from(nodes.subarray(16 * i, 16 * i + 12));
    const inverse = bindPose ? inverted(stored) : null;
    if (bindPose && differs(stored, restMatrix)) sheared++;
    binds.push(inverse ? stored : restMatrix);
    inverseBinds.push(inverse ?? inverted(restMatrix) ?? IDENTITY);
  });
  if (sheared > 0) {
    building.notes.warn(
      'BIND_NOT_RIGID',
      `The bind pose of ${counted(sheared, 'node')} is scaled or sheared, which a rest pose in glTF cannot be: animations are correct, the bind pose is not.`,
    );
  }
  return { binds, inverseBinds };
}

/** Compares directions absolutely, and positions relative to their distance, as 32 bits round them. NaN differs. */
function differs(a: Affine, b: Affine): boolean {
  const reach = Math.hypot(a[3] ?? 0, a[7] ?? 0, a[11] ?? 0);
  return !a.every(
    (value, i) => Math.abs(value - (b[i] as number)) <= (i % 4 === 3 ? 1e-3 * (1 + reach) : 1e-3),
  );
}

function addSockets(building: Building, root: Node, joints: readonly Node[]): Node[] {
  const { document, input, nodeNames, notes } = building;
  const homeless: string[] = [];
  const sockets = input.file.info.sockets.map((socket, i) => {
    const local = Float32Array.of(...socket.location, ...socket.rotation);
    const hasPlace = settle(local, 0);
    const joint = joints[socket.node];
    if (!hasPlace || !joint) homeless.push(socket.name);
    const node = document
      .createNode(nodeNames.unique(`s_${socket.name}`))
      .setExtras(socketExtras(input.file, i));
    place(building, node, local, 0);
    ((hasPlace && joint) || root).addChild(node);
    return node;
  });
  if (homeless.length > 0) {
    notes.warn(
      'SOCKET_PLACE',
      `Placed ${counted(homeless.length, 'socket')} at the root node, without an existing node or a finite position: ${named(homeless)}.`,
    );
  }
  return sockets;
}
