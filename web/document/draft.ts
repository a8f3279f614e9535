/** Values that a drag in the picture changes: the picture shows them, the file has them when the drag ends. */

import type { Quat, SocketInfo, Vec3 } from '@lithoscope/core';
import { type Signal, signal } from '@preact/signals-core';
import type { DrawnFile } from './open-file.ts';

export interface Draft {
  /** Id of the file that is changed. */
  readonly file: number;
  readonly socket?: {
    readonly index: number;
    readonly location: Readonly<Vec3>;
    readonly rotation: Readonly<Quat>;
  };
  /** Dims of an animation of the file itself. */
  readonly dims?: { readonly animation: number; readonly extents: Readonly<Vec3> };
}

/** Null while nothing is dragged. */
export const draft: Signal<Draft | null> = signal(null);

type Drafted = Pick<DrawnFile, 'id' | 'info'>;

/** The sockets of a file as the picture shows them. Asks the draft without following it. */
export function socketsOf({ id, info }: Drafted): readonly SocketInfo[] {
  const { sockets } = info;
  const changed = draft.peek();
  if (changed?.file !== id || !changed.socket) return sockets;
  const { index, location, rotation } = changed.socket;
  return sockets.map((socket, i) =>
    i === index ? { ...socket, location: [...location], rotation: [...rotation] } : socket,
  );
}

/** The dims of an animation of a file as the picture shows them; null for no such animation. Does not follow the draft. */
export function dimsOf({ id, info }: Drafted, animation: number): Readonly<Vec3> | null {
  const changed = draft.peek();
  if (changed?.file === id && changed.dims?.animation === animation) return changed.dims.extents;
  return info.animations[animation]?.extents ?? null;
}
