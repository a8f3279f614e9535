/** The view of a texture as a file: its picture by face and level, its texels and its facts. */

import type { DtxFile, TextureInfo } from '@lithoscope/dtx';
import { batch, type Signal, signal } from '@preact/signals-core';
import { rangeBetween } from '../document/caret.ts';
import type { OpenFile } from '../document/open-file.ts';
import { select } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { acceptTextures } from '../opening/drop.ts';
import { formatInWords } from '../pictures/dtx.ts';
import type { Texels } from '../pictures/picture.ts';
import { reasonOf } from '../store/core.ts';
import { pictureDecoder } from '../textures/decoder.ts';
import { button, el, setAttribute } from '../ui/dom.ts';
import { nameElement } from '../ui/focus.ts';
import { effect, onEnd } from '../ui/scope.ts';
import { cssColor } from '../ui/theme.ts';
import { canSavePng } from './commands.ts';
import { convertOpen, convertPicked, isConvertibleTexture, isReplaceable } from './convert/open.ts';
import { factRows, PictureCanvas, zoomButtons } from './picture-canvas.ts';
import { savePng } from './save-png.ts';
import { type TexelLocation, texelBytes, texelsAt } from './texel.ts';
import { type Channels, texelCanvas } from './texel-canvas.ts';
import { formatSize, textureFacts } from './words.ts';

/** The faces of a cube map in the order of `TextureInfo.faces`. */
const FACES = ['+X', '−X', '+Y', '−Y', '+Z', '−Z'];

const CHANNELS: readonly (readonly [Channels, string, string])[] = [
  ['rgb', 'RGB', 'Colours, without alpha'],
  ['alpha', 'Alpha', 'Alpha as grey'],
  ['rgba', 'RGBA', 'Colours with alpha'],
];

/** Builds the view in `host`; it follows the active file. */
export function mountTexture(host: HTMLElement): void {
  new TextureView(host);
}

class TextureView {
  readonly #level = signal(0);
  readonly #face = signal(0);
  readonly #channels = signal<Channels>('rgb');
  /** Null while the level is being decoded, and if that fails. */
  readonly #texels = signal<Texels | null>(null);
  /** Why there is no picture; '' if there is one. */
  readonly #problem = signal('');
  /** The file of `#texels`. */
  #decoded: DtxFile | null = null;
  readonly #picture: PictureCanvas;

  constructor(host: HTMLElement) {
    const readout = el('output', { class: 'texture-readout' });
    const message = el('p', { class: 'texture-message', role: 'status' });
    const facts = el('dl', { class: 'texture-facts', tabindex: 0 });
    this.#picture = new PictureCanvas('Image of the texture', {
      drawOver: (context, toView) => this.#markSelection(context, toView),
      pointed: (at) => {
        readout.textContent = at ? this.#describeTexel(Math.floor(at[0]), Math.floor(at[1])) : '';
      },
      clicked: ([x, y]) => this.#selectTexel(Math.floor(x), Math.floor(y)),
    });
    nameElement('texture', this.#picture.element);
    host.classList.add('texture');
    host.append(
      this.#toolbar(),
      el('div', { class: 'texture-stage' }, this.#picture.element, message, readout),
      facts,
    );
    acceptTextures(({ target }) => {
      const file = activeFile.peek();
      return file?.texture && target instanceof Node && host.contains(target) ? { file, slot: 0 } : null;
    });
    effect(() => {
      const texture = currentTexture();
      facts.replaceChildren(...factRows(texture ? textureFacts(texture) : []));
      this.#picture.fit();
      batch(() => {
        this.#level.value = 0;
        this.#face.value = 0;
      });
    });
    effect(() => {
      const texels = this.#texels.value;
      const { width, height } = texels ?? { width: 1, height: 1 };
      const canvas = texels && texelCanvas(texels, this.#channels.value);
      this.#picture.show(canvas, { x: 0, y: 0, width, height });
    });
    effect(() => {
      message.textContent = this.#problem.value;
    });
    effect(() => this.#decode());
    effect(() => {
      this.#showSelected();
      this.#picture.invalidate();
    });
  }

  /** Decodes the level in the worker; meanwhile the previous one of the same file stays in view. */
  #decode(): void {
    const file = activeFile.value?.texture ?? null;
    const face = this.#face.value;
    const level = this.#level.value;
    const show = (texels: Texels | null, problem: string) =>
      batch(() => {
        this.#texels.value = texels;
        this.#problem.value = problem;
      });
    if (file !== this.#decoded) show(null, '');
    this.#decoded = file;
    if (!file?.texture?.decodable || !file.texture.faces[face]?.[level]) {
      show(null, whyNot(file));
      return;
    }
    let isCurrent = true;
    onEnd(() => {
      isCurrent = false;
    });
    const task = { bytes: new Uint8Array(file.bytes), face, level };
    pictureDecoder.level(task).then(
      (texels) => isCurrent && show(texels, ''),
      (error) => isCurrent && show(null, `No image: ${reasonOf(error)}.`),
    );
  }

  #toolbar(): HTMLElement {
    // Separate rows: choosing a face rebuilds the levels, and must not remove the focused button of the face.
    const faces = el('div', { class: 'texture-choices' });
    const levels = el('div', { class: 'texture-choices' });
    effect(() => {
      const names = FACES.slice(0, currentTexture()?.faces.length);
      const values = names.map((name, i) => [i, name, `Face ${name}`] as const);
      faces.replaceChildren(...(values.length > 1 ? [choices('Face', this.#face, values)] : []));
    });
    effect(() => {
      const sizes = currentTexture()?.faces[this.#face.value] ?? [];
      const values = sizes.map((size, i) => [i, String(i), `Level ${i}: ${formatSize(size)}`] as const);
      levels.replaceChildren(...(values.length > 1 ? [choices('Level', this.#level, values)] : []));
    });
    const save = button('Save as PNG', () => {
      const file = activeFile.peek();
      if (file) void savePng(file, this.#face.peek(), this.#level.peek());
    });
    const withFile = (run: (file: OpenFile) => void) => () => {
      const file = activeFile.peek();
      if (file) run(file);
    };
    const convert = button('Convert…', withFile(convertOpen), {
      title: 'To another format, or with another header; also TGA',
    });
    const replace = button('Replace…', withFile(convertPicked), {
      title: 'By an image, which becomes a texture like this one',
    });
    effect(() => {
      save.disabled = !canSavePng(activeFile.value, this.#face.value, this.#level.value);
      convert.disabled = !isConvertibleTexture(activeFile.value);
      replace.disabled = !isReplaceable(activeFile.value);
    });
    return el(
      'div',
      { class: 'texture-toolbar', role: 'toolbar', 'aria-label': 'Image' },
      zoomButtons(this.#picture),
      choices('Channels', this.#channels, CHANNELS),
      faces,
      levels,
      el('div', { class: 'button-group' }, save, convert, replace),
    );
  }

  /** `12, 40 · R 255 G 128 B 0 A 255` */
  #describeTexel(x: number, y: number): string {
    const texels = this.#texels.peek();
    if (!texels || x < 0 || y < 0 || x >= texels.width || y >= texels.height) return '';
    const at = (y * texels.width + x) * 4;
    const values = ['R', 'G', 'B', 'A'].map((name, i) => `${name} ${texels.data[at + i]}`);
    return `${x}, ${y} · ${values.join(' ')}`;
  }

  #selectTexel(x: number, y: number): void {
    const file = activeFile.peek();
    const texture = file?.texture?.texture;
    const info = texture?.faces[this.#face.peek()]?.[this.#level.peek()];
    const bytes = info && texelBytes(texture.format, info, x, y, this.#channels.peek() === 'alpha');
    if (file && bytes) select(file, rangeBetween(file.parsed, bytes.start, bytes.end - 1), 'texture');
  }

  /** Shows the face and level of the selected bytes. */
  #showSelected(): void {
    const selected = selectedTexels(activeFile.value);
    if (!selected) return;
    batch(() => {
      this.#level.value = selected.level;
      this.#face.value = selected.face;
    });
  }

  #markSelection(
    context: CanvasRenderingContext2D,
    toView: (x: number, y: number) => readonly [number, number],
  ): void {
    const selected = selectedTexels(activeFile.peek());
    // Larger selections are marked in structure and bytes only.
    if (!selected?.alone) return;
    if (selected.level !== this.#level.peek() || selected.face !== this.#face.peek()) return;
    const [left, top] = toView(selected.x, selected.y);
    const [right, bottom] = toView(selected.x + selected.width, selected.y + selected.height);
    context.lineWidth = 2;
    context.strokeStyle = cssColor('--select');
    context.strokeRect(left - 1, top - 1, right - left + 2, bottom - top + 2);
  }
}

function currentTexture(): TextureInfo | null {
  return activeFile.value?.texture?.texture ?? null;
}

function whyNot(file: DtxFile | null): string {
  if (!file) return '';
  const { texture } = file;
  if (!texture) return 'The header of this texture cannot be read, so no image can be shown.';
  if (!texture.decodable) {
    return `The pixel layout of a ${formatInWords(texture.format)} texture of version ${texture.version} is unknown: its sizes and bytes are shown, but no image.`;
  }
  return 'None of the levels of this texture is complete, so no image can be shown.';
}

/** A group of toggle buttons, one of which is pressed. */
function choices<T>(
  label: string,
  chosen: Signal<T>,
  values: readonly (readonly [value: T, word: string, title: string])[],
): HTMLElement {
  const buttons = values.map(([value, word, title]) => {
    const choose = () => {
      chosen.value = value;
    };
    const element = button(word, choose, { title, 'aria-label': `${label} ${word}` });
    effect(() => setAttribute(element, 'aria-pressed', String(chosen.value === value)));
    return element;
  });
  const words = el('span', { class: 'group-label' }, label);
  return el('div', { class: 'button-group', role: 'group', 'aria-label': label }, words, ...buttons);
}

/** The texels of the first selected byte; `alone` if the last selected byte belongs to the same texels. */
function selectedTexels(file: OpenFile | null): (TexelLocation & { alone: boolean }) | null {
  const selection = file?.selection.value;
  const texture = file?.texture?.texture;
  const first = selection && texture ? texelsAt(texture, selection.start) : null;
  if (!first || !selection || !texture) return null;
  const last = texelsAt(texture, selection.end - 1);
  const same = (key: keyof TexelLocation) => last?.[key] === first[key];
  const alone = same('face') && same('level') && same('x') && same('y');
  return { ...first, alone };
}
