/** The sockets of a file (v9+) as the empties of a GLB that stand for them. */

import type { EditOperation } from '@lithoscope/core';
import type { Node } from '../gltf.ts';
import type { ImportChange } from '../report.ts';
import { answered } from './answered.ts';
import type { MergeContext } from './context.ts';
import { isCopy } from './meshes.ts';
import { latin1, renamed } from './texts.ts';

export interface SocketMerge {
  readonly operations: EditOperation[];
  /** Then these: sockets that go and come. */
  readonly lists: EditOperation[];
  readonly changes: ImportChange[];
}

/** How the export names them, and how a new one must be named. */
const PREFIX = 's_';

export function mergeSockets(context: MergeContext): SocketMerge {
  const { base, description, merging, rig } = context;
  const out: SocketMerge = { operations: [], lists: [], changes: [] };
  const { sockets } = base.info;
  if (base.info.version === 6) return out;
  const found = new Map<number, Node>();
  const added: Node[] = [];
  for (const node of rig.nodes.toSorted((a, b) => Number(isCopy(a)) - Number(isCopy(b)))) {
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
    // One without a place is at the root of the scene.
    const { holder, isMoved, isTurned } = answered(merging.socket(index, rig.indexOf.get(node) as number));
    if (holder < 0) continue;
    if (holder !== socket.node) {
      out.operations.push({ op: 'set', path: `${path}.NodeIndex`, value: holder });
      out.changes.push({
        path,
        message: `Socket “${socket.name}” moved to “${base.info.nodes[holder]?.name}”.`,
      });
    }
    if (isMoved) out.changes.push({ path, message: `Socket “${socket.name}” moved.` });
    if (isTurned) out.changes.push({ path, message: `Socket “${socket.name}” rotated.` });
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
    const { holder, translation, rotation } = standOf(context, node);
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

const standOf = ({ merging, rig }: MergeContext, node: Node) =>
  answered(merging.standOf(rig.indexOf.get(node) as number));

/** A joint is none. */
const NO_JOINT = -2;

function isNewSocket(context: MergeContext, node: Node): boolean {
  const { indexOf, found } = context.rig;
  return (
    node.name.startsWith(PREFIX) &&
    !node.mesh &&
    found.nodeOf[indexOf.get(node) as number] === NO_JOINT &&
    standOf(context, node).holder >= 0
  );
}
