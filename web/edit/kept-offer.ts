/** Unsaved changes of an earlier page, as long as they are offered; the line that offers them is in web/app/session-bar.ts. */

import { type Signal, signal } from '@preact/signals-core';

export interface KeptOffer {
  /** Names of the files, of which the last change is the newest first. */
  readonly titles: readonly string[];
  /** When one of them was changed last, ms since 1970. */
  readonly at: number;
  /** Opens the files with their changes; on those that are open again, it makes them. What cannot be restored is said. */
  restore(): Promise<void>;
  discard(): Promise<void>;
}

export const keptOffer: Signal<KeptOffer | null> = signal(null);
