/** The aids of the view that are loaded when one of them is first shown, with the options that show them. */

import type { DrawnFile } from '../../document/open-file.ts';
import type { ViewSwitch } from '../../document/view.ts';
import type { Overlay } from '../scene-inputs.ts';
import { figure } from './figure.ts';
import { Onion } from './onion.ts';
import { Ruler } from './ruler.ts';
import { Trails } from './trails.ts';

/** In the order in which they are drawn and described. */
export const AIDS: readonly (readonly [ViewSwitch, (file: DrawnFile) => Overlay])[] = [
  ['onion', (file) => new Onion(file)],
  ['trails', (file) => new Trails(file)],
  ['figure', () => figure()],
  ['ruler', () => new Ruler()],
];
