/** The section "Skins" of the tab Model: what covers each slot of the model, why, and how to change it. */

import { batch } from '@preact/signals-core';
import { baseName } from '../../explain/file-names.ts';
import { acceptTextures } from '../../files/drop.ts';
import { chooseFiles } from '../../files/open.ts';
import type { LoadedPicture } from '../../files/textures/dtx-picture.ts';
import { selectedElement } from '../../store/elements.ts';
import { activeFile, type OpenFile } from '../../store/state.ts';
import { textures } from '../../store/textures.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import { CROSS } from '../../ui/icons.ts';
import { pane } from '../../ui/layout.ts';
import { effect } from '../../ui/scope.ts';
import { texelCanvas } from './pixels.ts';
import './skins.css';
import { showTexture } from '../../files/textures/assign.ts';
import {
  chooseSkin,
  type SlotState,
  setAlpha,
  slotStates,
  slotsOf,
  textureLoadOf,
} from '../../files/textures/slots.ts';
import { uvPiece } from './uv-piece.ts';
import { pictureInWords, reasonInWords, textureName } from './words.ts';

/** Side of the picture of a skin, CSS pixels. */
const THUMBNAIL = 56;
/** More textures are not listed to choose from; they can be dropped. */
const MOST_LISTED = 500;
/** Characters of a name in the list. */
const LONGEST_NAME = 80;

export function mountSkins(host: HTMLElement): void {
  const list = el('ul', { class: 'skin-slots', 'aria-label': 'Skin slots' });
  const hint = 'Drop a texture on a slot here, or on a piece in the view.';
  host.append(list, el('p', { class: 'skin-hint' }, hint));
  effect(() => {
    const file = activeFile.value;
    const cards = file?.model ? slotsOf(file.info).map((slot) => slotCard(file, slot)) : [];
    list.replaceChildren(...cards.map(({ element }) => element));
    const stop = effect(() => {
      const states = file ? slotStates(file) : [];
      cards.forEach(({ show }, i) => {
        const state = states[i];
        if (state) show(state);
      });
    });
    return stop;
  });
  acceptTextures((event) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-slot]') : null;
    const file = activeFile.peek();
    return card && file && list.contains(card) ? { file, slot: Number(card.dataset.slot) } : null;
  });
}

interface SlotCard {
  readonly element: HTMLElement;
  show(state: SlotState): void;
}

function slotCard(file: OpenFile, slot: number): SlotCard {
  const thumbnail = el('canvas', { class: 'skin-thumbnail', width: THUMBNAIL, height: THUMBNAIL });
  const name = el('span', { class: 'skin-name' });
  const facts = el('p', { class: 'skin-facts' });
  const reason = el('p', { class: 'skin-reason' });
  const choice = el('select', { 'aria-label': `Texture of slot ${slot}` });
  choice.addEventListener('change', () => choose(file, slot, choice.value));
  const alpha = el('input', { type: 'checkbox', 'aria-label': `Alpha of slot ${slot}` });
  alpha.addEventListener('change', () => setAlpha(file, slot, alpha.checked));
  const remove = button(icon(CROSS), () => chooseSkin(file, slot, null), {
    class: 'grid-icon',
    'aria-label': `Remove the skin of slot ${slot}`,
    title: 'Remove the skin',
  });
  const pick = button('Choose…', () => void chooseFiles({ file, slot }), {
    class: 'button-small',
    'aria-label': `Choose a file for slot ${slot}`,
  });
  const uv = button('UV', () => showUv(file, slot), {
    class: 'button-small',
    'aria-label': `UV view of slot ${slot}`,
    title: 'Show how the faces lie on the texture',
  });
  const title = el('h4', {}, `Slot ${slot}`, name);
  const element = el(
    'li',
    { class: 'skin-slot', 'data-slot': slot },
    thumbnail,
    el('div', { class: 'skin-text' }, el('div', { class: 'skin-title' }, title, remove), facts, reason),
    el(
      'div',
      { class: 'skin-tools' },
      choice,
      pick,
      el(
        'label',
        { class: 'skin-alpha', title: 'Let the texture’s alpha make the model transparent' },
        alpha,
        'Alpha',
      ),
      uv,
    ),
  );
  return {
    element,
    show(state) {
      const { source } = state;
      const reading = source && textureLoadOf(file, source);
      name.replaceChildren(source ? nameOf(file, state) : '');
      remove.hidden = source === null;
      alpha.checked = state.alpha;
      alpha.disabled = source === null;
      fillChoice(choice, state);
      reason.replaceChildren(fileText(reasonInWords(state)));
      const loaded = reading?.state === 'ready' ? reading.loaded : null;
      const problem = reading?.state === 'failed' ? reading.problem : '';
      setAttribute(facts, 'class', `skin-facts${problem ? ' severity-error' : ''}`);
      const text = loaded ? pictureInWords(loaded) : problem || (source ? 'Reading…' : 'No skin');
      facts.replaceChildren(fileText(text));
      drawThumbnail(thumbnail, loaded, state.alpha);
    },
  };
}

/** A DTX can be looked at on its own. */
function nameOf(file: OpenFile, { source }: SlotState): HTMLElement {
  const name = source?.name ?? '';
  const words = fileText(baseName(name));
  const reading = source && textureLoadOf(file, source);
  if (!source || reading?.state !== 'ready' || !reading.loaded.isDtx) return words;
  return button(words, () => void showTexture(source), { class: 'link', title: `Open ${visible(name)}` });
}

/** Values of the choices that are no texture. */
const BY_NAME = 'name';
const NONE = 'none';

function fillChoice(select: HTMLSelectElement, { match, chosen, source }: SlotState): void {
  const listed = textures.value.slice(0, MOST_LISTED);
  const found = match.found ? baseName(match.found.name) : 'nothing found';
  const options = [
    el('option', { value: BY_NAME }, `By name: ${visible(found, LONGEST_NAME)}`),
    el('option', { value: NONE }, 'No skin'),
    ...listed.map(({ name }, i) => el('option', { value: i }, visible(textureName(name), LONGEST_NAME))),
  ];
  select.replaceChildren(...options);
  const index = source ? listed.indexOf(source) : -1;
  select.value = chosen === undefined ? BY_NAME : chosen === null ? NONE : String(index);
}

function choose(file: OpenFile, slot: number, value: string): void {
  if (value === BY_NAME) chooseSkin(file, slot, undefined);
  else if (value === NONE) chooseSkin(file, slot, null);
  else chooseSkin(file, slot, textures.peek()[Number(value)]);
}

function drawThumbnail(canvas: HTMLCanvasElement, loaded: LoadedPicture | null, alpha: boolean): void {
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, THUMBNAIL, THUMBNAIL);
  const picture = loaded && (loaded.picture.decoded?.() ?? loaded.picture);
  // The smallest level that has a texel for every pixel.
  const level = picture?.levels.findLast(({ width, height }) => Math.min(width, height) >= THUMBNAIL);
  const texels = level ?? picture?.levels[0];
  if (!context || !texels) return;
  const scale = THUMBNAIL / Math.max(texels.width, texels.height);
  const [width, height] = [texels.width * scale, texels.height * scale];
  context.imageSmoothingEnabled = scale < 1;
  context.imageSmoothingQuality = 'high';
  const shown = texelCanvas(texels, alpha ? 'rgba' : 'rgb');
  context.drawImage(shown, (THUMBNAIL - width) / 2, (THUMBNAIL - height) / 2, width, height);
}

/** The selected piece when it has the slot, else the first that has. */
function showUv(file: OpenFile, slot: number): void {
  const having = file.info.pieces.flatMap(({ materialIndex }, i) => (materialIndex === slot ? i : []));
  const { piece = -1 } = selectedElement(file);
  batch(() => {
    pane.value = 'model';
    uvPiece.value = having.includes(piece) ? piece : (having[0] ?? null);
  });
}
