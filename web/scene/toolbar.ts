/** The toolbar over the viewport: menus of what is drawn and from where, measuring, framing, and only the model. */

import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, icon, setAttribute } from '../ui/dom.ts';
import { overflowRow, placeClear, popoverOfPart } from '../ui/popover.ts';
import { oneTabStop } from '../ui/toolbar-keys.ts';
import { optionRequests } from './commands.ts';
import { levelMenu } from './levels.ts';
import type { Subject } from './view-options.ts';
import './toolbar.css';

/** SVG paths on a 24 × 24 grid. */
type Picture = readonly string[];

interface Menu {
  readonly subject: Subject;
  readonly name: string;
  readonly picture: Picture;
  /** Controls with larger values move into the overflow menu later. */
  readonly keep: number;
}

const MENUS: readonly Menu[] = [
  {
    subject: 'shading',
    name: 'Shading',
    picture: [
      'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
      'M12 3.5v17',
      'M12 8h7.4M12 12h8.5M12 16h7.4',
    ],
    keep: 90,
  },
  {
    subject: 'overlays',
    name: 'Overlays',
    picture: ['M12 4l8.5 4.3L12 12.6 3.5 8.3z', 'M3.5 12.2l8.5 4.3 8.5-4.3', 'M3.5 16l8.5 4.3 8.5-4.3'],
    keep: 80,
  },
  {
    subject: 'camera',
    name: 'Camera',
    picture: ['M3.5 7h11.5v10.5H3.5z', 'M15 11l5.5-3v8.5L15 13.5'],
    keep: 60,
  },
];
const MEASURE: Picture = ['M3.5 15.5l12-12 5 5-12 12z', 'M7 12l2 2M10 9l2.5 2.5M13 6l2 2'];
const FRAME: Picture = ['M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', 'M9.5 9.5h5v5h-5z'];
const ONLY: Picture = ['M14 4h6v6M20 4l-6.5 6.5', 'M10 20H4v-6M4 20l6.5-6.5'];
const DOWN: Picture = ['M7 10l5 5 5-5'];

/**
 * Builds the toolbar, which follows the store.
 * @param host the view, of whose middle the menus keep clear
 */
export function sceneToolbar(host: HTMLElement): HTMLElement {
  const toolbar = el('div', { class: 'scene-toolbar', role: 'toolbar', 'aria-label': 'View' });
  const row = el('div', { class: 'scene-tools' });
  const chevron = () => {
    const mark = icon(...DOWN);
    mark.classList.add('tool-down');
    return mark;
  };
  const menu = ({ subject, name, picture, keep }: Menu) => {
    const element = toolButton(`view.${subject}Options`, name, picture, chevron());
    const make = ({ viewOptions }: typeof import('./view-options.ts')) => viewOptions(subject);
    const load = () => import('./view-options.ts');
    optionRequests[subject].on(popoverOfPart(element, load, make, placeClear(host)));
    return { element, keep };
  };
  const levels = levelMenu(chevron(), placeClear(host));
  const measure = { element: toolButton('view.measure', 'Measure', MEASURE), keep: 50 };
  toolbar.append(
    row,
    el(
      'div',
      { class: 'scene-tools scene-tools-end' },
      iconButton('camera.frame', 'Frame', FRAME),
      iconButton('view.only', 'Only the model', ONLY),
    ),
  );
  overflowRow(row, {
    label: 'More view tools',
    items: [...MENUS.map(menu), { element: levels.element, keep: 70 }, measure],
    within: toolbar,
    follows: levels.follow,
  });
  oneTabStop(toolbar);
  return toolbar;
}

/** A button with an icon and a name, of which a narrow view shows one. */
function toolButton(id: string, name: string, picture: Picture, ...more: Node[]): HTMLButtonElement {
  const parts = [icon(...picture), el('span', { class: 'tool-name' }, name), ...more];
  const element = commandButton(command(id), el('span', { class: 'tool' }, ...parts));
  setAttribute(element, 'aria-label', name);
  return element;
}

function iconButton(id: string, name: string, picture: Picture): HTMLButtonElement {
  const element = commandButton(command(id), icon(...picture), 'tool-icon');
  setAttribute(element, 'aria-label', name);
  return element;
}
