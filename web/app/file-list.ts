/** The list of the open files: what each is, how sound, and what it wants from the others. */

import { compareCommand } from '../compare/commands.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import { closeAllCommand } from '../edit/commands.ts';
import { type ChildModel, childModelsOf } from '../explain/dependencies.ts';
import { formatCount } from '../explain/describe.ts';
import { reloadCommand, watchCommand } from '../opening/commands.ts';
import { openSources } from '../opening/open.ts';
import { openArrived } from '../opening/sources/arrive.ts';
import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, fileText } from '../ui/dom.ts';
import { checkbox, select } from '../ui/form.ts';
import { effect } from '../ui/scope.ts';
import { type FileOrder, FileRows, type FileView, fileView, listedFiles } from './file-rows.ts';
import { recentList } from './recent-list.ts';
import { sampleCards } from './sample-cards.ts';

const CHILDREN_TITLE = 'file-children-title';

/** From so many files on they are searched and sorted. */
const MANY = 4;

/** Builds the list in `host` and keeps it in step with the store. */
export function mountFileList(host: HTMLElement): void {
  const children = el('section', { class: 'file-children', 'aria-labelledby': CHILDREN_TITLE });
  const view = fileView();
  const rows = new FileRows(view);
  const action = (id: string, label: string) => commandButton(command(id), label, 'button-small');
  host.classList.add('file-list');
  host.append(
    el(
      'div',
      { class: 'file-actions', role: 'toolbar', 'aria-label': 'Files' },
      action('file.open', 'Open'),
      action('file.openFolder', 'Folder'),
      action('file.import', 'Import'),
      commandButton(reloadCommand, 'Reload', 'button-small'),
      commandButton(watchCommand, 'Watch', 'button-small'),
      commandButton(compareCommand, 'Compare', 'button-small'),
      commandButton(closeAllCommand, 'Close all', 'button-small'),
    ),
    viewControls(view),
    rows.element,
    children,
    recentList(openArrived),
    el('section', { class: 'file-samples' }, el('h2', {}, 'Samples'), sampleCards(openSources)),
  );
  effect(() => {
    const file = activeFile.value;
    const models = file ? childModelsOf(file.info, files.value) : [];
    children.hidden = models.length === 0;
    if (file) children.replaceChildren(...childModels(file, models));
  });
}

const ORDERS: readonly (readonly [FileOrder, string])[] = [
  ['opened', 'As opened'],
  ['name', 'By name'],
  ['verdict', 'Most errors first'],
  ['size', 'Largest first'],
];

function viewControls(view: FileView): HTMLElement {
  const { words, order, onlyWithErrors } = view;
  const filter = el('input', {
    type: 'search',
    class: 'file-filter',
    placeholder: 'Filter by name',
    'aria-label': 'Filter the open files by name',
  });
  filter.addEventListener('input', () => {
    words.value = filter.value;
  });
  const sort = select(order, () => ORDERS, undefined, 'Order of the open files');
  const said = el('span', { class: 'file-facts', role: 'status' });
  const box = el(
    'div',
    { class: 'file-view' },
    filter,
    sort,
    checkbox(' Only with errors', onlyWithErrors, {}),
    said,
  );
  effect(() => {
    const all = files.value.length;
    const listed = listedFiles(view).length;
    // A filter that hides files stays in reach.
    box.hidden = all < MANY && listed === all;
    said.textContent = listed < all ? `${formatCount(listed)} of ${formatCount(all)}` : '';
  });
  return box;
}

/** The models that a file takes animations from: the open ones to go to, the others by name. */
function childModels(file: OpenFile, models: readonly ChildModel<OpenFile>[]): HTMLElement[] {
  const items = models.map(({ name, file: open }) => {
    const choose = () => {
      if (open) activeId.value = open.id;
    };
    const text = fileText(name || '(no name)');
    return el(
      'li',
      {},
      open ? button(text, choose, { class: 'link' }) : text,
      ...(open
        ? [el('span', { class: 'file-facts' }, ' · open')]
        : [
            el('span', { class: 'file-facts' }, ' · missing: drop it here, or '),
            button('Choose…', command('file.open').run, { class: 'link' }),
          ]),
    );
  });
  return [el('h2', { id: CHILDREN_TITLE }, 'Child models of ', fileText(file.name)), el('ul', {}, ...items)];
}
