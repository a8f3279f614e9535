/** The hover card of the field at the pointer. */

import { describeSelection } from '../../document/field-facts.ts';
import type { OpenFile } from '../../document/open-file.ts';
import type { NodeRange } from '../../document/selection.ts';

import { el } from '../../ui/dom.ts';
import { hoverCard } from '../inspector/card.ts';

/** Distance to the pointer and to the window's edges, CSS pixels. */
const GAP = 14;

export interface HoverCard {
  /** Fills the card with a field. @param change what is said of the byte at the pointer; '' for one that was not changed */
  describe(file: OpenFile, field: NodeRange, change: string): void;
  /** Shows the card beside a point, inside the window. */
  place(x: number, y: number): void;
  hide(): void;
}

export function mountHoverCard(): HoverCard {
  const card = el('div', { class: 'hover-card', hidden: true, 'aria-hidden': 'true' });
  document.body.append(card);
  return {
    describe: (file, field, change) => {
      card.replaceChildren(...hoverCard(describeSelection(file, field)));
      if (change !== '') card.append(el('div', { class: 'hex-change mono' }, change));
    },
    place: (x, y) => {
      card.hidden = false;
      const { width, height } = card.getBoundingClientRect();
      const left = Math.min(x + GAP, window.innerWidth - width - GAP);
      const below = y + GAP + 6;
      const top = below + height > window.innerHeight - GAP ? y - height - GAP : below;
      card.style.transform = `translate(${Math.max(left, GAP)}px, ${Math.max(top, GAP)}px)`;
    },
    hide: () => {
      card.hidden = true;
    },
  };
}
