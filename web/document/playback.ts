/** Playback of animations and sprites: choosing, seeking, advancing time, and transitions between animations. */
import type { AnimationInfo, FrozenPose } from '@lithoscope/core';
import type { SpriteInfo } from '@lithoscope/dtx';
import { batch, type Signal } from '@preact/signals-core';
import { flag, keptSignal } from '../store/kept.ts';
import { announcement } from '../store/notices.ts';
import { clipAfter, clipGroups, clipInfo, sameClip } from './animation-clips.ts';
import { attachmentsGoOn, attachmentsPlay } from './attachments.ts';
import type { FrameEvent } from './keyframes.ts';
import {
  type AnimationLayer,
  BIND_POSE,
  type Clip,
  type OpenFile,
  type PlayMode,
  type Transition,
} from './open-file.ts';
import { advance, firedBy } from './playback-clock.ts';
import { poseRequest } from './pose-request.ts';

/** Speeds offered; 1 is real time. */
export const SPEEDS: readonly number[] = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

/** One frame, ms: the games animate at 30 frames a second. */
export const FRAME = 1000 / 30;

/** Step to the next frame, ms; a sprite has its own rate. */
export function frameStep({ sprite }: OpenFile): number {
  return sprite?.sprite ? frameDuration(sprite.sprite) : FRAME;
}

/** Length of the chosen clip or sprite, ms; 0 for the bind pose. Reads signals. */
export function currentLength(file: OpenFile): number {
  if (file.sprite?.sprite) return spriteLength(file.sprite.sprite);
  return clipInfo(file, file.playback.clip.value)?.length ?? 0;
}

/** Whether anything can play: an animation, a running layer or a model at a socket. Reads signals. */
export function canPlay(file: OpenFile | null): boolean {
  if (file?.sprite?.sprite) return spriteMoves(file.sprite.sprite);
  return (
    file !== null &&
    (currentLength(file) > 0 ||
      file.playback.layers.value.some((layer) => runs(file, layer)) ||
      attachmentsPlay(file))
  );
}

/**
 * Whether Play has an effect: as `canPlay`, or the bind pose is chosen and there is an animation to start with. Reads
 * signals.
 */
export function canStart(file: OpenFile | null): boolean {
  if (canPlay(file)) return true;
  return file !== null && clipGroups(file).some(({ file: { info } }) => info.animations.some(isWhole));
}

/** Whether an animation is not truncated, so that its keys can be shown. */
const isWhole = ({ complete }: AnimationInfo) => complete;
const isMoving = ({ complete, keyframes, length }: AnimationInfo) => complete && keyframes > 1 && length > 0;

function runs(file: OpenFile, { clip, on, runs }: AnimationLayer): boolean {
  return on && runs && (clipInfo(file, clip)?.length ?? 0) > 0;
}

/**
 * Chooses an animation (or BIND_POSE) and goes to its start; playback continues if the animation has a length. A
 * playing animation blends into the new one.
 */
export function chooseClip(file: OpenFile, clip: Clip): void {
  const { playback, model } = file;
  const blends = playback.playing.peek() && blending.peek() && !sameClip(clip, playback.clip.peek());
  const duration = blends ? (clipInfo(file, clip)?.interpolationTime ?? 0) : 0;
  const seen = duration > 0 ? (model?.freeze(poseRequest(file)) ?? null) : null;
  batch(() => {
    playback.clip.value = clip;
    playback.timeMs.value = 0;
    playback.attachedMs.value = 0;
    playback.backwards.value = false;
    playback.transition.value = startTransition(seen, duration);
    if (!canPlay(file)) playback.playing.value = false;
  });
}

/** Goes to a time, clamped to the animation; playback continues from there. */
export function seek(file: OpenFile, timeMs: number): void {
  const { playback } = file;
  batch(() => {
    playback.transition.value = null;
    playback.timeMs.value = Math.min(Math.max(timeMs, 0), currentLength(file));
    playback.attachedMs.value = Math.max(timeMs, 0);
  });
}

/**
 * Plays or pauses; at the end of an animation that does not loop, plays from the start. In the bind pose, plays the
 * first animation that moves.
 */
export function togglePlaying(file: OpenFile): void {
  const { playback } = file;
  if (playback.playing.value) playback.playing.value = false;
  else if (canPlay(file)) start(file);
  else if (playback.clip.value.animation < 0) playFirst(file);
  else announcement.value = 'This animation has one key: nothing moves.';
}

/** Chooses an animation and plays it from its start; no effect if it is already playing. */
export function playClip(file: OpenFile, clip: Clip): void {
  const { playback } = file;
  if (sameClip(clip, playback.clip.peek()) && playback.playing.peek()) return;
  if (!sameClip(clip, playback.clip.peek())) chooseClip(file, clip);
  if (!playback.playing.peek()) togglePlaying(file);
}

/** Chooses the previous or next animation, wrapping around the ends. */
export function stepClip(file: OpenFile, step: 1 | -1): void {
  const clip = clipAfter(file, file.playback.clip.peek(), step, isWhole);
  if (clip) chooseClip(file, clip);
}

function start(file: OpenFile): void {
  const { attachedMs, mode, playing, timeMs } = file.playback;
  batch(() => {
    if (mode.value === 'once' && timeMs.value >= currentLength(file)) {
      timeMs.value = 0;
      if (currentLength(file) > 0 || !attachmentsGoOn(file)) attachedMs.value = 0;
    }
    playing.value = true;
  });
}

function playFirst(file: OpenFile): void {
  const first = clipAfter(file, BIND_POSE, 1, isMoving) ?? clipAfter(file, BIND_POSE, 1, isWhole);
  if (!first) return;
  batch(() => {
    chooseClip(file, first);
    if (canPlay(file)) start(file);
    else announcement.value = 'The animations of this model have one key each: nothing moves.';
  });
}

/** Whether a model that the user opens plays its first animation. Stored. */
export const playsOnOpen: Signal<boolean> = keptSignal('play-on-open', flag(true));

/** Plays the first animation that moves, if there is one, unless an animation is chosen already. */
export function playOpened(file: OpenFile): void {
  if (file.playback.clip.peek().animation >= 0) return;
  const first = clipAfter(file, BIND_POSE, 1, isMoving);
  if (first) playClip(file, first);
}

/** Sets the mode: what happens at the end. */
export function setMode({ playback }: OpenFile, mode: PlayMode): void {
  batch(() => {
    playback.mode.value = mode;
    if (mode !== 'pingpong') playback.backwards.value = false;
  });
}

/**
 * Advances a playing file.
 * @param events frame strings of the animation
 * @returns frame strings that fired, in order
 */
export function tick(file: OpenFile, events: readonly FrameEvent[], realMs: number): FrameEvent[] {
  const { playback } = file;
  const elapsed = realMs * playback.speed.peek();
  const { transition, leftMs } = advanceTransition(playback.transition.peek(), elapsed);
  const moment = { timeMs: playback.timeMs.peek(), backwards: playback.backwards.peek() };
  const length = currentLength(file);
  const mode = playback.mode.peek();
  const next = advance(moment, leftMs, length, mode);
  const layers = movedLayers(file, elapsed);
  const moves = attachmentsPlay(file) && (mode !== 'once' || attachmentsGoOn(file));
  batch(() => {
    playback.transition.value = transition;
    playback.timeMs.value = next.timeMs;
    playback.backwards.value = next.backwards;
    if (moves) playback.attachedMs.value += elapsed;
    // Layers and models at sockets may run while the pose is static.
    playback.playing.value = next.playing || (length === 0 && (layers !== null || moves));
    if (layers) file.playback.layers.value = layers;
    if (mode === 'next' && length > 0 && !next.playing) playNext(file);
  });
  return firedBy(events, moment, leftMs, length, mode);
}

/** Plays the animation after the one that has ended. */
function playNext(file: OpenFile): void {
  const clip = clipAfter(file, file.playback.clip.peek(), 1, isMoving);
  if (!clip) return;
  file.playback.playing.value = true;
  chooseClip(file, clip);
}

/** Layers advanced by a time; null if none moves. Layers loop, except in mode `once`. */
function movedLayers(file: OpenFile, elapsed: number): AnimationLayer[] | null {
  const layers = file.playback.layers.peek();
  if (!layers.some((layer) => runs(file, layer))) return null;
  const mode = file.playback.mode.peek() === 'once' ? 'once' : 'loop';
  const moved = layers.map((layer) => {
    if (!runs(file, layer)) return layer;
    const length = clipInfo(file, layer.clip)?.length ?? 0;
    return {
      ...layer,
      timeMs: advance({ timeMs: layer.timeMs, backwards: false }, elapsed, length, mode).timeMs,
    };
  });
  return moved.some(({ timeMs }, i) => timeMs !== layers[i]?.timeMs) ? moved : null;
}

/** Duration of a sprite's frame, ms; 1 s for a sprite without a rate, so that its frames can be stepped through. */
function frameDuration({ framesPerSecond }: SpriteInfo): number {
  return 1000 / Math.max(1, framesPerSecond);
}

/** Duration of all frames of a sprite, ms. */
function spriteLength(sprite: SpriteInfo): number {
  return sprite.frames.length * frameDuration(sprite);
}

/** Whether a sprite moves: without a rate, the engine shows its first frame. */
function spriteMoves({ frames, framesPerSecond }: SpriteInfo): boolean {
  return frames.length > 1 && framesPerSecond > 0;
}

/** Tolerance for times that are sums, in frames. */
const SLACK = 1e-6;

/** Index of the current frame of a sprite; −1 without frames. Reads the time. */
export function shownFrame({ sprite, playback }: OpenFile): number {
  const info = sprite?.sprite;
  if (!info) return -1;
  const frame = Math.floor(playback.timeMs.value / frameDuration(info) + SLACK);
  return Math.min(Math.max(frame, 0), info.frames.length - 1);
}

/** Goes to the start of a frame. */
export function showFrame({ sprite, playback }: OpenFile, frame: number): void {
  if (sprite?.sprite) playback.timeMs.value = frame * frameDuration(sprite.sprite);
}

/** Whether animations blend into each other (abc.md §4.9). Stored. */
export const blending: Signal<boolean> = keptSignal('transitions', flag(true));

/**
 * Starts a transition; null for a cut.
 * @param from the current pose; for an interrupted transition, the current blend
 * @param durationMs InterpolationTime of the new animation; 0 cuts
 */
function startTransition(from: FrozenPose | null, durationMs: number): Transition | null {
  return from && durationMs > 0 ? { from, elapsedMs: 0, durationMs } : null;
}

/**
 * Advances a transition. The new animation is held at its start until the transition is over; the rest of the tick
 * advances it.
 */
function advanceTransition(
  transition: Transition | null,
  elapsedMs: number,
): { transition: Transition | null; leftMs: number } {
  if (!transition) return { transition, leftMs: elapsedMs };
  const passed = transition.elapsedMs + elapsedMs;
  if (passed < transition.durationMs) return { transition: { ...transition, elapsedMs: passed }, leftMs: 0 };
  return { transition: null, leftMs: passed - transition.durationMs };
}
