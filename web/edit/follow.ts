/**
 * Moves the user's settings of a file to its new content: the same animation plays, the same pieces are hidden, the
 * same node is selected, whatever their new indices. The camera stays.
 */

import type { ListChange } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import { childFile, clipInfo, sameClip } from '../document/animation-clips.ts';
import type { BookmarkData } from '../document/bookmark.ts';
import { addBookmarks, moveBookmarks } from '../document/bookmarks.ts';
import {
  type Content,
  type Moves,
  movedIndex,
  movedOffset,
  movedPath,
  movedRange,
} from '../document/content.ts';
import { proposedLevels } from '../document/drawn-together.ts';
import type { Step } from '../document/edits.ts';
import { BIND_POSE, type Clip, type OpenFile, type TrailOf } from '../document/open-file.ts';
import { type NodeRange, select } from '../document/selection.ts';
import { files } from '../document/state.ts';
import { parentPath } from '../opening/reload.ts';

/** Settings that a step removed and that are not in the file; undo restores them. */
export interface Forgotten {
  bookmarks: readonly BookmarkData[];
  /** The animation that played. */
  played: Played | null;
}

interface Played {
  readonly clip: Clip;
  readonly timeMs: number;
  readonly playing: boolean;
}

const kept = new WeakMap<Step, Forgotten>();

export function forgotten(step: Step): Forgotten {
  let found = kept.get(step);
  if (!found) {
    found = { bookmarks: [], played: null };
    kept.set(step, found);
  }
  return found;
}

/** Moves everything attached to a file to its next content. @param gone settings that the step removed */
export function follow(file: OpenFile, next: Content, moves: Moves, gone: Forgotten | undefined): void {
  untracked(() => {
    followLists(file, next, moves.lists, gone);
    followBytes(file, next, moves, gone);
    followSelection(file, next, moves);
  });
}

/** Paths of the lists that the model is made of. */
function listsOf({ model }: OpenFile) {
  return {
    animations: model?.listPath('animation') ?? '',
    pieces: model?.listPath('piece') ?? '',
    sockets: model?.listPath('socket') ?? '',
    weightSets: model?.listPath('weightSet') ?? '',
    childModels: model?.listPath('childModel') ?? '',
    levels: 'Header.LODDistances',
    frames: 'Sprite.Frames',
  } as const;
}

/** The parts of a model that the lists hold. */
const PARTS = {
  animations: 'animation',
  pieces: 'piece',
  sockets: 'socket',
  weightSets: 'weightSet',
  childModels: 'childModel',
  levels: null,
  frames: null,
} as const;

/** Index of a part of a model whose parts are in no list of their own: a text; −1 if it was removed. */
function movedElement(
  { model }: OpenFile,
  next: Content,
  lists: readonly ListChange[],
  part: Exclude<(typeof PARTS)[keyof typeof PARTS], null>,
  index: number,
): number {
  const path = model?.pathOf({ [part]: index }) ?? '';
  if (path === '') return index;
  const moved = movedPath(lists, path);
  return moved === null ? -1 : (next.model?.elementOf(moved)[part] ?? index);
}

function followLists(
  file: OpenFile,
  next: Content,
  lists: readonly ListChange[],
  gone: Forgotten | undefined,
): void {
  const { look, playback, skins } = file;
  const names = listsOf(file);
  const at = (list: keyof typeof names) => (index: number) => {
    if (index < 0 || lists.length === 0) return index;
    const part = PARTS[list];
    if (names[list] !== '' || !part) return movedIndex(lists, names[list], index);
    return movedElement(file, next, lists, part, index);
  };
  /** Entry 0 is the file itself; indices past the end are files that the user added. */
  const children = Math.max(file.info.childModels.length, 1);
  const grown = Math.max(next.info.childModels.length, 1) - children;
  const child = (index: number) =>
    index >= children ? index + grown : index === 0 ? 0 : at('childModels')(index);
  const clipOf = (owner: OpenFile, clip: Clip): Clip | null => {
    if (clip.animation < 0) return clip;
    const to = owner === file ? child(clip.child) : clip.child;
    const animation =
      childFile(owner, clip.child)?.id === file.id ? at('animations')(clip.animation) : clip.animation;
    if (to < 0 || animation < 0) return null;
    return to === clip.child && animation === clip.animation ? clip : { child: to, animation };
  };
  let lost: Played | null = null;
  for (const owner of files.peek()) {
    const { clip, layers } = owner.playback;
    const moved = clipOf(owner, clip.peek());
    if (!moved) {
      if (owner === file) lost = playedBy(file);
      stop(owner);
    } else if (moved !== clip.peek()) clip.value = moved;
    const weightSet = owner === file ? at('weightSets') : (index: number) => index;
    const after = layers.peek().flatMap((layer) => {
      const to = clipOf(owner, layer.clip);
      if (!to) return [];
      const set = weightSet(layer.weightSet);
      return to === layer.clip && set === layer.weightSet
        ? [layer]
        : [{ ...layer, clip: to, weightSet: set }];
    });
    if (differ(after, layers.peek())) layers.value = after;
    const attached = owner.attachments.peek().flatMap((attachment) => {
      const socket = owner === file ? at('sockets')(attachment.socket) : attachment.socket;
      if (socket < 0) return [];
      const to =
        attachment.fileId === file.id ? (clipOf(file, attachment.clip) ?? BIND_POSE) : attachment.clip;
      return socket === attachment.socket && sameClip(to, attachment.clip)
        ? [attachment]
        : [{ ...attachment, socket, clip: to }];
    });
    if (differ(attached, owner.attachments.peek())) owner.attachments.value = attached;
  }
  const sources = new Map([...playback.sources.peek()].map(([index, id]) => [child(index), id]));
  sources.delete(-1);
  if (differ([...sources.keys()], [...playback.sources.peek().keys()])) playback.sources.value = sources;
  if (gone) {
    if (gone.played && playback.clip.peek().animation < 0) {
      playback.clip.value = gone.played.clip;
      playback.timeMs.value = gone.played.timeMs;
      playback.playing.value = gone.played.playing;
    }
    gone.played = lost;
  }
  // The file still has its previous content.
  const { child: of, animation } = playback.clip.peek();
  const info = of === 0 ? next.info.animations[animation] : clipInfo(file, playback.clip.peek());
  if (animation >= 0 && !info?.complete) stop(file);
  else playback.timeMs.value = Math.min(playback.timeMs.peek(), info?.length ?? 0);
  if (next.info.nodes.length !== file.info.nodes.length) playback.transition.value = null;
  const hidden = [...look.hiddenPieces.peek()].map(at('pieces')).filter((piece) => piece >= 0);
  if (differ(hidden, [...look.hiddenPieces.peek()])) look.hiddenPieces.value = new Set(hidden);
  const trails = look.trails.peek().flatMap((own): TrailOf[] => {
    if (own.socket === undefined) return own.node < next.info.nodes.length ? [own] : [];
    const socket = at('sockets')(own.socket);
    return socket < 0 ? [] : socket === own.socket ? [own] : [{ socket }];
  });
  if (differ(trails, look.trails.peek())) look.trails.value = trails;
  const last = Math.max(0, next.info.lodCount - 1);
  const level = at('levels')(look.lod.peek());
  look.lod.value = Math.min(level < 0 ? look.lod.peek() : level, last);
  if (next.info.lodCount !== file.info.lodCount) {
    look.levelsBeside.value = look.levelsBeside.peek() && proposedLevels(next.info);
  }
  // Pieces refer to the slots of a model by number; the slots of a sprite are its frames.
  if (file.sprite && lists.some(({ list }) => list === names.frames)) {
    const frames = [...skins.chosen.peek()].map(([frame, source]) => [at('frames')(frame), source] as const);
    skins.chosen.value = new Map(frames.filter(([frame]) => frame >= 0));
  }
}

function playedBy({ playback: { clip, timeMs, playing } }: OpenFile): Played {
  return { clip: clip.peek(), timeMs: timeMs.peek(), playing: playing.peek() };
}

function stop({ playback }: OpenFile): void {
  playback.clip.value = BIND_POSE;
  playback.timeMs.value = 0;
  playback.playing.value = false;
  playback.transition.value = null;
}

function followBytes(file: OpenFile, next: Content, { bytes }: Moves, gone: Forgotten | undefined): void {
  const lost = moveBookmarks(file, (mark) => movedRange(bytes, mark));
  if (gone) {
    addBookmarks(file, gone.bookmarks, next.parsed.size);
    gone.bookmarks = lost;
  }
  const { offset, anchor } = file.caret.peek();
  const last = Math.max(0, next.parsed.size - 1);
  const to = (at: number) => Math.min(movedOffset(bytes, at), last);
  if (to(offset) !== offset || to(anchor) !== anchor) {
    file.caret.value = { offset: to(offset), anchor: to(anchor) };
  }
}

function followSelection(file: OpenFile, next: Content, moves: Moves): void {
  const before = file.selection.peek();
  if (!before) return;
  const after = selectionAfter(before, file, next, moves);
  if (!after) select(file, null, 'edit');
  else if (after.path !== before.path || after.start !== before.start || after.end !== before.end) {
    select(file, after, 'edit');
  }
}

/** The selection after a change; of a removed node, its closest remaining ancestor. Null if none is left. */
function selectionAfter(
  selection: NodeRange,
  file: OpenFile,
  next: Content,
  { lists, bytes }: Moves,
): NodeRange | null {
  const node = selection.path === '' ? null : file.parsed.resolve(selection.path);
  const isWhole = node?.start === selection.start && node.end === selection.end;
  const range = isWhole ? null : movedRange(bytes, selection);
  for (let path = selection.path; path !== ''; path = parentPath(path)) {
    const moved = movedPath(lists, path);
    const there = moved === null ? null : next.parsed.resolve(moved);
    if (!there || moved === null) continue;
    const { start, end } = there;
    if (!range) return { start, end, path: moved };
    if (start <= range.start && range.end <= end) return { ...range, path: moved };
  }
  const { size } = next.parsed;
  return range && range.start < size
    ? { start: range.start, end: Math.min(range.end, size), path: '' }
    : null;
}

function differ(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length !== b.length || a.some((item, i) => item !== b[i]);
}
