/** Requests to a panel, from anywhere: "show the find bar", "frame the selection". */
import { type Signal, signal, untracked } from '@preact/signals-core';
import { effect } from './scope.ts';

/** A request waits until the panel takes it, so a panel that is made later takes it too. A later request replaces it. */
export class PanelRequest<T = void> {
  readonly #waiting: Signal<{ readonly value: T } | null> = signal(null);

  send(value: T): void {
    this.#waiting.value = { value };
  }

  /** Whether nobody has taken the last request yet. */
  get isWaiting(): boolean {
    return this.#waiting.value !== null;
  }

  /** Takes each request, until the current scope ends. */
  on(take: (value: T) => void): void {
    effect(() => {
      const waiting = this.#waiting.value;
      if (!waiting) return;
      untracked(() => {
        this.#waiting.value = null;
        take(waiting.value);
      });
    });
  }
}
