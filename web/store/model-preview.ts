/** What a form would make of the model in front: the viewport shows it, and nothing of it is a change of the file. */

import type { AbcFile, ParsedFile } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { contentOf, type OpenFile } from './open-file.ts';
import { activeFile } from './state.ts';

export interface ModelPreview {
  /** The content that it was made of: once the file has another one, it is not shown. */
  readonly of: ParsedFile;
  readonly model: AbcFile;
}

const preview: Signal<ModelPreview | null> = signal(null);

/** The file in front as the viewport draws it: its own state, and the content of the preview while there is one. */
export const drawnFile: ReadonlySignal<OpenFile | null> = computed(() => {
  const file = activeFile.value;
  const shown = preview.value;
  return file && shown?.of === file.parsed ? { ...file, ...contentOf(shown.model) } : file;
});

/** Shows another content until the next call, and then releases it; null ends the preview. */
export function showPreview(next: ModelPreview | null): void {
  const before = preview.peek();
  preview.value = next;
  before?.model.release();
}
