/** The weight sets of a model, and the weights of the selected one. */

import { computed } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { canAddTo } from '../edit/lists/row.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { button, el } from '../ui/dom.ts';
import { usePart } from '../ui/parts.ts';
import { effect, scope } from '../ui/scope.ts';
import { mountElements } from './elements.ts';

const load = () => withEditing(() => import('../edit/lists/weights.ts'));

/** Fills the group: their list, and the weights of the selected one, which can be changed. */
export function mountWeightSets(host: HTMLElement): void {
  const list = el('div', { class: 'weight-sets' });
  host.append(list);
  const rows = mountElements(list, {
    key: 'weightSet',
    label: 'Weight sets',
    all: ({ weightSets }) => weightSets,
    row: ({ info }, index) => {
      const { name = '', nodeWeights = [] } = info.weightSets[index] ?? {};
      const moved = nodeWeights.filter((weight) => weight !== 0).length;
      const words = `${moved} of ${nodeWeights.length} nodes`;
      return {
        name,
        cells: [el('div', { class: 'grid-text', title: 'Nodes whose weight is not 0' }, words)],
      };
    },
  });
  const add = button(
    'Add a weight set',
    () => {
      const file = activeFile.peek();
      if (file) void usePart(load, (part) => part.addWeightSet(file, rows));
    },
    { class: 'button-small' },
  );
  const tools = el('div', { class: 'outline-tools' }, add);
  const table = el('div', { class: 'weights', hidden: true });
  host.append(tools, table);
  effect(() => {
    tools.hidden = !activeFile.value || !canAddTo(activeFile.value, 'weightSet');
  });
  // Keep the last selected one in view while something else is selected.
  let last: { readonly file: OpenFile; readonly index: number } | null = null;
  const shown = computed(() => {
    const file = activeFile.value;
    if (!file) return null;
    void file.content.value;
    const { weightSet } = selectedElement(file);
    if (weightSet !== undefined) last = { file, index: weightSet };
    return last?.file === file ? { file, index: last.index } : null;
  });
  const own = scope();
  void usePart(load, (part) => own.run(() => part.mountWeights(table, shown)));
}
