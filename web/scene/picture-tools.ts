/** The viewport's side of the tools that change the file in the picture; the tools themselves are loaded on demand. */

import { type Signal, signal } from '@preact/signals-core';
import { levelsTogether } from '../document/drawn-together.ts';
import type { OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile, compared } from '../document/state.ts';
import { view } from '../document/view.ts';
import { dimsPath, isWhollyChangeable } from '../edit/lists/row.ts';
import type { Command } from '../store/commands.ts';
import { notify } from '../store/notices.ts';
import { PanelRequest } from '../ui/panels.ts';
import { measuring } from './commands.ts';
import type { FileScene } from './file-scene.ts';
import type { Stage } from './stage.ts';

/** What the tools need of the viewport. */
export interface PictureHost {
  /** The element around the canvas, of the same size. */
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly stage: Stage;
  /** The scene of the active file. */
  scene(): FileScene | null;
}

export interface PictureTools {
  /** Called when the scene is up to date, before it is drawn. */
  beforeDraw(): void;
  /** Moves elements over the picture to the places they belong to. */
  afterDraw(): void;
}

/** Requests to add a socket to the active file. */
export const socketRequests = new PanelRequest();

/** Whether a command asked for the tools, which then stay. */
const toolsWanted: Signal<boolean> = signal(false);

/** The active file, if it can be edited in the picture: alone, and its content is editable. Reads signals. */
function fileAtWork(): OpenFile | null {
  const file = activeFile.value;
  if (!file?.model || !file.parsed.isEditable || measuring.value || compared.value) return null;
  return levelsTogether(file).length > 1 ? null : file;
}

/** Index of the socket with the gizmo; −1 if there is no such socket. Reads signals. */
export function socketAtWork(): number {
  const file = fileAtWork();
  const { socket = -1 } = file ? selectedElement(file) : {};
  const isThere =
    file?.info.sockets[socket] && file.parsed.resolve(`${file.parsed.pathOf({ socket })}.Location`);
  return isThere ? socket : -1;
}

/** Index of the file's own animation whose dims have handles; −1 if there is none. Reads signals. */
export function dimsAtWork(): number {
  const file = view.dims.value ? fileAtWork() : null;
  const { child, animation } = file?.playback.clip.value ?? { child: -1, animation: -1 };
  const isThere = file?.model && child === 0 && animation >= 0 && dimsPath(file.model, animation) !== null;
  return isThere ? animation : -1;
}

/** Whether the tools must be loaded. Reads signals. */
export const needsTools = (): boolean => toolsWanted.value || socketAtWork() >= 0 || dimsAtWork() >= 0;

export const addSocketCommand: Command = {
  id: 'socket.add',
  label: 'Add a socket…',
  group: 'View',
  enabled: () => activeFile.value !== null && isWhollyChangeable(activeFile.value),
  run: () => {
    const info = activeFile.peek()?.info;
    if (info && !info.features.sockets) {
      notify(`Files of version ${info.version} have no sockets.`);
      return;
    }
    toolsWanted.value = true;
    socketRequests.send();
  },
};
