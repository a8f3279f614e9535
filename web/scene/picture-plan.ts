/**
 * Who stands in which pane of a picture: the model, what is attached to its sockets, and what is seen together with
 * it.
 */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import { clipInfo } from '../document/animation-clips.ts';
import { attachedFile, attachedRequest } from '../document/attachments.ts';
import {
  comparedAs,
  levelsTogether,
  matchClip,
  matchHidden,
  matchLevel,
  overlayOpacity,
  together,
} from '../document/drawn-together.ts';
import type { DrawnFile } from '../document/open-file.ts';
import { poseRequest, requestFor } from '../document/pose-request.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { visible } from '../ui/dom.ts';
import { theme } from '../ui/theme.ts';
import type { Guest } from './guests.ts';
import type { DrawnCounts } from './model-view.ts';
import { tokenColor } from './palette.ts';
import { type ModelInputs, modelInputs } from './scene-inputs.ts';

/** Key of the guest that a file is compared with. */
export const OTHER = 'other';

export interface PicturePlan {
  /** The pane of the model itself. */
  readonly pane: number;
  readonly panes: readonly PanePlan[];
  /** Says what the panes omit; '' for nothing. */
  readonly note: string;
  readonly guests: readonly Guest[];
}

export interface PanePlan {
  /** Key of its guest; null: the model itself. */
  readonly guest: string | null;
  /** Its level, where levels are shown side by side. */
  readonly level: number | null;
  /** The text below it; '' for nothing. */
  readonly caption: (counts: DrawnCounts) => string;
}

const ALONE: PanePlan = { guest: null, level: null, caption: () => '' };

/** @param file the active file */
export function picturePlan(file: DrawnFile): ReadonlySignal<PicturePlan> {
  return computed(() => {
    const pair = together.value;
    // Compare ids: the drawn file is not the open file itself.
    if (pair?.left.id === file.id) return comparedPlan(file, pair.right.drawn.value);
    return levelsPlan(file);
  });
}

function comparedPlan(file: DrawnFile, other: DrawnFile): PicturePlan {
  const isOver = comparedAs.value === 'overlay';
  theme.value;
  const guest: Guest = {
    key: OTHER,
    file: other,
    inputs: otherInputs(file, other),
    socket: -1,
    pane: isOver ? 0 : 1,
    ghost: isOver ? { color: tokenColor('--overlay-model'), opacity: overlayOpacity.value } : null,
  };
  const guests = [...attachedGuests(file, 0), guest];
  if (isOver) return { pane: 0, panes: [ALONE], note: '', guests };
  const named = ({ name }: DrawnFile) => `${visible(name, 60)}: `;
  const panes = [
    { guest: null, level: null, caption: (counts: DrawnCounts) => named(file) + formatDrawn(counts) },
    { guest: OTHER, level: null, caption: (counts: DrawnCounts) => named(other) + formatDrawn(counts) },
  ];
  return { pane: 0, panes, note: '', guests };
}

/** Inputs of the other model: the same moment, hidden pieces and level. */
function otherInputs(file: DrawnFile, other: DrawnFile): ReadonlySignal<ModelInputs> {
  const request = () => {
    const { clip, timeMs, mode } = file.playback;
    const matched = matchClip(file, clip.value, other).clip;
    // A shorter animation holds its last frame.
    const length = clipInfo(other, matched)?.length ?? 0;
    const moment = Math.min(timeMs.value, length);
    const pose = requestFor(other, matched, moment, mode.value === 'loop');
    return { ...pose, lod: matchLevel(file, file.look.lod.value, other) };
  };
  return modelInputs(other, request, () => matchHidden(file, file.look.hiddenPieces.value, other));
}

function levelsPlan(file: DrawnFile): PicturePlan {
  const levels = levelsTogether(file);
  const chosen = file.look.lod.value;
  const pane = levels.indexOf(chosen);
  const beside = levels.flatMap((level, i): Guest[] =>
    level === chosen
      ? []
      : [
          {
            key: `level ${level}`,
            file,
            inputs: levelInputs(file, level),
            socket: -1,
            pane: i,
            ghost: null,
          },
        ],
  );
  const guests = [...attachedGuests(file, pane), ...beside];
  if (levels.length < 2) return { pane: 0, panes: [ALONE], note: '', guests };
  const panes = levels.map((level) => ({
    guest: level === chosen ? null : `level ${level}`,
    level,
    caption: (counts: DrawnCounts) => formatLevel(file, level, counts),
  }));
  return { pane, panes, note: formatLeftOut(file, levels.length), guests };
}

function levelInputs(file: DrawnFile, lod: number): ReadonlySignal<ModelInputs> {
  const request = computed(() => ({ ...poseRequest(file), lod }));
  return modelInputs(
    file,
    () => request.value,
    () => file.look.hiddenPieces.value,
  );
}

/** `4 of 5 levels`; '' when all are shown, and for collapses, which have a slider. */
function formatLeftOut({ info: { features, lodCount } }: DrawnFile, shown: number): string {
  if (features.collapses || shown >= lodCount) return '';
  return `${shown} of ${formatCount(lodCount)} levels`;
}

/** The text after the number of a level: `412 triangles`, `of 288 collapses (25 %), 930 triangles`. */
function formatLevel({ info }: DrawnFile, level: number, { triangles }: DrawnCounts): string {
  const drawn = counted(triangles, 'triangle');
  const last = info.lodCount - 1;
  if (!info.features.collapses || last <= 0) return drawn;
  return `of ${formatCount(last)} collapses (${Math.round((level / last) * 100)} %), ${drawn}`;
}

function formatDrawn({ triangles, vertices }: DrawnCounts): string {
  return `${counted(triangles, 'triangle')}, ${counted(vertices, 'vertex')}`;
}

/** The visible models at sockets, in the host's pane. Models attached to them are not drawn. Reads signals. */
export function attachedGuests(file: DrawnFile, pane: number): Guest[] {
  return file.attachments.value.flatMap((attachment) => {
    const attached = attachedFile(attachment);
    if (!attachment.shown || !attached?.model) return [];
    const { socket } = attachment;
    const inputs = modelInputs(
      attached,
      () => attachedRequest(file, attachment, attached),
      () => attached.look.hiddenPieces.value,
    );
    return [{ key: `socket ${socket}`, file: attached.drawn.value, inputs, socket, pane, ghost: null }];
  });
}
