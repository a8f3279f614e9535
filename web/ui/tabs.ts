/** Tabs over panels that share a place, by the ARIA pattern: arrows move along the tabs and choose. */
import type { Signal } from '@preact/signals-core';
import { button, el, setAttribute } from './dom.ts';
import { type StepKeys, stepTo } from './list-keys.ts';
import { overflowRow } from './popover.ts';
import { effect } from './scope.ts';
import { oneTabStop } from './toolbar-keys.ts';
import './panel-bar.css';

const KEYS: StepKeys = { next: 'ArrowRight', previous: 'ArrowLeft' };

export interface Tab<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly panel: HTMLElement;
  /** Shown beside the label; reads signals. */
  readonly badge?: (() => HTMLElement | null) | undefined;
  /** Controls at the end of the bar while the panel is in view. */
  readonly tools?: readonly HTMLElement[] | undefined;
  /** The panel stays visible below the chosen one. */
  readonly stays?: boolean | undefined;
}

/** A badge with the number of things in a panel; null for 0. @param text displayed text */
export function tabCount(count: number, text = String(count)): HTMLElement | null {
  return count > 0 ? el('span', { class: 'tab-count' }, text) : null;
}

/**
 * Makes the bar of tabs, and makes the panels show and hide themselves.
 * @param label what the panels are about: a heading, and the name of the tabs, for assistive technology
 */
export function tabBar<T extends string>(
  label: string,
  current: Signal<T>,
  tabs: readonly Tab<T>[],
): HTMLElement {
  const buttons = tabs.map((tab) => tabButton(tab, current));
  const list = el('div', { class: 'tab-list', role: 'tablist', 'aria-label': label }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const at = tabs.findIndex(({ id }) => id === current.value);
    const to = stepTo(event.key, at, tabs.length, KEYS);
    const next = tabs[to];
    if (!next) return;
    event.preventDefault();
    current.value = next.id;
    buttons[to]?.focus();
  });
  const tools = el('div', {
    class: 'panel-tools',
    role: 'toolbar',
    'aria-label': `Tools of ${label.toLowerCase()}`,
  });
  for (const tab of tabs) {
    const { id, panel, stays } = tab;
    panel.id ||= `panel-${id}`;
    setAttribute(panel, 'role', 'tabpanel');
    setAttribute(panel, 'aria-labelledby', `tab-${id}`);
    panel.removeAttribute('aria-label');
    effect(() => {
      const shown = stays === true || current.value === id;
      panel.hidden = !shown;
      for (const tool of tab.tools ?? []) tool.hidden = !shown;
    });
  }
  const items = tabs.flatMap((tab) => tab.tools ?? []);
  const bar = el('div', { class: 'panel-bar' }, el('h2', { class: 'visually-hidden' }, label), list);
  if (items.length > 0) {
    bar.append(tools);
    overflowRow(tools, {
      label: `More of ${label.toLowerCase()}`,
      items: items.map((element, i) => ({ element, keep: -i })),
      follows: () => current.value,
    });
    oneTabStop(tools);
  }
  return bar;
}

function tabButton<T extends string>({ id, label, panel, badge }: Tab<T>, current: Signal<T>): HTMLElement {
  const choose = () => {
    current.value = id;
  };
  const element = button(label, choose, { id: `tab-${id}`, role: 'tab', 'aria-controls': `panel-${id}` });
  panel.id = `panel-${id}`;
  effect(() => {
    const selected = current.value === id;
    setAttribute(element, 'aria-selected', String(selected));
    setAttribute(element, 'tabindex', selected ? 0 : -1);
  });
  if (badge) {
    effect(() => {
      const shown = badge();
      element.replaceChildren(label, ...(shown ? [' ', shown] : []));
    });
  }
  return element;
}
