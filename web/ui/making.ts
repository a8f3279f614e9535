/** What a dialog makes of a choice: begun again with each choice, shown as it comes, taken when it is ready. */
import { batch, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { effect, onEnd } from './scope.ts';

export type MakingState =
  /** `done` is a share, 0 to 1. */
  | { readonly state: 'runs'; readonly done: number }
  | { readonly state: 'ready' }
  | { readonly state: 'stopped' }
  /** The reason is a sentence. Nothing can be made of an invalid choice. */
  | { readonly state: 'invalid' | 'failed'; readonly reason: string };

/** What is to be made. */
export interface Wanted<Result> {
  /** What was made for an equal key is that. */
  readonly key: readonly unknown[];
  make(progress: (done: number) => void, signal: AbortSignal): Promise<Result>;
}

export interface MakingOptions<Result> {
  /** What the choice asks for; a sentence on what is wrong with it; null while it asks for nothing. Reads signals. */
  wanted(): Wanted<Result> | string | null;
  /**
   * Saves or opens what was made. What it throws fails it.
   * @param signal aborts when it is called off meanwhile
   * @returns whether it was taken; false where it is no longer wanted
   */
  take(result: Result, signal: AbortSignal): boolean | Promise<boolean>;
  /** Why it failed, as a sentence. */
  reason(error: unknown): string;
  /** Lets go of a result that was not taken. */
  release?(result: Result): void;
}

/** Choices that follow each other within this time are made once, ms. */
const DEBOUNCE_MS = 150;

/** It belongs to the scope that makes it: when that ends, it stops. */
export class Making<Result> {
  readonly state: ReadonlySignal<MakingState>;
  /** The last result, which stays in view while the next one is made. */
  readonly result: ReadonlySignal<Result | null>;
  /** It was asked for, and is taken as soon as it is ready. */
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
  /** The result that is being taken: until that has ended, nobody lets go of it. */
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

  /** Takes the result, or the next one as soon as it is ready. */
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
    // What is there when the dialog opens is made at once.
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
      // The dialog may have closed meanwhile, or something else have been made.
      if (!this.#isTaken && this.#result.peek() !== result) this.#options.release?.(result);
    }
  }

  #fail(error: unknown): void {
    batch(() => {
      this.#isTaking.value = false;
      this.#state.value = { state: 'failed', reason: this.#options.reason(error) };
    });
  }

  /** What shows the result before lets go of it first. */
  #keep(next: Result | null): void {
    const last = this.#result.peek();
    this.#result.value = next;
    if (next === null) this.#made = null;
    if (last !== null && last !== this.#inTaking && !this.#isTaken) this.#options.release?.(last);
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, i) => Object.is(part, b[i]));
