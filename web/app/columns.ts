/** Panels that share a place, under their tabs. */
import type { Signal } from '@preact/signals-core';
import { mountCopyMenu } from '../export/commands.ts';
import { command } from '../store/commands.ts';
import { button, el, icon } from '../ui/dom.ts';
import { PANEL_LEFT, PANEL_RIGHT } from '../ui/icons.ts';
import { withKey } from '../ui/keyboard.ts';
import type { TabId } from '../ui/layout.ts';
import { mountPanel, type Panel, type TabPanel } from '../ui/panels.ts';
import { tabBar } from '../ui/tabs.ts';
import { paneGrip } from './pane-grip.ts';

export const elementFor = ({ id, tab }: Panel): HTMLElement =>
  el('section', { class: `panel-${id}`, 'aria-label': tab });

/**
 * Creates panels that share a place, and their tabs.
 * @param label name of the tab list
 * @param column the command that shows and hides the place, which then has a button at the end of the tabs
 */
export function tabbed(
  label: string,
  chosen: Signal<TabId>,
  panels: readonly TabPanel[],
  column?: string,
): HTMLElement[] {
  const parts = panels.map((panel) => ({ panel, element: elementFor(panel) }));
  const tabs = parts.map(({ panel: { id, tab, badge, stays, tools }, element }) => {
    return { id, label: tab, panel: element, badge, stays, tools: tools?.() };
  });
  const bar = tabBar(label, chosen, tabs);
  if (column) bar.append(closeButton(column));
  if (column) bar.querySelector('.tab-list')?.after(paneGrip(bar));
  // After the tabs, which show the panel: a chosen panel may take the focus as it is mounted.
  for (const { panel, element } of parts) mountPanel(panel, element);
  // A panel that stays visible is below the chosen one.
  const inOrder = parts.toSorted((a, b) => Number(a.panel.stays ?? false) - Number(b.panel.stays ?? false));
  return [bar, ...inOrder.map(({ element }) => element)];
}

function closeButton(column: string): HTMLElement {
  const shown = command(column);
  const label = 'Close this panel';
  return button(icon(...(column === 'view.left' ? PANEL_LEFT : PANEL_RIGHT)), shown.run, {
    class: 'panel-close',
    'aria-label': label,
    title: withKey(label, shown),
  });
}

/** Fills a panel with rows, and gives them a context menu that copies what is selected. */
export function withCopyMenu<Element extends HTMLElement>(
  mount: (element: Element) => { selectAt(x: number, y: number): void },
): (element: Element) => void {
  return (element) => {
    const view = mount(element);
    mountCopyMenu(element, (x, y) => view.selectAt(x, y));
  };
}
