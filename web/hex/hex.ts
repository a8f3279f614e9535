/** The hex panel: the bytes of the active file. */
import { effect, untracked } from '@preact/signals-core';
import { hits } from '../find/hits.ts';
import { activeFile, type OpenFile } from '../state.ts';
import { hitMarks } from './byte-marks.ts';
import { HexView } from './view.ts';
import { scrollWish, shownBytes } from './window.ts';

/** Bytes that Ctrl+C copies at most. */
const COPY_LIMIT = 1 << 20;

export function mountHex(host: HTMLElement): void {
  host.classList.add('hex');
  const view = new HexView(host, {
    marks: (file, start, end) => {
      const found = hits.peek();
      return found?.key === file.key ? hitMarks(found, start, end) : [];
    },
  });
  view.box.addEventListener('copy', (event) => copy(activeFile.peek(), event));
  effect(() => {
    const file = activeFile.value;
    untracked(() => view.show(file));
  });
  effect(() => {
    shownBytes.value = view.shown.value;
  });
  effect(() => {
    const wish = scrollWish.value;
    if (wish) view.centre(wish.offset);
  });
  effect(() => {
    hits.value;
    view.redraw();
  });
}

/** Copies the selected bytes as hex digits. */
function copy(file: OpenFile | null, event: ClipboardEvent): void {
  const selection = file?.selection.peek();
  if (!file || !selection || selection.end <= selection.start) return;
  const bytes = file.parsed.at(selection.start, Math.min(selection.end, selection.start + COPY_LIMIT));
  if (!bytes) return;
  const digits = Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
  event.clipboardData?.setData('text/plain', digits.join(' '));
  event.preventDefault();
}
