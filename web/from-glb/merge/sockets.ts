/** The sockets of a file (v9+) as the empties of a GLB that stand for them. */

import type { EditOperation, Quat } from '@lithoscope/core';
import { multiplied } from '../../to-glb/space.ts';
import { unitTurn } from '../drafting/turns.ts';
import type { Node } from '../gltf.ts';
import { matrixOf } from '../matrices.ts';
import type { ImportChange } from '../report.ts';
import type { GltfSource } from '../source.ts';
import { answered } from './answered.ts';
import type { MergeContext } from './context.ts';
import { fileAffine, localOf, nearPlace } from './rig.ts';
import { angleBetween, rotationOf } from './rotations.ts';
import { latin1, renamed } from './texts.ts';

export interface SocketMerge {
  readonly operations: EditOperation[];
  /** Then these: sockets that go and come. */
  readonly lists: EditOperation[];
  readonly changes: ImportChange[];
}

/** Radians that are the same rotation. */
const SAME_TURN = 5e-4;
/** How the export names them, and how a new one must be named. */
const PREFIX = 's_';

export function mergeSockets(context: MergeContext, source: GltfSource): SocketMerge {
  const { base, description, merging } = context;
  const out: SocketMerge = { operations: [], lists: [], changes: [] };
  const { sockets } = base.info;
  if (base.info.version === 6) return out;
  const found = new Map<number, Node>();
  const added: Node[] = [];
  const isCopy = (node: Node) => /\.\d{3}$/.test(node.name);
  const nodes = source.document.nodes;
  for (const node of nodes.toSorted((a, b) => Number(isCopy(a)) - Number(isCopy(b)))) {
    const { lt_socket: index } = node.extras;
    if (typeof index === 'number' && sockets[index] && !found.has(index)) found.set(index, node);
    else if (isNewSocket(context, node)) added.push(node);
  }
  for (const [index, node] of found) {
    const socket = sockets[index];
    const path = `Sockets.Sockets[${index}]`;
    if (!socket) continue;
    const other = renamed(node.name, description.sockets[index]);
    if (other !== null) {
      const name = withoutPrefix(other);
      out.operations.push({ op: 'set', path: `${path}.Name`, value: latin1(name), force: true });
      out.changes.push({ path, message: `Socket “${socket.name}” renamed to “${name}”.` });
    }
    const holder = holderOf(context, node);
    const [location, rotation] = [base.resolve(`${path}.Location`), base.resolve(`${path}.Rotation`)];
    const isPlain =
      [...socket.location, ...socket.rotation].every(Number.isFinite) && base.info.nodes[socket.node];
    // One without a place is at the root of the scene.
    if (holder < 0 || !isPlain || !location || !rotation) continue;
    if (holder !== socket.node) {
      out.operations.push({ op: 'set', path: `${path}.NodeIndex`, value: holder });
      out.changes.push({
        path,
        message: `Socket “${socket.name}” moved to “${base.info.nodes[holder]?.name}”.`,
      });
    }
    const local = placeOn(context, holder, node);
    const near = nearPlace(Math.hypot(...socket.location));
    if (local.translation.some((value, i) => !(Math.abs(value - (socket.location[i] as number)) <= near))) {
      answered(merging.write('Sockets.Sockets', index, location.start, local.translation));
      out.changes.push({ path, message: `Socket “${socket.name}” moved.` });
    }
    if (angleBetween(unitTurn(socket.rotation), local.rotation) > SAME_TURN) {
      answered(merging.write('Sockets.Sockets', index, rotation.start, local.rotation));
      out.changes.push({ path, message: `Socket “${socket.name}” rotated.` });
    }
  }
  for (let index = sockets.length - 1; index >= 0; index--) {
    if (found.has(index) || description.sockets[index] === undefined) continue;
    out.lists.push({ op: 'remove', path: `Sockets.Sockets[${index}]` });
    out.changes.push({
      path: `Sockets.Sockets[${index}]`,
      message: `Socket “${sockets[index]?.name}” removed.`,
    });
  }
  let count = sockets.length - out.lists.length;
  for (const node of added) {
    const holder = holderOf(context, node);
    const { translation, rotation } = placeOn(context, holder, node);
    const name = withoutPrefix(node.name);
    const path = `Sockets.Sockets[${count++}]`;
    out.lists.push({
      op: 'insert',
      path,
      values: [{ NodeIndex: holder, Name: latin1(name), Rotation: rotation, Location: translation }],
      force: true,
    });
    out.changes.push({ path, message: `Socket “${name}” added to “${base.info.nodes[holder]?.name}”.` });
  }
  return out;
}

const withoutPrefix = (name: string) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name);

function isNewSocket(context: MergeContext, node: Node): boolean {
  return (
    node.name.startsWith(PREFIX) &&
    !node.mesh &&
    !context.rig.nodeOf.has(node) &&
    holderOf(context, node) >= 0
  );
}

/** The node that carries it; −1 for none. */
function holderOf({ rig }: MergeContext, node: Node): number {
  for (let over = node.parent; over; over = over.parent) {
    const index = rig.nodeOf.get(over);
    if (index !== undefined) return index;
  }
  return -1;
}

/** Where it is, relative to the node. */
function placeOn({ rig }: MergeContext, holder: number, node: Node): ReturnType<typeof localOf> {
  const joint = rig.joints[holder];
  const identity = { x: 1, z: 1, mirrors: false } as const;
  let matrix = fileAffine(identity, matrixOf(node));
  for (let over = node.parent; over && over !== joint; over = over.parent) {
    matrix = multiplied(fileAffine(identity, matrixOf(over)), matrix);
  }
  const rotation: Quat = rotationOf(matrix);
  return localOf(rig, holder, [matrix[3] ?? 0, matrix[7] ?? 0, matrix[11] ?? 0], rotation);
}
