/** Comparison of two models in one picture: view switch, opacity, what plays, and the largest vertex distance. */
import type { Info } from '@lithoscope/core';
import { clipInfo } from '../document/animation-clips.ts';
import {
  type ComparedAs,
  comparedAs,
  type DrawnTogether,
  drawnTogether,
  matchClip,
  overlayOpacity,
  together,
} from '../document/drawn-together.ts';
import type { OpenFile } from '../document/open-file.ts';
import { select, selectionAt } from '../document/selection.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { button, el, fileText, setAttribute, visible } from '../ui/dom.ts';
import { slider } from '../ui/inputs.ts';
import { effect } from '../ui/scope.ts';

/** A vertex in both models. */
interface FarVertex {
  /** Index of its piece in each file. */
  readonly left: number;
  readonly right: number;
  readonly vertex: number;
  /** Units. */
  readonly distance: number;
}

export interface ModelDistance {
  /** The vertex with the greatest distance; null without comparable, finite vertices. */
  readonly farthest: FarVertex | null;
  /** Number of compared vertices. */
  readonly vertices: number;
  /** Pieces with the same name and different numbers of vertices, which are not compared. */
  readonly uneven: readonly { readonly name: string; readonly left: number; readonly right: number }[];
  /** Number of pieces in only one model. */
  readonly unmatched: number;
}

type Pieces = Pick<Info, 'pieces'>;

/** Compares two models as drawn: positions of the evaluator, in the file space of the left one. */
export function distanceBetween(left: Pieces, right: Pieces, drawn: DrawnTogether): ModelDistance {
  const mirror = drawn.isMirrored ? -1 : 1;
  const uneven: { name: string; left: number; right: number }[] = [];
  let farthest: FarVertex | null = null;
  let vertices = 0;
  let unmatched = 0;
  for (const pair of namesakes(left, right)) {
    const mine = drawn.left.pieces[pair.left]?.positions;
    const others = drawn.right.pieces[pair.right]?.positions;
    if (!mine || !others) {
      unmatched++;
      continue;
    }
    if (mine.length !== others.length) {
      const name = left.pieces[pair.left]?.name ?? '';
      uneven.push({ name, left: mine.length / 3, right: others.length / 3 });
      continue;
    }
    vertices += mine.length / 3;
    for (let at = 0; at < mine.length; at += 3) {
      const x = (mine[at] as number) - (others[at] as number);
      const y = (mine[at + 1] as number) - (others[at + 1] as number);
      const z = (mine[at + 2] as number) - mirror * (others[at + 2] as number);
      const distance = Math.hypot(x, y, z);
      if (Number.isFinite(distance) && distance > (farthest?.distance ?? -1)) {
        farthest = { left: pair.left, right: pair.right, vertex: at / 3, distance };
      }
    }
  }
  return { farthest, vertices, uneven, unmatched };
}

/** Pairs of pieces by name, in order if a name repeats; −1 if a model has none. */
function namesakes(left: Pieces, right: Pieces): { left: number; right: number }[] {
  const places = new Map<string, number[]>();
  for (const [index, { name }] of right.pieces.entries()) {
    const known = places.get(name);
    if (known) known.push(index);
    else places.set(name, [index]);
  }
  const pairs = left.pieces.map(({ name }, index) => ({
    left: index,
    right: places.get(name)?.shift() ?? -1,
  }));
  const alone = [...places.values()].flat().map((index) => ({ left: -1, right: index }));
  return [...pairs, ...alone];
}

/** `Largest difference: 3.2 units, at vertex 17 of piece Head.`. */
export function formatFarthest({ pieces }: Pieces, { farthest, vertices }: ModelDistance): string {
  if (vertices === 0) return 'No vertices to compare.';
  if (!farthest) return 'No vertices with comparable positions.';
  if (farthest.distance < LEAST)
    return `No difference in this pose (${counted(vertices, 'vertex')} compared).`;
  const units = Number(farthest.distance.toPrecision(3));
  const name = pieces[farthest.left]?.name || `[${farthest.left}]`;
  return `Largest difference: ${units} ${units === 1 ? 'unit' : 'units'}, at vertex ${formatCount(farthest.vertex)} of piece ${name}.`;
}

/** Smaller distances are rounding, units. */
const LEAST = 1e-4;

/** Pieces named; further ones are counted. */
const MAX_NAMED = 2;

/** What is not compared, in sentences; '' if all is. */
export function formatUncompared({ uneven, unmatched }: ModelDistance): string {
  const named = uneven
    .slice(0, MAX_NAMED)
    .map(
      ({ name, left, right }) =>
        `${name} was not compared: it has ${formatCount(left)} and ${formatCount(right)} vertices.`,
    );
  const more = uneven.length - named.length;
  if (more > 0)
    named.push(
      `${counted(more, 'more piece')} ${more === 1 ? 'has' : 'have'} different numbers of vertices.`,
    );
  if (unmatched > 0)
    named.push(`${counted(unmatched, 'piece')} ${unmatched === 1 ? 'exists' : 'exist'} in only one file.`);
  return named.join(' ');
}

const VIEWS: readonly (readonly [ComparedAs, string, string])[] = [
  ['bytes', 'Bytes', 'Differences in words, by structure and in the bytes'],
  ['overlay', 'Overlay', 'Overlay both models, with one camera and one timeline'],
  ['beside', 'Side by side', 'Show both models side by side, with one camera and one timeline'],
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

/** The line above the picture. */
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
            'Base: ',
            fileText(visible(pair.left.name, 60)),
            el('span', { class: 'compare-swatch', 'aria-hidden': 'true' }),
            ' Overlay: ',
            fileText(visible(pair.right.name, 60)),
          ]
        : []),
    );
    clip.textContent = pair
      ? formatClip(pair.left, pair.right)
      : 'One of the files is not a model, so they cannot be drawn together.';
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

/** Tells which animation of the right file plays with the left one's, and why. Reads signals. */
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
      : ` Lengths differ: ${formatCount(played.length)} and ${formatCount(other.length)} ms.`;
  return matched.by === 'name'
    ? `Both play ${name}.${lengths}`
    : `${name} is not in ${visible(right.name, 40)}, which plays its animation with the same number, “${visible(other.name, 40)}”.${lengths}`;
}
