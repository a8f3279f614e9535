/**
 * Changes of sockets: between the world of the scene, where a gizmo stands, and the numbers of a socket, which are
 * relative to its node. The world may mirror Z. Changes are applied as differences: what was not moved keeps its
 * exact numbers.
 */

import type { Quat, SocketInfo, Vec3 } from '@lithoscope/core';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { OpenFile } from '../../document/open-file.ts';
import { select, selectionAt } from '../../document/selection.ts';
import { files } from '../../document/state.ts';
import { same, setNumbers } from '../../edit/animations.ts';
import { change } from '../../edit/history.ts';
import { formatF32 } from '../../explain/values.ts';
import { spoken } from '../../store/notices.ts';
import { visible } from '../../ui/dom.ts';

/** Transform of a socket relative to its node. */
export interface SocketPlace {
  readonly location: Readonly<Vec3>;
  /** x, y, z, w; of any length. */
  readonly rotation: Readonly<Quat>;
}

/** The space of a socket in a pose. */
export interface SocketFrame {
  /** From node space to file space. */
  readonly node: Matrix4;
  /** From file space to world space: a translation, and mirrored Z. */
  readonly toWorld: Matrix4;
}

/** Position and orientation in the world, without mirroring. */
export interface WorldPlace {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

/** The smallest determinant of a matrix that is inverted: below it, float32 has no significant digits left. */
const MIN_DETERMINANT = 1e-12;

/** The frame of a socket in a pose; null if the node's matrix is singular. @param nodes `Frame.nodes` */
export function socketFrame({ node }: SocketInfo, nodes: Float32Array, toWorld: Matrix4): SocketFrame | null {
  const numbers = nodes.subarray(node * 16, node * 16 + 16);
  // A socket whose node does not exist is in file space.
  const matrix = new Matrix4();
  if (numbers.length === 16) matrix.fromArray(numbers).transpose();
  const determinant = Math.abs(matrix.determinant());
  return determinant >= MIN_DETERMINANT && Number.isFinite(determinant) ? { node: matrix, toWorld } : null;
}

/** Transform of a socket in the world. */
export function toWorld({ location, rotation }: SocketPlace, frame: SocketFrame): WorldPlace {
  const turned = rotationOf(frame.node).multiply(new Quaternion(...rotation).normalize());
  return {
    position: new Vector3(...location).applyMatrix4(frame.node).applyMatrix4(frame.toWorld),
    quaternion: isMirrored(frame) ? mirrored(turned) : turned,
  };
}

/** The location of a socket after a move. @param offset in the world */
export function moved(from: SocketPlace, frame: SocketFrame, offset: Vector3): Readonly<Vec3> {
  const file = offset.clone();
  if (isMirrored(frame)) file.z = -file.z;
  const own = file.applyMatrix4(linear(frame.node).invert());
  const [x, y, z] = from.location;
  return [Math.fround(x + own.x), Math.fround(y + own.y), Math.fround(z + own.z)];
}

/** The rotation of a socket after a turn: a unit quaternion. @param turn in the world */
export function turned(from: SocketPlace, frame: SocketFrame, turn: Quaternion): Readonly<Quat> {
  const file = isMirrored(frame) ? mirrored(turn) : turn.clone();
  const node = rotationOf(frame.node);
  const before = new Quaternion(...from.rotation).normalize();
  return unit(node.clone().invert().multiply(file).multiply(node).multiply(before), from.rotation);
}

/** The location after a step along local or file axes. @param step in units, along x, y and z of the space */
export function stepped(
  from: SocketPlace,
  frame: SocketFrame,
  space: 'world' | 'local',
  step: Readonly<Vec3>,
): Readonly<Vec3> {
  const way = new Vector3(...step);
  if (space === 'local') {
    way.applyQuaternion(new Quaternion(...from.rotation).normalize());
    const [x, y, z] = from.location;
    return [Math.fround(x + way.x), Math.fround(y + way.y), Math.fround(z + way.z)];
  }
  // From file axes to world axes, which `moved` converts back.
  if (isMirrored(frame)) way.z = -way.z;
  return moved(from, frame, way);
}

/** The rotation after a turn about a local or file axis. @param angle radians, right-handed in file coordinates */
export function turnedAbout(
  from: SocketPlace,
  frame: SocketFrame,
  space: 'world' | 'local',
  axis: Readonly<Vec3>,
  angle: number,
): Readonly<Quat> {
  const turn = new Quaternion().setFromAxisAngle(new Vector3(...axis), angle);
  if (space === 'world') return turned(from, frame, isMirrored(frame) ? mirrored(turn) : turn);
  return unit(new Quaternion(...from.rotation).normalize().multiply(turn), from.rotation);
}

/** A unit quaternion from degrees about the fixed axes X, then Y, then Z: the inverse of `eulerXyz`. */
export function fromEuler(degrees: Readonly<Vec3>, before: Readonly<Quat>): Readonly<Quat> {
  const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  const result = new Quaternion();
  axes.forEach((axis, i) => {
    const angle = ((degrees[i] ?? 0) * Math.PI) / 180;
    result.premultiply(new Quaternion().setFromAxisAngle(axis, angle));
  });
  return unit(result, before);
}

/** An offset rounded to whole steps along axes. @param quaternion turns the world axes into these axes */
export function snapped(offset: Vector3, quaternion: Quaternion, step: number): Vector3 {
  const own = offset.clone().applyQuaternion(quaternion.clone().invert());
  own.set(...(own.toArray().map((value) => Math.round(value / step) * step) as Vec3));
  return own.applyQuaternion(quaternion);
}

/** A step for a model of a size: a power of ten, about a hundredth of the size. */
export function stepFor(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  return 10 ** Math.max(-4, Math.min(6, Math.round(Math.log10(size / 100))));
}

/** The unit quaternion in 32 bits; of the two equivalent ones, the one nearer to `near`. */
function unit(quaternion: Quaternion, near: Readonly<Quat>): Readonly<Quat> {
  const { x, y, z, w } = quaternion.normalize();
  const sign = x * near[0] + y * near[1] + z * near[2] + w * near[3] < 0 ? -1 : 1;
  // `+ 0` avoids −0.
  const number = (value: number) => Math.fround(sign * value) + 0;
  return [number(x), number(y), number(z), number(w)];
}

/** The rotation in a world with Z mirrored. */
function mirrored({ x, y, z, w }: Quaternion): Quaternion {
  return new Quaternion(-x, -y, z, w);
}

function isMirrored({ toWorld: { elements } }: SocketFrame): boolean {
  return (elements[10] ?? 1) < 0;
}

function rotationOf(matrix: Matrix4): Quaternion {
  const quaternion = new Quaternion();
  matrix.decompose(new Vector3(), quaternion, new Vector3());
  return quaternion;
}

/** Without the translation. */
function linear(matrix: Matrix4): Matrix4 {
  return matrix.clone().setPosition(0, 0, 0);
}

/** `1.5, -3, 0` */
export const formatNumbers = (values: readonly number[]): string => values.map(formatF32).join(', ');

/** Changes location and rotation of a socket, as one undo step. @param merge as in `Gesture` */
export function setSocket(
  file: OpenFile,
  socket: number,
  { location, rotation }: Partial<SocketPlace>,
  merge?: string,
): boolean {
  const before = file.info.sockets[socket];
  if (!before) return false;
  const path = file.parsed.pathOf({ socket });
  const isMoved = location !== undefined && !same(location, before.location);
  const isTurned = rotation !== undefined && !same(rotation, before.rotation);
  if (!isMoved && !isTurned) return true;
  const operations = [
    ...(isTurned ? setNumbers(`${path}.Rotation`, ['X', 'Y', 'Z', 'W'], before.rotation, rotation) : []),
    ...(isMoved ? setNumbers(`${path}.Location`, ['X', 'Y', 'Z'], before.location, location) : []),
  ];
  const words = ({ location: at, rotation: turn }: SocketPlace) =>
    [...(isMoved ? [formatNumbers(at)] : []), ...(isTurned ? [formatNumbers(turn)] : [])].join('; ');
  const after = { location: location ?? before.location, rotation: rotation ?? before.rotation };
  const verb = isMoved ? (isTurned ? 'Move and rotate' : 'Move') : 'Rotate';
  const changed = change(file, {
    label: `${verb} socket ${visible(before.name, 60)}`,
    path: isMoved && isTurned ? path : `${path}.${isMoved ? 'Location' : 'Rotation'}`,
    operations,
    before: words(before),
    after: words(after),
    ...(merge !== undefined && { merge }),
  });
  if (changed) spoken.value = `${isMoved ? 'Location' : 'Rotation'} ${words(after)}`;
  return changed;
}

/** Adds a socket after the others, and selects it. */
export function addSocket(
  file: OpenFile,
  {
    name,
    node,
    location,
  }: { readonly name: string; readonly node: number; readonly location: Readonly<Vec3> },
): boolean {
  const index = file.info.sockets.length;
  const path = `Sockets.Sockets[${index}]`;
  const rotation: Quat = [0, 0, 0, 1];
  const value = { NodeIndex: node, Name: name, Rotation: rotation, Location: location };
  const added = change(file, {
    label: `Add socket ${visible(name, 60)}`,
    path,
    operations: [{ op: 'insert', path, values: [value] }],
    after: name,
  });
  const current = files.peek().find(({ id }) => id === file.id);
  if (!added || !current || current.info.sockets.length <= index) return false;
  select(current, selectionAt(current, path), 'edit');
  return true;
}

export function removeSocket(file: OpenFile, socket: number): boolean {
  const name = file.info.sockets[socket]?.name ?? '';
  const path = file.parsed.pathOf({ socket });
  return change(file, {
    label: `Delete socket ${visible(name, 60)}`,
    path,
    operations: [{ op: 'remove', path }],
    before: name,
  });
}
