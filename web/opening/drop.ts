/** Dropping and pasting files anywhere on the page. */

import { activeFile } from '../document/state.ts';
import { reasonOf } from '../store/core.ts';
import { notify } from '../store/notices.ts';
import { el, fileText, visible } from '../ui/dom.ts';
import { isOpenOverThePage } from '../ui/keyboard.ts';
import { usePart } from '../ui/parts.ts';
import { listen, onEnd } from '../ui/scope.ts';
import { type Dropped, droppedIn, type OpenArrived, type SlotTarget } from './source.ts';
import './files.css';

/** Gives the skin slot under a drag event; null if there is no slot. */
type SlotFinder = (event: DragEvent) => SlotTarget | null;

const finders: SlotFinder[] = [];

/** Registers a part of the page where textures can be dropped on skin slots. */
export function acceptTextures(finder: SlotFinder): void {
  finders.push(finder);
}

/** A part of the page that takes dropped files itself. */
interface DropPlace {
  /** `Drop to add to NOLF.REZ` */
  readonly words: string;
  take(dropped: Dropped): Promise<void>;
}

type PlaceFinder = (event: DragEvent) => DropPlace | null;

const placeFinders: PlaceFinder[] = [];

/** Registers a part of the page that takes dropped files itself, until the current scope ends. */
export function acceptFiles(finder: PlaceFinder): void {
  placeFinders.push(finder);
  onEnd(() => placeFinders.splice(placeFinders.indexOf(finder), 1));
}

function placeUnder(event: DragEvent): DropPlace | null {
  for (const find of placeFinders) {
    const place = find(event);
    if (place) return place;
  }
  return null;
}

function slotUnder(event: DragEvent): SlotTarget | null {
  for (const find of finders) {
    const target = find(event);
    if (target) return target;
  }
  return null;
}

/**
 * Accepts drops on the whole window; an overlay says what a drop will do.
 * @param open opens what was dropped
 */
export function mountDrop(open: OpenArrived): void {
  const words = el('p', {}, 'Drop to open');
  const overlay = el('div', { class: 'drop-overlay', hidden: true }, words);
  document.body.append(overlay);
  // Enter and leave events come for every element: the drag has left the page when they balance.
  let depth = 0;

  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const show = (visible: boolean) => {
    if (!visible) depth = 0;
    overlay.hidden = !visible;
    // Keep slots and model visible, as targets for textures.
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
    const place = placeUnder(event);
    if (place) words.replaceChildren(fileText(place.words));
    else words.textContent = ['Drop to open', ...(target ? [useWords(target)] : [])].join('. ');
  });
  listen(window, 'dragleave', (event) => {
    if (!carriesFiles(event)) return;
    depth--;
    if (depth <= 0) show(false);
  });
  listen(window, 'drop', (event) => {
    show(false);
    // A part of the page may have handled the drop.
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer) void takeDropped(event.dataTransfer, slotUnder(event), placeUnder(event), open);
  });
}

const useWords = ({ file, slot }: SlotTarget) =>
  file.texture ? `An image replaces ${visible(file.name, 40)}.` : `A texture covers slot ${slot}.`;

/** Opens files that are pasted anywhere but into a text. @param open opens them */
export function mountPaste(open: OpenArrived): void {
  listen(document, 'paste', (event) => {
    const { clipboardData, defaultPrevented, target } = event;
    const isText = target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
    if (!clipboardData?.files.length || defaultPrevented || isText || isOpenOverThePage()) return;
    event.preventDefault();
    // The clipboard is empty after the event.
    const pasted = droppedIn(clipboardData);
    const at = document.activeElement;
    void usePart(
      () => import('./paste.ts'),
      (part) => part.openPasted(pasted, at, open),
    );
  });
}

async function takeDropped(
  transfer: DataTransfer,
  slot: SlotTarget | null,
  place: DropPlace | null,
  open: OpenArrived,
): Promise<void> {
  try {
    const dropped = await droppedIn(transfer);
    if (place) await place.take(dropped);
    else await open(dropped, slot);
  } catch (error) {
    notify(`The dropped files could not be read: ${reasonOf(error)}`);
  }
}
