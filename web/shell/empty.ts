/** What stands in the page before a file is open: what this is and how to begin. */
import { button, el, icon } from '../dom.ts';
import { listSamples, openSample } from '../files/samples.ts';
import { commandButton } from './command-button.ts';
import { openCommand } from './commands.ts';
import { CUBE } from './icons.ts';

export function mountEmptyState(host: HTMLElement): void {
  const samples = el('p', { class: 'empty-samples', hidden: true });
  host.append(
    el(
      'div',
      { class: 'empty-target' },
      icon(...CUBE),
      el('h2', {}, 'Drop a LithTech .abc model here'),
      el(
        'p',
        { class: 'empty-lead' },
        'See it three ways at once: the model moving, its structure, and every byte explained.',
      ),
      commandButton(openCommand, 'Open a file', 'button-action button-large'),
      samples,
    ),
    el(
      'p',
      { class: 'empty-games' },
      'Models of Shogo, Blood II, KISS Psycho Circus, No One Lives Forever, Aliens vs Predator 2 and others: ABC v6 and v9 to v13.',
    ),
    el('p', { class: 'empty-privacy' }, 'Nothing leaves this machine: files are read by this page alone.'),
  );
  void listSamples().then((list) => {
    const first = list[0];
    if (!first) return;
    samples.hidden = false;
    samples.append(
      'No model at hand? ',
      button(`Try the sample “${first.title}”`, () => void openSample(first), {
        class: 'link',
        title: first.text,
      }),
    );
  });
}
