/** What a form would make of the model in front: the viewport shows it, and nothing of it is a change of the file. */

import type { AbcFile, ParsedFile } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { Content } from './content.ts';
import type { DrawnFile } from './open-file.ts';
import { activeFile } from './state.ts';

export interface ModelPreview {
  /** The content that it was made of: once the file has another one, it is not shown. */
  readonly of: ParsedFile;
  readonly model: AbcFile;
}

const preview: Signal<ModelPreview | null> = signal(null);

/** The file in front as the viewport draws it: its own state, and the content of the preview while there is one. */
export const drawnFile: ReadonlySignal<DrawnFile | null> = computed(() => {
  const file = activeFile.value;
  const shown = preview.value;
  if (!file) return null;
  return shown?.of === file.parsed ? file.drawnWith(new Content(shown.model)) : file.drawn.value;
});

/** Shows another content until the next call, and then releases it; null ends the preview. */
export function showPreview(next: ModelPreview | null): void {
  const before = preview.peek();
  preview.value = next;
  before?.model.release();
}
