/** Sentences for the user: what failed stands until it is dismissed, what was done goes by itself. */
import { type Signal, signal } from '@preact/signals-core';

/** The one thing that can be done about what is said. */
interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** A failure in words, one line each, and at most one thing that can be done about it. */
export interface Notice {
  readonly text: string;
  readonly action?: Action | undefined;
  /** One line for each of what the text counts; shown on demand. */
  readonly details?: readonly string[] | undefined;
}

export const notice: Signal<Notice | null> = signal(null);

/** What was just done, and the way to take it back. */
export interface Done {
  readonly text: string;
  readonly action: Action;
}

/** What was just done where it cannot be seen; it disappears by itself. */
export const announcement: Signal<string | Done> = signal('');

/** What was just done where it can be seen: for assistive technology alone. */
export const spoken: Signal<string> = signal('');

/** Shows a failure, in place of the one shown before. */
export function notify(text: string, action?: Notice['action'], details?: Notice['details']): void {
  notice.value = { text, action, details };
}

export function dismissNotice(): void {
  notice.value = null;
}
