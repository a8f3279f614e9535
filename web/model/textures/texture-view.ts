/** A texture on its own: its picture where a model's would be, level by level, texel by texel. */
import type { DtxFile, TextureInfo } from '@lithoscope/dtx';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { formatInWords } from '../../files/textures/dtx-picture.ts';
import { rangeBetween } from '../../store/caret.ts';
import { activeFile, type OpenFile, select } from '../../store/state.ts';
import { button, el, fileText, setAttribute } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { cssColor } from '../../ui/theme.ts';
import { sizeInWords, textureFacts } from './facts.ts';
import { PictureCanvas } from './picture-canvas.ts';
import { type Channels, type Texels, texelCanvas } from './pixels.ts';
import { type TexelPlace, texelBytes, texelsAt } from './texel.ts';
import './texture.css';

/** The faces of a cube map in the order of `TextureInfo.faces`. */
const FACES = ['+X', '−X', '+Y', '−Y', '+Z', '−Z'];

const CHANNELS: readonly (readonly [Channels, string, string])[] = [
  ['rgb', 'RGB', 'Colours, without alpha'],
  ['alpha', 'Alpha', 'Alpha as grey'],
  ['rgba', 'RGBA', 'Colours with alpha'],
];

/** What is looked at of the file in view. */
interface Look {
  readonly level: Signal<number>;
  readonly face: Signal<number>;
  readonly channels: Signal<Channels>;
  /** Null when it cannot be decoded. */
  readonly texels: ReadonlySignal<Texels | null>;
}

/** Builds the view in `host`; it follows the active file. */
export function mountTexture(host: HTMLElement): void {
  const look = newLook();
  const readout = el('output', { class: 'texture-readout' });
  const message = el('p', { class: 'texture-message', role: 'status' });
  const facts = el('dl', { class: 'texture-facts' });
  const picture = new PictureCanvas('Picture of the texture', {
    drawOver: (context, toView) => markSelection(context, toView, look),
    pointed: (at) => {
      readout.textContent = at ? texelInWords(look, Math.floor(at[0]), Math.floor(at[1])) : '';
    },
    clicked: ([x, y]) => selectTexel(look, Math.floor(x), Math.floor(y)),
  });
  host.classList.add('texture');
  host.append(
    toolbar(picture, look),
    el('div', { class: 'texture-stage' }, picture.element, message, readout),
    facts,
  );

  effect(() => {
    const texture = currentTexture();
    facts.replaceChildren(...(texture ? factRows(texture) : []));
    picture.fit();
    batch(() => {
      look.level.value = 0;
      look.face.value = 0;
    });
  });
  effect(() => {
    const texels = look.texels.value;
    const { width, height } = texels ?? { width: 1, height: 1 };
    picture.show(texels && texelCanvas(texels, look.channels.value), { x: 0, y: 0, width, height });
    message.textContent = texels ? '' : whyNot(activeFile.value?.texture ?? null);
  });
  effect(() => {
    showSelected(look);
    picture.invalidate();
  });
}

function newLook(): Look {
  const level = signal(0);
  const face = signal(0);
  const texels = computed(() => {
    const file = activeFile.value?.texture;
    const size = file?.texture?.faces[face.value]?.[level.value];
    const data = size && file.pixels(level.value, face.value);
    return data ? { width: size.width, height: size.height, data } : null;
  });
  return { level, face, channels: signal<Channels>('rgb'), texels };
}

function currentTexture(): TextureInfo | null {
  return activeFile.value?.texture?.texture ?? null;
}

function whyNot(file: DtxFile | null): string {
  if (!file) return '';
  const { texture } = file;
  if (!texture) return 'The header of this texture cannot be read, so there is no picture.';
  if (!texture.decodable) {
    return `How the pixels of a ${formatInWords(texture.format)} texture of version ${texture.version} lie is not known: its sizes and bytes are shown, no picture.`;
  }
  return 'No level of this texture is whole, so there is no picture.';
}

function toolbar(picture: PictureCanvas, look: Look): HTMLElement {
  const zoom = el(
    'div',
    { class: 'button-group' },
    button('−', picture.zoomOut, { 'aria-label': 'Zoom out', title: 'Zoom out (−)' }),
    button('+', picture.zoomIn, { 'aria-label': 'Zoom in', title: 'Zoom in (+)' }),
    button('Fit', picture.fit, { title: 'All of the picture (Home)' }),
    button('1:1', picture.ownSize, { title: 'In its own size (1)' }),
  );
  const channels = choices('Channels', look.channels, CHANNELS);
  const faces = el('div', { class: 'texture-choices' });
  const levels = el('div', { class: 'texture-choices' });
  effect(() => {
    const names = FACES.slice(0, currentTexture()?.faces.length);
    const values = names.map((name, i) => [i, name, `Face ${name}`] as const);
    faces.replaceChildren(...(values.length > 1 ? [choices('Face', look.face, values)] : []));
  });
  effect(() => {
    const sizes = currentTexture()?.faces[look.face.value] ?? [];
    const values = sizes.map((size, i) => [i, String(i), `Level ${i}: ${sizeInWords(size)}`] as const);
    levels.replaceChildren(...(values.length > 1 ? [choices('Level', look.level, values)] : []));
  });
  return el(
    'div',
    { class: 'scene-toolbar texture-toolbar', role: 'toolbar', 'aria-label': 'Picture' },
    zoom,
    channels,
    faces,
    levels,
  );
}

/** A button for each value; follows the signal as long as the effect around it. */
function choices<T>(
  label: string,
  chosen: Signal<T>,
  values: readonly (readonly [value: T, word: string, title: string])[],
): HTMLElement {
  const buttons = values.map(([value, word, title]) => {
    const choose = () => {
      chosen.value = value;
    };
    return button(word, choose, { title, 'aria-label': `${label} ${word}` });
  });
  effect(() => {
    buttons.forEach((element, i) => {
      setAttribute(element, 'aria-pressed', String(chosen.value === values[i]?.[0]));
    });
  });
  const words = el('span', { class: 'group-label' }, label);
  const group = { class: 'button-group', role: 'group', 'aria-label': label };
  return el('div', group, words, ...buttons);
}

function factRows(texture: TextureInfo): HTMLElement[] {
  return textureFacts(texture).map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, fileText(value))),
  );
}

/** `12, 40 · R 255 G 128 B 0 A 255` */
function texelInWords({ texels }: Look, x: number, y: number): string {
  const shown = texels.peek();
  if (!shown || x < 0 || y < 0 || x >= shown.width || y >= shown.height) return '';
  const at = (y * shown.width + x) * 4;
  const values = ['R', 'G', 'B', 'A'].map((name, i) => `${name} ${shown.data[at + i]}`);
  return `${x}, ${y} · ${values.join(' ')}`;
}

function selectTexel({ level, face, channels }: Look, x: number, y: number): void {
  const file = activeFile.peek();
  const texture = file?.texture?.texture;
  const info = texture?.faces[face.peek()]?.[level.peek()];
  const bytes = info && texelBytes(texture.format, info, x, y, channels.peek() === 'alpha');
  if (file && bytes) select(file, rangeBetween(file.parsed, bytes.start, bytes.end - 1), 'texture');
}

/** The texels of the first selected byte; `alone` when the last one belongs to them as well. */
function selectedTexels(file: OpenFile | null): (TexelPlace & { alone: boolean }) | null {
  const selection = file?.selection.value;
  const texture = file?.texture?.texture;
  const first = selection && texture ? texelsAt(texture, selection.start) : null;
  if (!first || !selection || !texture) return null;
  const last = texelsAt(texture, selection.end - 1);
  const same = (key: keyof TexelPlace) => last?.[key] === first[key];
  const alone = same('face') && same('level') && same('x') && same('y');
  return { ...first, alone };
}

/** Turns to the level that is selected in structure or bytes. */
function showSelected({ level, face }: Look): void {
  const selected = selectedTexels(activeFile.value);
  if (!selected) return;
  batch(() => {
    level.value = selected.level;
    face.value = selected.face;
  });
}

function markSelection(
  context: CanvasRenderingContext2D,
  toView: (x: number, y: number) => readonly [number, number],
  { level, face }: Look,
): void {
  const file = activeFile.peek();
  const selected = selectedTexels(file);
  // A whole level, or more, is marked in structure and bytes only.
  if (!selected?.alone || selected.level !== level.peek() || selected.face !== face.peek()) return;
  const [left, top] = toView(selected.x, selected.y);
  const [right, bottom] = toView(selected.x + selected.width, selected.y + selected.height);
  context.lineWidth = 2;
  context.strokeStyle = cssColor('--select');
  context.strokeRect(left - 1, top - 1, right - left + 2, bottom - top + 2);
}
