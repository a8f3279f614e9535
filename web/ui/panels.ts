/**
 * The panels of the page. The room that a panel belongs to describes it; the workspace mounts it, and tabs, commands, the
 * sheet of keys, links and the tour read the description.
 */

import { type Signal, signal, untracked } from '@preact/signals-core';
import { activeFile } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { isChosen, type PanelId, showPanel, type TabId } from './layout.ts';
import { loadPart, usePart } from './parts.ts';
import { effect, once, page } from './scope.ts';

/** Fills the element of a panel, in the scope of the page. */
type Mount = (element: HTMLElement) => void;

/** A panel among tabs. */
export interface TabPanel extends Panel {
  readonly id: TabId;
}

export interface Panel {
  /** Also its word in links. */
  readonly id: PanelId;
  /** Its name: on its tab, where it has one. */
  readonly tab: string;
  /** What it shows, in a sentence: `the problems`. */
  readonly title: string;
  /** Fills it, or fetches what does. */
  readonly mount: Mount | { readonly load: () => Promise<Mount> };
  /** Whether it is wanted; reads signals. Absent: once it is chosen. */
  readonly needed?: () => boolean;
  /** Stands beside the tab; reads signals. */
  readonly badge?: () => HTMLElement | null;
  /** Controls at the end of the bar of tabs while it is chosen. */
  readonly tools?: () => readonly HTMLElement[];
  /** It stays in view beside the one that is chosen. */
  readonly stays?: boolean;
  /** The command that shows it; absent: it has none, or commands of its own. */
  readonly command?: Pick<Command, 'group'> & Partial<Pick<Command, 'key' | 'enabled'>>;
  /** Gives it the focus, now or when it has come. Absent: it stays where it is. */
  readonly focus?: () => void;
  /** It is fetched when the first model is drawn, before anybody asks for it. */
  readonly early?: true;
}

/** Elements of the panels that the workspace has made. */
const elements = new Map<PanelId, HTMLElement>();
/** What was fetched: a panel is mounted at once then, so that what gives it the focus finds it. */
const fetched = new Map<Panel, Mount>();

/** The element of a panel; undefined before the workspace has come. */
export const panelElement = (id: PanelId): HTMLElement | undefined => elements.get(id);

/** Fetches what fills a panel. */
async function mountOf(panel: Panel): Promise<Mount> {
  const mount = 'load' in panel.mount ? await panel.mount.load() : panel.mount;
  fetched.set(panel, mount);
  return mount;
}

/** Fetches what fills panels, so that it is there when somebody asks for it: that it does not come is no news. */
export function fetchEarly(panels: readonly Panel[]): void {
  for (const panel of panels) if (panel.early) void loadPart(() => mountOf(panel)).catch(() => {});
}

/** Fills the element of a panel, once it is needed. */
export function mountPanel(panel: Panel, element: HTMLElement): void {
  const { id, mount, needed = () => isChosen(id) } = panel;
  elements.set(id, element);
  const fill = (ready: Mount) => page.run(() => ready(element));
  once(needed, () => {
    const ready = 'load' in mount ? fetched.get(panel) : mount;
    if (ready) fill(ready);
    else void usePart(() => mountOf(panel), fill);
  });
}

/** For each panel that has one, the command that brings it into view. */
export function panelCommands(panels: readonly Panel[]): Command[] {
  return panels.flatMap(({ id, title, command, focus }) => {
    if (!command) return [];
    const run = () => {
      showPanel(id);
      focus?.();
    };
    return [
      {
        id: `panel.${id}`,
        label: `Show ${title}`,
        enabled: () => activeFile.value !== null,
        ...command,
        run,
      },
    ];
  });
}

/** A request waits until the panel takes it, so a panel that is made later takes it too. A later request replaces it. */
export class PanelRequest<T = void> {
  readonly #waiting: Signal<{ readonly value: T } | null> = signal(null);

  send(value: T): void {
    this.#waiting.value = { value };
  }

  /** Whether nobody has taken the last request yet. */
  get isWaiting(): boolean {
    return this.#waiting.value !== null;
  }

  /** Takes each request, until the current scope ends. */
  on(take: (value: T) => void): void {
    effect(() => {
      const waiting = this.#waiting.value;
      if (!waiting) return;
      untracked(() => {
        this.#waiting.value = null;
        take(waiting.value);
      });
    });
  }
}
