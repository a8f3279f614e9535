/** What stands over two models that are compared in one picture: how they are shown, what plays, how far they are apart. */

import { clipInfo } from '../document/animation-clips.ts';
import {
  type ComparedAs,
  comparedAs,
  drawnTogether,
  matchClip,
  overlayOpacity,
  together,
} from '../document/drawn-together.ts';
import type { OpenFile } from '../document/open-file.ts';
import { select, selectionAt } from '../document/selection.ts';
import { formatF32 } from '../explain/values.ts';
import { button, el, fileText, setAttribute, visible } from '../ui/dom.ts';
import { slider } from '../ui/form.ts';
import { effect } from '../ui/scope.ts';
import { distanceBetween, formatFarthest, formatUncompared, LEAST, type ModelDistance } from './farthest.ts';

const VIEWS: readonly (readonly [ComparedAs, string, string])[] = [
  ['bytes', 'Bytes', 'What differs in words, by structure and in the bytes'],
  ['overlay', 'Overlay', 'Both models over each other, with one camera and one clock'],
  ['beside', 'Side by side', 'Both models beside each other, with one camera and one clock'],
];

/** The buttons that choose how two files are compared. */
export function viewSwitch(): HTMLElement {
  const buttons = VIEWS.map(([view, label, title]) => {
    const element = button(
      label,
      () => {
        comparedAs.value = view;
      },
      { class: 'button-small', title },
    );
    effect(() => setAttribute(element, 'aria-pressed', String(comparedAs.value === view)));
    return element;
  });
  return el('div', { class: 'compare-views', role: 'group', 'aria-label': 'Show as' }, ...buttons);
}

/** The line over the picture. */
export function pictureLine(): HTMLElement {
  const opacity = opacitySlider();
  const legend = el('p', { class: 'compare-legend-models' });
  const clip = el('p', { class: 'compare-clip', role: 'status' });
  const uncompared = el('p', { class: 'compare-uncompared' });
  const farthest = button('', () => showFarthest(), { class: 'link compare-farthest' });
  let distance: ModelDistance | null = null;
  const showFarthest = () => {
    const pair = together.peek();
    const far = distance?.farthest;
    if (!pair || !far) return;
    const at = (file: OpenFile, piece: number) => {
      const lod = file === pair.left ? file.look.lod.peek() : Math.min(file.look.lod.peek(), lodLimit(file));
      const path = file.parsed.pathOf({ piece, lod, vertex: far.vertex });
      select(file, selectionAt(file, path), 'compare');
    };
    at(pair.right, far.right);
    at(pair.left, far.left);
  };
  effect(() => {
    const pair = together.value;
    opacity.hidden = comparedAs.value !== 'overlay';
    legend.hidden = comparedAs.value !== 'overlay';
    legend.replaceChildren(
      ...(pair
        ? [
            fileText(visible(pair.left.name, 60)),
            ' as it is, ',
            el('span', { class: 'compare-swatch', 'aria-hidden': 'true' }),
            fileText(visible(pair.right.name, 60)),
            ' over it',
          ]
        : []),
    );
    clip.textContent = pair
      ? formatClip(pair.left, pair.right)
      : 'One of the files is no model: there is no picture of both.';
  });
  effect(() => {
    const pair = together.value;
    const drawn = drawnTogether.value;
    distance = pair && drawn ? distanceBetween(pair.left.info, pair.right.info, drawn) : null;
    farthest.hidden = !distance;
    farthest.disabled = !distance?.farthest || distance.farthest.distance < LEAST;
    farthest.textContent = pair && distance ? visible(formatFarthest(pair.left.info, distance), 120) : '';
    farthest.title = farthest.disabled ? '' : 'Select this vertex in both files';
    const said = distance ? visible(formatUncompared(distance), 200) : '';
    if (uncompared.textContent !== said) uncompared.textContent = said;
  });
  const said = el('div', { class: 'compare-said' }, clip, farthest, uncompared);
  return el('div', { class: 'compare-picture' }, legend, opacity, said);
}

const lodLimit = ({ info }: OpenFile) => Math.max(0, info.lodCount - 1);

function opacitySlider(): HTMLElement {
  const value = el('output');
  effect(() => {
    value.textContent = `${Math.round(overlayOpacity.value * 100)} %`;
  });
  const range = slider(overlayOpacity, { min: 0, max: 1, step: 0.05 });
  return el('label', { class: 'compare-opacity' }, 'Opacity', range, value);
}

/** Which animation of the right file plays with that of the left one, and why. Reads signals. */
function formatClip(left: OpenFile, right: OpenFile): string {
  const clip = left.playback.clip.value;
  const played = clipInfo(left, clip);
  const matched = matchClip(left, clip, right);
  const other = clipInfo(right, matched.clip);
  if (!played) return 'Both in the bind pose: choose an animation to play both.';
  const name = `“${visible(played.name, 40)}”`;
  if (!other) return `${name} is not in ${visible(right.name, 40)}, which stays in its bind pose.`;
  const lengths =
    other.length === played.length
      ? ''
      : ` Lengths differ: ${formatF32(played.length)} and ${formatF32(other.length)} ms.`;
  return matched.by === 'name'
    ? `Both play ${name}.${lengths}`
    : `${name} is not in ${visible(right.name, 40)}: its animation of the same number, “${visible(other.name, 40)}”, plays.${lengths}`;
}
