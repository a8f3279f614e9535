/**
 * Previews of changes that the file does not have yet: values being dragged in the view, a level at another distance,
 * the result of a form.
 */
import type { AbcFile, ParsedFile, Quat, SocketInfo, Vec3 } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { Content } from './content.ts';
import type { DrawnFile } from './open-file.ts';
import { activeFile } from './state.ts';

export interface Draft {
  /** Id of the file being changed. */
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

/** Sockets of a file with dragged values. Does not subscribe to the draft. */
export function socketsOf({ id, info }: Drafted): readonly SocketInfo[] {
  const { sockets } = info;
  const changed = draft.peek();
  if (changed?.file !== id || !changed.socket) return sockets;
  const { index, location, rotation } = changed.socket;
  return sockets.map((socket, i) =>
    i === index ? { ...socket, location: [...location], rotation: [...rotation] } : socket,
  );
}

/** Dims of an animation with dragged values; null for no such animation. Does not subscribe to the draft. */
export function dimsOf({ id, info }: Drafted, animation: number): Readonly<Vec3> | null {
  const changed = draft.peek();
  if (changed?.file === id && changed.dims?.animation === animation) return changed.dims.extents;
  return info.animations[animation]?.extents ?? null;
}

/** The level that a game draws at a distance. */
interface DistancePreview {
  /** Id of the file; ignored while another file is active. */
  readonly file: number;
  /** From the origin of the model, its units; not negative. */
  readonly distance: number;
  /** In place of `Header.LODDistances`, while they are edited. */
  readonly distances?: readonly number[];
}

/**
 * While it is set, level and camera are those of the distance; null brings back what was before. Nothing of it is kept.
 */
export const previewDistance: Signal<DistancePreview | null> = signal(null);

/** What a form would make of the current model: the viewport shows it, and nothing of it is a change of the file. */
export interface ModelPreview {
  /** The content that it was made of: once the file has another one, it is not shown. */
  readonly of: ParsedFile;
  readonly model: AbcFile;
  /** What it plays, in place of what the file does. */
  readonly playback?: Partial<DrawnFile['playback']>;
}

const preview: Signal<ModelPreview | null> = signal(null);

/** The active file as the viewport draws it: its own state, and the content of the preview while there is one. */
export const drawnFile: ReadonlySignal<DrawnFile | null> = computed(() => {
  const file = activeFile.value;
  const shown = preview.value;
  if (!file) return null;
  if (shown?.of !== file.parsed) return file.drawn.value;
  const drawn = file.drawnWith(new Content(shown.model));
  return { ...drawn, playback: { ...drawn.playback, ...shown.playback } };
});

/** Shows another content until the next call, and then releases it; null ends the preview. */
export function showPreview(next: ModelPreview | null): void {
  const before = preview.peek();
  preview.value = next;
  before?.model.release();
}
