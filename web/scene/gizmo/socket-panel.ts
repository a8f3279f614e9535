/** The panel of the selected socket: its numbers, and its commands. */

import type { SocketInfo, Vec3 } from '@lithoscope/core';
import { eulerXyz } from '../../bytes/inspector/rotations.ts';
import { draft, socketsOf } from '../../document/previews.ts';
import { activeFile } from '../../document/state.ts';
import { button, el, fileText, icon, visible } from '../../ui/dom.ts';
import { keyLabel } from '../../ui/keyboard.ts';
import { effect, listen } from '../../ui/scope.ts';
import { type PictureHost, socketAtWork } from '../picture-tools.ts';
import { openAttach } from './attach-dialog.ts';
import { endsGesture, mergeKey, numberField, switchButtons } from './fields.ts';
import {
  fromEuler,
  removeSocket,
  type SocketPlace,
  setSocket,
  socketFrame,
  stepped,
  turnedAbout,
} from './socket-changes.ts';
import type { SocketMode } from './socket-gizmo.ts';

const BIN = ['M5 7h14M10 7V4h4v3', 'M7 7l1 13h8l1-13'];
const AXES = ['X', 'Y', 'Z'] as const;
/** Of a key, degrees. */
const KEY_TURN = 5;
/** Axis and direction of a key. */
const KEYS: Readonly<Record<string, Readonly<Vec3>>> = {
  ArrowRight: [1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};
const CTRL = keyLabel('Ctrl');
const MOVE = `Drag the arrows to move the socket; ${CTRL} snaps to steps. Arrow keys move it along X and Y, Page Up and Page Down along Z`;
const TURN = `Drag the rings to rotate the socket; ${CTRL} snaps to 15°. Arrow keys rotate it about Y and X, Page Up and Page Down about Z, 5° each`;
const NO_PLACE: SocketPlace = { location: [0, 0, 0], rotation: [0, 0, 0, 1] };

/** The edited socket as stored in the file. Reads signals. */
const socketInFile = (): SocketInfo | undefined => activeFile.value?.info.sockets[socketAtWork()];

/** The edited socket as the picture shows it. Reads signals. */
function placeInPicture(): SocketPlace {
  draft.value;
  const file = activeFile.value;
  return (file && socketsOf(file)[socketAtWork()]) ?? NO_PLACE;
}

/** @param part the changed part: consecutive changes of one part are merged */
function set(to: Partial<SocketPlace>, part: string): void {
  const file = activeFile.peek();
  const socket = socketAtWork();
  if (file) setSocket(file, socket, to, mergeKey(`${part} of socket ${socket}`));
}

function remove({ canvas }: PictureHost): void {
  const file = activeFile.peek();
  // The button disappears with the socket.
  if (file && removeSocket(file, socketAtWork())) canvas.focus({ preventScroll: true });
}

/** Builds the panel, which follows the edited socket. Its listeners end with the current scope. */
export function socketPanel(host: PictureHost, mode: SocketMode): HTMLElement {
  const panel = el(
    'section',
    { class: 'picture-tool', 'aria-label': 'Socket in the viewport' },
    toolbar(host, mode),
    el(
      'div',
      { class: 'tool-row' },
      locationFields(mode),
      rotationFields(),
      button('Attach…', attach, {
        class: 'button-small',
        title: 'Attach another open model here, to see how it fits while the socket moves',
      }),
      button(icon(...BIN), () => remove(host), {
        class: 'button-small tool-icon',
        'aria-label': 'Delete the socket',
        title: 'Delete the socket (Delete key in the viewport)',
      }),
    ),
  );
  endsGesture(panel);
  effect(() => {
    panel.dataset.action = mode.action.value;
  });
  listen(host.canvas, 'keydown', (event) => {
    if (event.key !== 'Delete' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    remove(host);
  });
  return panel;
}

function attach(): void {
  const file = activeFile.peek();
  if (file) openAttach(file, socketAtWork());
}

/** The mode of drags; with the focus in it, arrow keys move or turn the socket by steps. */
function toolbar(host: PictureHost, mode: SocketMode): HTMLElement {
  const title = el('strong', { class: 'tool-title' });
  effect(() => {
    const socket = socketInFile();
    const node = activeFile.value?.info.nodes[socket?.node ?? -1]?.name ?? 'no node';
    title.replaceChildren(fileText(socket?.name || `Socket ${socketAtWork()}`));
    title.title = `Socket on ${visible(node, 60)}. The numbers are as in the file: left-handed, relative to the node.`;
  });
  const row = el(
    'div',
    { class: 'tool-row', role: 'toolbar', 'aria-label': 'Socket' },
    title,
    switchButtons('Drag', mode.action, [
      ['move', 'Move', MOVE],
      ['turn', 'Rotate', TURN],
    ]),
    switchButtons('Axes', mode.space, [
      ['world', 'Global', 'Along the axes of the model'],
      ['local', 'Local', 'Along the socket’s own axes'],
    ]),
    numberField({
      label: 'Step',
      name: `Step of arrow keys and of dragging with ${CTRL}, in units`,
      value: () => mode.step.value,
      min: 1e-6,
      set: (value) => {
        mode.step.value = value;
      },
    }),
  );
  listen(row, 'keydown', (event) => {
    const way = KEYS[event.key];
    if (!way || event.target instanceof HTMLInputElement) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    step(host, mode, way);
  });
  return row;
}

/** Moves or turns the socket by a step. @param way unit vector along an axis */
function step(host: PictureHost, mode: SocketMode, [x, y, z]: Readonly<Vec3>): void {
  const scene = host.scene();
  const shown = scene?.shown();
  const from = socketInFile();
  const frame = from && scene && shown ? socketFrame(from, shown.frame.nodes, scene.toWorld) : null;
  if (!from || !frame) return;
  const space = mode.space.peek();
  if (mode.action.peek() === 'move') {
    const length = mode.step.peek();
    set({ location: stepped(from, frame, space, [x * length, y * length, z * length]) }, 'move keys');
  } else {
    // Up and down turn it about X, right and left about Y.
    const angle = ((x + y + z) * KEY_TURN * Math.PI) / 180;
    const axis: Vec3 = [Math.abs(y), Math.abs(x), Math.abs(z)];
    set({ rotation: turnedAbout(from, frame, space, axis, angle) }, 'turn keys');
  }
}

function locationFields(mode: SocketMode): HTMLElement {
  const fields = AXES.map((axis, i) =>
    numberField({
      label: axis,
      name: `Location ${axis}, relative to the node`,
      value: () => placeInPicture().location[i] ?? 0,
      step: () => mode.step.value,
      set: (value) =>
        set({ location: replaced(placeInPicture().location, i, Math.fround(value)) }, `location ${axis}`),
    }),
  );
  return el(
    'div',
    { class: 'tool-numbers tool-location', role: 'group', 'aria-label': 'Location' },
    ...fields,
  );
}

function rotationFields(): HTMLElement {
  const angles = (): Readonly<Vec3> => eulerXyz(...placeInPicture().rotation) ?? [0, 0, 0];
  const fields = AXES.map((axis, i) =>
    numberField({
      label: `${axis}°`,
      name: `Rotation about ${axis}, degrees (about the fixed axes X, then Y, then Z)`,
      value: () => angles()[i] ?? 0,
      step: () => KEY_TURN,
      digits: 3,
      set: (value) => {
        const rotation = fromEuler(replaced(angles(), i, value), placeInPicture().rotation);
        set({ rotation }, `rotation ${axis}`);
      },
    }),
  );
  const group = el(
    'div',
    { class: 'tool-numbers tool-rotation', role: 'group', 'aria-label': 'Rotation' },
    ...fields,
  );
  effect(() => {
    group.title = `In the file: x y z w = ${placeInPicture().rotation.join(', ')}`;
  });
  return group;
}

/** The vector with one number replaced. */
function replaced(values: Readonly<Vec3>, at: number, by: number): Vec3 {
  return values.map((value, i) => (i === at ? by : value)) as Vec3;
}
