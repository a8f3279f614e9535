/** The menus of the header: what opens files, the open files, and what has no button of its own. */

import { isUnsaved } from '../document/edits.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import { changesWords } from '../edit/changes-button.ts';
import { counted } from '../explain/describe.ts';
import { verdictOf } from '../explain/verdict.ts';
import { baseName } from '../lib/file-names.ts';
import { listSamples } from '../opening/samples.ts';
import { allCommands } from '../store/commands.ts';
import { visible } from '../ui/dom.ts';
import { isCalm } from '../ui/environment.ts';
import {
  BACK,
  BOOK,
  COLUMNS,
  CONTRAST,
  CUBE,
  FORWARD,
  HELP,
  IMPORT,
  OPEN,
  PENCIL,
  REDO,
  UNDO,
} from '../ui/icons.ts';
import { showPanel } from '../ui/layout.ts';
import { commandItem, type MenuItem, openMenu } from '../ui/menu.ts';
import { openSample } from './abilities.ts';
import { verdictMark } from './verdict.ts';

/** Maximum number of files that the menu lists; the search has all. */
const MAX_LISTED = 12;

/** Maximum length of the name of a step, characters. */
const MAX_STEP = 60;

/** What opens files, and the samples. */
export async function openOpenMenu(at: HTMLElement): Promise<void> {
  const samples = (await listSamples()).map(({ title }, i): MenuItem => {
    const run = () => void openSample(i, !isCalm());
    return i === 0 ? { label: `Sample: ${title}`, icon: CUBE, run } : { label: `Sample: ${title}`, run };
  });
  openMenu(
    'Open',
    [
      [
        commandItem('file.open', { label: 'Open files…', icon: OPEN }),
        commandItem('file.openFolder', { label: 'Open a folder…' }),
        commandItem('file.import', { label: 'Import GLB or glTF…', icon: IMPORT }),
      ],
      samples,
      [commandItem('file.reopen', { label: 'Reopen closed file' })],
    ],
    at,
  );
}

/** The open files around the current one, and what closes them. */
export function openFilesMenu(at: HTMLElement): void {
  const open = files.value;
  const current = open.findIndex(({ id }) => id === activeId.value);
  const first = Math.max(0, Math.min(current - MAX_LISTED / 2, open.length - MAX_LISTED));
  const listed = open.slice(first, first + MAX_LISTED).map(
    ({ id, name, edits }): MenuItem => ({
      label: `${visible(baseName(name))}${isUnsaved(edits.value) ? ' (changed)' : ''}`,
      checked: () => activeId.value === id,
      run: () => {
        activeId.value = id;
      },
    }),
  );
  openMenu(
    [counted(open.length, 'open file')],
    [
      listed,
      [
        ...(open.length > 1 ? [commandItem('file.find', { label: 'Find a file…' })] : []),
        commandItem('file.close', { label: 'Close this file' }),
        ...(open.length > 1 ? [commandItem('file.closeAll')] : []),
      ],
    ],
    at,
  );
}

/** What has no button: on a narrow page that includes what has one on a wide page. */
export function openMoreMenu(at: HTMLElement): void {
  const installs = allCommands().filter(({ id, enabled }) => id === 'page.install' && enabled?.());
  openMenu(
    'More',
    [
      phoneItems(),
      narrowItems(),
      [stepItem('edit.undo', 'Undo', UNDO), stepItem('edit.redo', 'Redo', REDO)],
      [
        commandItem('file.compare', { label: 'Compare with…', icon: COLUMNS }),
        commandItem('panel.own', { label: 'Own structures…' }),
        commandItem('file.saveAs'),
        commandItem('file.reload'),
        commandItem('file.watch'),
        commandItem('file.reopen', { label: 'Reopen closed file' }),
      ],
      [
        commandItem('page.theme', { icon: CONTRAST }),
        commandItem('page.docs', { label: 'Guide and format reference', icon: BOOK }),
        commandItem('page.tour'),
        commandItem('page.help', { label: 'Keys and help', icon: HELP }),
        ...installs,
      ],
    ],
    at,
  );
}

const isBelow = (width: number) => window.matchMedia(`(max-width: ${width - 1}px)`).matches;

/** What the header of a phone has no room for: the widths of header.css. */
function phoneItems(): MenuItem[] {
  const file = activeFile.value;
  if (!isBelow(561) || !file) return [];
  const changes = changesWords(file.edits.value);
  return [
    commandItem('file.open', { label: 'Open files…', icon: OPEN }),
    {
      label: `Problems: ${verdictOf(file.parsed).worst.toLowerCase()}`,
      icon: verdictMark(file).paths,
      run: () => showPanel('problems'),
    },
    ...(changes ? [commandItem('changes.show', { label: `${changes}…`, icon: PENCIL })] : []),
  ];
}

function narrowItems(): MenuItem[] {
  if (!isBelow(1200)) return [];
  return [
    commandItem('go.back', { label: 'Previous selection', icon: [BACK] }),
    commandItem('go.forward', { label: 'Next selection', icon: [FORWARD] }),
  ];
}

/** Undo or redo, with the name of the step. */
function stepItem(id: 'edit.undo' | 'edit.redo', word: string, paths: readonly string[]): MenuItem {
  const edits = activeFile.value?.edits.value;
  const step = (id === 'edit.undo' ? edits?.done : edits?.undone)?.at(-1)?.label;
  return commandItem(id, {
    label: step === undefined ? word : `${word} “${visible(step, MAX_STEP)}”`,
    icon: paths,
  });
}
