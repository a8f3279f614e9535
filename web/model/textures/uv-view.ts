/** The faces of a piece over its texture, beside the model. */
import type { PieceTopology } from '@lithoscope/core';
import { computed } from '@preact/signals-core';
import { counted } from '../../explain/describe.ts';
import { slotStates, textureLoadOf } from '../../files/textures/slots.ts';
import { selectedElement, selectionAt } from '../../store/elements.ts';
import { activeFile, type OpenFile, select } from '../../store/state.ts';
import { button, el, fileText, icon, visible } from '../../ui/dom.ts';
import { CROSS } from '../../ui/icons.ts';
import { effect } from '../../ui/scope.ts';
import { cssColor } from '../../ui/theme.ts';
import { PictureCanvas } from './picture-canvas.ts';
import { texelCanvas } from './pixels.ts';
import './uv-view.css';
import { facesAt, nextFace, uvBounds, uvTriangle } from './uv.ts';
import { uvPiece } from './uv-piece.ts';

/** Side of the picture that stands for a missing skin, texels. */
const BLANK = 256;

/** What is shown; null when there is nothing. */
interface Shown {
  readonly file: OpenFile;
  readonly piece: number;
  readonly lod: number;
  readonly mesh: PieceTopology;
}

/** Builds the view over `host`; it shows itself while `uvPiece` says so. */
export function mountUvView(host: HTMLElement): void {
  const shown = computed(shownNow);
  const title = el('h3', { class: 'uv-title' });
  const pieces = el('select', { 'aria-label': 'Piece in the UV view' });
  const note = el('p', { class: 'uv-note', role: 'status' });
  let picture = blank();
  let framed: PieceTopology | null = null;
  const canvas = new PictureCanvas('Faces over their texture', {
    tiled: true,
    drawOver: (context, toView) => {
      const { width, height } = picture;
      drawFaces(context, shown.peek(), (u, v) => toView(u * width, v * height));
    },
    clicked: ([x, y]) => selectFace(shown.peek(), x / picture.width, y / picture.height),
  });
  const close = () => {
    uvPiece.value = null;
  };
  const panel = el(
    'section',
    { class: 'uv-view', 'aria-label': 'UV view' },
    el(
      'header',
      { class: 'uv-header' },
      title,
      pieces,
      button('Fit', canvas.fit, { class: 'button-small', title: 'All of it (Home)' }),
      button(icon(CROSS), close, {
        class: 'button-quiet',
        'aria-label': 'Close the UV view',
        title: 'Close (Escape)',
      }),
    ),
    el('div', { class: 'uv-stage' }, canvas.element),
    note,
  );
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  pieces.addEventListener('change', () => {
    uvPiece.value = Number(pieces.value);
  });
  host.append(panel);

  effect(() => {
    const now = shown.value;
    panel.hidden = now === null;
    if (!now) return;
    const { file, piece } = now;
    fillPieces(pieces, file, piece);
    const slot = file.info.pieces[piece]?.materialIndex ?? 0;
    title.textContent = `Slot ${slot}`;
    const skin = skinOf(file, slot);
    picture = skin ?? blank();
    const { width, height } = picture;
    // Another piece or level is brought into view; another skin stays where it is looked at.
    if (now.mesh !== framed) canvas.fit();
    framed = now.mesh;
    const bounds = uvBounds(now.mesh);
    canvas.show(picture, {
      x: bounds.u * width,
      y: bounds.v * height,
      width: bounds.width * width,
      height: bounds.height * height,
    });
  });
  effect(() => {
    const now = shown.value;
    if (!now) return;
    note.replaceChildren(faceInWords(now));
    canvas.invalidate();
  });
  // The keys go to the view when it opens, and back to where they were when it closes.
  let before: Element | null = null;
  const open = computed(() => uvPiece.value !== null);
  effect(() => {
    if (open.value) {
      before = document.activeElement;
      canvas.element.focus();
    } else if (before instanceof HTMLElement) {
      before.focus();
    }
  });
  // What is selected elsewhere is shown here.
  effect(() => {
    const file = activeFile.value;
    const { piece } = file?.model ? selectedElement(file) : {};
    if (piece !== undefined && uvPiece.peek() !== null) uvPiece.value = piece;
  });
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
  const [level] = (picture.decoded?.() ?? picture).levels;
  return level ? texelCanvas(level, state?.alpha ? 'rgba' : 'rgb') : null;
}

function blank(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = BLANK;
  canvas.height = BLANK;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.fillStyle = cssColor('--panel');
  context.fillRect(0, 0, BLANK, BLANK);
  context.fillStyle = cssColor('--raised');
  for (let i = 0; i < 64; i++) {
    if ((i + (i >> 3)) % 2 === 0) context.fillRect((i % 8) * 32, (i >> 3) * 32, 32, 32);
  }
  return canvas;
}

function fillPieces(list: HTMLSelectElement, { info }: OpenFile, piece: number): void {
  list.replaceChildren(
    ...info.pieces.map(({ name }, i) => el('option', { value: i }, visible(name, 60) || `Piece ${i}`)),
  );
  list.value = String(piece);
  list.hidden = info.pieces.length < 2;
}

function faceInWords({ file, piece, lod, mesh }: Shown): Node {
  const { face, piece: selected, lod: level } = selectedElement(file);
  const count = counted(mesh.faces.length, 'face');
  if (face === undefined || selected !== piece || level !== lod)
    return fileText(`${count}. Press one to select it.`);
  const corners = uvTriangle(mesh, mesh.faces.indexOf(face));
  const places = [0, 2, 4].map((i) => `(${number(corners?.[i])}, ${number(corners?.[i + 1])})`);
  return fileText(`Face ${face}: ${places.join(' ')}`);
}

function number(value: number | undefined): string {
  return value === undefined ? '?' : String(Number(value.toFixed(4)));
}

function selectFace(now: Shown | null, u: number, v: number): void {
  if (!now) return;
  const { file, piece, lod, mesh } = now;
  const face = nextFace(facesAt(mesh, u, v), selectedElement(file).face);
  if (face !== undefined)
    select(file, selectionAt(file, file.parsed.pathOf({ piece, lod, face })), 'texture');
}

/** Around the texture itself its repeats are paler. */
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
    const corners = uvTriangle(mesh, triangle);
    if (corners) trace(corners);
  }
  // Dark under light: seen on any texture.
  context.lineJoin = 'round';
  context.lineWidth = 2.5;
  context.strokeStyle = 'rgb(0 0 0 / 35%)';
  context.stroke();
  context.lineWidth = 1;
  context.strokeStyle = 'rgb(255 255 255 / 80%)';
  context.stroke();

  const selected = selectedElement(file);
  const at = selected.piece === piece ? mesh.faces.indexOf(selected.face ?? -1) : -1;
  const corners = at < 0 ? null : uvTriangle(mesh, at);
  if (!corners) return;
  context.beginPath();
  trace(corners);
  context.fillStyle = cssColor('--select-fill');
  context.fill();
  context.lineWidth = 2.5;
  context.strokeStyle = cssColor('--select');
  context.stroke();
}
