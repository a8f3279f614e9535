/**
 * Descriptions of panels, and requests to them. Each room describes its panels; the workspace mounts them, and tabs,
 * commands, the sheet of keys, links and the tour read the descriptions.
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
  /** Also used in links. */
  readonly id: PanelId;
  /** Name, shown on its tab. */
  readonly tab: string;
  /** As in `Show the problems`. */
  readonly title: string;
  /** Fills the panel, or fetches the function that does. */
  readonly mount: Mount | { readonly load: () => Promise<Mount> };
  /** Whether it is needed; reads signals. Absent: once it is chosen. */
  readonly needed?: () => boolean;
  /** Shown on the tab; reads signals. */
  readonly badge?: () => HTMLElement | null;
  /** Controls at the end of the bar of tabs while it is chosen. */
  readonly tools?: () => readonly HTMLElement[];
  /** Stays visible below the chosen tab. */
  readonly stays?: boolean;
  /** The command that shows it; absent if it has none, or commands of its own. */
  readonly command?: Pick<Command, 'group'> & Partial<Pick<Command, 'key' | 'enabled'>>;
  /** Focuses it, now or when it is mounted. Absent: the focus stays. */
  readonly focus?: () => void;
  /** Fetched in advance, when the first model is drawn. */
  readonly early?: true;
}

/** Elements of mounted panels. */
const elements = new Map<PanelId, HTMLElement>();
/** Fetched functions: their panels are mounted synchronously, so that they can get the focus. */
const fetched = new Map<Panel, Mount>();

/** The element of a panel; undefined before the workspace is loaded. */
export const panelElement = (id: PanelId): HTMLElement | undefined => elements.get(id);

/** Fetches what fills a panel. */
async function mountOf(panel: Panel): Promise<Mount> {
  const mount = 'load' in panel.mount ? await panel.mount.load() : panel.mount;
  fetched.set(panel, mount);
  return mount;
}

/** Fetches panels in advance. Failure is ignored: a panel is fetched again when it is needed. */
export function fetchEarly(panels: readonly Panel[]): void {
  for (const panel of panels) if (panel.early) void loadPart(() => mountOf(panel)).catch(() => {});
}

/** Mounts a panel once it is needed. */
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

/** Commands that show panels. */
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

/**
 * A request to a panel: "show the find bar", "frame the selection". It waits until the panel handles it, even if the
 * panel is mounted later. A later request replaces it.
 */
export class PanelRequest<T = void> {
  readonly #waiting: Signal<{ readonly value: T } | null> = signal(null);

  send(value: T): void {
    this.#waiting.value = { value };
  }

  /** Whether the last request is still pending. */
  get isWaiting(): boolean {
    return this.#waiting.value !== null;
  }

  /** Handles requests, until the current scope ends. */
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
