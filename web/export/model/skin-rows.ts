/** The skins that go out with a model, and what their alpha does. */

import type { Skin } from '../../document/open-file.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { baseName } from '../../lib/file-names.ts';
import { texelCanvas } from '../../skins/texel-canvas.ts';
import type { AlphaMode } from '../../to-glb/input.ts';
import { el, fileText, visible } from '../../ui/dom.ts';
import { checkbox, formRow, type Option, partOf, select } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import type { GlbChoice } from './choice.ts';
import { change, type FormState } from './form-state.ts';
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
  const words = el('span', {});
  const label = checkbox(words, partOf(choice, 'skins'), { class: 'dialog-check' });
  const none = el('p', { class: 'dialog-hint dialog-lead' }, 'No skins: the materials are plain.');
  const list = el('ul', { class: 'glb-skins', 'aria-label': 'Skins' });
  const worn = () => subject.value?.skins ?? NO_SKINS;
  effect(() => {
    const { size } = worn();
    words.textContent = size === 1 ? 'With its skin' : `With its ${formatCount(size)} skins`;
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
      ...(rest > 0 ? [el('li', { class: 'dialog-hint' }, `and ${counted(rest, 'skin')} more`)] : []),
    );
  });
  return formRow('Skins', label, none, list);
}

const NO_SKINS: ReadonlyMap<number, Skin> = new Map();

function skinRow(state: FormState, slot: number, skin: Skin): HTMLElement {
  const alpha: Option<AlphaMode> = {
    get value() {
      return alphaOf(state.choice.value, slot, skin);
    },
    set value(mode) {
      change(state, { alpha: new Map(state.choice.peek().alpha).set(slot, mode) });
    },
    peek: () => alphaOf(state.choice.peek(), slot, skin),
  };
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
      el('span', { class: 'dialog-hint' }, size),
    ),
    alphaSelect(alpha, `Alpha of ${visible(baseName(skin.name), 60)}`),
  );
}

/** One choice for all of them. */
function allRow(state: FormState, worn: () => ReadonlyMap<number, Skin>): HTMLElement {
  const only = (choice: GlbChoice): AlphaMode | null => {
    const modes = new Set([...worn()].map(([slot, skin]) => alphaOf(choice, slot, skin)));
    return modes.size === 1 ? ([...modes][0] ?? null) : null;
  };
  const alpha: Option<AlphaMode | ''> = {
    get value() {
      return only(state.choice.value) ?? '';
    },
    set value(mode) {
      if (mode) change(state, { alpha: new Map([...worn().keys()].map((slot) => [slot, mode])) });
    },
    peek: () => only(state.choice.peek()) ?? '',
  };
  const select = alphaSelect(alpha, 'Alpha of all skins', () => (alpha.value ? [] : [['', 'Mixed']]));
  return el(
    'li',
    { class: 'glb-skin glb-skin-all' },
    el('span', { class: 'dialog-hint' }, 'Alpha of all'),
    select,
  );
}

/** What the alpha of a skin, or of several, does. @param others are offered too; reads signals */
export function alphaSelect<T extends string>(
  option: Option<T | AlphaMode>,
  label: string,
  others: () => readonly (readonly [T, string])[] = () => [],
): HTMLSelectElement {
  const element = select<T | AlphaMode>(option, () => [...others(), ...ALPHA_WORDS], undefined, label);
  element.title = ALPHA_TITLE;
  return element;
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
