/** The menus *Copy as* and *Share*. */

import { selectedElement, selectedEntry } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { selectedListElement } from '../edit/value/editable.ts';
import { counted } from '../explain/describe.ts';
import { formatOffset } from '../lib/hex.ts';
import { allCommands } from '../store/commands.ts';
import { fileText } from '../ui/dom.ts';
import { elementNamed } from '../ui/focus.ts';
import { BOX, CODE, CUBE, DATA, IMAGE, LINK, QR, SHARE, VIDEO } from '../ui/icons.ts';
import { commandItem, type MenuItem, openMenu, type Point } from '../ui/menu.ts';

/** Command ids of the copy menu, by group. */
const GROUPS: readonly (readonly string[])[] = [
  ['copy.hex', 'copy.dump', 'copy.text', 'copy.c', 'copy.python', 'copy.json', 'copy.base64'],
  ['copy.value', 'copy.path', 'file.copyBytesLink'],
  ['bookmarks.add', 'go.references', 'go.format'],
  ['export.bytes', 'export.fields', 'export.imhex', 'export.010', 'export.kaitai'],
];

/** Command ids of what is saved as data: tables, then the file as other programs read it. */
const DATA_GROUPS: readonly (readonly string[])[] = [
  ['export.table', 'export.keys', 'export.allKeys', 'export.problems'],
  ['export.fields', 'export.bytes'],
  ['export.imhex', 'export.010', 'export.kaitai'],
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
  openMenu(heading(), commandsOf(ids), at ?? button('copy') ?? middle());
}

/** Opens the menu of all ways out of the page under its button. */
export function openShareMenu(): void {
  const file = activeFile.value;
  if (!file) return;
  const name = fileText(file.name);
  const at = button('share') ?? middle();
  // Only where the browser has a share sheet.
  const sheet = ['file.share'].filter((id) => allCommands().some((command) => command.id === id));
  const data = {
    label: 'Data: CSV, JSON, ImHex, 010…',
    icon: DATA,
    run: () => openMenu(['Data from ', fileText(file.name)], commandsOf(DATA_GROUPS), at),
  };
  openMenu(
    ['Share ', name],
    [
      [
        ...sheet.map((id) => commandItem(id, { label: 'Share…', icon: SHARE })),
        commandItem('file.copyLink', { label: 'Copy link', icon: LINK }),
        commandItem('file.qrCode', { label: 'QR code…', icon: QR }),
        commandItem('file.saveBundle', { label: 'Bundle (.lith)…', icon: BOX }),
        commandItem('file.copyPageCode', { label: 'Embed…', icon: CODE }),
      ],
      [
        commandItem('view.picture', { label: 'Save image', icon: IMAGE }),
        commandItem('view.copyPicture', { label: 'Copy image' }),
        commandItem('export.picture', { label: 'Image, axis sheet or contact sheet…' }),
        commandItem('export.film', { label: 'Video…', icon: VIDEO }),
      ],
      ...(file.texture
        ? [
            [
              commandItem('texture.savePng', { label: 'Texture as PNG', icon: IMAGE }),
              commandItem('texture.convert', { label: 'Other format, or TGA…' }),
            ],
          ]
        : []),
      [
        commandItem('export.glb', { label: 'GLB for Blender…', icon: CUBE }),
        commandItem('export.obj', { label: 'Pose as OBJ…' }),
        commandItem('edit.convert', { label: 'Other format or version…' }),
      ],
      [data],
    ],
    at,
  );
}

function commandsOf(groups: readonly (readonly string[])[]): MenuItem[][] {
  return groups.map((group) =>
    group.filter((id) => allCommands().some((known) => known.id === id)).map((id) => commandItem(id)),
  );
}

/** Describes the selected bytes. */
function heading(): (Node | string)[] {
  const selection = activeFile.value?.selection.value;
  if (!selection) return ['Nothing is selected. Select bytes or a row.'];
  const { start, end, path } = selection;
  const size = `${counted(end - start, 'byte')} at ${formatOffset(start)}`;
  return [fileText(path || 'Outside all sections', 'menu-path mono'), size];
}

/** A named button, unless it is hidden. */
function button(name: string): HTMLElement | null {
  const element = elementNamed(`${name} button`);
  return element?.checkVisibility() ? element : null;
}

/** In the upper left third of the window. */
const middle = (): Point => ({ x: window.innerWidth / 3, y: window.innerHeight / 4 });
