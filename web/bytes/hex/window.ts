/** What the hex panel shows now, for what stands beside it; no DOM. */

import { type Signal, signal } from '@preact/signals-core';
import type { Range } from '../../explain/hex.ts';
import { PanelRequest } from '../../ui/request.ts';

/** The bytes in view; empty without a file. */
export const shownBytes: Signal<Range> = signal({ start: 0, end: 0 });

/** To bring an offset to the middle of the view, without selecting it. */
export const scrollRequests = new PanelRequest<number>();
