/** Animation sources of a model: the files whose animations it plays, whether each fits, and ways to supply it. */

import {
  type AnimationSource,
  addAnimationSource,
  animatingFile,
  animationSourcesOf,
  clipGroups,
  fittingFiles,
  setAnimationSource,
} from '../document/animation-clips.ts';
import type { FoundFile } from '../document/library-index.ts';
import type { FileSource, OpenFile } from '../document/open-file.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import { rowMenuCell, useRowKey } from '../edit/lists/open-row.ts';
import { canAddTo, type RowHost } from '../edit/lists/row.ts';
import { openRetarget } from '../edit/open-dialogs.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { longTasks } from '../opening/long-task.ts';
import { openSources } from '../opening/open.ts';
import { droppedIn, type OpenOptions, pickFiles } from '../opening/source.ts';
import { openArrived } from '../opening/sources/arrive.ts';
import { hasLibrary, originLink, placeWords } from '../opening/sources/origin.ts';
import { reasonOf } from '../store/core.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { notify } from '../store/notices.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { elementNamed, nameElement, placeOfNamed } from '../ui/focus.ts';
import { usePart } from '../ui/parts.ts';
import { effect } from '../ui/scope.ts';
import './motion.css';

/** Names beyond this number are counted. */
const MAX_NAMES = 4;
/** Entries beyond this number are counted. */
const MAX_ENTRIES = 40;
/** Characters of a name to show, so that the animations below stay in view. */
const MAX_NAME_LENGTH = 80;

/** Fills the section. */
export function mountChildModels(host: HTMLElement): void {
  const list = el('ul', { class: 'animation-sources' });
  const rest = el('p', { class: 'grid-rest' });
  const add = el('div', { class: 'animation-source-add' });
  host.append(sourceNote(), list, rest, add);
  effect(() => {
    const file = activeFile.value;
    const focused = document.activeElement?.getAttribute('data-control');
    const sources = file ? animationSourcesOf(file) : [];
    const listed = sources.slice(0, MAX_ENTRIES);
    list.replaceChildren(...(file ? listed.map((source) => sourceItem(file, source)) : []));
    const unlisted = Math.max((file?.info.childModels.length ?? 1) - 1, sources.length) - listed.length;
    rest.textContent = unlisted > 0 ? `${formatCount(unlisted)} more are not listed.` : '';
    add.replaceChildren(...(file ? addControls(file) : []));
    // The control just used was replaced by a new element.
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
    stateLine(source),
    ...(open ? findingsOf(file, source, open) : []),
    el(
      'div',
      { class: 'animation-source-controls' },
      openSelect(file, source, title),
      button('Choose file…', () => void supplyChild(file, child), {
        class: 'button-small',
        'data-control': `choose-${child}`,
        'aria-label': `Choose a file for ${title}`,
      }),
      ...(entry ? [changeButton(file, child, title)] : [removeButton(file, child, title)]),
    ),
  );
  takeDrops(item, file, child);
  return item;
}

/** Whether the file is open, and where it was found. */
function stateLine({ name, file: open, found }: AnimationSource): HTMLElement {
  if (!open) return el('p', { class: 'animation-source-missing' }, ...missingWords(name, found));
  const { entry } = open.source;
  const go = button(
    entry ? placeWords(entry) : fileText(open.name),
    () => {
      activeId.value = open.id;
    },
    { class: 'link origin-link' },
  );
  const animations = `, ${counted(open.info.animations.length, 'animation')}`;
  if (!entry || entry !== found?.file) return el('p', {}, go, animations);
  return el('p', {}, go, animations, el('span', { class: 'animation-source-origin' }, foundBy(found)));
}

function foundBy({ by }: FoundFile): string {
  return by === 'path' ? 'Found in the library by its path' : 'Found in the library by its name';
}

function missingWords(name: string, found: FoundFile | null): (Node | string)[] {
  if (found) return [`${foundBy(found)}, not open: `, originLink(found.file)];
  if (!hasLibrary() || name === '') return ['Not open. Drop the file here, or choose it.'];
  const bare = baseName(name);
  const names = bare === name ? [fileText(name)] : [fileText(name), ', then ', fileText(bare)];
  return ['Not in the library (looked for ', ...names, '). Drop the file here, or choose it.'];
}

/** Findings about an entry and its file. */
function findingsOf({ model }: OpenFile, { child }: AnimationSource, open: OpenFile): HTMLElement[] {
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
  // An added file has no entry, and so no findings.
  if (fits || said.length > 0) return said;
  return [el('p', { class: 'severity-warning' }, 'Its skeleton differs, so it cannot be used.')];
}

/** Chooses among the open files. */
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

/** Menu to change, move or delete the entry itself. */
function changeButton(file: OpenFile, child: number, title: string): HTMLElement {
  const find = (index: number) => elementNamed(`child model ${index}`);
  const host: RowHost = {
    place: (index) =>
      find(index)?.closest('.animation-source')?.querySelector('p')?.getBoundingClientRect() ?? null,
    focus: (index) => find(index)?.focus(),
  };
  const row = { file, key: 'childModel', index: child, host } as const;
  const cell = rowMenuCell(row, title);
  const menu = cell.querySelector('button');
  menu?.setAttribute('data-control', `change-${child}`);
  if (menu) nameElement(`child model ${child}`, menu);
  cell.addEventListener('keydown', (event) => useRowKey(row, event));
  return cell;
}

function removeButton(file: OpenFile, child: number, title: string): HTMLElement {
  return button('Remove', () => setAnimationSource(file, child, null), {
    class: 'button-small',
    'aria-label': `Remove ${title}`,
  });
}

/** Buttons to play animations of files that the model does not name. */
function addControls(file: OpenFile): HTMLElement[] {
  const fitting = fittingFiles(file).map((other) =>
    button(el('span', {}, 'Add ', fileText(other.name)), () => addAnimationSource(file, other), {
      class: 'button-small',
      title: 'It has the same skeleton',
    }),
  );
  const choose = button('Add another file…', () => void supplyChild(file, null), { class: 'button-small' });
  const name: HTMLButtonElement = button('Add a child model…', () => nameChild(file), {
    class: 'button-small',
    title: 'Add an entry to the file',
    'data-control': 'name-child',
    hidden: !canAddTo(file, 'childModel') || !file.info.features.childModels,
  });
  return [...fitting.slice(0, 5), choose, nameElement('name a child model', name)];
}

/** Adds an entry to the file. */
function nameChild(file: OpenFile): void {
  void usePart(
    () => withEditing(() => import('../edit/lists/child-model.ts')),
    (part) =>
      part.openAddChild(file, {
        place: () => placeOfNamed('name a child model'),
        back: () => elementNamed('name a child model')?.focus(),
      }),
  );
}

/** Makes a file dropped onto an entry its source. */
function takeDrops(item: HTMLElement, file: OpenFile, child: number): void {
  item.addEventListener('dragover', () => item.classList.add('dropping'));
  item.addEventListener('dragleave', () => item.classList.remove('dropping'));
  item.addEventListener('drop', (event) => {
    item.classList.remove('dropping');
    const transfer = event.dataTransfer;
    if (!transfer?.types.includes('Files')) return;
    event.preventDefault();
    void (async () => {
      const { files, folders } = await droppedIn(transfer);
      // Folders go to the library, where child models are found by name.
      if (folders.length > 0) await openArrived({ files: [], folders });
      if (files.length > 0) await supplyChild(file, child, files);
    })().catch((error) => notify(`The dropped files could not be read: ${reasonOf(error)}`));
  });
}

/** The note about animations of other files: missing child models, or an open file that fits; hidden without either. */
function sourceNote(): HTMLElement {
  const note = el('div', { class: 'source-note', role: 'note' });
  let settled: OpenFile | null = null;
  effect(() => {
    const file = activeFile.value;
    // Files that the model names may still be opening: the note does not change until they are open.
    const isOpening = longTasks.value.length > 0;
    if (isOpening && file && file === settled) return;
    settled = isOpening ? null : file;
    const said = file && !isOpening ? (missingNote(file) ?? fittingNote(file)) : null;
    note.hidden = said === null;
    note.replaceChildren(...(said ?? []));
  });
  return note;
}

/** Child models that are not open, with a way to supply them. */
function missingNote(file: OpenFile): (Node | string)[] | null {
  const missing = animationSourcesOf(file).filter((source) => source.file === null);
  if (missing.length === 0) return null;
  const named = missing.slice(0, MAX_NAMES);
  const names = named.flatMap(({ name }, i) => [
    i > 0 ? ', ' : '',
    fileText(visible(name, MAX_NAME_LENGTH) || '(no name)'),
  ]);
  if (missing.length > MAX_NAMES) names.push(` and ${missing.length - MAX_NAMES} more`);
  const open = button('Open…', () => void supplyFiles(file), {
    class: 'button-small',
    'aria-label': 'Open the missing child models',
  });
  const what = missing.length === 1 ? 'Missing child model' : 'Missing child models';
  return [el('p', {}, `${what}: `, ...names), open];
}

/** An open file with the same skeleton and more animations: the code of games plays animations of files the model does not name. */
function fittingNote(file: OpenFile): (Node | string)[] | null {
  const fitting = animatingFile(file);
  if (!fitting) return null;
  return [
    el('p', {}, fileText(fitting.name), ' has the same skeleton.'),
    button('Use its animations', () => addAnimationSource(file, fitting), { class: 'button-small' }),
  ];
}

/**
 * Opens files and keeps the active file.
 * @returns the first opened file if it is a model; else null, and a notice explains it
 */
export async function openAndStay(
  file: OpenFile,
  sources: readonly FileSource[],
  options: OpenOptions = {},
): Promise<OpenFile | null> {
  if (sources.length === 0 && !options.textures?.length) return null;
  await openSources(sources, options);
  const first = files.peek().find(({ id }) => id === activeId.peek());
  activeId.value = file.id;
  return first?.model && first.id !== file.id ? first : null;
}

/** Asks the user for the files that a model names; they are matched by name. */
async function supplyFiles(file: OpenFile): Promise<void> {
  await openAndStay(file, await pickFiles());
}

/** Asks the user for a model, and adds its animations to those that a model plays. Tells the user if they do not fit. */
export async function importAnimations(file: OpenFile): Promise<void> {
  const source = await supplyChild(file, null);
  if (!source) return;
  const name = visible(source.name, MAX_NAME_LENGTH);
  if (source.info.animations.length === 0) notify(`${name} has no animations.`);
  else if (!clipGroups(file).some((group) => group.file === source))
    notify(`The animations of ${name} cannot be used: its skeleton differs.`, {
      label: 'Retarget…',
      run: () => openRetarget(file, source),
    });
}

/**
 * Makes a file the source of a child model.
 * @returns the file; null if the user chose none, or no model
 * @param child index into `info.childModels`; null adds a source that the model does not name
 * @param sources dropped files; without them the user is asked
 */
async function supplyChild(
  file: OpenFile,
  child: number | null,
  sources?: readonly FileSource[],
): Promise<OpenFile | null> {
  const source = await openAndStay(file, sources ?? (await pickFiles(false)));
  if (!source) return null;
  if (child !== null) setAnimationSource(file, child, source);
  // A child model may have been found by its name meanwhile.
  else if (!clipGroups(file).some((group) => group.file === source)) addAnimationSource(file, source);
  return source;
}
