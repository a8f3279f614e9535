/** The files that a model takes animations from: what each is, whether it suits, and ways to supply it. */

import { counted } from '../../explain/describe.ts';
import { filesIn } from '../../files/dropped.ts';
import {
  type AnimationSource,
  addAnimationSource,
  animationSourcesOf,
  fittingFiles,
  setAnimationSource,
} from '../../store/clips.ts';
import { notify } from '../../store/notices.ts';
import { activeFile, activeId, files, type OpenFile } from '../../store/state.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import './motion.css';
import { supplyChild } from './supply.ts';

/** Fills the section. */
export function mountChildModels(host: HTMLElement): void {
  const list = el('ul', { class: 'animation-sources' });
  const add = el('div', { class: 'animation-source-add' });
  host.append(list, add);
  effect(() => {
    const file = activeFile.value;
    const focused = document.activeElement?.getAttribute('data-control');
    list.replaceChildren(...(file ? animationSourcesOf(file).map((source) => sourceItem(file, source)) : []));
    add.replaceChildren(...(file ? addControls(file) : []));
    // What was just used is another element now.
    if (focused) host.querySelector<HTMLElement>(`[data-control="${focused}"]`)?.focus();
  });
}

function sourceItem(file: OpenFile, source: AnimationSource): HTMLElement {
  const { child, name, file: open } = source;
  const entry = file.info.childModels[child];
  const title = visible(name || open?.name || '(no name)');
  const item = el(
    'li',
    { class: 'animation-source' },
    el(
      'p',
      { class: 'animation-source-name' },
      fileText(title),
      el('span', { class: 'animation-source-build' }, entry ? `build ${entry.buildNumber}` : 'added by you'),
    ),
    stateLine(open),
    ...(open ? judgement(file, source, open) : []),
    el(
      'div',
      { class: 'animation-source-controls' },
      openSelect(file, source, title),
      button('Choose file…', () => void supplyChild(file, child), {
        class: 'button-small',
        'data-control': `choose-${child}`,
        'aria-label': `Choose a file for ${title}`,
      }),
      ...(entry ? [] : [removeButton(file, child, title)]),
    ),
  );
  takeDrops(item, file, child);
  return item;
}

function stateLine(open: OpenFile | null): HTMLElement {
  if (!open) return el('p', { class: 'animation-source-missing' }, 'Not open: drop it here, or choose it.');
  const go = button(
    fileText(open.name),
    () => {
      activeId.value = open.id;
    },
    { class: 'link' },
  );
  return el('p', {}, go, `, ${counted(open.info.animations.length, 'animation')}`);
}

/** What is wrong between the entry and the file, in words. */
function judgement({ model }: OpenFile, { child }: AnimationSource, open: OpenFile): HTMLElement[] {
  if (!model || !open.model) return [];
  const { fits, findings } = model.compareChild(child, open.model);
  const said = findings.map(({ severity, message, effect: means, remedy }) =>
    el(
      'p',
      { class: 'animation-source-finding' },
      el('span', { class: `severity-${severity}` }, fileText(message)),
      ' ',
      fileText([means, remedy].filter(Boolean).join(' ')),
    ),
  );
  // An added file has no entry that a finding could be about.
  if (fits || said.length > 0) return said;
  return [
    el('p', { class: 'severity-warning' }, 'Its tree of nodes is another one, so it cannot be played.'),
  ];
}

/** Picks among the open files. */
function openSelect(file: OpenFile, { child, name }: AnimationSource, title: string): HTMLElement {
  const others = files.value.filter(({ id, model }) => id !== file.id && model !== null);
  const chosen = file.playback.sources.value.get(child);
  const choice = el(
    'select',
    {
      'aria-label': `Open file for ${title}`,
      'data-control': `pick-${child}`,
      hidden: others.length === 0,
    },
    ...(name === '' ? [] : [el('option', { value: '' }, 'Found by its name')]),
    ...others.map((other) => el('option', { value: other.id }, visible(other.name))),
  );
  choice.value = others.some(({ id }) => id === chosen) ? String(chosen) : '';
  choice.addEventListener('change', () => {
    setAnimationSource(file, child, others.find(({ id }) => String(id) === choice.value) ?? null);
  });
  return choice;
}

function removeButton(file: OpenFile, child: number, title: string): HTMLElement {
  return button('Remove', () => setAnimationSource(file, child, null), {
    class: 'button-small',
    'aria-label': `Remove ${title}`,
  });
}

/** A way to play animations of a file that the model does not name. */
function addControls(file: OpenFile): HTMLElement[] {
  const fitting = fittingFiles(file).map((other) =>
    button(el('span', {}, 'Add ', fileText(other.name)), () => addAnimationSource(file, other), {
      class: 'button-small',
      title: 'Its skeleton is the same',
    }),
  );
  const choose = button('Add another file…', () => void supplyChild(file, null), { class: 'button-small' });
  return [...fitting.slice(0, 5), choose];
}

/** Files dropped onto an entry stand for it. */
function takeDrops(item: HTMLElement, file: OpenFile, child: number): void {
  item.addEventListener('dragover', () => item.classList.add('dropping'));
  item.addEventListener('dragleave', () => item.classList.remove('dropping'));
  item.addEventListener('drop', (event) => {
    item.classList.remove('dropping');
    const transfer = event.dataTransfer;
    if (!transfer?.types.includes('Files')) return;
    event.preventDefault();
    void (async () => {
      const { sources, sentences } = await filesIn(transfer);
      await supplyChild(file, child, sources);
      if (sentences.length > 0) notify(sentences.join('\n'));
    })();
  });
}
