/** The UV view: the faces of a piece over its texture, beside the model. */
import type { PieceTopology } from '@lithoscope/core';
import { computed } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { select, selectedElement, selectionAt } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { uvPiece } from '../document/textures.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { formatF32 } from '../explain/values.ts';
import { slotStates, textureLoadOf } from '../opening/textures/slots.ts';
import { button, el, fileText, icon, optionsOf, visible } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { effect } from '../ui/scope.ts';
import { cssColor } from '../ui/theme.ts';
import { PictureCanvas } from './picture-canvas.ts';
import { texelCanvas } from './texel-canvas.ts';
import { drawnTriangle, facesAt, nextFace, storedCorners, strayCorners, uvBounds, uvTriangle } from './uv.ts';

/** Side of the checkerboard that replaces a missing skin, texels. */
const BLANK_SIZE = 256;

/** The piece in the view. */
interface Shown {
  readonly file: OpenFile;
  readonly piece: number;
  readonly lod: number;
  readonly mesh: PieceTopology;
}

/** Builds the view over `host`; it is visible while `uvPiece` is set. */
export function mountUvView(host: HTMLElement): void {
  host.append(new UvView().element);
}

class UvView {
  readonly element: HTMLElement;
  readonly #shown = computed(shownNow);
  readonly #title = el('h3', { class: 'uv-title' });
  readonly #pieces = el('select', { 'aria-label': 'Piece in the UV view' });
  readonly #canvas: PictureCanvas;
  #picture = blank();
  #framed: PieceTopology | null = null;
  /** The element that had the focus before the view opened. */
  #focusedBefore: Element | null = null;

  constructor() {
    this.#canvas = new PictureCanvas('Faces over their texture', {
      tiled: true,
      drawOver: (context, toView) => {
        const { width, height } = this.#picture;
        drawFaces(context, this.#shown.peek(), (u, v) => toView(u * width, v * height));
      },
      clicked: ([x, y]) => selectFace(this.#shown.peek(), x / this.#picture.width, y / this.#picture.height),
    });
    const close = () => {
      uvPiece.value = null;
    };
    const fit = button('Fit', this.#canvas.fit, { class: 'button-small', title: 'Fit all (Home)' });
    const closeButton = button(icon(CROSS), close, {
      class: 'button-quiet',
      'aria-label': 'Close the UV view',
      title: 'Close (Escape)',
    });
    const note = el('p', { class: 'uv-note', role: 'status' });
    this.element = el(
      'section',
      { class: 'uv-view', 'aria-label': 'UV view' },
      el('header', { class: 'uv-header' }, this.#title, this.#pieces, fit, closeButton),
      el('div', { class: 'uv-stage' }, this.#canvas.element),
      note,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    });
    this.#pieces.addEventListener('change', () => {
      uvPiece.value = Number(this.#pieces.value);
    });
    effect(() => this.#show(this.#shown.value));
    effect(() => {
      const shown = this.#shown.value;
      if (!shown) return;
      note.replaceChildren(noteOf(shown));
      this.#canvas.invalidate();
    });
    const isOpen = computed(() => uvPiece.value !== null);
    effect(() => this.#moveFocus(isOpen.value));
    // The view follows the selection.
    effect(() => {
      const file = activeFile.value;
      const { piece } = file?.model ? selectedElement(file) : {};
      if (piece !== undefined && uvPiece.peek() !== null) uvPiece.value = piece;
    });
  }

  #show(shown: Shown | null): void {
    this.element.hidden = shown === null;
    if (!shown) {
      // A closed view must not retain anything of a file.
      this.#framed = null;
      this.#picture = blank();
      this.#canvas.show(null, { x: 0, y: 0, width: 1, height: 1 });
      return;
    }
    const { file, piece, mesh } = shown;
    fillPieces(this.#pieces, file, piece);
    const slot = file.info.pieces[piece]?.materialIndex ?? 0;
    this.#title.textContent = `Slot ${slot}`;
    this.#picture = skinOf(file, slot) ?? blank();
    const { width, height } = this.#picture;
    // Bring a new piece or level into view; with a new skin, keep the visible area.
    if (mesh !== this.#framed) this.#canvas.fit();
    this.#framed = mesh;
    const bounds = uvBounds(mesh);
    this.#canvas.show(this.#picture, {
      x: bounds.u * width,
      y: bounds.v * height,
      width: bounds.width * width,
      height: bounds.height * height,
    });
  }

  /** Takes the focus when the view opens, and returns it when the view closes. */
  #moveFocus(isOpen: boolean): void {
    if (isOpen) {
      this.#focusedBefore = document.activeElement;
      this.#canvas.element.focus();
      return;
    }
    if (this.#focusedBefore instanceof HTMLElement) this.#focusedBefore.focus();
    this.#focusedBefore = null;
  }
}

function shownNow(): Shown | null {
  const file = activeFile.value;
  const wanted = uvPiece.value;
  if (!file?.model || wanted === null || file.info.pieces.length === 0) return null;
  const piece = Math.min(wanted, file.info.pieces.length - 1);
  const lod = file.look.lod.value;
  return { file, piece, lod, mesh: file.model.topology(piece, lod) };
}

function skinOf(file: OpenFile, slot: number): HTMLCanvasElement | null {
  const state = slotStates(file).find((other) => other.slot === slot);
  const reading = state?.source && textureLoadOf(file, state.source);
  if (reading?.state !== 'ready') return null;
  const { picture } = reading.loaded;
  const [level] = (picture.decoded ?? picture).levels;
  return level ? texelCanvas(level, state?.alpha ? 'rgba' : 'rgb') : null;
}

function blank(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = BLANK_SIZE;
  canvas.height = BLANK_SIZE;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.fillStyle = cssColor('--panel');
  context.fillRect(0, 0, BLANK_SIZE, BLANK_SIZE);
  context.fillStyle = cssColor('--raised');
  for (let i = 0; i < 64; i++) {
    if ((i + (i >> 3)) % 2 === 0) context.fillRect((i % 8) * 32, (i >> 3) * 32, 32, 32);
  }
  return canvas;
}

function fillPieces(list: HTMLSelectElement, { info }: OpenFile, piece: number): void {
  list.replaceChildren(
    ...optionsOf(info.pieces, ({ name }, i) => el('option', { value: i }, visible(name, 60) || `Piece ${i}`)),
  );
  list.value = String(piece);
  list.hidden = info.pieces.length < 2;
}

/** Texture coordinates of the selected face, or the number of faces. */
function noteOf({ file, piece, lod, mesh }: Shown): Node {
  const { face, piece: selected, lod: level } = selectedElement(file);
  const count = counted(mesh.faces.length, 'face');
  if (face === undefined || selected !== piece || level !== lod)
    return fileText(`${count}${undrawn(mesh)}. Click one to select it.`);
  const stored = storedCorners(file.parsed, file.parsed.pathOf({ piece, lod, face }));
  const places = [0, 2, 4].map((i) => `(${number(stored?.[i])}, ${number(stored?.[i + 1])})`);
  return fileText(`Face ${face}: ${places.join(' ')}${drawnElsewhere(mesh, face, stored)}`);
}

/** Says if a face is not drawn at its stored coordinates. */
function drawnElsewhere(mesh: PieceTopology, face: number, stored: Float32Array | null): string {
  const drawn = uvTriangle(mesh, mesh.faces.indexOf(face));
  // Ignore the inset of 0.0001 from the edges in v6.
  const isElsewhere = stored?.some((value, i) => !(Math.abs(value - (drawn?.[i] ?? value)) < 0.001));
  return isElsewhere ? '. Drawn inside the texture.' : '';
}

/** `, 2 of them not drawn: 1 corner lies far outside, 3 are not numbers` */
function undrawn(mesh: PieceTopology): string {
  const { faces, far, notNumbers } = strayCorners(mesh);
  if (faces === 0) return '';
  const parts = [
    far > 0 ? `${counted(far, 'corner')} ${far === 1 ? 'is' : 'are'} far outside` : '',
    notNumbers > 0
      ? `${counted(notNumbers, 'corner')} ${notNumbers === 1 ? 'has' : 'have'} an invalid number`
      : '',
  ];
  return `, ${formatCount(faces)} of them not drawn: ${parts.filter(Boolean).join(', ')}`;
}

function number(value: number | undefined): string {
  if (value === undefined) return '?';
  return Math.abs(value) < 1000 ? String(Number(value.toFixed(4))) : formatF32(value);
}

function selectFace(now: Shown | null, u: number, v: number): void {
  if (!now) return;
  const { file, piece, lod, mesh } = now;
  const face = nextFace(facesAt(mesh, u, v), selectedElement(file).face);
  if (face !== undefined)
    select(file, selectionAt(file, file.parsed.pathOf({ piece, lod, face })), 'texture');
}

/** Dims the repeats around the texture. */
function shadeRepeats(context: CanvasRenderingContext2D, texture: [number, number, number, number]): void {
  context.save();
  context.globalAlpha = 0.5;
  context.fillStyle = cssColor('--panel');
  context.beginPath();
  context.rect(0, 0, context.canvas.clientWidth, context.canvas.clientHeight);
  context.rect(...texture);
  context.fill('evenodd');
  context.restore();
}

function drawFaces(
  context: CanvasRenderingContext2D,
  now: Shown | null,
  toView: (u: number, v: number) => readonly [number, number],
): void {
  if (!now) return;
  const { file, piece, mesh } = now;
  const trace = (corners: Float32Array) => {
    const [u0 = 0, v0 = 0, u1 = 0, v1 = 0, u2 = 0, v2 = 0] = corners;
    context.moveTo(...toView(u0, v0));
    context.lineTo(...toView(u1, v1));
    context.lineTo(...toView(u2, v2));
    context.closePath();
  };
  const [left, top] = toView(0, 0);
  const [right, bottom] = toView(1, 1);
  shadeRepeats(context, [left, top, right - left, bottom - top]);
  context.setLineDash([5, 4]);
  context.lineWidth = 1;
  context.strokeStyle = cssColor('--text-dim');
  context.strokeRect(left, top, right - left, bottom - top);
  context.setLineDash([]);
  context.beginPath();
  for (let triangle = 0; triangle < mesh.faces.length; triangle++) {
    const corners = drawnTriangle(mesh, triangle);
    if (corners) trace(corners);
  }
  // Light lines over dark lines are visible on any texture.
  context.lineJoin = 'round';
  context.lineWidth = 2.5;
  context.strokeStyle = 'rgb(0 0 0 / 35%)';
  context.stroke();
  context.lineWidth = 1;
  context.strokeStyle = 'rgb(255 255 255 / 80%)';
  context.stroke();

  const selected = selectedElement(file);
  const at = selected.piece === piece ? mesh.faces.indexOf(selected.face ?? -1) : -1;
  const corners = at < 0 ? null : drawnTriangle(mesh, at);
  if (!corners) return;
  context.beginPath();
  trace(corners);
  context.fillStyle = cssColor('--select-fill');
  context.fill();
  context.lineWidth = 2.5;
  context.strokeStyle = cssColor('--select');
  context.stroke();
}
