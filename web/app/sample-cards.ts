/** The samples as cards to press. */

import { listSamples, openSample, type Sample } from '../files/samples.ts';
import { button, el } from '../ui/dom.ts';

/** An element that fills itself when the list of samples has come; empty without one. */
export function sampleCards(): HTMLElement {
  const cards = el('ul', { class: 'sample-cards', hidden: true });
  void listSamples().then((samples) => {
    cards.hidden = samples.length === 0;
    cards.append(...samples.map((sample) => el('li', {}, card(sample))));
  });
  return cards;
}

function card(sample: Sample): HTMLButtonElement {
  const { file, title, text } = sample;
  const words = el('span', { class: 'sample-text' }, text);
  const content = el('span', {}, el('strong', {}, title), words);
  return button(content, () => void openSample(sample), {
    class: 'sample-card',
    'data-sample': file,
    'aria-label': `Try the sample “${title}”: ${text}`,
  });
}
