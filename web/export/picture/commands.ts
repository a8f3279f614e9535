/** The commands for pictures. */

import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { openPart, usePart } from '../../ui/parts.ts';

const hasModel = () => (activeFile.value?.model ?? null) !== null;

const loadSave = () => import('./save.ts');
const loadDialog = () => import('./dialog.ts');

export const pictureCommands: readonly Command[] = [
  {
    id: 'export.picture',
    label: 'Picture, axis sheet or contact sheet…',
    group: 'File',
    enabled: hasModel,
    run: () => void openPart(loadDialog, (part) => part.openPictureDialog()),
  },
  {
    id: 'view.picture',
    label: 'Save the picture as PNG',
    group: 'View',
    key: 'p',
    enabled: hasModel,
    run: () => void usePart(loadSave, (part) => part.takePicture('file')),
  },
  {
    id: 'view.copyPicture',
    label: 'Copy the picture',
    group: 'View',
    key: 'Shift+P',
    enabled: hasModel,
    run: () => void usePart(loadSave, (part) => part.takePicture('clipboard')),
  },
];
