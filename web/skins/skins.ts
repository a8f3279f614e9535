/** Skins: the group of the outline that assigns textures to slots, and the line about missing ones. */

import { batch, computed, signal } from '@preact/signals-core';
import { filesInView } from '../document/drawn-together.ts';
import type { FileSource, OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { textures, uvPiece } from '../document/textures.ts';
import { slotsOf } from '../explain/facts.ts';
import { baseName } from '../lib/file-names.ts';
import { acceptTextures } from '../opening/drop.ts';
import { chooseFiles } from '../opening/open.ts';
import { hasLibrary, originLink } from '../opening/sources/origin.ts';
import {
  chooseSkin,
  type SlotState,
  setAlpha,
  slotStates,
  textureLoadOf,
  watchSkins,
} from '../opening/textures/slots.ts';
import type { LoadedPicture } from '../textures/picture.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { pane } from '../ui/layout.ts';
import { usePart } from '../ui/parts.ts';
import { each, effect, once, page } from '../ui/scope.ts';
import { convertFor } from './convert/open.ts';
import { drawThumbnail, THUMBNAIL_SIZE } from './texel-canvas.ts';
import { formatPicture, formatReason, missingSlots, missingWords, textureName } from './words.ts';
import './skins.css';

/** Most textures that are listed to choose from; others can be dropped. */
const MAX_LISTED = 500;
/** Most characters of a name in the list. */
const MAX_NAME_LENGTH = 80;

/**
 * Adds the line about missing skins to the viewport, and the UV view on demand.
 * @param viewport the panel of the view
 */
export function mountSkinTools(viewport: HTMLElement): void {
  watchSkins(filesInView);
  viewport.querySelector('.scene-toolbar')?.after(missingLine());
  once(
    () => uvPiece.value !== null,
    () =>
      void usePart(
        () => import('./uv-view.ts'),
        (part) => page.run(() => part.mountUvView(viewport)),
      ),
  );
}

/** Fills the section. */
export function mountSkins(host: HTMLElement): void {
  const list = el('ul', { class: 'skin-slots', 'aria-label': 'Skin slots' });
  const hint = 'Drop an image on a slot here or on a piece in the view, or paste it.';
  host.append(list, el('p', { class: 'skin-hint' }, hint));
  effect(() => {
    const file = activeFile.value;
    list.replaceChildren();
    if (!file?.model) return;
    // Shared by all cards: matching the slots compares the names of all textures.
    const states = computed(() => slotStates(file));
    each(
      list,
      () => slotsOf(file.info),
      (slot) => slot,
      (slot, index) => slotCard(file, slot, () => states.value[index]),
    );
  });
  acceptTextures((event) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-slot]') : null;
    const file = activeFile.peek();
    return card && file && list.contains(card) ? { file, slot: Number(card.dataset.slot) } : null;
  });
}

/** @param stateOf gives the state of the slot; reads signals */
function slotCard(file: OpenFile, slot: number, stateOf: () => SlotState | undefined): HTMLElement {
  const thumbnail = el('canvas', { class: 'skin-thumbnail', width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE });
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
  const convert = button(
    'DTX…',
    () => {
      const source = stateOf()?.source;
      if (source) convertFor(source, { file, slot });
    },
    {
      class: 'button-small',
      'aria-label': `Convert the texture of slot ${slot}`,
      title: 'Make a texture (DTX) of this skin, or another format of it',
    },
  );
  const uv = button('UV', () => showUv(file, slot), {
    class: 'button-small',
    'aria-label': `UV view of slot ${slot}`,
    title: 'Show how the faces are laid out on the texture',
  });
  effect(() => {
    const state = stateOf();
    if (!state) return;
    const { source } = state;
    const load = source && textureLoadOf(file, source);
    const loaded = load?.state === 'ready' ? load.loaded : null;
    const problem = load?.state === 'failed' ? load.problem : '';
    name.replaceChildren(source ? nameOf(source, loaded) : '');
    remove.hidden = source === null;
    alpha.checked = state.alpha;
    alpha.disabled = source === null;
    convert.disabled = loaded === null;
    fillChoice(choice, state);
    const entry = state.source?.entry;
    reason.replaceChildren(
      fileText(formatReason(state, hasLibrary())),
      ...(entry ? [' ', originLink(entry)] : []),
    );
    setAttribute(facts, 'class', `skin-facts${problem ? ' severity-error' : ''}`);
    const text = loaded ? formatPicture(loaded) : problem || (source ? 'Reading…' : 'No skin');
    facts.replaceChildren(fileText(text));
    drawThumbnail(thumbnail, loaded, state.alpha ? 'rgba' : 'rgb');
  });
  const title = el('h4', {}, `Slot ${slot}`, name);
  const alphaLabel = el('label', { class: 'skin-alpha', title: 'Use texture alpha' }, alpha, 'Alpha');
  return el(
    'li',
    { class: 'skin-slot', 'data-slot': slot },
    thumbnail,
    el('div', { class: 'skin-text' }, el('div', { class: 'skin-title' }, title, remove), facts, reason),
    el('div', { class: 'skin-tools' }, choice, pick, alphaLabel, convert, uv),
  );
}

/** The name of a texture; for a DTX, a button that opens it. */
function nameOf(source: FileSource, loaded: LoadedPicture | null): HTMLElement {
  const words = fileText(baseName(source.name));
  // A texture of the library has a link to its place instead.
  if (!loaded?.isDtx || source.entry) return words;
  const title = `Open ${visible(source.name)}`;
  const show = () =>
    usePart(
      () => import('../opening/textures/assign.ts'),
      (part) => part.showTexture(source),
    );
  return button(words, () => void show(), { class: 'link', title });
}

/** Values of the choices that are not a texture; textures have their index. */
const BY_NAME = 'name';
const NONE = 'none';

function fillChoice(select: HTMLSelectElement, { match, chosen, source }: SlotState): void {
  const listed = textures.value.slice(0, MAX_LISTED);
  const found = match.found ? baseName(match.found.name) : 'nothing found';
  const options = [
    el('option', { value: BY_NAME }, `By name: ${visible(found, MAX_NAME_LENGTH)}`),
    el('option', { value: NONE }, 'No skin'),
    ...listed.map(({ name }, i) => el('option', { value: i }, visible(textureName(name), MAX_NAME_LENGTH))),
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

/** Shows the UV view of the selected piece if it has the slot, or of the first piece that has it. */
function showUv(file: OpenFile, slot: number): void {
  const having = file.info.pieces.flatMap(({ materialIndex }, i) => (materialIndex === slot ? i : []));
  const { piece = -1 } = selectedElement(file);
  batch(() => {
    pane.value = 'model';
    uvPiece.value = having.includes(piece) ? piece : (having[0] ?? null);
  });
}

/** The line at the foot of the viewport that names missing skins, until the user dismisses it for the file. */
function missingLine(): HTMLElement {
  const text = el('span', { class: 'skin-missing-text', role: 'status' });
  const isWhole = signal(false);
  const more = button(
    '',
    () => {
      isWhole.value = !isWhole.value;
    },
    { class: 'link', title: 'Names that were looked for' },
  );
  const choose = () => {
    const file = activeFile.peek();
    const [first] = file ? missingSlots(slotStates(file)) : [];
    if (file && first) void chooseFiles({ file, slot: first.slot });
  };
  const dismiss = () => {
    const file = activeFile.peek();
    if (file) file.skins.dismissed.value = true;
  };
  const line = el(
    'div',
    { class: 'skin-missing' },
    text,
    more,
    button('Choose…', choose, { class: 'link', 'aria-label': 'Choose a skin' }),
    button(icon(CROSS), dismiss, {
      class: 'skin-missing-close',
      'aria-label': 'Dismiss the note about skins',
    }),
  );
  effect(() => {
    const file = activeFile.value;
    const states = file && !file.skins.dismissed.value ? slotStates(file) : [];
    const words = missingWords(states, isWhole.value);
    const names = words.text.slice(words.slots.length);
    line.hidden = words.text === '';
    line.classList.toggle('whole', isWhole.value);
    text.replaceChildren(fileText(words.slots), fileText(names, 'skin-missing-names'));
    text.title = visible(words.text);
    more.hidden = names === '';
    more.textContent = isWhole.value ? 'Less' : 'Details';
    setAttribute(more, 'aria-expanded', String(isWhole.value));
  });
  return line;
}
