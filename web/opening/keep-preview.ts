/** A preview that the user has done something with stays: going to the next file must not lose it. */

import { compared, files, keepPreview, previewId } from '../document/state.ts';
import { effect } from '../ui/scope.ts';

/** Keeps the preview once it has something of the user's, or another file or a comparison uses it. */
export function keepUsedPreview(): void {
  effect(() => {
    const id = previewId.value;
    const file = files.value.find((open) => open.id === id);
    if (!file) return;
    const { attachments, skins, playback, look } = file;
    const isChanged =
      attachments.value.length > 0 ||
      skins.chosen.value.size > 0 ||
      playback.layers.value.length > 0 ||
      playback.sources.value.size > 0 ||
      look.hiddenPieces.value.size > 0;
    const isCompared = compared.value?.left === id || compared.value?.right === id;
    const isUsed = files.value.some(
      (other) =>
        other.attachments.value.some(({ fileId }) => fileId === id) ||
        [...other.playback.sources.value.values()].includes(id),
    );
    if (isChanged || isCompared || isUsed) keepPreview(id);
  });
}
