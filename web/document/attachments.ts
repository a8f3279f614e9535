/** Models attached to sockets of another one, as a weapon in a hand. */

import type { Info, PoseRequest } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import { animationWord, findAnimation } from '../explain/animations.ts';
import { clipInfo } from './animation-clips.ts';
import { type Attachment, BIND_POSE, type Clip, type DrawnFile, type OpenFile } from './open-file.ts';
import { advance } from './playback-clock.ts';
import { requestFor } from './pose-request.ts';
import { files } from './state.ts';

/** The open file of an attachment; null when it is closed. Reads signals. */
export function attachedFile({ fileId }: Attachment): OpenFile | null {
  return files.value.find(({ id }) => id === fileId) ?? null;
}

/** The model at a socket; null for none. Reads signals. */
export function attachmentAt(file: DrawnFile, socket: number): Attachment | null {
  return file.attachments.value.find((attachment) => attachment.socket === socket) ?? null;
}

/** Open models that can be attached to a file: all others. Reads signals. */
export function attachableFiles(file: OpenFile): OpenFile[] {
  return files.value.filter(
    ({ id, model, info }) => id !== file.id && model !== null && info.nodes.length > 0,
  );
}

/** Attaches a model to a socket in its bind pose, in place of the previous one. */
export function attach(file: OpenFile, socket: number, { id }: OpenFile): void {
  const others = file.attachments.value.filter((attachment) => attachment.socket !== socket);
  const added = { socket, fileId: id, clip: BIND_POSE, shown: true };
  file.attachments.value = [...others, added].sort((a, b) => a.socket - b.socket);
}

export function changeAttachment(
  file: OpenFile,
  socket: number,
  change: Partial<Pick<Attachment, 'clip' | 'shown'>>,
): void {
  file.attachments.value = file.attachments.value.map((attachment) =>
    attachment.socket === socket ? { ...attachment, ...change } : attachment,
  );
}

export function detach(file: OpenFile, socket: number): void {
  file.attachments.value = file.attachments.value.filter((attachment) => attachment.socket !== socket);
}

/** Length of the clip of an attached model, ms; 0 in its bind pose. Reads signals. */
function attachedLength(attachment: Attachment): number {
  const attached = attachedFile(attachment);
  return attached ? (clipInfo(attached, attachment.clip)?.length ?? 0) : 0;
}

/** Whether an attached model has a clip with a length. Reads signals. */
export function attachmentsPlay({ attachments }: OpenFile): boolean {
  return attachments.value.some((attachment) => attachedLength(attachment) > 0);
}

/** Whether an attached model has not reached its end, in mode `once`. Reads signals. */
export function attachmentsGoOn({ attachments, playback }: OpenFile): boolean {
  const { value } = playback.attachedMs;
  return attachments.value.some((attachment) => value < attachedLength(attachment));
}

/** The pose of an attached model: its own animation at the time of the model with the socket, looped. Reads signals. */
export function attachedRequest(file: DrawnFile, attachment: Attachment, attached: DrawnFile): PoseRequest {
  const { attachedMs, mode } = file.playback;
  const length = attachedLength(attachment);
  const loop = mode.value !== 'once';
  const start = { timeMs: 0, backwards: false };
  const { timeMs } = advance(start, length > 0 ? attachedMs.value : 0, length, loop ? 'loop' : 'once');
  return requestFor(attached, attachment.clip, timeMs, loop);
}

/**
 * Moves attachments to a new content: sockets and animations are found by name; if they are gone, the model is
 * detached.
 */
export function carryAttachments(file: OpenFile, after: Info): void {
  const before = file.info;
  const names = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name);
  const found = (from: readonly { name: string }[], to: readonly { name: string }[], index: number) =>
    index < 0 ? -1 : findAnimation(names(to), animationWord(names(from), index));
  batch(() => {
    file.attachments.value = file.attachments.value.flatMap((attachment) => {
      const socket = found(before.sockets, after.sockets, attachment.socket);
      return socket < 0 ? [] : [{ ...attachment, socket }];
    });
    for (const other of files.value) {
      if (!other.attachments.value.some(({ fileId }) => fileId === file.id)) continue;
      other.attachments.value = other.attachments.value.map((attachment) => {
        const { fileId, clip } = attachment;
        if (fileId !== file.id || clip.child > 0) return attachment;
        const animation = found(before.animations, after.animations, clip.animation);
        const kept: Clip = animation < 0 ? BIND_POSE : { child: 0, animation };
        return { ...attachment, clip: kept };
      });
    }
  });
}

/** An attachment whose file was closed. */
export interface LostAttachment {
  readonly file: OpenFile;
  readonly socket: number;
  readonly fileId: number;
}

/** Detaches closed files. @returns what was detached. Reads the open files */
export function detachClosed(): LostAttachment[] {
  const open = new Set(files.value.map(({ id }) => id));
  const lost: LostAttachment[] = [];
  for (const file of files.value) {
    const gone = file.attachments.peek().filter(({ fileId }) => !open.has(fileId));
    lost.push(...gone.map(({ socket, fileId }) => ({ file, socket, fileId })));
    if (gone.length > 0) {
      file.attachments.value = file.attachments.peek().filter(({ fileId }) => open.has(fileId));
    }
  }
  return lost;
}
