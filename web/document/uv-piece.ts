/** The piece whose faces are shown over their texture, as the list of skins asks for it and the UV view follows it. */
import { type Signal, signal } from '@preact/signals-core';

/** Index into `info.pieces` of the active file; null while the view is closed. */
export const uvPiece: Signal<number | null> = signal(null);
