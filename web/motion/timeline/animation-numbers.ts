/** Under the list of animations: dims and blend time of the chosen one, as buttons that change them. */

import { activeFile } from '../../document/state.ts';
import { openRow } from '../../edit/lists/open-row.ts';
import { isChangeable, type ListRow } from '../../edit/lists/row.ts';
import { editValue } from '../../edit/value/open-value.ts';
import { formatRounded } from '../../explain/describe.ts';
import { button, el } from '../../ui/dom.ts';
import { nameElement, placeOfNamed } from '../../ui/focus.ts';
import { effect } from '../../ui/scope.ts';
import { formatTime } from './words.ts';

/** @param rowOf the row of an animation; null when it cannot be changed */
export function animationNumbers(rowOf: (animation: number) => ListRow | null): HTMLElement {
  const row = el('div', { class: 'animation-numbers' });
  effect(() => {
    const file = activeFile.value;
    const clip = file?.playback.clip.value;
    const info = file && clip?.child === 0 ? file.info.animations[clip.animation] : undefined;
    row.hidden = !file || !info || !isChangeable(file);
    if (!file || !clip || !info || row.hidden) {
      row.replaceChildren();
      return;
    }
    const hadFocus =
      row.contains(document.activeElement) && document.activeElement?.getAttribute('data-number');
    const path = `${file.parsed.pathOf({ animation: clip.animation })}.InterpolationTime`;
    const dims = numberButton('dims', `Dims ${info.extents.map(formatRounded).join(' × ')}`, (place) => {
      const own = rowOf(clip.animation);
      if (own) openRow({ ...own, host: { place, focus: () => focusNumber(row, 'dims') } }, 'dims');
    });
    const blend = numberButton('blend', `Blend ${formatTime(info.interpolationTime)}`, (place) =>
      editValue({ file, path, place, back: () => focusNumber(row, 'blend') }),
    );
    dims.title = 'Half size of the collision box, units';
    blend.title = 'Time to blend from the animation before';
    row.replaceChildren(dims, ...(file.parsed.resolve(path) ? [blend] : []));
    if (hadFocus) focusNumber(row, hadFocus);
  });
  return row;
}

function numberButton(
  id: string,
  words: string,
  edit: (place: () => DOMRect | null) => void,
): HTMLButtonElement {
  const name = `animation ${id}`;
  const attributes = { class: 'grid-small', 'data-number': id };
  return nameElement(
    name,
    button(words, () => edit(() => placeOfNamed(name)), attributes),
  );
}

function focusNumber(row: HTMLElement, id: string): void {
  row.querySelector<HTMLElement>(`[data-number="${id}"]`)?.focus();
}
