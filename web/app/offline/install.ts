/** Installing the page as an app, where the browser offers that, and its service worker, where it has one. */

import { type Signal, signal } from '@preact/signals-core';
import type { Command } from '../../store/commands.ts';
import { listen } from '../../ui/scope.ts';

/** The browser's question, which can be asked once. */
const question: Signal<BeforeInstallPromptEvent | null> = signal(null);

/** Undefined where there are none, or none are allowed: a frame without an origin throws. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** The browser offers it some time after the page has loaded, or never. */
export function watchInstall(): void {
  listen(window, 'beforeinstallprompt', (event) => {
    event.preventDefault();
    question.value = event;
  });
  listen(window, 'appinstalled', () => {
    question.value = null;
  });
}

export const installCommand: Command = {
  id: 'page.install',
  label: 'Install Lithoscope as an app',
  group: 'Help',
  enabled: () => question.value !== null,
  run: () => {
    const asked = question.peek();
    question.value = null;
    void asked?.prompt();
  },
};
