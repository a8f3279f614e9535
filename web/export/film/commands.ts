/** The command for films. */

import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { openPart } from '../../ui/parts.ts';

const loadDialog = () => import('./dialog.ts');

export const filmCommand: Command = {
  id: 'export.film',
  label: 'Film: animation or turntable as MP4, WebM, GIF or PNGs…',
  group: 'File',
  key: 'Shift+V',
  enabled: () => (activeFile.value?.model?.info.nodes.length ?? 0) > 0,
  run: () => void openPart(loadDialog, (part) => part.openFilm()),
};
