/** Playback of an element: player, and the bar with play button, time and animations. */
import { advance } from '../document/playback-clock.ts';
import { el, icon, optionsOf, setAttribute, visible } from '../ui/dom.ts';
import type { Clip } from './loading.ts';

export class Player {
  /** Null: the bind pose (v6: the rest pose). */
  clip: Clip | null = null;
  timeMs = 0;
  isPlaying = false;
  /** Restarts at the end; else it stops there. */
  loops = true;

  /** Of what plays, milliseconds. */
  get length(): number {
    return this.clip?.length ?? 0;
  }

  /** Sets the clip, at its start. */
  choose(clip: Clip | null): void {
    this.clip = clip;
    this.timeMs = 0;
    if (!(this.length > 0)) this.isPlaying = false;
  }

  /** False if nothing can play. */
  play(loops: boolean): boolean {
    if (!(this.length > 0)) return false;
    if (!loops && this.timeMs >= this.length) this.timeMs = 0;
    this.loops = loops;
    this.isPlaying = true;
    return true;
  }

  /** Goes to a moment, clamped to the clip. */
  seek(timeMs: number): void {
    // NaN is the start.
    this.timeMs = timeMs > 0 ? Math.min(timeMs, this.length) : 0;
  }

  /** Advances the time. @returns true if playback stopped at the end */
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

const PLAY_ICON = 'M7 5l12 7-12 7z';
const PAUSE_ICON = 'M8 5v14M16 5v14';
/** Characters of a listed name. */
const MAX_NAME = 60;

/** What the user wants. */
export interface ControlEvents {
  togglePlay(): void;
  /** Milliseconds. */
  seek(timeMs: number): void;
  /** −1: the bind pose. */
  choose(clip: number): void;
}

export class Controls {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #timeline: HTMLInputElement;
  readonly #time: HTMLElement;
  readonly #list: HTMLSelectElement;

  constructor(events: ControlEvents) {
    this.#button = el('button', { type: 'button', part: 'play' }, icon(PLAY_ICON));
    this.#button.addEventListener('click', () => events.togglePlay());
    this.#timeline = el('input', { type: 'range', part: 'timeline', min: 0, 'aria-label': 'Time' });
    this.#timeline.addEventListener('input', () => events.seek(this.#timeline.valueAsNumber));
    this.#time = el('span', { class: 'time', part: 'time', 'aria-hidden': 'true' });
    this.#list = el('select', { part: 'animations', 'aria-label': 'Animation' });
    this.#list.addEventListener('change', () => events.choose(Number(this.#list.value)));
    this.element = el(
      'div',
      { class: 'controls', part: 'controls', role: 'group', 'aria-label': 'Playback', hidden: true },
      this.#button,
      this.#timeline,
      this.#time,
      this.#list,
    );
  }

  /** Lists the animations of a model. */
  list(clips: readonly Clip[]): void {
    this.#list.replaceChildren(
      el('option', { value: -1 }, 'No animation'),
      ...optionsOf(clips, ({ name }, i) => el('option', { value: i }, visible(name, MAX_NAME) || `${i}`)),
    );
  }

  /** Shows the state of the player. @param clip index in the list; −1 for none */
  show({ timeMs, length, isPlaying }: Player, clip: number): void {
    const label = isPlaying ? 'Pause' : 'Play';
    setAttribute(this.#button, 'aria-label', label);
    setAttribute(this.#button, 'title', label);
    this.#button.querySelector('path')?.setAttribute('d', isPlaying ? PAUSE_ICON : PLAY_ICON);
    const max = String(length);
    if (this.#timeline.max !== max) this.#timeline.max = max;
    // Continuous: the browser's steps for arrow keys apply, and a drag is smooth.
    this.#timeline.step = 'any';
    this.#timeline.valueAsNumber = timeMs;
    this.#timeline.disabled = !(length > 0);
    const text = `${seconds(timeMs)} / ${seconds(length)} s`;
    if (this.#time.textContent !== text) this.#time.textContent = text;
    setAttribute(this.#timeline, 'aria-valuetext', `${seconds(timeMs)} of ${seconds(length)} seconds`);
    if (this.#list.value !== String(clip)) this.#list.value = String(clip);
  }
}

const seconds = (timeMs: number) => (timeMs / 1000).toFixed(2);
