/** What the UV view shows. */
import { type Signal, signal } from '@preact/signals-core';

/** Index into `info.pieces` of the model in view; null while the UV view is closed. */
export const uvPiece: Signal<number | null> = signal(null);
