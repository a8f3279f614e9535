/** What the hex panel shows now, for what stands beside it; no DOM. */

import { type Signal, signal } from '@preact/signals-core';
import type { Range } from '../../explain/hex.ts';

/** The bytes in view; empty without a file. */
export const shownBytes: Signal<Range> = signal({ start: 0, end: 0 });

/** A wish to bring an offset to the middle of the view, without selecting it. A new object is a new wish. */
export const scrollWish: Signal<{ readonly offset: number } | null> = signal(null);
