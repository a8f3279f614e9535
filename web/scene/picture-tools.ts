/** Tools that change the file in the picture, as the viewport has them: a part of the page that comes when it is wanted. */

import { type Signal, signal } from '@preact/signals-core';
import { levelsTogether } from '../document/drawn-together.ts';
import type { OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile, compared } from '../document/state.ts';
import { view } from '../document/view.ts';
import type { Command } from '../store/commands.ts';
import { notify } from '../store/notices.ts';
import { PanelRequest } from '../ui/panels.ts';
import { measuring } from './commands.ts';
import type { FileScene } from './file-scene.ts';
import type { Stage } from './stage.ts';

/** What the viewport lends to its tools. */
export interface PictureHost {
  /** Around the canvas, of the size of the picture. */
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly stage: Stage;
  /** Of the active file. */
  scene(): FileScene | null;
}

export interface PictureTools {
  /** The scene is up to date with the store, and about to be drawn. */
  beforeDraw(): void;
  /** Moves what lies over the picture to where the camera sees its place. */
  afterDraw(): void;
}

/** To add a socket to the active file. */
export const socketRequests = new PanelRequest();

/** The tools were asked for by a command; they stay from then on. */
const toolsWanted: Signal<boolean> = signal(false);

/** The active file, while its picture is one that can be worked in: alone, and its content can be changed. Reads signals. */
function fileAtWork(): OpenFile | null {
  const file = activeFile.value;
  if (!file?.model || !file.parsed.isEditable || measuring.value || compared.value) return null;
  return levelsTogether(file).length > 1 ? null : file;
}

/** Index of the socket that has the gizmo; −1 for none. Reads signals. */
export function socketAtWork(): number {
  const file = fileAtWork();
  const { socket = -1 } = file ? selectedElement(file) : {};
  return file?.info.sockets[socket] ? socket : -1;
}

/** Index of the animation whose dims have handles: one of the file itself; −1 for none. Reads signals. */
export function dimsAtWork(): number {
  const file = view.dims.value ? fileAtWork() : null;
  const { child, animation } = file?.playback.clip.value ?? { child: -1, animation: -1 };
  return file && child === 0 && animation >= 0 ? animation : -1;
}

/** Whether the picture needs its tools. Reads signals. */
export const needsTools = (): boolean => toolsWanted.value || socketAtWork() >= 0 || dimsAtWork() >= 0;

export const addSocketCommand: Command = {
  id: 'socket.add',
  label: 'Add a socket…',
  group: 'View',
  enabled: () => activeFile.value?.model != null && activeFile.value.parsed.isEditable,
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
