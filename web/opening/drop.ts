/** Files dropped anywhere on the page. */

import { activeFile } from '../document/state.ts';
import { reasonOf } from '../store/core.ts';
import { notify } from '../store/notices.ts';
import { el } from '../ui/dom.ts';
import { listen } from '../ui/scope.ts';
import { droppedIn, type OpenArrived, type SlotTarget } from './source.ts';
import './files.css';

/** The skin slot that something on the page stands for; null when the event is not over one. */
type SlotFinder = (event: DragEvent) => SlotTarget | null;

const finders: SlotFinder[] = [];

/** Lets textures be dropped on a part of the page. */
export function acceptTextures(finder: SlotFinder): void {
  finders.push(finder);
}

function slotUnder(event: DragEvent): SlotTarget | null {
  for (const find of finders) {
    const target = find(event);
    if (target) return target;
  }
  return null;
}

/**
 * Listens on the whole window; an overlay says what letting go will do.
 * @param open opens what was dropped
 */
export function mountDrop(open: OpenArrived): void {
  const words = el('p', {}, 'Drop to open');
  const overlay = el('div', { class: 'drop-overlay', hidden: true }, words);
  document.body.append(overlay);
  // Enter and leave come for every element on the way: the drag is over when all are left.
  let depth = 0;

  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const show = (visible: boolean) => {
    if (!visible) depth = 0;
    overlay.hidden = !visible;
    // Where a texture goes is aimed at: slots and model stay in view.
    overlay.classList.toggle('drop-aimed', activeFile.peek()?.model != null);
  };

  listen(window, 'dragenter', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth++;
    show(true);
  });
  listen(window, 'dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    const target = slotUnder(event);
    words.textContent = target ? `Drop to open. A texture covers slot ${target.slot}.` : 'Drop to open';
  });
  listen(window, 'dragleave', (event) => {
    if (!carriesFiles(event)) return;
    depth--;
    if (depth <= 0) show(false);
  });
  listen(window, 'drop', (event) => {
    show(false);
    // A part of the page may have taken them for itself.
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer) void openDropped(event.dataTransfer, slotUnder(event), open);
  });
}

async function openDropped(
  transfer: DataTransfer,
  slot: SlotTarget | null,
  open: OpenArrived,
): Promise<void> {
  try {
    await open(await droppedIn(transfer), slot);
  } catch (error) {
    notify(`The dropped files could not be read: ${reasonOf(error)}`);
  }
}
