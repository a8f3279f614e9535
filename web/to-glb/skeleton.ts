/** The nodes of the scene: a root with the model's name, below it the file's nodes as joints, and sockets. */
import type { Node, Skin } from '@gltf-transform/core';
import { counted } from '../explain/describe.ts';
import { modelName } from '../lib/file-names.ts';
import type { Building } from './building.ts';
import { jointExtras, socketExtras } from './extras.ts';
import { named } from './report.ts';

/** Numbers of a place: translation and rotation. */
const LOCAL_SIZE = 7;

/** Joints that a vertex can refer to: 16 bits. */
const MAX_JOINTS = 65536;

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export interface Skeleton {
  readonly root: Node;
  /** By node of the file. */
  readonly joints: readonly Node[];
  /** By socket of the file. */
  readonly sockets: readonly Node[];
  /** Makes the joint that never moves: it comes after those of the nodes, or is the last that there may be. */
  fix(): void;
  /** The skin of all meshes, after they are made; null without joints. */
  skin(): Skin | null;
}

export function buildSkeleton(building: Building): Skeleton {
  const { document, options, nodeNames, notes, exporting } = building;
  const { file, name } = building.input;
  const { nodes } = file.info;
  const { rest, inverseBinds, lost, sheared } = exporting.skeleton;

  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  const root = document.createNode(nodeNames.unique(modelName(name) || 'model'));
  if (options.scale !== 1) root.setScale([options.scale, options.scale, options.scale]);
  scene.addChild(root);

  if (lost.length > 0) {
    const names = Array.from(lost, (node) => nodes[node]?.name ?? '');
    notes.warn('NODE_PLACE', `${counted(lost.length, 'node')} without a finite position: ${named(names)}.`);
  }
  const joints = nodes.map((node, i) => {
    const glbName = nodeNames.unique(node.name || 'node');
    const joint = document.createNode(glbName).setExtras(jointExtras(file, i, glbName));
    place(joint, rest, i);
    return joint;
  });
  joints.forEach((joint, i) => {
    (joints[nodes[i]?.parent ?? -1] ?? root).addChild(joint);
  });
  if (sheared > 0) {
    notes.warn(
      'BIND_NOT_RIGID',
      `The bind pose of ${counted(sheared, 'node')} is scaled or sheared, which a rest pose in glTF cannot be: animations are correct, the bind pose is not.`,
    );
  }
  const sockets = addSockets(building, root, joints);

  let fixed: Node | null = null;
  return {
    root,
    joints,
    sockets,
    fix() {
      fixed ??= document.createNode(nodeNames.unique('fixed')).setExtras(jointExtras(file, -1, ''));
    },
    skin() {
      if (fixed) root.addChild(fixed);
      const own = joints.slice(0, MAX_JOINTS - (fixed ? 1 : 0));
      const all = [...own, ...(fixed ? [fixed] : [])];
      if (all.length === 0) return null;
      const matrices = new Float32Array(16 * all.length);
      matrices.set(inverseBinds.subarray(0, 16 * own.length));
      if (fixed) matrices.set(IDENTITY, 16 * own.length);
      const skin = document.createSkin(root.getName());
      for (const joint of all) skin.addJoint(joint);
      return skin.setSkeleton(root).setInverseBindMatrices(building.accessor(matrices, 'MAT4'));
    },
  };
}

function place(node: Node, locals: Float32Array, index: number): void {
  const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = locals.subarray(LOCAL_SIZE * index);
  node.setTranslation([x, y, z]).setRotation([qx, qy, qz, qw]);
}

function addSockets(building: Building, root: Node, joints: readonly Node[]): Node[] {
  const { document, input, nodeNames, notes, exporting } = building;
  const { sockets: locals, areSocketsThere } = exporting.skeleton;
  const homeless: string[] = [];
  const sockets = input.file.info.sockets.map((socket, i) => {
    const joint = areSocketsThere[i] ? joints[socket.node] : undefined;
    if (!joint) homeless.push(socket.name);
    const node = document
      .createNode(nodeNames.unique(`s_${socket.name}`))
      .setExtras(socketExtras(input.file, i));
    place(node, locals, i);
    // LTB: of what is attached. No program can undo a scale of 0.
    if (socket.scale.every((one) => Number.isFinite(one) && one > 0)) node.setScale(socket.scale);
    (joint ?? root).addChild(node);
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
