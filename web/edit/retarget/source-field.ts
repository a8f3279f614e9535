/** The choice of the model with the animations: an open one, one of the library, a file, or a dropped one. */
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { baseName, filesNamed } from '../../lib/file-names.ts';
import { acceptFiles } from '../../opening/drop.ts';
import { openSources } from '../../opening/open.ts';
import { pickFiles } from '../../opening/source.ts';
import { sourceOf } from '../../opening/sources/library-file.ts';
import { type LibraryFile, libraryFiles } from '../../store/library.ts';
import { Combobox } from '../../ui/combobox.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import type { RetargetChoice } from './choice.ts';

/** Most models that are listed; others are found by name. */
const MAX_LISTED = 50;
/** Most files of the library that are looked through for a name. */
const MAX_LOOKED_THROUGH = 200_000;

type Offered = { readonly open: OpenFile } | { readonly entry: LibraryFile };

/** @param box takes dropped files @param say shows a sentence */
export function sourceField(
  choice: RetargetChoice,
  box: HTMLElement,
  say: (sentence: string) => void,
): HTMLElement {
  const { file } = choice;
  const bring = async (sources: readonly FileSource[]) => {
    const [source] = sources;
    if (!source) return;
    const opened = await broughtIn(source, file);
    if (!box.isConnected) return;
    if (opened) choice.choose(opened);
    else say(`${visible(baseName(source.name), 60)} cannot be opened as a model.`);
  };
  const field = new Combobox<Offered>({
    id: 'retarget-source',
    label: 'Model with the animations',
    placeholder: 'Find a model',
    firstIsMarked: true,
    choices: (text) => offered(file, text),
    row: (one) => [
      el('span', { class: 'combobox-main' }, fileText('open' in one ? one.open.name : one.entry.path)),
      el(
        'span',
        { class: 'combobox-aside' },
        'open' in one
          ? counted(one.open.info.animations.length, 'animation')
          : fileText(one.entry.source.name),
      ),
    ],
    accept(one, text) {
      if (!one) return text === '' ? 'No other model is open.' : 'No model has this name.';
      if ('open' in one) choice.choose(one.open);
      else void bring([sourceOf(one.entry)]);
      // The list closes, and Escape then closes the panel.
      box.focus();
      return null;
    },
    close: () => box.focus(),
    resting: () => choice.source.peek()?.name ?? '',
    isCurrent: (one) => 'open' in one && one.open === choice.source.peek(),
    isSame: (a, b) => idOf(a) === idOf(b),
  });
  acceptFiles(({ target }) =>
    target instanceof Node && box.contains(target)
      ? {
          words: 'Drop to use its animations',
          take: async ({ files: dropped }) => bring(dropped),
        }
      : null,
  );
  const open = button('Open a file…', () => void pickFiles(false).then(bring), { class: 'button-small' });
  effect(() => {
    void choice.source.value;
    field.rest();
  });
  return el(
    'div',
    { class: 'retarget-source' },
    el('label', { for: field.input.id }, 'Model with the animations'),
    field.element,
    open,
  );
}

const idOf = (one: Offered) => ('open' in one ? one.open : one.entry);

/** Open models with animations, then models of the library that are not open. */
function offered(file: OpenFile, text: string): Offered[] {
  const others = files
    .peek()
    .filter(({ id, model, info }) => id !== file.id && model !== null && info.animations.length > 0);
  const open: Offered[] = filesNamed(others, text).map((one) => ({ open: one }));
  const known = new Set(files.peek().map(({ source }) => source.entry));
  const words = text.trim().toLowerCase();
  const found: Offered[] = [];
  for (const entry of libraryFiles.peek().slice(0, MAX_LOOKED_THROUGH)) {
    if (open.length + found.length >= MAX_LISTED) break;
    if (entry.kind !== 'model' || known.has(entry) || entry.problem !== '') continue;
    if (entry.path.toLowerCase().includes(words)) found.push({ entry });
  }
  return [...open.slice(0, MAX_LISTED), ...found];
}

/** Opens a model in a tab in the background; null when it is none. */
async function broughtIn(source: FileSource, file: OpenFile): Promise<OpenFile | null> {
  const before = new Set(files.peek());
  await openSources([], { bases: [source] });
  const after = files.peek().filter(({ id, model }) => id !== file.id && model !== null);
  const name = source.name;
  return (
    after.find((one) => one.source === source) ??
    after.find((one) => !before.has(one)) ??
    after.find((one) => one.name === name) ??
    null
  );
}
