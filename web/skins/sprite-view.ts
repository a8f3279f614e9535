/** The view of a sprite: its frames as an animation and as a strip. */

import { computed } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { canPlay, showFrame, shownFrame, tick, togglePlaying } from '../document/playback.ts';
import { select, selectionAt } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { chooseFiles } from '../opening/open.ts';
import { type FrameState, frameStates, type TextureLoad, textureLoadOf } from '../opening/textures/slots.ts';
import { command } from '../store/commands.ts';
import type { LoadedPicture } from '../textures/picture.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, fileText, setAttribute, visible } from '../ui/dom.ts';
import { nameElement } from '../ui/focus.ts';
import { each, effect, onEnd } from '../ui/scope.ts';
import { factRows, PictureCanvas, zoomButtons } from './picture-canvas.ts';
import { drawThumbnail, THUMBNAIL_SIZE, texelCanvas } from './texel-canvas.ts';
import { formatPicture, spriteFacts } from './words.ts';

/** The path of a frame in the structure. */
const FRAME_PATH = /^Sprite\.Frames\[(\d+)\]/;

/** Builds the view in `host`; it follows the active file. */
export function mountSprite(host: HTMLElement): void {
  const sprite = computed(() => (activeFile.value?.sprite?.sprite ? activeFile.value : null));
  const frames = computed(() => (sprite.value ? frameStates(sprite.value) : []));
  const canvas = new PictureCanvas('Frame of the sprite');
  nameElement('sprite', canvas.element);
  const message = el('p', { class: 'texture-message' });
  const strip = el('ol', { class: 'sprite-strip', 'aria-label': 'Frames' });
  const missing = el('p', { class: 'sprite-missing', role: 'status' });
  const facts = el('dl', { class: 'texture-facts', tabindex: 0 });
  host.classList.add('sprite');
  host.append(
    toolbar(canvas, () => sprite.value),
    el('div', { class: 'texture-stage' }, canvas.element, message),
    missing,
    strip,
    facts,
  );
  canvas.element.addEventListener('keydown', (event) => pressed(event));
  each(
    strip,
    () => frames.value.map((_, frame) => ({ id: sprite.value?.id, frame })),
    ({ id, frame }) => `${id} ${frame}`,
    ({ frame }) =>
      frameCard(
        frame,
        () => sprite.value,
        () => frames.value[frame],
      ),
  );
  effect(() => {
    const file = sprite.value;
    facts.replaceChildren(...factRows(file?.sprite?.sprite ? spriteFacts(file.sprite.sprite) : []));
    canvas.fit();
  });
  effect(() => {
    missing.textContent = missingWords(frames.value, sprite.value?.sprite?.sprite?.frameCount ?? 0);
  });
  effect(() => {
    const file = sprite.value;
    const { picture, words } = file ? shown(file, frames.value) : NO_SPRITE;
    const { width = 1, height = 1 } = picture ?? {};
    canvas.show(picture, { x: 0, y: 0, width, height });
    message.replaceChildren(...(words ? [fileText(words)] : []));
  });
  effect(() => letTimePass(sprite.value));
  effect(() => followSelection(sprite.value));
}

const NO_SPRITE = {
  picture: null,
  words: 'The header of this sprite cannot be read, so no image can be shown.',
};

/** The picture of the current frame, or why it has no picture. Reads signals. */
function shown(
  file: OpenFile,
  frames: readonly FrameState[],
): { picture: HTMLCanvasElement | null; words: string } {
  const state = frames[shownFrame(file)];
  if (!state) return { picture: null, words: 'The sprite is empty: it has 0 frames.' };
  if (!state.source) return { picture: null, words: `${visible(state.path) || 'A path'} is not open.` };
  const load = textureLoadOf(file, state.source);
  if (load.state === 'failed') return { picture: null, words: load.problem };
  return { picture: load.state === 'ready' ? pictureOf(load.loaded) : null, words: '' };
}

const pictures = new WeakMap<LoadedPicture, HTMLCanvasElement>();

/** The canvas of a picture, made once: frames are shown many times a second. */
function pictureOf(loaded: LoadedPicture): HTMLCanvasElement | null {
  const [level] = (loaded.picture.decoded ?? loaded.picture).levels;
  const made = pictures.get(loaded) ?? (level ? texelCanvas(level, 'rgb') : null);
  if (made) pictures.set(loaded, made);
  return made;
}

/** Advances the time while a sprite plays. Reads signals. */
function letTimePass(file: OpenFile | null): void {
  if (!file?.playback.playing.value) return;
  let last = performance.now();
  let frame = requestAnimationFrame(function next(now) {
    tick(file, [], Math.max(0, now - last));
    last = now;
    frame = requestAnimationFrame(next);
  });
  onEnd(() => cancelAnimationFrame(frame));
}

/** Shows the frame whose bytes are selected elsewhere. Reads the selection. */
function followSelection(file: OpenFile | null): void {
  const selection = file?.selection.value;
  if (!file || !selection || selection.origin === 'texture') return;
  const frame = FRAME_PATH.exec(selection.path)?.[1];
  if (frame === undefined || !file.sprite?.sprite?.frames[Number(frame)]) return;
  file.playback.playing.value = false;
  showFrame(file, Number(frame));
}

function selectFrame(file: OpenFile | null, frame: number): void {
  if (!file) return;
  file.playback.playing.value = false;
  showFrame(file, frame);
  select(file, selectionAt(file, `Sprite.Frames[${frame}]`), 'texture');
}

function chooseFrame(file: OpenFile | null, slot: number): void {
  if (file) void chooseFiles({ file, slot });
}

/** Handles Space on the picture; its other keys zoom and move it. */
function pressed(event: KeyboardEvent): void {
  const file = activeFile.peek();
  if (event.key !== ' ' || !file) return;
  event.preventDefault();
  togglePlaying(file);
}

/** @param spriteNow reads signals */
function toolbar(canvas: PictureCanvas, spriteNow: () => OpenFile | null): HTMLElement {
  const toggle = command('playback.toggle');
  const play = commandButton(toggle, 'Play', 'sprite-play');
  const position = el('span', { class: 'sprite-position' });
  effect(() => {
    const file = spriteNow();
    const playing = file?.playback.playing.value ?? false;
    play.textContent = playing ? 'Pause' : 'Play';
    setAttribute(play, 'title', `${playing ? 'Pause' : 'Play'} (Space)`);
    if (file && !canPlay(file))
      setAttribute(play, 'title', 'Nothing moves: only one frame, or 0 frames per second');
  });
  effect(() => {
    const file = spriteNow();
    const { length } = file?.sprite?.sprite?.frames ?? [];
    position.textContent = file ? `${formatCount(shownFrame(file))} of ${formatCount(length)}` : '';
  });
  const step = (id: string, label: string) => {
    const entry = command(id);
    const element = commandButton(entry, label);
    setAttribute(element, 'aria-label', entry.label);
    return element;
  };
  return el(
    'div',
    { class: 'texture-toolbar', role: 'toolbar', 'aria-label': 'Sprite' },
    el(
      'div',
      { class: 'button-group', role: 'group', 'aria-label': 'Playback' },
      step('playback.previousFrame', '‹'),
      play,
      step('playback.nextFrame', '›'),
      el('span', { class: 'group-label' }, 'Frame'),
      position,
    ),
    zoomButtons(canvas),
  );
}

/**
 * @param fileNow gives the sprite; reads signals
 * @param stateOf gives the state of the frame; reads signals
 */
function frameCard(
  frame: number,
  fileNow: () => OpenFile | null,
  stateOf: () => FrameState | undefined,
): HTMLElement {
  const thumbnail = el('canvas', { width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE });
  const name = el('span', { class: 'sprite-name' });
  const show = button(
    el('span', { class: 'sprite-number' }, String(frame)),
    () => selectFrame(fileNow(), frame),
    {
      class: 'sprite-frame',
    },
  );
  show.append(thumbnail, name);
  const choose = button('Choose…', () => chooseFrame(fileNow(), frame), {
    class: 'button-small',
    'aria-label': `Choose the texture of frame ${frame}`,
  });
  effect(() => {
    const file = fileNow();
    const state = stateOf();
    if (!file || !state) return;
    const load = state.source && textureLoadOf(file, state.source);
    const words = frameWords(state, load);
    const bare = visible(baseName(state.path), 40) || 'no path';
    name.textContent = load?.state === 'failed' ? 'unreadable' : state.source ? bare : 'missing';
    name.classList.toggle('severity-error', !state.source || load?.state === 'failed');
    choose.hidden = state.source !== null;
    setAttribute(show, 'title', words);
    setAttribute(show, 'aria-label', `Frame ${frame}: ${words}`);
    drawThumbnail(thumbnail, load?.state === 'ready' ? load.loaded : null, 'rgb');
  });
  const isShown = computed(() => {
    const file = fileNow();
    return file !== null && shownFrame(file) === frame;
  });
  const card = el('li', { class: 'sprite-card' }, show, choose);
  effect(() => {
    setAttribute(show, 'aria-current', isShown.value ? 'true' : undefined);
    if (isShown.value) card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return card;
}

function frameWords({ path, source }: FrameState, load: TextureLoad | null): string {
  const asked = visible(path) || 'no path';
  if (!source || !load) return `${asked}, missing: drop it here or choose it`;
  if (load.state === 'failed') return `${asked}: ${load.problem}`;
  return load.state === 'ready' ? `${asked}: ${formatPicture(load.loaded)}` : asked;
}

/** `2 of 11 textures are missing: drop them here, or choose each.` */
function missingWords(frames: readonly FrameState[], count: number): string {
  const listed = frames.length < count ? `The first ${formatCount(frames.length)} frames are listed.` : '';
  const wanted = new Set(frames.map(({ path }) => path));
  const lacking = new Set(frames.filter(({ source }) => !source).map(({ path }) => path));
  if (lacking.size === 0) return listed;
  const them = lacking.size === 1 ? 'it here, or choose it' : 'them here, or choose each';
  const are = lacking.size === 1 ? 'is' : 'are';
  return `${lacking.size} of ${counted(wanted.size, 'texture')} ${are} missing: drop ${them}. ${listed}`.trim();
}
