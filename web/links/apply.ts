/** A link → the view of an open file, as far as the file has what the link says. */

import { batch } from '@preact/signals-core';
import { findAnimation } from '../explain/animations.ts';
import { setAlpha, slotStates } from '../files/textures/slots.ts';
import { animationSourcesOf, childFile, clipInfo, findClip } from '../store/animation-clips.ts';
import { addBookmarks } from '../store/bookmarks.ts';
import { rangeBetween } from '../store/caret.ts';
import { replaceLayers } from '../store/layers.ts';
import { notice, notify } from '../store/notices.ts';
import { BIND_POSE, type Clip, type OpenFile } from '../store/open-file.ts';
import { canPlay, chooseClip, SPEEDS, seek, setMode } from '../store/playback.ts';
import { select } from '../store/selection.ts';
import { VIEW_DEFAULTS, view } from '../store/view.ts';
import { isCalm } from '../ui/calm.ts';
import { visible } from '../ui/dom.ts';

import type { Link, LinkedLayer } from './link.ts';

/** Characters of a name in a sentence. */
const MAX_NAME = 100;

/** A link with any of it is about a view: what it does not name is as it is at first. */
const RESETS = [
  'model',
  'data',
  'name',
  'anim',
  'timeMs',
  'layers',
  'lod',
  'lodByDistance',
  'camera',
  'hidden',
  'alpha',
  'reading',
  'view',
] as const;

/**
 * Sets a file to what a link says. A link to a view resets what it does not name; one to bytes leaves it.
 * @param isWhole all files that may lend an animation have come: else one that is missing is not said yet
 */
export function applyLink(file: OpenFile, link: Link, isWhole = true): void {
  batch(() => {
    const { selection, bookmarks } = link;
    if (bookmarks) addBookmarks(file, bookmarks);
    if (!link.keepView && RESETS.some((field) => link[field] !== undefined)) {
      applyView(file, link);
      if (isWhole) sayMissing(file, link);
      select(file, null, 'link');
    }
    const { parsed } = file;
    const end = selection ? Math.min(selection.start + selection.length, parsed.size) : 0;
    if (selection && selection.start < end) {
      select(file, rangeBetween(parsed, selection.start, end - 1), 'link');
    }
  });
}

function applyView(file: OpenFile, link: Link): void {
  const { info } = file;
  file.look.interpretation.value = link.reading ?? {};
  applyPlayback(file, link);
  file.look.lod.value = Math.min(link.lod ?? 0, Math.max(0, info.lodCount - 1));
  file.look.lodByDistance.value = link.lodByDistance ?? false;
  file.look.hiddenPieces.value = new Set(link.hidden?.filter((piece) => piece < info.pieces.length));
  const withAlpha = new Set(link.alpha);
  for (const { slot, alpha } of slotStates(file)) {
    const wanted = withAlpha.has(slot);
    if (alpha !== wanted) setAlpha(file, slot, wanted);
  }
  const [x, y, z, ...target] = link.camera ?? [];
  file.look.camera.value =
    x === undefined || y === undefined || z === undefined
      ? null
      : { position: [x, y, z], target: target as unknown as [number, number, number] };
  for (const [option, initial] of Object.entries(VIEW_DEFAULTS)) {
    const key = option as keyof typeof VIEW_DEFAULTS;
    Object.assign(view[key], { value: link.view?.[key] ?? initial });
  }
}

/** What plays, and at which moment. A file that lends animations may come after the rest. */
export function applyPlayback(file: OpenFile, link: Link): void {
  const { playback } = file;
  playback.playing.value = false;
  chooseClip(file, clipOf(file, link));
  seek(file, link.timeMs ?? 0);
  setMode(file, link.mode ?? 'loop');
  playback.speed.value = Math.min(Math.max(link.speed ?? 1, Math.min(...SPEEDS)), Math.max(...SPEEDS));
  const [attached] = link.attached ?? [];
  if (attached) playback.attachedMs.value = attached.timeMs;
  setLayers(file, link.layers ?? []);
  playback.playing.value = link.playing === true && canPlay(file) && !isCalm();
}

/** Says that the animation of a link is not there; files that may lend it can still be missing. */
export function sayMissing(file: OpenFile, { anim }: Link): void {
  if (anim === undefined || !file.model || file.playback.clip.peek().animation >= 0) return;
  const said = notice.peek()?.text;
  const isWhole = animationSourcesOf(file).every((source) => source.file !== null);
  const where = isWhole ? file.name : `${file.name}; it may be in a child model that is not open`;
  const sentence = `No animation named “${visible(anim, MAX_NAME)}” in ${where}.`;
  notify(said ? `${said}\n${sentence}` : sentence);
}

function clipOf(file: OpenFile, { anim, child }: Link): Clip {
  if (anim === undefined) return BIND_POSE;
  const animationSource = child === undefined ? null : childFile(file, child);
  if (child === undefined || !animationSource) return findClip(file, anim);
  const names = animationSource.info.animations.map(({ name }) => name);
  const animation = findAnimation(names, anim);
  return animation < 0 ? BIND_POSE : { child, animation };
}

function setLayers(file: OpenFile, layers: readonly LinkedLayer[]): void {
  const placed = layers.flatMap(({ child, animation, timeMs, ...rest }) => {
    const clip = { child, animation };
    const played = clipInfo(file, clip);
    if (!played?.complete || rest.weightSet >= file.info.weightSets.length) return [];
    return [{ ...rest, clip, timeMs: Math.min(timeMs, played.length) }];
  });
  replaceLayers(file, placed);
}
