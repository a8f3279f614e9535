/** The menu of the group "Animations": bringing more of them, changing the current one, and how they are played. */
import { signal } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { icon } from '../ui/dom.ts';
import { MORE } from '../ui/icons.ts';
import { commandItem, menuButton, openMenu } from '../ui/menu.ts';
import { usePart } from '../ui/parts.ts';

/** Groups that are shown when they are asked for, or in use. */
export type AskedGroup = 'layers' | 'interpretation';

const askedFor = signal<ReadonlySet<AskedGroup>>(new Set());

/** Whether a group has been asked for. Reads a signal. */
export const isAsked = (group: AskedGroup): boolean => askedFor.value.has(group);

const CHANGES = [
  'rename',
  'duplicate',
  'delete',
  'dims',
  'trim',
  'reverse',
  'length',
  'scale',
  'join',
  'takeOver',
];

/** @param show unfolds and focuses a group that was asked for */
export function animationsMenu(show: (group: AskedGroup) => void): HTMLElement {
  const ask = (group: AskedGroup) => {
    askedFor.value = new Set([...askedFor.peek(), group]);
    show(group);
  };
  const open = (at: HTMLElement) => {
    const file = activeFile.peek();
    if (!file) return;
    const { interpretation } = file.info.features;
    openMenu(
      'Animations',
      [
        [{ label: 'Import animations from another model…', run: () => bring(file) }],
        [
          { label: 'Layer animations', run: () => ask('layers') },
          ...(interpretation ? [{ label: 'Interpret v6 animations', run: () => ask('interpretation') }] : []),
        ],
        CHANGES.map((id) => commandItem(`animation.${id}`)),
      ],
      at,
    );
  };
  const element = menuButton([icon(...MORE)], 'Animation actions', open, 'group-tool');
  element.title = 'Import, layer and change animations';
  return element;
}

function bring(file: OpenFile): void {
  void usePart(
    () => import('../motion/animation-sources.ts'),
    (part) => part.importAnimations(file),
  );
}
