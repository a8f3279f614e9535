/** What the tour shows, in order. */

import type { OpenFile } from '../../store/open-file.ts';
import { select } from '../../store/selection.ts';
import { collapsed, leftTab, pane, rightTab } from '../../ui/layout.ts';

export interface Step {
  readonly title: string;
  readonly text: string;
  /** Where there is neither a mouse nor a keyboard; absent: the same. */
  readonly byTouch?: string;
  /** Parts of the page that it points at: the first beside which its words have room. */
  readonly parts: readonly string[];
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
    parts: ['.column-model', '.pane-timeline'],
    show() {
      pane.value = 'model';
    },
  },
  {
    title: 'Its structure',
    text: 'The file as a tree: sections, lists, fields and their values. Arrow keys open and close rows, / filters them. The tabs lead to pieces and nodes, animations, open files and the library.',
    byTouch:
      'The file as a tree: sections, lists, fields and their values. A tap on an arrow opens its row. The tabs lead to pieces and nodes, animations, open files and the library.',
    parts: ['.pane-structure'],
    show() {
      pane.value = 'structure';
      collapsed.left.value = false;
      leftTab.value = 'structure';
    },
  },
  {
    title: 'Every byte',
    text: 'All bytes of the file, in the colours of their sections. Point at one to read what it is; what nothing explains is hatched. The map beside them is the whole file.',
    byTouch:
      'All bytes of the file, in the colours of their sections. Tap one to read what it is; what nothing explains is hatched. The map beside them is the whole file.',
    parts: ['.column-bytes', '.pane-hex'],
    show() {
      pane.value = 'bytes';
      collapsed.right.value = false;
      rightTab.value = 'bytes';
    },
  },
  {
    title: 'Select in one, and all follow',
    text: 'A click on a byte, a row or the model selects it everywhere, and this card explains it: type, value, meaning, and the same bytes read as anything else.',
    byTouch:
      'A tap on a byte, a row or the model selects it everywhere, and this card explains it: type, value, meaning, and the same bytes read as anything else.',
    parts: ['.pane-inspector'],
    show(file) {
      pane.value = 'bytes';
      collapsed.right.value = false;
      collapsed.card.value = false;
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
    parts: ['.header'],
    show() {},
  },
];
