/** The page as an installed app: installation, its service worker, and files that the desktop opens with it. */
import { type Signal, signal } from '@preact/signals-core';
import type { LaunchedFiles } from '../../opening/launched.ts';
import { folderOfHandle, handleSource, type OpenArrived } from '../../opening/source.ts';
import type { Command } from '../../store/commands.ts';
import { pageAddress } from '../../ui/environment.ts';
import { listen } from '../../ui/scope.ts';

/** The browser's install prompt, which can be shown once. */
const question: Signal<BeforeInstallPromptEvent | null> = signal(null);

/** Undefined where the browser has no service workers or forbids them: a frame without an origin throws. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** The browser may offer the prompt some time after the page has loaded. */
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

/**
 * @param open opens the files; with their handles, so that they are saved in place
 * @param follow does what an address of the page, or beside it, is for
 */
export function watchLaunches(open: OpenArrived, follow: (address: URL) => void): void {
  // The page has already handled the address that its window was opened with.
  let followed: string | undefined = performance.getEntriesByType('navigation')[0]?.name;
  window.launchQueue?.setConsumer(({ files, targetURL }) => {
    const isNew = targetURL !== undefined && targetURL !== followed;
    followed = undefined;
    if (files.length > 0) void openHandles(files, open);
    else if (isNew) follow(new URL(targetURL, pageAddress()));
  });
}

export function openHandles(files: LaunchedFiles, open: OpenArrived): Promise<void> {
  return open({
    files: files.flatMap((handle) => (handle.kind === 'file' ? [handleSource(handle)] : [])),
    folders: files.flatMap((handle) => (handle.kind === 'directory' ? [folderOfHandle(handle)] : [])),
  });
}
