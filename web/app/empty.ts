/** What stands in the page before a file is open: what this is and how to begin. */

import { commandButton } from '../ui/command-button.ts';
import { el, icon } from '../ui/dom.ts';
import { CUBE } from '../ui/icons.ts';
import { openCommand } from './commands.ts';
import { recentList } from './recent-list.ts';
import { sampleCards } from './sample-cards.ts';
import './empty.css';

export function mountEmptyState(host: HTMLElement): void {
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
    ),
    recentList(),
    el('div', { class: 'empty-samples' }, el('h2', {}, 'No model at hand? Try a sample'), sampleCards()),
    el(
      'p',
      { class: 'empty-games' },
      'Models of Shogo, Blood II, KISS Psycho Circus, No One Lives Forever, Aliens vs Predator 2 and others: ABC v6, v9 and v12. One file, several, or a whole folder.',
    ),
    el('p', { class: 'empty-privacy' }, 'Nothing leaves this machine: files are read by this page alone.'),
  );
}
