/** Messages for the user: failures stay until they are dismissed, finished actions disappear. */
import { type Signal, signal } from '@preact/signals-core';

/** An action offered with a message. */
interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** A failure, one line each, with at most one action. */
export interface Notice {
  readonly text: string;
  readonly action?: Action | undefined;
  /** A line for each item that the text counts, shown on demand. */
  readonly details?: readonly string[] | undefined;
}

export const notice: Signal<Notice | null> = signal(null);

/** A finished action, with a way to undo it. */
export interface Done {
  readonly text: string;
  readonly action: Action;
}

/** A finished action whose result is not visible; disappears after a while. */
export const announcement: Signal<string | Done> = signal('');

/** A finished action whose result is visible: for assistive technology only. */
export const spoken: Signal<string> = signal('');

/** Shows a failure, in place of the previous one. */
export function notify(text: string, action?: Notice['action'], details?: Notice['details']): void {
  notice.value = { text, action, details };
}

export function dismissNotice(): void {
  notice.value = null;
}
