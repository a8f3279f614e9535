/** The list of the open files: what each is, how sound, and what it wants from the others. */

import { compareCommand } from '../compare/commands.ts';
import { counted, identify } from '../explain/describe.ts';
import { type ChildModel, childModelsOf } from '../explain/file-names.ts';
import { problemCounts } from '../explain/verdict.ts';
import { closeAllCommand, reloadCommand } from '../files/commands.ts';
import { chooseFiles, openSources } from '../files/open.ts';
import { command } from '../store/commands.ts';
import type { OpenFile } from '../store/open-file.ts';
import { activeFile, activeId, files } from '../store/state.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, fileText, setAttribute, visible } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import { fileEntries } from './file-entries.ts';
import { recentList } from './recent-list.ts';
import { sampleCards } from './sample-cards.ts';

const CHILDREN_TITLE = 'file-children-title';

/** Builds the list in `host` and keeps it in step with the store. */
export function mountFileList(host: HTMLElement): void {
  const rows = el('ul', { class: 'file-rows', 'aria-label': 'Open files' });
  const children = el('section', { class: 'file-children', 'aria-labelledby': CHILDREN_TITLE });
  host.classList.add('file-list');
  host.append(
    el(
      'div',
      { class: 'file-actions', role: 'toolbar', 'aria-label': 'Files' },
      commandButton(command('file.open'), 'Open', 'button-small'),
      commandButton(reloadCommand, 'Reload', 'button-small'),
      commandButton(compareCommand, 'Compare', 'button-small'),
      commandButton(closeAllCommand, 'Close all', 'button-small'),
    ),
    rows,
    children,
    recentList(openSources),
    el('section', { class: 'file-samples' }, el('h2', {}, 'Samples'), sampleCards(openSources)),
  );
  fileEntries(rows, {
    tag: 'li',
    className: 'file-row',
    next: 'ArrowDown',
    previous: 'ArrowUp',
    chooser: rowButton,
  });
  effect(() => {
    const file = activeFile.value;
    const models = file ? childModelsOf(file.info, files.value) : [];
    children.hidden = models.length === 0;
    if (file) children.replaceChildren(...childModels(file, models));
  });
}

function rowButton(file: OpenFile, current: boolean): HTMLButtonElement {
  const { version, title } = identify(file.info);
  const element = el(
    'button',
    { type: 'button', class: 'file-choose', title: visible(file.name) },
    fileText(file.name, 'file-name'),
    el(
      'span',
      { class: 'file-facts' },
      `${version || title} · ${counted(file.info.size, 'byte')} · `,
      soundness(file),
    ),
  );
  setAttribute(element, 'aria-current', current && 'true');
  return element;
}

function soundness({ parsed }: OpenFile): HTMLElement {
  const worst = (['error', 'warning'] as const).find((severity) =>
    parsed.findings.some((finding) => finding.severity === severity),
  );
  return el('span', { class: `severity-${worst ?? 'ok'}` }, problemCounts(parsed));
}

function chooseButton(name: string): HTMLElement {
  return button('choose…', () => void chooseFiles(), {
    class: 'link',
    'aria-label': `Choose the file of ${visible(name) || 'the child model'}`,
  });
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
      el('span', { class: 'file-facts' }, open ? ' · open' : ' · missing: drop it here or '),
      ...(open ? [] : [chooseButton(name)]),
    );
  });
  return [el('h2', { id: CHILDREN_TITLE }, 'Child models of ', fileText(file.name)), el('ul', {}, ...items)];
}
