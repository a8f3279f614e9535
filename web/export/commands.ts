/** Commands for copying and exporting, and the copy menu as a context menu. What runs them is loaded on first use. */

import { currentKeys } from '../document/keyframes.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { exportRequest } from '../library/commands.ts';
import { type Command, runCommand } from '../store/commands.ts';
import { openPart, usePart } from '../ui/parts.ts';
import type { CopyFormat } from './formats.ts';

const hasSelection = () => (activeFile.value?.selection.value ?? null) !== null;
const hasFile = () => activeFile.value !== null;
const hasAnimation = () => currentKeys.value.times.length > 0;

const isModel = () => activeFile.value?.model != null;
/** A partially loaded model keeps its commands enabled: they say why it cannot be exported. */
const isModelOrPartial = () => isModel() || activeFile.value?.parsed.isPartial === true;

function isNodeSelected(): boolean {
  const file = activeFile.value;
  return file !== null && selectedElement(file).node !== undefined;
}

const loadActions = () => import('./actions.ts');
const loadTables = () => import('./tables.ts');
const loadMenu = () => import('./menu.ts');
const loadModelExport = () => import('./model/dialog.ts');
const loadFilm = () => import('./film/dialog.ts');
const loadPicture = () => import('./picture/draw.ts');
const loadPictureDialog = () => import('./picture/dialog.ts');

/** Opens the menu of the commands below. */
export const copyMenuCommand: Command = {
  id: 'copy.menu',
  label: 'Copy or export the selection',
  group: 'File',
  panelKey: 'Ctrl+Shift+C',
  enabled: hasFile,
  run: () => void openPart(loadMenu, ({ openCopyMenu }) => openCopyMenu()),
};

/** Exports models on request of the library, until the current scope ends. */
export function watchExportRequests(): void {
  exportRequest.on(
    (models) =>
      void usePart(
        () => import('./model/library.ts'),
        (part) => part.exportModels(models),
      ),
  );
}

/** Opens the menu of all ways out of the page: link, images, other formats, data. */
export const shareMenuCommand: Command = {
  id: 'export.menu',
  label: 'Share or export the current file',
  group: 'File',
  key: 'Shift+E',
  enabled: hasFile,
  run: () => void openPart(loadMenu, ({ openShareMenu }) => openShareMenu()),
};

function copyCommand(format: CopyFormat, label: string): Command {
  return {
    id: `copy.${format}`,
    label: `Copy as ${label}`,
    group: 'File',
    enabled: hasSelection,
    run: () => void usePart(loadActions, (part) => part.copySelection(format)),
  };
}

export const copyCommands: readonly Command[] = [
  copyCommand('hex', 'hex'),
  copyCommand('dump', 'a hex dump'),
  copyCommand('text', 'text'),
  copyCommand('c', 'a C array'),
  copyCommand('python', 'Python bytes'),
  copyCommand('json', 'JSON'),
  copyCommand('base64', 'Base64'),
  { ...copyCommand('value', ''), label: 'Copy value' },
  { ...copyCommand('path', ''), label: 'Copy path' },
];

export const exportCommands: readonly Command[] = [
  {
    id: 'export.glb',
    label: 'Export as GLB…',
    group: 'File',
    key: 'Shift+G',
    enabled: isModelOrPartial,
    run: () => void openPart(loadModelExport, (part) => part.openExport('glb')),
  },
  {
    id: 'export.obj',
    label: 'Export the pose as OBJ…',
    group: 'File',
    enabled: isModelOrPartial,
    run: () => void openPart(loadModelExport, (part) => part.openExport('obj')),
  },
  {
    id: 'export.bytes',
    label: 'Export the selected bytes (.bin)',
    group: 'File',
    enabled: hasSelection,
    run: () => void usePart(loadActions, (part) => part.exportBytes()),
  },
  {
    id: 'export.fields',
    label: 'Export the structure as JSON lines (.jsonl)',
    group: 'File',
    enabled: hasFile,
    run: () => void usePart(loadActions, (part) => part.exportFields()),
  },
  {
    id: 'export.imhex',
    label: 'Export the ImHex pattern (.hexpat)',
    group: 'File',
    enabled: hasFile,
    run: () => void usePart(loadActions, (part) => part.exportTemplate('imhex')),
  },
  {
    id: 'export.010',
    label: 'Export the 010 Editor template (.bt)',
    group: 'File',
    enabled: hasFile,
    run: () => void usePart(loadActions, (part) => part.exportTemplate('010')),
  },
  {
    id: 'export.kaitai',
    label: 'Export the Kaitai Struct description (.ksy)',
    group: 'File',
    enabled: hasFile,
    run: () => void usePart(loadActions, (part) => part.exportTemplate('kaitai')),
  },
  {
    id: 'export.table',
    label: 'Export the table or list as CSV (.csv)',
    group: 'File',
    enabled: hasFile,
    run: () => void usePart(loadTables, (part) => part.saveTable()),
  },
  {
    id: 'export.keys',
    label: 'Export the keys of the node as CSV (.csv)',
    group: 'File',
    enabled: () => hasAnimation() && isNodeSelected(),
    run: () => void usePart(loadTables, (part) => part.saveKeys(false)),
  },
  {
    id: 'export.allKeys',
    label: 'Export the keys of all nodes as CSV (.csv)',
    group: 'File',
    enabled: hasAnimation,
    run: () => void usePart(loadTables, (part) => part.saveKeys(true)),
  },
  {
    id: 'export.problems',
    label: 'Export the problems as CSV (.csv)',
    group: 'File',
    enabled: hasFile,
    run: () => void usePart(loadTables, (part) => part.saveProblems()),
  },
];

export const filmCommand: Command = {
  id: 'export.film',
  label: 'Export a video: MP4, WebM, GIF or PNGs…',
  group: 'File',
  key: 'Shift+V',
  enabled: () => (activeFile.value?.model?.info.nodes.length ?? 0) > 0,
  run: () => void openPart(loadFilm, (part) => part.openFilm()),
};

export const pictureCommands: readonly Command[] = [
  {
    id: 'export.picture',
    label: 'Export an image, axis sheet or contact sheet…',
    group: 'File',
    enabled: isModel,
    run: () => void openPart(loadPictureDialog, (part) => part.openPictureDialog()),
  },
  {
    id: 'view.picture',
    label: 'Save the image as PNG',
    group: 'View',
    key: 'p',
    enabled: isModel,
    run: () => void usePart(loadPicture, (part) => part.takePicture('file')),
  },
  {
    id: 'view.copyPicture',
    label: 'Copy the image',
    group: 'View',
    key: 'Shift+P',
    enabled: isModel,
    run: () => void usePart(loadPicture, (part) => part.takePicture('clipboard')),
  },
];

/**
 * Opens the copy menu over a panel.
 * @param selectAt selects what is at a point of the window; called before the menu opens
 */
export function mountCopyMenu(panel: HTMLElement, selectAt: (x: number, y: number) => void): void {
  panel.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (isByKey(event)) {
      runCommand(copyMenuCommand);
      return;
    }
    const { clientX: x, clientY: y } = event;
    selectAt(x, y);
    void usePart(loadMenu, ({ openCopyMenu }) => openCopyMenu({ x, y }));
  });
}

/** The menu key gives no position. */
function isByKey(event: MouseEvent): boolean {
  return event instanceof PointerEvent ? event.pointerType === '' : event.button !== 2;
}
