/** Adding a socket: its name, its node, and its location, which may be picked on the surface. */

import type { ModelElement, Vec3 } from '@lithoscope/core';
import { Matrix4, Vector3 } from 'three';
import type { DrawnFile, OpenFile } from '../../document/open-file.ts';
import { selectedElement } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { roundedText } from '../../explain/values.ts';
import { announcement, spoken } from '../../store/notices.ts';
import { openDialog } from '../../ui/dialog.ts';
import { button, el, optionsOf, visible } from '../../ui/dom.ts';
import { listen, onEnd, type Scope, scope } from '../../ui/scope.ts';
import { placesOf } from '../element-places.ts';
import { surfaceAt } from '../picking.ts';
import { type PictureHost, socketRequests } from '../picture-tools.ts';
import type { Shown } from '../scene-inputs.ts';
import { addSocket } from './socket-changes.ts';

/** The defaults of the dialog. */
interface Proposal {
  readonly name: string;
  readonly node: number;
  /** On the node. */
  readonly location: Readonly<Vec3>;
}

const NO_STEP: Readonly<Vec3> = [0, 0, 0];

/** Answers requests for a socket until the current scope ends. */
export function takeSocketRequests(host: PictureHost): void {
  let placing: Scope | null = null;
  const own = scope();
  const endPlacing = () => {
    placing?.end();
    placing = null;
  };
  const ask = (file: OpenFile, proposal: Proposal) =>
    askFor(file, proposal, (name) => {
      endPlacing();
      placing = own.run(() => scope(() => place(name)));
    });
  /** Waits for a click on the surface. */
  const place = (name: string) => {
    const { element, canvas } = host;
    const note = el('p', { class: 'tool-placing', role: 'status' });
    note.textContent = 'Click the point on the model where the socket should go (Escape to cancel).';
    element.append(note);
    element.toggleAttribute('data-placing', true);
    onEnd(() => {
      note.remove();
      element.removeAttribute('data-placing');
    });
    canvas.focus({ preventScroll: true });
    let pressed: PointerEvent | null = null;
    listen(element, 'pointerdown', (event) => (pressed = event), { capture: true });
    listen(
      element,
      'click',
      (event) => {
        if (event.target !== canvas || !pressed) return;
        // A press that moves farther is a drag of the view.
        if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > 4) return;
        event.stopImmediatePropagation();
        const scene = host.scene();
        const shown = scene?.shown();
        const file = activeFile.peek();
        const met =
          scene && shown
            ? surfaceAt(shown.meshes, host.stage.projection(scene.toWorld), host.stage.placeOf(event).point)
            : null;
        if (!file || !shown || !met) {
          spoken.value = 'There is no surface here.';
          return;
        }
        endPlacing();
        ask(file, { name, ...onSurface(shown, met.piece, met.triangle, met.place) });
      },
      { capture: true },
    );
    listen(
      window,
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopImmediatePropagation();
        endPlacing();
      },
      { capture: true },
    );
  };
  socketRequests.on(() => {
    const file = activeFile.peek();
    if (file?.model) ask(file, { name: freeName(file), ...atSelected(file, host.scene()?.shown() ?? null) });
  });
}

/** The origin of the selected node, or the selected vertex on its heaviest node; else the origin of the root. */
function atSelected(file: OpenFile, shown: Shown | null): Omit<Proposal, 'name'> {
  const element: ModelElement = selectedElement(file);
  const { node, socket, piece, lod, vertex } = element;
  const found = socket === undefined ? node : file.info.sockets[socket]?.node;
  if (found !== undefined && file.info.nodes[found]) return { node: found, location: NO_STEP };
  const [at] = shown && vertex !== undefined ? placesOf(element, shown) : [];
  if (!shown || !at || piece === undefined || vertex === undefined) return { node: 0, location: NO_STEP };
  return onNode(shown, heaviestNode(file, piece, lod ?? shown.lod, vertex), new Vector3(...at));
}

/** A point of the surface, on the node with the largest weight in the nearest corner. */
function onSurface(shown: Shown, piece: number, triangle: number, place: Vector3): Omit<Proposal, 'name'> {
  const mesh = shown.meshes[piece];
  const corner = (k: number) => new Vector3().fromArray(mesh?.positions ?? [], (triangle * 3 + k) * 3);
  const [nearest = 0] = [0, 1, 2].sort((a, b) => corner(a).distanceTo(place) - corner(b).distanceTo(place));
  const vertex = mesh?.corners[triangle * 3 + nearest] ?? 0;
  return onNode(shown, heaviestNode(shown.file, piece, shown.lod, vertex), place);
}

/** The node with the largest weight in a vertex; the root for a vertex without weights. */
function heaviestNode({ model }: DrawnFile, piece: number, lod: number, vertex: number): number {
  const weights = model?.weights(piece, lod);
  let found = 0;
  let most = Number.NEGATIVE_INFINITY;
  const end = weights?.start[vertex + 1] ?? 0;
  for (let i = weights?.start[vertex] ?? 0; i < end; i++) {
    const [bias = 0, node = -1] = [weights?.bias[i], weights?.node[i]];
    if (node < 0 || bias <= most) continue;
    found = node;
    most = bias;
  }
  return found;
}

/** A point in file space, relative to a node; the node's origin if its matrix is singular. */
function onNode({ frame }: Shown, node: number, place: Vector3): Omit<Proposal, 'name'> {
  const matrix = new Matrix4().fromArray(frame.nodes.subarray(node * 16, node * 16 + 16)).transpose();
  const [x, y, z] = place.clone().applyMatrix4(matrix.invert()).toArray().map(Math.fround) as Vec3;
  return { node, location: [x, y, z].every(Number.isFinite) ? [x, y, z] : NO_STEP };
}

/** `Socket`, `Socket 2` … */
function freeName({ info }: DrawnFile): string {
  const taken = new Set(info.sockets.map(({ name }) => name.toLowerCase()));
  let number = 1;
  while (taken.has(nameOf(number).toLowerCase())) number++;
  return nameOf(number);
}

const nameOf = (number: number) => (number === 1 ? 'Socket' : `Socket ${number}`);

/** @param choosePlace lets the user click the location of a socket of this name */
function askFor(file: OpenFile, proposal: Proposal, choosePlace: (name: string) => void): void {
  const name = el('input', { type: 'text', value: proposal.name, required: true, spellcheck: 'false' });
  const node = el(
    'select',
    {},
    ...optionsOf(file.info.nodes, (found, i) =>
      el('option', { value: i }, visible(found.name, 60) || `node ${i}`),
    ),
  );
  node.value = String(proposal.node);
  const location = () => (Number(node.value) === proposal.node ? proposal.location : NO_STEP);
  const where = el('p', { class: 'add-socket-where' });
  const say = () => {
    const at = location();
    where.textContent = at.every((value) => value === 0)
      ? 'At the origin of the node.'
      : `At ${at.map(roundedText).join(', ')} on the node.`;
  };
  node.addEventListener('change', say);
  say();
  const form = el(
    'form',
    { method: 'dialog' },
    el('label', {}, 'Name', name),
    el('label', {}, 'Node', node),
    where,
    el(
      'div',
      { class: 'add-socket-buttons' },
      button(
        'Click a point on the model…',
        () => {
          dialog.close();
          choosePlace(name.value);
        },
        {
          class: 'button-small',
          title: 'Choose a point on the surface, and with it the node that moves it most',
        },
      ),
      el('button', { type: 'submit', class: 'button-action' }, 'Add'),
    ),
  );
  form.addEventListener('submit', () => {
    const current = activeFile.peek();
    if (current?.id !== file.id) return;
    if (addSocket(current, { name: name.value, node: Number(node.value), location: location() }))
      announcement.value = `Added socket ${visible(name.value, 60)}.`;
  });
  const dialog = openDialog({
    class: 'add-socket',
    title: 'Add a socket',
    build: () => [form],
    focus: () => name,
  });
  name.select();
}
