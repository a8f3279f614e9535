/** Menus for copying and exporting. */

import { selectedElement, selectedEntry } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { selectedListElement } from '../edit/value/editable.ts';
import { counted } from '../explain/describe.ts';
import { formatOffset } from '../lib/hex.ts';
import { allCommands } from '../store/commands.ts';
import { fileText } from '../ui/dom.ts';
import { placeOfNamed } from '../ui/focus.ts';
import { type MenuItem, openMenu, type Point } from '../ui/menu.ts';

/** Distance to the button, CSS pixels. */
const GAP = 6;

/** Command ids of the copy menu, by group. */
const GROUPS: readonly (readonly string[])[] = [
  ['copy.hex', 'copy.dump', 'copy.text', 'copy.c', 'copy.python', 'copy.json', 'copy.base64'],
  ['copy.value', 'copy.path', 'file.copyBytesLink'],
  ['bookmarks.add', 'go.references', 'go.format'],
  ['export.bytes', 'export.fields', 'export.imhex', 'export.010'],
];

/** Command ids of the export menu: the file itself, the model, pictures, film, tables. */
const EXPORT_GROUPS: readonly (readonly string[])[] = [
  ['file.save', 'file.saveAs'],
  ['export.glb', 'export.obj'],
  ['export.picture', 'view.picture', 'view.copyPicture'],
  ['export.film'],
  ['export.table', 'export.keys', 'export.allKeys', 'export.problems'],
  ['export.fields', 'export.imhex', 'export.010'],
];

/** Added for bytes of an archive's entry. */
const ENTRY_GROUP: readonly string[] = ['archive.openEntry'];

/** Added for a list's element. */
const ELEMENT_GROUP: readonly string[] = [
  'edit.duplicate',
  'edit.insert',
  'edit.remove',
  'edit.up',
  'edit.down',
];

/** Added for a selected socket. */
const SOCKET_GROUP: readonly string[] = ['model.attach'];

/** Opens the copy menu at a point of the window, or under its button. */
export function openCopyMenu(at?: Point): void {
  const file = activeFile.value;
  const isSocket = file !== null && selectedElement(file).socket !== undefined;
  const isEntry = file !== null && selectedEntry(file) >= 0;
  const isElement = selectedListElement(file) !== null;
  const ids = [
    ...(isEntry ? [ENTRY_GROUP] : []),
    // Commands that change the file belong to the context menu of a row, not to the copy button.
    ...(at && file?.parsed.isEditable ? [['edit.value'], ...(isElement ? [ELEMENT_GROUP] : [])] : []),
    ...GROUPS,
    ...(isSocket ? [SOCKET_GROUP] : []),
  ];
  openMenu(heading(), commandsOf(ids), at ?? belowButton('copy'));
}

/** Opens the export menu under its button. */
export function openExportMenu(): void {
  const file = activeFile.value;
  if (file) openMenu(['Export ', fileText(file.name)], commandsOf(EXPORT_GROUPS), belowButton('export'));
}

function commandsOf(groups: readonly (readonly string[])[]): MenuItem[][] {
  return groups.map((group) =>
    group.flatMap((id) => allCommands().find((command) => command.id === id) ?? []),
  );
}

/** Describes the selected bytes. */
function heading(): (Node | string)[] {
  const selection = activeFile.value?.selection.value;
  if (!selection) return ['Nothing is selected: select bytes or a row.'];
  const { start, end, path } = selection;
  const size = `${counted(end - start, 'byte')} at ${formatOffset(start)}`;
  return [fileText(path || 'Outside all sections', 'menu-path mono'), size];
}

/** A point below a button, or in the upper left third of the window if the button is hidden. */
function belowButton(name: string): Point {
  const box = placeOfNamed(`${name} button`);
  return box && box.width > 0
    ? { x: box.left, y: box.bottom + GAP }
    : { x: window.innerWidth / 3, y: window.innerHeight / 4 };
}
