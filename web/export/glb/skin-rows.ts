/** The skins that go out with a model, and what their alpha does. */
import { counted, formatCount } from '../../explain/describe.ts';
import { baseName } from '../../explain/file-names.ts';
import type { AlphaMode } from '../../glb/input.ts';
import { texelCanvas } from '../../model/textures/texel-canvas.ts';
import type { Skin } from '../../store/open-file.ts';
import { el, fileText, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import type { GlbChoice } from './choice.ts';
import { change, type FormState, formRow } from './controls.ts';
import { alphaOf } from './subject.ts';

/** More skins go out and are not listed: real models have up to four. */
const MAX_LISTED = 16;
/** Shorter side of a thumbnail at least, texels: twice its 32 CSS pixels. */
const THUMBNAIL_SIDE = 64;

const ALPHA_WORDS: readonly (readonly [AlphaMode, string])[] = [
  ['OPAQUE', 'Opaque'],
  ['MASK', 'Mask'],
  ['BLEND', 'Blend'],
];
const ALPHA_TITLE =
  'What the alpha of the skin does. Opaque: nothing, as in the games. Mask: texels are there or not. Blend: they are more or less transparent';

export function skinRows(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const box = el('input', { type: 'checkbox' });
  box.addEventListener('change', () => change(state, { skins: box.checked }));
  const words = el('span', {});
  const label = el('label', { class: 'glb-check' }, box, words);
  const none = el('p', { class: 'glb-hint glb-lead' }, 'The model wears none: its materials are plain.');
  const list = el('ul', { class: 'glb-skins', 'aria-label': 'Skins' });
  const worn = () => subject.value?.skins ?? NO_SKINS;
  effect(() => {
    const { size } = worn();
    box.checked = choice.value.skins;
    words.textContent =
      size === 1 ? 'With the skin that it wears' : `With the ${formatCount(size)} skins that it wears`;
    label.hidden = size === 0;
    none.hidden = size > 0;
    list.hidden = size === 0 || !choice.value.skins;
  });
  effect(() => {
    const skins = [...worn()];
    const rest = skins.length - MAX_LISTED;
    list.replaceChildren(
      ...(skins.length > 1 ? [allRow(state, worn)] : []),
      ...skins.slice(0, MAX_LISTED).map(([slot, skin]) => skinRow(state, slot, skin)),
      ...(rest > 0 ? [el('li', { class: 'glb-hint' }, `and ${counted(rest, 'skin')} more`)] : []),
    );
  });
  return formRow('Skins', label, none, list);
}

const NO_SKINS: ReadonlyMap<number, Skin> = new Map();

function skinRow(state: FormState, slot: number, skin: Skin): HTMLElement {
  const select = alphaSelect(`Alpha of ${visible(baseName(skin.name), 60)}`);
  select.addEventListener('change', () => {
    const alpha = new Map(state.choice.peek().alpha).set(slot, select.value as AlphaMode);
    change(state, { alpha });
  });
  effect(() => {
    select.value = alphaOf(state.choice.value, slot, skin);
  });
  const [level] = skin.picture.levels;
  const size = level ? `slot ${slot}, ${level.width} × ${level.height}` : `slot ${slot}`;
  return el(
    'li',
    { class: 'glb-skin' },
    thumbnail(skin),
    el(
      'span',
      { class: 'glb-skin-name' },
      fileText(baseName(skin.name)),
      el('span', { class: 'glb-hint' }, size),
    ),
    select,
  );
}

/** One choice for all of them. */
function allRow(state: FormState, worn: () => ReadonlyMap<number, Skin>): HTMLElement {
  const select = alphaSelect('Alpha of all skins');
  const mixed = el('option', { value: '', disabled: true, hidden: true }, 'Mixed');
  select.prepend(mixed);
  select.addEventListener('change', () => {
    const alpha: GlbChoice['alpha'] = new Map(
      [...worn().keys()].map((slot) => [slot, select.value as AlphaMode]),
    );
    change(state, { alpha });
  });
  effect(() => {
    const modes = new Set([...worn()].map(([slot, skin]) => alphaOf(state.choice.value, slot, skin)));
    select.value = modes.size === 1 ? ([...modes][0] ?? '') : '';
  });
  return el(
    'li',
    { class: 'glb-skin glb-skin-all' },
    el('span', { class: 'glb-hint' }, 'Alpha of all'),
    select,
  );
}

/** What the alpha of a skin, or of several, does. */
export function alphaSelect(label: string): HTMLSelectElement {
  return el(
    'select',
    { 'aria-label': label, title: ALPHA_TITLE },
    ...ALPHA_WORDS.map(([value, words]) => el('option', { value }, words)),
  );
}

/** Without its alpha, as the model wears it. */
function thumbnail({ picture }: Skin): HTMLElement {
  const { levels } = picture.decoded ?? picture;
  const level =
    levels.findLast(({ width, height }) => Math.min(width, height) >= THUMBNAIL_SIDE) ?? levels[0];
  const canvas = level ? texelCanvas(level, 'rgb') : el('canvas', {});
  canvas.className = 'glb-thumbnail';
  return canvas;
}
