/** The numbers of the selected socket, beside its handles, and what else can be done with it. */

import type { Quat, SocketInfo, Vec3 } from '@lithoscope/core';
import { eulerXyz } from '../../bytes/inspector/rotations.ts';
import { draft, socketsOf } from '../../store/draft.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { activeFile } from '../../store/state.ts';
import { button, el, fileText } from '../../ui/dom.ts';
import { effect, listen } from '../../ui/scope.ts';
import { openAttach } from '../outline/attach-dialog.ts';
import { type PictureHost, socketAtWork } from '../scene/picture-tools.ts';
import { numberField, switchButtons } from './fields.ts';
import { removeSocket, setSocket } from './socket-changes.ts';
import type { SocketMode } from './socket-mode.ts';
import { fromEuler, type SocketPlace, socketFrame, stepped, turnedAbout } from './socket-space.ts';

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
const NO_PLACE: SocketPlace = { location: [0, 0, 0], rotation: [0, 0, 0, 1] };

/** Builds the panel for as long as the current scope lasts; it follows the socket at work. */
export function socketPanel(host: PictureHost, mode: SocketMode): HTMLElement {
  const file = (): OpenFile | null => activeFile.value;
  /** As the picture shows it. Reads signals. */
  const place = (): SocketPlace => {
    draft.value;
    const open = file();
    return (open && socketsOf(open)[socketAtWork()]) ?? NO_PLACE;
  };
  const info = (): SocketInfo | undefined => file()?.info.sockets[socketAtWork()];
  const set = (to: Partial<SocketPlace>, merge: string) => {
    const open = activeFile.peek();
    if (open) setSocket(open, socketAtWork(), to, merge);
  };
  const title = el('strong', { class: 'tool-title' });
  effect(() => {
    const socket = info();
    const node = file()?.info.nodes[socket?.node ?? -1]?.name ?? 'no node';
    title.replaceChildren(fileText(socket?.name || `Socket ${socketAtWork()}`));
    title.title = `Socket on ${node}. Its numbers are those of the file: left-handed, relative to the node.`;
  });
  const location = AXES.map((axis, i) =>
    numberField({
      label: axis,
      name: `Location ${axis}, relative to the node`,
      value: () => place().location[i] ?? 0,
      step: () => mode.step.value,
      set: (value) =>
        set({ location: replaced(place().location, i, Math.fround(value)) }, `location ${axis} field`),
    }),
  );
  const angles = (): Readonly<Vec3> => eulerXyz(...(place().rotation as Quat)) ?? [0, 0, 0];
  const rotation = AXES.map((axis, i) =>
    numberField({
      label: `${axis}°`,
      name: `Rotation about ${axis}, degrees (about the fixed axes X, then Y, then Z)`,
      value: () => angles()[i] ?? 0,
      step: () => KEY_TURN,
      digits: 3,
      set: (value) =>
        set(
          { rotation: fromEuler(replaced(angles(), i, value), place().rotation) },
          `rotation ${axis} field`,
        ),
    }),
  );
  const quaternion = el('output', { class: 'tool-quaternion' });
  effect(() => {
    quaternion.textContent = place()
      .rotation.map((value) => value.toFixed(4))
      .join('  ');
    quaternion.title = `Rotation in the file, x y z w: ${place().rotation.join(', ')}`;
  });
  const keys = el(
    'div',
    { class: 'tool-row', role: 'toolbar', 'aria-label': 'Socket' },
    title,
    switchButtons(
      'Drag',
      [
        [
          'move',
          'Move',
          'Drag the arrows to move the socket; Ctrl snaps to steps. Arrow keys: X and Y, Page Up and Page Down: Z',
        ],
        [
          'turn',
          'Turn',
          'Drag the rings to turn the socket; Ctrl snaps to 15°. Arrow keys: about X and Y, Page Up and Page Down: Z, 5° each',
        ],
      ],
      () => mode.action.value,
      (action) => {
        mode.action.value = action;
      },
    ),
    switchButtons(
      'Axes',
      [
        ['world', 'Global', 'Along the axes of the model'],
        ['local', 'Local', 'Along the socket’s own axes'],
      ],
      () => mode.space.value,
      (space) => {
        mode.space.value = space;
      },
    ),
    numberField({
      label: 'Step',
      name: 'Step of arrow keys and of a drag with Ctrl, units',
      value: () => mode.step.value,
      min: 1e-6,
      set: (value) => {
        mode.step.value = value;
      },
    }),
    button('Attach…', () => attach(), {
      class: 'button-small',
      title: 'Draw another open model at this socket, to see it fit while the socket moves',
    }),
    button('Delete', () => remove(), {
      class: 'button-small',
      title: 'Delete the socket (Delete, in the picture)',
    }),
  );
  const attach = () => {
    const open = activeFile.peek();
    if (open) openAttach(open, socketAtWork());
  };
  const remove = () => {
    const open = activeFile.peek();
    if (open && removeSocket(open, socketAtWork())) host.canvas.focus({ preventScroll: true });
  };
  listen(keys, 'keydown', (event) => {
    const way = KEYS[event.key];
    if (!way || event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    event.stopPropagation();
    step(way);
  });
  const step = (way: Readonly<Vec3>) => {
    const scene = host.scene();
    const shown = scene?.shown();
    const from = shown?.file.info.sockets[socketAtWork()];
    const frame = from && scene ? socketFrame(from, shown.frame.nodes, scene.toWorld) : null;
    if (!shown || !from || !frame) return;
    const space = mode.space.peek();
    if (mode.action.peek() === 'move') {
      const length = mode.step.peek();
      const [x, y, z] = way;
      set({ location: stepped(from, frame, space, [x * length, y * length, z * length]) }, 'socket keys');
    } else {
      const axis = way.map(Math.abs) as Vec3;
      const angle = (way.reduce((sum, value) => sum + value, 0) * KEY_TURN * Math.PI) / 180;
      set({ rotation: turnedAbout(from, frame, space, axis, angle) }, 'socket keys');
    }
  };
  listen(host.canvas, 'keydown', (event) => {
    if (event.key !== 'Delete' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    remove();
  });
  const panel = el(
    'section',
    { class: 'picture-tool', 'aria-label': 'Socket in the picture' },
    keys,
    el(
      'div',
      { class: 'tool-row' },
      el(
        'div',
        { class: 'tool-numbers tool-location', role: 'group', 'aria-label': 'Location' },
        ...location,
      ),
      el(
        'div',
        { class: 'tool-numbers tool-rotation', role: 'group', 'aria-label': 'Rotation' },
        ...rotation,
        quaternion,
      ),
    ),
  );
  effect(() => {
    panel.dataset.action = mode.action.value;
  });
  return panel;
}

/** The same with another number. */
function replaced(values: Readonly<Vec3>, at: number, by: number): Vec3 {
  return values.map((value, i) => (i === at ? by : value)) as Vec3;
}
