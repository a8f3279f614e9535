/** The section "Layers": animations laid over the playing one, each through a weight set (abc.md §4.10). */

import { type ClipGroup, clipGroups, clipInfo, clipKey } from '../document/animation-clips.ts';
import { addLayer, changeLayer, moveLayer, removeLayer } from '../document/layers.ts';
import type { AnimationLayer, Clip, OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { counted, formatTime } from '../explain/describe.ts';
import { button, el, icon, optionsOf, setAttribute, visible } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { each, effect } from '../ui/scope.ts';
import './motion.css';

const UP = 'M6 14l6-6 6 6';
const DOWN = 'M6 10l6 6 6-6';

/** Fills the section. */
export function mountLayers(host: HTMLElement): void {
  const list = el('ol', { class: 'layers' });
  const add = button('Add a layer', () => {
    const file = activeFile.peek();
    const clip = file && firstClip(file);
    if (file && clip) addLayer(file, clip);
  });
  add.classList.add('button-small', 'layer-add');
  const advice = el(
    'p',
    { class: 'layers-advice' },
    'A layer moves some of the nodes on top of the animation below it. Its weight set specifies which nodes, and by how much.',
  );
  host.append(list, advice, add);
  effect(() => {
    const file = activeFile.value;
    list.replaceChildren();
    if (!file) return;
    // Cards list the clips of all open files, so they are made again when files open or close.
    const groups = clipGroups(file);
    add.disabled = groups.every((group) => group.file.info.animations.length === 0);
    const { layers } = file.playback;
    effect(() => {
      advice.hidden = layers.value.length > 0;
    });
    each(
      list,
      () => layers.value,
      ({ id }) => id,
      ({ id }) => layerCard(file, id, groups),
    );
  });
}

/** The first animation that can be played. */
function firstClip(file: OpenFile): Clip | null {
  for (const { child, file: source } of clipGroups(file)) {
    const animation = source.info.animations.findIndex(({ complete }) => complete);
    if (animation >= 0) return { child, animation };
  }
  return null;
}

function layerCard(file: OpenFile, id: number, groups: readonly ClipGroup[]): HTMLElement {
  const move = (by: 1 | -1) => {
    moveLayer(file, id, by);
    // Moving the card in the DOM removes its focus.
    for (const choice of by < 0 ? [down, up] : [up, down]) choice.focus();
  };
  const change = (part: Partial<AnimationLayer>) => changeLayer(file, id, part);
  const on = checkbox('On', (checked) => change({ on: checked }));
  const runs = checkbox('Plays', (checked) => change({ runs: checked }));
  const animation = clipSelect(groups, (clip) => change({ clip, timeMs: 0 }));
  const set = setSelect(file, (weightSet) => change({ weightSet }));
  const time = el('input', { type: 'range', min: 0, step: 'any' });
  time.addEventListener('input', () => change({ timeMs: time.valueAsNumber }));
  const moment = el('span', { class: 'layer-time' });
  const share = el('p', { class: 'layer-set' });
  const up = smallButton(UP, () => move(-1));
  const down = smallButton(DOWN, () => move(1));
  const remove = smallButton(CROSS, () => removeLayer(file, id));
  effect(() => {
    const layers = file.playback.layers.value;
    const index = layers.findIndex((layer) => layer.id === id);
    const layer = layers[index];
    if (!layer) return;
    up.disabled = index === 0;
    down.disabled = index === layers.length - 1;
    const name = `layer ${index + 1}`;
    setAttribute(on.input, 'aria-label', `${name} on`);
    setAttribute(runs.input, 'aria-label', `${name} plays with playback`);
    setAttribute(animation, 'aria-label', `Animation of ${name}`);
    setAttribute(set, 'aria-label', `Weight set of ${name}`);
    setAttribute(time, 'aria-label', `Time of ${name}`);
    setLabel(up, `Move ${name} up`);
    setLabel(down, `Move ${name} down`);
    setLabel(remove, `Remove ${name}`);
    on.input.checked = layer.on;
    runs.input.checked = layer.runs;
    animation.value = clipKey(layer.clip);
    set.value = String(layer.weightSet);
    time.max = String(clipInfo(file, layer.clip)?.length ?? 0);
    time.value = String(layer.timeMs);
    moment.textContent = formatTime(layer.timeMs);
    setAttribute(time, 'aria-valuetext', formatTime(layer.timeMs));
    share.textContent = weightSetOf(file, layer);
  });
  return el(
    'li',
    { class: 'layer' },
    el('div', { class: 'layer-row' }, on.element, animation, up, down, remove),
    el('div', { class: 'layer-row' }, 'through', set),
    share,
    el('div', { class: 'layer-row' }, runs.element, time, moment),
  );
}

function weightSetOf({ info }: OpenFile, { weightSet }: AnimationLayer): string {
  const set = info.weightSets[weightSet];
  return set ? formatWeightSet(set.nodeWeights, info.nodes.length) : 'All nodes, at full weight';
}

function clipSelect(groups: readonly ClipGroup[], take: (clip: Clip) => void): HTMLSelectElement {
  const options = groups.map(({ child, file }) => {
    const complete = file.info.animations.flatMap(({ name, complete }, animation) =>
      complete ? [{ name, animation }] : [],
    );
    const list = optionsOf(complete, ({ name, animation }) =>
      el('option', { value: clipKey({ child, animation }) }, visible(name || '(no name)')),
    );
    return child === 0 ? list : [el('optgroup', { label: `From ${visible(file.name)}` }, ...list)];
  });
  const choice = el('select', {}, ...options.flat());
  choice.addEventListener('change', () => {
    const [animation = 0, child = 0] = choice.value.split(':').map(Number).reverse();
    take({ child, animation });
  });
  return choice;
}

function setSelect({ info }: OpenFile, take: (set: number) => void): HTMLSelectElement {
  const choice = el(
    'select',
    {},
    el('option', { value: -1 }, 'All nodes'),
    ...optionsOf(info.weightSets, ({ name }, i) => el('option', { value: i }, visible(name || '(no name)'))),
  );
  choice.addEventListener('change', () => take(Number(choice.value)));
  return choice;
}

function checkbox(text: string, take: (checked: boolean) => void) {
  const input = el('input', { type: 'checkbox' });
  input.addEventListener('change', () => take(input.checked));
  return { element: el('label', { class: 'layer-check' }, input, text), input };
}

function smallButton(picture: string, run: () => void): HTMLButtonElement {
  return button(icon(picture), run, { class: 'grid-icon' });
}

function setLabel(element: HTMLElement, label: string): void {
  setAttribute(element, 'aria-label', label);
  element.title = label;
}

/** A layer with this weight adds to the animation below it instead of replacing it. */
const ADDITIVE = 2;

/**
 * `10 nodes full, 3 nodes partial, 12 nodes unaffected`.
 * @param weights one per node; nodes without one are untouched
 */
export function formatWeightSet(weights: readonly number[], nodeCount: number): string {
  const shares = Array.from({ length: nodeCount }, (_, node) => weights[node] ?? 0);
  const count = (is: (share: number) => boolean) => shares.filter(is).length;
  const untouched = count((share) => share === 0);
  const additive = count((share) => share === ADDITIVE);
  const whole = count((share) => share === 1);
  const parts: (readonly [number, string])[] = [
    [whole, 'full'],
    [additive, 'additive'],
    [nodeCount - untouched - additive - whole, 'partial'],
    [untouched, 'unaffected'],
  ];
  return parts
    .filter(([nodes]) => nodes > 0)
    .map(([nodes, how]) => `${counted(nodes, 'node')} ${how}`)
    .join(', ');
}
