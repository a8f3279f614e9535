/** The clock: how time passes while an animation plays, and the loop that lets it pass. */
import { effect } from '@preact/signals-core';
import { activeFile, type Clip, type OpenFile, type Playback, type PlayMode } from '../state.ts';
import { clipInfo } from '../structure/clips.ts';

/** Speeds offered; 1 is real time. */
export const SPEEDS: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 4];

/** A longer pause between two ticks was a stall (a breakpoint, a busy machine), not time that passed. */
const LONGEST_TICK = 1000;

/** What one tick gives. */
export interface Advance {
  timeMs: number;
  /** False when the end was reached without looping, or there is no length to play. */
  playing: boolean;
}

/**
 * Moves the time on. Looping wraps only behind the end: t = length is the last key (ABC.md §4.2).
 * @param timeMs where playback stands, 0 … length
 * @param dtMs real time that passed, ≥ 0
 * @param length of the animation in ms; 0 (one key) cannot be played
 * @param speed 1 is real time, > 0
 */
export function advance(
  timeMs: number,
  dtMs: number,
  length: number,
  mode: PlayMode,
  speed: number,
): Advance {
  if (!(length > 0)) return { timeMs: 0, playing: false };
  const time = timeMs + dtMs * speed;
  if (mode !== 'once') return { timeMs: time > length ? time % length : time, playing: true };
  return time >= length ? { timeMs: length, playing: false } : { timeMs: time, playing: true };
}

/** Length in ms of what a file is set to play; 0 for the bind pose. */
export function currentLength(file: OpenFile): number {
  return clipInfo(file, file.playback.clip.value)?.length ?? 0;
}

/** Whether there is something to play: an animation with a length is chosen. */
export function canPlay(file: OpenFile | null): boolean {
  return file !== null && currentLength(file) > 0;
}

/** Chooses an animation (or BIND_POSE) from its start; goes on playing if it was and there is a length. */
export function chooseClip(file: OpenFile, clip: Clip): void {
  const { playback } = file;
  playback.clip.value = clip;
  playback.timeMs.value = 0;
  if (!canPlay(file)) playback.playing.value = false;
}

/** Goes to a time, kept within the animation; playback goes on from there. */
export function seek(file: OpenFile, timeMs: number): void {
  file.playback.timeMs.value = Math.min(Math.max(timeMs, 0), currentLength(file));
}

/** Plays or pauses; from the start again when it stands at the end and does not loop. */
export function togglePlaying(file: OpenFile): void {
  const { playback } = file;
  if (playback.playing.value) {
    playback.playing.value = false;
  } else if (canPlay(file)) {
    if (playback.mode.value === 'once' && playback.timeMs.value >= currentLength(file))
      playback.timeMs.value = 0;
    playback.playing.value = true;
  }
}

/** Lets time pass for the active file while it plays; asks for no animation frames otherwise. */
export function drivePlayback(): void {
  let request = 0;
  let last = 0;

  const tick = (now: number, playback: Playback, length: number) => {
    const dt = last === 0 ? 0 : Math.min(now - last, LONGEST_TICK);
    last = now;
    const next = advance(playback.timeMs.peek(), dt, length, playback.mode.peek(), playback.speed.peek());
    playback.timeMs.value = next.timeMs;
    playback.playing.value = next.playing;
  };

  effect(() => {
    const file = activeFile.value;
    if (!file?.playback.playing.value) return;
    const length = currentLength(file);
    last = 0;
    const loop = (now: number) => {
      request = requestAnimationFrame(loop);
      tick(now, file.playback, length);
    };
    request = requestAnimationFrame(loop);
    return () => cancelAnimationFrame(request);
  });

  // A hidden tab gets no frames: the clock starts anew when it is seen again, without a jump.
  document.addEventListener('visibilitychange', () => {
    last = 0;
  });
}
