/** The samples as cards to press. */

import {
  fetchAhead,
  listSamples,
  loopAddress,
  type Sample,
  type SampleLoop,
  sampleSources,
} from '../opening/samples.ts';
import type { OpenSources } from '../opening/source.ts';

import { isCalm } from '../ui/calm.ts';
import { button, el, icon } from '../ui/dom.ts';
import { PLAY } from '../ui/icons.ts';

/** So long a loop may move by itself (WCAG 2.2.2), ms; after that it moves for a pointer or the focus. */
const MOVES_MS = 5000;
/** Of a card's loop, CSS pixels. */
const LOOP_SIDE = 160;

/** An element that fills itself when the list of samples has come; empty without one. */
export function sampleCards(open: OpenSources): HTMLElement {
  const cards = el('ul', { class: 'sample-cards', hidden: true });
  void listSamples().then((samples) => {
    cards.hidden = samples.length === 0;
    cards.append(...samples.map((sample) => el('li', {}, card(sample, open))));
  });
  return cards;
}

/**
 * The same with moving pictures. Their room is there before the list is.
 * @param count how many there will be
 */
export function movingSampleCards(open: OpenSources, count: number): HTMLElement {
  const room = Array.from({ length: count }, () => el('li', { class: 'sample-room', 'aria-hidden': 'true' }));
  const cards = el('ul', { class: 'sample-cards sample-cards-moving' }, ...room);
  void listSamples().then((samples) => {
    cards.hidden = samples.length === 0;
    cards.replaceChildren(...samples.map((sample) => el('li', {}, movingCard(sample, open))));
  });
  return cards;
}

/** Opens the sample, which plays unless the user wants little to move. */
function card(sample: Sample, open: OpenSources): HTMLButtonElement {
  const { file, title, text, animation } = sample;
  const words = el('span', { class: 'sample-text' }, text);
  const content = el('span', {}, el('strong', {}, title), words);
  const { model, textures, bases } = sampleSources(sample);
  const run = () => void open([model], { textures, bases, plays: isCalm() ? undefined : animation });
  const made = button(content, run, {
    class: 'sample-card',
    'data-sample': file,
    'aria-label': `Try the sample “${title}”: ${text}`,
  });
  for (const type of ['pointerenter', 'pointerdown', 'focus']) {
    made.addEventListener(type, () => fetchAhead(sample), { once: true });
  }
  return made;
}

function movingCard(sample: Sample, open: OpenSources): HTMLButtonElement {
  const made = card(sample, open);
  const stage = el('span', { class: 'sample-stage' }, icon(...PLAY));
  if (sample.loop) stage.prepend(loop(sample.loop));
  made.prepend(stage);
  return made;
}

/** A window on the strip of frames, which the style moves. */
function loop(shown: SampleLoop): HTMLElement {
  const { frames, ms } = shown;
  const width = frames * LOOP_SIDE;
  const strip = el('img', {
    fetchpriority: 'low',
    decoding: 'async',
    src: loopAddress(shown),
    alt: '',
    width,
    height: LOOP_SIDE,
  });
  strip.style.setProperty('--frames', String(frames));
  strip.style.setProperty('--round', `${ms}ms`);
  strip.style.setProperty('--rounds', String(Math.floor(MOVES_MS / ms)));
  return el('span', { class: 'sample-loop' }, strip);
}
