/** Animations laid over what plays, each through a weight set (ABC.md §4.10). */
import { computed, untracked } from '@preact/signals-core';
import { clipGroups, clipInfo, clipKey } from '../../store/clips.ts';
import { addLayer, changeLayer, moveLayer, removeLayer } from '../../store/layers.ts';
import { type AnimationLayer, activeFile, type Clip, type OpenFile } from '../../store/state.ts';
import { button, el, icon, setAttribute, visible } from '../../ui/dom.ts';
import { CROSS } from '../../ui/icons.ts';
import { effect } from '../../ui/scope.ts';
import { timeInWords } from '../timeline/words.ts';
import './motion.css';
import { weightSetInWords } from './weight-words.ts';

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
    'A layer moves some of the nodes over the animation below it: its weight set says which, and how far.',
  );
  host.append(list, advice, add);
  /** Cards are made anew only when there are others: the time of a layer that runs changes all the while. */
  const cards = computed(() => activeFile.value?.playback.layers.value.map(({ id }) => id).join(' ') ?? '');
  effect(() => {
    const file = activeFile.value;
    cards.value;
    if (!file) return undefined;
    const stops: (() => void)[] = [];
    const layers = untracked(() => file.playback.layers.value);
    // The clips that there are to choose from are read here, so that other open files give other cards.
    const clips = clipGroups(file);
    list.replaceChildren(...layers.map((layer, i) => layerCard(file, layer.id, i, clips, stops)));
    advice.hidden = layers.length > 0;
    add.disabled = clips.every((group) => group.file.info.animations.length === 0);
    return () => {
      for (const stop of stops) stop();
    };
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

function layerCard(
  file: OpenFile,
  id: number,
  index: number,
  groups: ReturnType<typeof clipGroups>,
  stops: (() => void)[],
): HTMLElement {
  const name = `layer ${index + 1}`;
  const change = (part: Partial<AnimationLayer>) => changeLayer(file, id, part);
  const on = checkbox('On', `${name} on`, (checked) => change({ on: checked }));
  const runs = checkbox('Runs', `${name} runs with playback`, (checked) => change({ runs: checked }));
  const animation = clipSelect(groups, `Animation of ${name}`, (clip) => change({ clip, timeMs: 0 }));
  const set = setSelect(file, `Weight set of ${name}`, (weightSet) => change({ weightSet }));
  const time = el('input', { type: 'range', min: 0, step: 'any', 'aria-label': `Time of ${name}` });
  time.addEventListener('input', () => change({ timeMs: time.valueAsNumber }));
  const moment = el('span', { class: 'layer-time' });
  const holds = el('p', { class: 'layer-set' });
  stops.push(
    effect(() => {
      const layer = file.playback.layers.value.find((candidate) => candidate.id === id);
      if (!layer) return;
      on.input.checked = layer.on;
      runs.input.checked = layer.runs;
      animation.value = clipKey(layer.clip);
      set.value = String(layer.weightSet);
      time.max = String(clipInfo(file, layer.clip)?.length ?? 0);
      time.value = String(layer.timeMs);
      moment.textContent = timeInWords(layer.timeMs);
      setAttribute(time, 'aria-valuetext', timeInWords(layer.timeMs));
      holds.textContent = setInWords(file, layer);
    }),
  );
  return el(
    'li',
    { class: 'layer' },
    el(
      'div',
      { class: 'layer-row' },
      on.element,
      animation,
      smallButton(UP, `Move ${name} up`, index === 0, () => moveLayer(file, id, -1)),
      smallButton(DOWN, `Move ${name} down`, index === file.playback.layers.peek().length - 1, () =>
        moveLayer(file, id, 1),
      ),
      smallButton(CROSS, `Remove ${name}`, false, () => removeLayer(file, id)),
    ),
    el('div', { class: 'layer-row' }, 'through', set),
    holds,
    el('div', { class: 'layer-row' }, runs.element, time, moment),
  );
}

function setInWords({ info }: OpenFile, { weightSet }: AnimationLayer): string {
  const set = info.weightSets[weightSet];
  return set ? weightSetInWords(set.nodeWeights, info.nodes.length) : 'Every node whole';
}

function clipSelect(
  groups: ReturnType<typeof clipGroups>,
  label: string,
  take: (clip: Clip) => void,
): HTMLSelectElement {
  const options = groups.map(({ child, file }) => {
    const list = file.info.animations.flatMap(({ name, complete }, animation) =>
      complete ? [el('option', { value: clipKey({ child, animation }) }, visible(name || '(no name)'))] : [],
    );
    return child === 0 ? list : [el('optgroup', { label: `From ${visible(file.name)}` }, ...list)];
  });
  const choice = el('select', { 'aria-label': label }, ...options.flat());
  choice.addEventListener('change', () => {
    const [animation = 0, child = 0] = choice.value.split(':').map(Number).reverse();
    take({ child, animation });
  });
  return choice;
}

function setSelect({ info }: OpenFile, label: string, take: (set: number) => void): HTMLSelectElement {
  const choice = el(
    'select',
    { 'aria-label': label },
    el('option', { value: -1 }, 'All nodes'),
    ...info.weightSets.map(({ name }, i) => el('option', { value: i }, visible(name || '(no name)'))),
  );
  choice.addEventListener('change', () => take(Number(choice.value)));
  return choice;
}

function checkbox(
  text: string,
  label: string,
  take: (checked: boolean) => void,
): { element: HTMLElement; input: HTMLInputElement } {
  const input = el('input', { type: 'checkbox', 'aria-label': label });
  input.addEventListener('change', () => take(input.checked));
  return { element: el('label', { class: 'layer-check' }, input, text), input };
}

function smallButton(picture: string, label: string, disabled: boolean, run: () => void): HTMLElement {
  return button(icon(picture), run, { class: 'grid-icon', 'aria-label': label, title: label, disabled });
}
