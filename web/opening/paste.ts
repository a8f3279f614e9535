/** Files that were pasted. */
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { slotsOf } from '../explain/facts.ts';
import { reasonOf } from '../store/core.ts';
import { notify } from '../store/notices.ts';
import type { droppedIn, OpenArrived, SlotTarget } from './source.ts';

let count = 0;

/**
 * Opens pasted files; a failure is shown.
 * @param pasted what `droppedIn` gives of the clipboard
 * @param at the element that had the focus
 */
export async function openPasted(
  pasted: ReturnType<typeof droppedIn>,
  at: Element | null,
  open: OpenArrived,
): Promise<void> {
  const target = targetAt(at);
  try {
    const { files, folders } = await pasted;
    // Browsers give every picture of the clipboard this name.
    const named = files.map((file) =>
      file.name === 'image.png' ? { ...file, name: `pasted ${++count}.png` } : file,
    );
    await open({ files: named, folders }, target);
  } catch (error) {
    notify(`The pasted files could not be read: ${reasonOf(error)}`);
  }
}

/** What an image is for: the open texture, the slot with the focus, that of the selected piece, or the only one. */
function targetAt(at: Element | null): SlotTarget | null {
  const file = activeFile.peek();
  if (file?.texture) return { file, slot: 0 };
  if (!file?.model) return null;
  const card = at?.closest<HTMLElement>('[data-slot]');
  if (card) return { file, slot: Number(card.dataset.slot) };
  const slots = slotsOf(file.info);
  const { piece = -1 } = selectedElement(file);
  const slot = file.info.pieces[piece]?.materialIndex ?? (slots.length === 1 ? slots[0] : undefined);
  return slot === undefined ? null : { file, slot };
}
