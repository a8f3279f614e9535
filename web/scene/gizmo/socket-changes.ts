/** Changes of sockets, each one step of undo. */

import type { Quat, Vec3 } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { select, selectionAt } from '../../document/selection.ts';
import { files } from '../../document/state.ts';
import { same, setNumbers } from '../../edit/animations.ts';
import { change } from '../../edit/history.ts';
import { formatF32 } from '../../explain/values.ts';
import { spoken } from '../../store/notices.ts';
import { visible } from '../../ui/dom.ts';
import type { SocketPlace } from './socket-space.ts';

/** `1.5, -3, 0` */
export const formatNumbers = (values: readonly number[]): string => values.map(formatF32).join(', ');

/** Writes what is another in a socket. @param merge as in `Gesture` */
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
  const verb = isMoved ? (isTurned ? 'Move and turn' : 'Move') : 'Turn';
  const changed = change(file, {
    label: `${verb} the socket ${visible(before.name, 60)}`,
    path: isMoved && isTurned ? path : `${path}.${isMoved ? 'Location' : 'Rotation'}`,
    operations,
    before: words(before),
    after: words(after),
    ...(merge !== undefined && { merge }),
  });
  if (changed) spoken.value = `${isMoved ? 'Location' : 'Rotation'} ${words(after)}`;
  return changed;
}

/** Adds a socket behind the others, and selects it. */
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
    label: `Add the socket ${visible(name, 60)}`,
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
    label: `Delete the socket ${visible(name, 60)}`,
    path,
    operations: [{ op: 'remove', path }],
    before: name,
  });
}
