/** What the tour shows, in order. */

import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { showPanel } from '../../ui/layout.ts';
import { panelElement } from '../../ui/panels.ts';
import { regionElement } from '../../ui/regions.ts';

export interface Step {
  readonly title: string;
  readonly text: string;
  /** Where there is neither a mouse nor a keyboard; absent: the same. */
  readonly byTouch?: string;
  /** Parts of the page that it points at: the first beside which its words have room. */
  parts(): readonly (HTMLElement | undefined)[];
  /** Brings the part into view. */
  show(file: OpenFile): void;
}

/** What is selected to be shown, in the versions of the format: a place of the model. */
const PLACES = ['Pieces.Pieces[0].LODs[0].Vertices[0].Location', 'Geometry.Vertices[0].Location'];

export const STEPS: readonly Step[] = [
  {
    title: 'The model, moving',
    text: 'Drag to turn it, use the wheel to come nearer, click to select a face or vertex. Below it: play, go frame by frame, choose another animation.',
    byTouch:
      'Drag to turn it, pinch to come nearer, tap to select a face or vertex. Below it: play, go frame by frame, choose another animation.',
    parts: () => [regionElement('middle'), panelElement('timeline')],
    show() {
      showPanel('view');
    },
  },
  {
    title: 'Its structure',
    text: 'The file as a tree: sections, lists, fields and their values. Arrow keys open and close rows, / filters them. The tabs lead to pieces and nodes, animations, open files and the library.',
    byTouch:
      'The file as a tree: sections, lists, fields and their values. A tap on an arrow opens its row. The tabs lead to pieces and nodes, animations, open files and the library.',
    parts: () => [regionElement('left')],
    show() {
      showPanel('structure');
    },
  },
  {
    title: 'Every byte',
    text: 'All bytes of the file, in the colours of their sections. Point at one to read what it is; what nothing explains is hatched. The map beside them is the whole file.',
    byTouch:
      'All bytes of the file, in the colours of their sections. Tap one to read what it is; what nothing explains is hatched. The map beside them is the whole file.',
    parts: () => [regionElement('right'), panelElement('bytes')],
    show() {
      showPanel('bytes');
    },
  },
  {
    title: 'Select in one, and all follow',
    text: 'A click on a byte, a row or the model selects it everywhere, and this card explains it: type, value, meaning, and the same bytes read as anything else.',
    byTouch:
      'A tap on a byte, a row or the model selects it everywhere, and this card explains it: type, value, meaning, and the same bytes read as anything else.',
    parts: () => [panelElement('card')],
    show(file) {
      showPanel('card');
      if (file.selection.peek()) return;
      const node = PLACES.map((path) => file.parsed.resolve(path)).find((found) => found !== null);
      if (node) select(file, { start: node.start, end: node.end, path: node.path }, 'go-to');
    },
  },
  {
    title: 'Find, compare, change, take along',
    text: 'Ctrl+K finds every command: find bytes (Ctrl+F), compare two files (M), change a value (F2) and undo it (Ctrl+Z), export for Blender (Shift+G), make a picture (P) or a film (Shift+V). The ? lists all keys, and shows this tour again.',
    byTouch:
      'The magnifier finds any place. Export makes pictures, films and GLB for Blender. The pencil of a value changes it, and undo takes it back. Two open files are compared in the list of files. The ? shows this tour again.',
    parts: () => [regionElement('header')],
    show() {},
  },
];
