/** Unsaved changes of an earlier page that are offered; web/app/session-bar.ts shows the offer. */

import { type Signal, signal } from '@preact/signals-core';

export interface KeptOffer {
  /** Names of the files, the one changed last first. */
  readonly titles: readonly string[];
  /** Time of the last change, ms since 1970. */
  readonly at: number;
  /** Opens the files with their changes, or applies the changes to files that are open again. Failures are shown. */
  restore(): Promise<void>;
  discard(): Promise<void>;
}

export const keptOffer: Signal<KeptOffer | null> = signal(null);
