/** Entry points of the tour: its command, and a notice that offers it once. */

import { activeFile } from '../../document/state.ts';
import { isSampleAddress } from '../../opening/samples.ts';
import type { Command } from '../../store/commands.ts';
import { flag, kept } from '../../store/kept.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { CROSS, HELP } from '../../ui/icons.ts';
import { addOffer, onWork } from '../../ui/notice.ts';
import { usePart } from '../../ui/parts.ts';
import { once, onEnd, type Scope, scope } from '../../ui/scope.ts';

/** Whether the tour was offered or taken on this machine. */
const wasOffered = kept('tour', flag(false));

/** The notice, while it is shown. */
let offer: Scope | null = null;

/** Starts the tour, and removes the notice that offers it. */
export function showTour(): void {
  forgetOffer();
  void usePart(
    () => import('./tour.ts'),
    (part) => part.startTour(),
  );
}

export const tourCommand: Command = {
  id: 'page.tour',
  label: 'Show the tour',
  group: 'Help',
  run: showTour,
};

/** Offers the tour when the first sample is open, until the user does something else. It is offered only once. */
export function offerTour(): void {
  if (wasOffered.read()) return;
  once(
    () => isSampleAddress(activeFile.value?.source.url ?? ''),
    () => {
      // Another page or the command may have shown it meanwhile.
      if (wasOffered.read()) return;
      wasOffered.write(true);
      const bar = el(
        'div',
        { class: 'notice notice-tour', role: 'region', 'aria-label': 'Tour' },
        icon(...HELP),
        el('p', { class: 'notice-text' }, 'New here?'),
        button('Take the tour (5 steps)', showTour, { class: 'button-small' }),
        button(icon(CROSS), forgetOffer, { class: 'button-quiet', 'aria-label': 'No tour' }),
      );
      addOffer(bar);
      offer = scope(() => {
        onWork(forgetOffer);
        onEnd(() => bar.remove());
      });
    },
  );
}

function forgetOffer(): void {
  wasOffered.write(true);
  offer?.end();
  offer = null;
}
