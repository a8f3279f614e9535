/** The `?` sheet: what the page is, and every key. */
import {
  allCommands,
  type CommandGroup,
  command,
  keyLabel,
  keyWords,
  runCommand,
  singleKeys,
  singleKeysCommand,
} from '../store/commands.ts';
import { type Dialog, openDialog } from '../ui/dialog.ts';
import { button, el } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import { docsLink } from './docs-link.ts';
import { installCommand, serviceWorkers } from './offline/install.ts';
import { showTour } from './tour/offer.ts';

const GROUPS: readonly CommandGroup[] = ['File', 'Edit', 'Go', 'Problems', 'Playback', 'View', 'Help'];

/** Keys that panels use themselves: they move within a panel and are no actions of the page. */
const PANEL_KEYS: readonly { title: string; keys: readonly [string, string][] }[] = [
  {
    title: 'Structure, animations, library',
    keys: [
      ['The first letters of a name', 'Next row with that name'],
      ['Shift + letter, ?', 'The command, as anywhere'],
      ['Escape', 'Clear the filter; then leave the list for the view'],
    ],
  },
  {
    title: 'Open files',
    keys: [
      ['← → in the tabs, ↑ ↓ in the list', 'Another file'],
      ['Delete, middle click', 'Close; unsaved changes are asked about'],
      ['Drag a tab', 'Move it'],
      ['Double click on a tab in italics', 'Keep the preview open'],
      ['Drop a GLB or glTF', 'Import it as a model'],
    ],
  },
  {
    title: 'Library',
    keys: [
      ['Drop a REZ archive, a zip or a folder', 'List its files'],
      ['← ↑ ↓ →, Page Up, Page Down, Home, End', 'Go to a file: it opens as the preview'],
      ['Enter, double click', 'Keep it open'],
      ['Space, a resting pointer', 'Play the model in its picture'],
      ['Shift or Ctrl + these, Ctrl A', 'Select several: open, compare, extract, export'],
      ['→ ← on a folder', 'Expand, collapse'],
      ['Shift F10, right click', 'What can be done with it'],
      ['Long press', 'Select by touch'],
    ],
  },
  {
    title: 'Structure',
    keys: [
      ['↑ ↓', 'Previous, next row'],
      ['→ ←', 'Expand, collapse; to the first child, to the parent'],
      ['Enter', 'Expand or collapse; on a value, change it'],
      ['F2, double click or double tap on a value', 'Change the value; of an element, its name'],
      ['Ctrl D, Insert, Delete', 'Duplicate an element, insert one after it, remove it'],
      ['Alt ↑ ↓', 'Move an element in its list'],
      ['*, Ctrl →, Shift + click on ▸', 'Expand all below'],
      ['Ctrl ←', 'Collapse all'],
      ['Digits', 'Go to an element of the list'],
      ['Ctrl Enter', 'Show the list as a table'],
    ],
  },
  {
    title: 'Table',
    keys: [
      ['← ↑ ↓ →', 'Select a field (first column: the element)'],
      ['↑ to the header, Enter', 'Sort ascending, descending, file order'],
      ['F2, Enter, double click, typing', 'Change the value of a cell'],
      ['Ctrl C, Ctrl V', 'Copy the cell; paste rows and columns of a spreadsheet from it on'],
      ['Ctrl D, Insert, Alt ↑ ↓', 'Duplicate a row, insert one after it, move it'],
      ['Delete in the first column', 'Remove the row'],
      ['Enter in a list', 'Show the list as a table'],
      ['Escape', 'Back to the panel before'],
    ],
  },
  {
    title: 'Values',
    keys: [
      ['Enter, a press elsewhere', 'Make the change'],
      ['Escape', 'Leave the value as it was'],
      ['Tab, Shift Tab', 'Make the change, go on to the next, previous value'],
      ['2*3.5+1, 0x10, 1e-3', 'Numbers'],
      ['1, 2, 3', 'A vector, quaternion or matrix'],
      ['\\x0A', 'The character of that code in a text'],
      ['↑ ↓, Enter', 'Choose what is offered: nodes, meanings, words of commands'],
    ],
  },
  {
    title: 'Bytes',
    keys: [
      ['← ↑ ↓ →', 'Move the caret'],
      ['Shift + these', 'Select a range'],
      ['Ctrl ← →', 'Previous, next field'],
      ['Ctrl Home, End', 'Start, end of the file'],
      ['Ctrl C', 'Copy the selected bytes'],
      ['Ctrl G', 'Go to an offset, range, path or name, here and in the structure'],
      ['in it: 0x1F, $1F, 1Fh, 31, +16, end', 'An offset; a step from the caret'],
      ['0x10..0x1F, 0x10+0x20', 'A range; start and length'],
      ['Click an offset', 'Select its row; with Shift, the rows up to it'],
      ['Enter, Shift Enter', 'Next, previous match, in the find bar'],
    ],
  },
  {
    title: 'Bytes that are edited',
    keys: [
      ['Enter, Insert', 'Edit the bytes'],
      ['Digits, characters', 'Overwrite the byte at the caret'],
      ['Tab', 'The other column: digits, text'],
      ['Backspace', 'Take the typed byte back; to the byte before'],
      ['Ctrl V', 'Paste hex digits or text over the bytes'],
      ['Delete', 'Fill the selected bytes'],
      ['Escape', 'Stop editing'],
    ],
  },
  {
    title: 'Analysis',
    keys: [
      ['← →', 'Previous, next view, in the tabs'],
      ['↑ ↓', 'Go to the previous, next row'],
      ['Enter', 'Focus its bytes'],
      ['F2', 'Name the bookmark, in their list'],
      ['Delete, Ctrl Z', 'Delete the bookmark, bring it back'],
    ],
  },
  {
    title: 'Problems',
    keys: [
      ['↑ ↓', 'Go to the previous, next one'],
      ['Enter', 'Jump to its bytes'],
    ],
  },
  {
    title: 'Search of the library',
    keys: [
      ['Ctrl Space, ↑ ↓, Enter, Tab', 'Show what fits next, choose, take it'],
      ['Enter, ↓', 'Search at once, go to the list'],
      ['Escape', 'Show all files'],
    ],
  },
  {
    title: 'Report on the library',
    keys: [
      ['↑ ↓ → ←', 'Move; expand, collapse a group'],
      ['Enter', 'Open the file at the problem'],
      ['Escape', 'Back to the list'],
    ],
  },
  {
    title: 'Comparison',
    keys: [
      ['N, P', 'Next, previous difference'],
      ['Shift M', 'Overlay; side by side; bytes'],
      ['↑ ↓ → ←', 'Move in the list; expand, collapse a section'],
      ['Escape', 'Cancel; close the comparison'],
    ],
  },
  {
    title: 'Splitters',
    keys: [
      ['Arrows, Home, End', 'Resize'],
      ['Enter, double click', 'Collapse, restore'],
    ],
  },
  {
    title: 'Model',
    keys: [
      ['Drag, ← ↑ ↓ →', 'Orbit'],
      ['Right drag, Shift + arrows', 'Pan'],
      ['Wheel, + −', 'Zoom'],
      ['Home', 'Reset the camera'],
      ['Click', 'Select the vertex, face, joint or socket; beside the model, nothing'],
      ['Click again', 'Select its parent'],
      ['Double click', 'Go nearer; beside the model, frame it'],
      [
        'Click, while measuring',
        'Take a vertex, joint, socket or point of the surface; Enter: what is selected',
      ],
      ['Click on an axis', 'Look along it; again, from the opposite side'],
      ['Drag the handles of a socket', 'Move or turn it; Ctrl snaps, Escape cancels, Delete removes it'],
      ['Arrows, Page Up, Page Down in its bar', 'Move or turn the socket by a step'],
      ['Drag a face of the dims, arrows on it', 'Change the box on both sides'],
    ],
  },
  {
    title: 'Animations',
    keys: [
      ['↑ ↓, Page Up, Page Down, Home, End', 'Choose an animation: the model takes its first pose'],
      ['Enter, double click', 'Play'],
      ['Shift F10, right click, long press', 'Trim, reverse, stretch, scale, copy from another model …'],
    ],
  },
  {
    title: 'Pieces, nodes, sockets, weight sets, animations',
    keys: [
      ['F2, double click', 'Rename (double click: not animations, which play)'],
      ['Delete', 'Delete'],
      ['Ctrl D', 'Duplicate'],
      ['Alt ↑ ↓', 'Move up, down'],
      ['⋯, Shift F10, right click', 'All that can be changed'],
    ],
  },
  {
    title: 'Timeline',
    keys: [
      ['← →', 'Previous, next frame'],
      ['Shift ← →', 'Previous, next key'],
      ['Home, End', 'Start, end'],
      ['Enter, double click', 'Select the key in structure and bytes'],
      ['Insert', 'Add a key with the pose that is seen'],
      ['Delete', 'Delete the key at the playhead'],
      ['F2', 'Change its frame string'],
      ['Drag the selected key', 'Move it in time (in the drawer)'],
    ],
  },
];

/** Opens the sheet. */
export function openHelp(): void {
  openDialog({ class: 'help', title: 'Lithoscope', build: contentOf });
}

function contentOf(sheet: Dialog): HTMLElement[] {
  const groups = GROUPS.map((group) => {
    const commands = allCommands().filter((command) => command.group === group && command.key);
    return keyList(
      group,
      commands.map(({ key = '', label }) => [keyLabel(key), label]),
    );
  });
  return [
    el(
      'p',
      {},
      'See what is inside a LithTech .abc model: the model moving, its structure, every byte explained. ',
      'Select something in one view and the others follow. ',
      docsLink('docs/index.html', 'Documentation'),
      ' · ',
      docsLink('docs/guide/opening.html', 'User guide'),
      ' · ',
      docsLink('docs/format/abc.html', 'Format reference'),
      serviceWorkers()?.controller ? '. All of it works without a network.' : '',
    ),
    button(
      'Show the tour',
      () => {
        sheet.close();
        showTour();
      },
      { class: 'button-small help-tour' },
    ),
    // On a phone the header has no room for it.
    button('Switch between dark and light', () => runCommand(command('page.theme')), {
      class: 'button-small help-tour',
    }),
    installButton(),
    singleKeysSwitch(),
    el(
      'div',
      { class: 'help-groups' },
      ...groups,
      ...PANEL_KEYS.map(({ title, keys }) => keyList(title, keys)),
    ),
  ];
}

/** There while the browser offers it. */
function installButton(): HTMLElement {
  const install = button('Install as an app', () => runCommand(installCommand), {
    class: 'button-small help-tour',
  });
  effect(() => {
    install.hidden = !installCommand.enabled?.();
  });
  return install;
}

/** Switches the keys without Ctrl or Alt. */
function singleKeysSwitch(): HTMLElement {
  const input = el('input', { type: 'checkbox' });
  input.addEventListener('change', () => runCommand(singleKeysCommand));
  effect(() => {
    input.checked = singleKeys.value;
  });
  const text = 'Single-key shortcuts: letters, digits and signs without Ctrl or Alt';
  return el('label', { class: 'help-switch' }, input, text);
}

function keyList(title: string, keys: readonly (readonly [string, string])[]): HTMLElement {
  if (keys.length === 0) return el('div', { hidden: true });
  const list = el('dl');
  for (const [key, label] of keys)
    list.append(el('div', {}, el('dt', {}, el('kbd', {}, keyWords(key))), el('dd', {}, label)));
  return el('section', {}, el('h3', {}, title), list);
}
