/** The keyboard of the list of animations: arrows, Home, End, pages, and typing the start of a name. */

import { sameClip } from '../../store/clips.ts';
import { chooseClip, togglePlaying } from '../../store/playback.ts';
import type { Clip, OpenFile } from '../../store/state.ts';

/** A clip that is listed, and its row. */
export interface ListedClip {
  readonly clip: Clip;
  readonly name: string;
  /** False for one that cannot be played. */
  readonly able: boolean;
  readonly element: HTMLElement;
}

/** Letters typed within this time (ms) of each other look for one name. */
const TYPING_PAUSE = 700;
const PAGE = 8;

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export class ListKeys {
  #typed = '';
  #typedAt = 0;

  /** False for a key that means nothing here. */
  use(event: KeyboardEvent, file: OpenFile, rows: readonly ListedClip[]): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Enter' || (event.key === ' ' && !this.#isTyping(event))) {
      togglePlaying(file);
      return true;
    }
    const able = rows.filter((row) => row.able);
    const chosen = file.playback.clip.peek();
    const at = able.findIndex(({ clip }) => sameClip(clip, chosen));
    const target = this.#target(event, able, at);
    if (!target) return false;
    if (target !== able[at]) chooseClip(file, target.clip);
    return true;
  }

  #isTyping({ timeStamp }: KeyboardEvent): boolean {
    return this.#typed !== '' && timeStamp - this.#typedAt < TYPING_PAUSE;
  }

  #target(event: KeyboardEvent, able: readonly ListedClip[], at: number): ListedClip | undefined {
    const step = STEPS[event.key];
    if (step !== undefined) return able[Math.min(Math.max(at + step, 0), able.length - 1)];
    if (event.key.length !== 1) return undefined;
    this.#typed = this.#isTyping(event) ? this.#typed + event.key : event.key;
    this.#typedAt = event.timeStamp;
    const start = this.#typed.toLowerCase();
    // A single letter goes on to the next name that starts with it, more letters stay if they still fit.
    const first = this.#typed.length === 1 ? at + 1 : Math.max(at, 0);
    const order = [...able.slice(first), ...able.slice(0, first)];
    return order.find(({ name }) => name.toLowerCase().startsWith(start));
  }
}
