/** The samples as cards to press. */

import { listSamples, type Sample, sampleSources } from '../files/samples.ts';
import type { OpenSources } from '../files/source.ts';

import { button, el } from '../ui/dom.ts';

/** An element that fills itself when the list of samples has come; empty without one. */
export function sampleCards(open: OpenSources): HTMLElement {
  const cards = el('ul', { class: 'sample-cards', hidden: true });
  void listSamples().then((samples) => {
    cards.hidden = samples.length === 0;
    cards.append(...samples.map((sample) => el('li', {}, card(sample, open))));
  });
  return cards;
}

function card(sample: Sample, open: OpenSources): HTMLButtonElement {
  const { file, title, text } = sample;
  const words = el('span', { class: 'sample-text' }, text);
  const content = el('span', {}, el('strong', {}, title), words);
  const { model, textures, bases } = sampleSources(sample);
  return button(content, () => void open([model], { textures, bases }), {
    class: 'sample-card',
    'data-sample': file,
    'aria-label': `Try the sample “${title}”: ${text}`,
  });
}
