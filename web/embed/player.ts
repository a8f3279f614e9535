/** Playback of one element: what plays, where it stands, whether it goes on. */

import { advance } from '../document/playback-clock.ts';
import type { Clip } from './loading.ts';

export class Player {
  /** Null: the bind pose (v6: the rest pose). */
  clip: Clip | null = null;
  timeMs = 0;
  isPlaying = false;
  /** At the end it begins again; else it stays there. */
  loops = true;

  /** Of what plays, milliseconds. */
  get length(): number {
    return this.clip?.length ?? 0;
  }

  /** Begins with a clip at its start. */
  choose(clip: Clip | null): void {
    this.clip = clip;
    this.timeMs = 0;
    if (!(this.length > 0)) this.isPlaying = false;
  }

  /** False when there is nothing that could play. */
  play(loops: boolean): boolean {
    if (!(this.length > 0)) return false;
    if (!loops && this.timeMs >= this.length) this.timeMs = 0;
    this.loops = loops;
    this.isPlaying = true;
    return true;
  }

  /** Goes to a moment between start and end. */
  seek(timeMs: number): void {
    // Written so that NaN is the start.
    this.timeMs = timeMs > 0 ? Math.min(timeMs, this.length) : 0;
  }

  /** Lets time pass. @returns true when the end was reached and it does not begin again */
  pass(elapsedMs: number): boolean {
    if (!this.isPlaying) return false;
    const next = advance(
      { timeMs: this.timeMs, backwards: false },
      elapsedMs,
      this.length,
      this.loops ? 'loop' : 'once',
    );
    this.timeMs = next.timeMs;
    this.isPlaying = next.playing;
    return !next.playing;
  }
}
