/**
 * Work of a dialog on the user's choice: restarted with each choice, shown while it runs, saved or opened when it is
 * ready.
 */
import { batch, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { effect, onEnd } from './scope.ts';

export type MakingState =
  /** `done` is a share, 0 to 1. */
  | { readonly state: 'runs'; readonly done: number }
  | { readonly state: 'ready' }
  | { readonly state: 'stopped' }
  /** The reason is a sentence. `invalid`: the choice has no result. */
  | { readonly state: 'invalid' | 'failed'; readonly reason: string };

/** The requested result. */
export interface Wanted<Result> {
  /** Identifies the result: an equal key means the same result. */
  readonly key: readonly unknown[];
  make(progress: (done: number) => void, signal: AbortSignal): Promise<Result>;
}

export interface MakingOptions<Result> {
  /** The requested result; a sentence for an invalid choice; null while nothing is requested. Reads signals. */
  wanted(): Wanted<Result> | string | null;
  /**
   * Saves or opens what was made. What it throws fails it.
   * @param signal aborts when it is called off meanwhile
   * @returns whether it was taken; false where it is no longer wanted
   */
  take(result: Result, signal: AbortSignal): boolean | Promise<boolean>;
  /** The reason of a failure, as a sentence. */
  reason(error: unknown): string;
  /** Releases a result that was not taken. */
  release?(result: Result): void;
}

/** Delay after a choice, so that only the last of several is processed, ms. */
const DEBOUNCE_MS = 150;

/** Belongs to the current scope, and stops when that ends. */
export class Making<Result> {
  readonly state: ReadonlySignal<MakingState>;
  /** The last result, shown until the next one is ready. */
  readonly result: ReadonlySignal<Result | null>;
  /** Whether the result is taken as soon as it is ready. */
  readonly isTaking: ReadonlySignal<boolean>;
  readonly #state = signal<MakingState>({ state: 'runs', done: 0 });
  readonly #result = signal<Result | null>(null);
  readonly #isTaking = signal(false);
  readonly #attempt = signal(0);
  readonly #options: MakingOptions<Result>;
  /** The key of the result. */
  #made: readonly unknown[] | null = null;
  #running: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isFirst = true;
  #isTaken = false;
  /** The result that is being taken, which must not be released meanwhile. */
  #inTaking: Result | null = null;

  constructor(options: MakingOptions<Result>) {
    this.#options = options;
    this.state = this.#state;
    this.result = this.#result;
    this.isTaking = this.#isTaking;
    effect(() => {
      void this.#attempt.value;
      const wanted = options.wanted();
      untracked(() => this.#begin(wanted));
    });
    onEnd(() => {
      this.#withdraw();
      this.#keep(null);
    });
  }

  /** Takes the result, now or as soon as it is ready. */
  take(): void {
    const { state } = this.#state.peek();
    if (this.#isTaken || this.#isTaking.peek() || (state !== 'runs' && state !== 'ready')) return;
    this.#isTaking.value = true;
    if (state === 'ready') void this.#takeNow();
  }

  /** Stops until `again`, or another choice. */
  stop(): void {
    this.#withdraw();
    this.#state.value = { state: 'stopped' };
  }

  again(): void {
    this.#attempt.value++;
  }

  #withdraw(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
    this.#isTaking.value = false;
  }

  #begin(wanted: Wanted<Result> | string | null): void {
    this.#withdraw();
    if (wanted === null) return;
    if (typeof wanted === 'string') {
      this.#state.value = { state: 'invalid', reason: wanted };
      return;
    }
    if (this.#made && isSame(this.#made, wanted.key)) {
      this.#state.value = { state: 'ready' };
      return;
    }
    this.#state.value = { state: 'runs', done: 0 };
    // The initial choice is processed without delay.
    this.#timer = setTimeout(() => void this.#make(wanted), this.#isFirst ? 0 : DEBOUNCE_MS);
    this.#isFirst = false;
  }

  async #make({ key, make }: Wanted<Result>): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const progress = (done: number) => {
      if (!running.signal.aborted) this.#state.value = { state: 'runs', done };
    };
    try {
      const result = await make(progress, running.signal);
      if (running.signal.aborted) {
        this.#options.release?.(result);
        return;
      }
      this.#made = key;
      batch(() => {
        this.#keep(result);
        this.#state.value = { state: 'ready' };
      });
      if (this.#isTaking.peek()) await this.#takeNow();
    } catch (error) {
      if (!running.signal.aborted) this.#fail(error);
    }
  }

  async #takeNow(): Promise<void> {
    const result = this.#result.peek();
    if (result === null) return;
    const taking = this.#running ?? new AbortController();
    this.#running = taking;
    this.#inTaking = result;
    try {
      this.#isTaken = await this.#options.take(result, taking.signal);
      if (!taking.signal.aborted) this.#isTaking.value = false;
    } catch (error) {
      if (!taking.signal.aborted) this.#fail(error);
    } finally {
      this.#inTaking = null;
      // The dialog may have closed meanwhile, or the result may have changed.
      if (!this.#isTaken && this.#result.peek() !== result) this.#options.release?.(result);
    }
  }

  #fail(error: unknown): void {
    batch(() => {
      this.#isTaking.value = false;
      this.#state.value = { state: 'failed', reason: this.#options.reason(error) };
    });
  }

  /** Sets the next result; the previous one is released after its viewers have dropped it. */
  #keep(next: Result | null): void {
    const last = this.#result.peek();
    this.#result.value = next;
    if (next === null) this.#made = null;
    if (last !== null && last !== this.#inTaking && !this.#isTaken) this.#options.release?.(last);
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, i) => Object.is(part, b[i]));
