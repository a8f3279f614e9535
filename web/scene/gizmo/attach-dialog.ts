/** The dialog that chooses a model for a socket: an open one, or a file. */

import { attach, attachableFiles } from '../../document/attachments.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { activeId } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { filesNamed } from '../../lib/file-names.ts';
import { openAndStay } from '../../motion/animation-sources.ts';
import { pickFiles } from '../../opening/source.ts';
import { announcement } from '../../store/notices.ts';
import { Combobox } from '../../ui/combobox.ts';
import { openDialog } from '../../ui/dialog.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import './attach.css';

/** Most files that are listed; others are found by name. */
const MAX_LISTED = 50;
/** Most sockets that are offered. */
const MAX_SOCKETS = 1000;

/** Asks for a model. @param socket index of the preselected socket */
export function openAttach(file: OpenFile, socket: number): void {
  const sockets = el(
    'select',
    { 'aria-label': 'Socket' },
    ...file.info.sockets
      .slice(0, MAX_SOCKETS)
      .map(({ name }, i) => el('option', { value: i }, visible(name, 60) || `socket ${i}`)),
  );
  sockets.value = String(socket);
  const take = (model: OpenFile) => {
    dialog.close();
    attach(file, Number(sockets.value), model);
    const place = file.info.sockets[Number(sockets.value)]?.name ?? '';
    announcement.value = `Attached ${model.name} to ${visible(place, 60)}.`;
  };
  const field = new Combobox<OpenFile>({
    id: 'attach-file',
    label: 'Find an open model',
    placeholder: 'Find an open model',
    firstIsMarked: true,
    choices: (text) => filesNamed(attachableFiles(file), text).slice(0, MAX_LISTED),
    row: ({ name, info }) => [
      el('span', { class: 'combobox-main' }, fileText(name)),
      el('span', { class: 'combobox-aside' }, counted(info.animations.length, 'animation')),
    ],
    accept(model) {
      if (!model) return 'No open model has this name.';
      take(model);
      return null;
    },
    close: () => dialog.close(),
  });
  const others = attachableFiles(file).length;
  const open = button('Open a file…', () => void openFor(file, take), { class: 'button-small' });
  const dialog = openDialog({
    class: 'attach',
    title: 'Attach a model',
    build: () => [
      el('label', { class: 'attach-socket' }, 'Socket', sockets),
      others > 0 ? field.element : el('p', { class: 'attach-none' }, 'No other model is open.'),
      open,
    ],
    focus: () => (others > 0 ? field.input : open),
  });
}

async function openFor(file: OpenFile, take: (model: OpenFile) => void): Promise<void> {
  const model = await openAndStay(file, await pickFiles(false));
  // The file may have been closed, or another one chosen, in the meantime.
  if (model && activeId.peek() === file.id) take(model);
}
