/** Files dropped anywhere on the page. */
import { el } from '../dom.ts';
import { notice } from '../state.ts';
import { reasonOf } from './core.ts';
import { filesIn } from './dropped.ts';
import { openSources } from './open.ts';

/** Listens on the whole window; an overlay says what letting go will do. */
export function mountDrop(): void {
  const overlay = el('div', { class: 'drop-overlay', hidden: true }, el('p', {}, 'Drop to open'));
  document.body.append(overlay);
  // Enter and leave come for every element on the way: the drag is over when all are left.
  let depth = 0;

  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const show = (visible: boolean) => {
    if (!visible) depth = 0;
    overlay.hidden = !visible;
  };

  window.addEventListener('dragenter', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth++;
    show(true);
  });
  window.addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  });
  window.addEventListener('dragleave', (event) => {
    if (!carriesFiles(event)) return;
    depth--;
    if (depth <= 0) show(false);
  });
  window.addEventListener('drop', (event) => {
    show(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) void openDropped(event.dataTransfer);
  });
}

async function openDropped(transfer: DataTransfer): Promise<void> {
  try {
    const { sources, sentences } = await filesIn(transfer);
    await openSources(sources, sentences);
  } catch (error) {
    notice.value = `What was dropped could not be read: ${reasonOf(error)}`;
  }
}
