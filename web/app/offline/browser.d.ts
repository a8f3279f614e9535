/** What only some browsers have, and TypeScript's library therefore not: installing the page, and opening files with it. */

interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Files that the desktop opens with the installed page, or an address that one of its shortcuts means. */
interface LaunchParams {
  readonly files: readonly (FileSystemFileHandle | FileSystemDirectoryHandle)[];
  readonly targetURL?: string;
}

interface WindowEventMap {
  beforeinstallprompt: BeforeInstallPromptEvent;
}

interface Navigator {
  readonly connection?: { readonly saveData?: boolean };
}

interface Window {
  readonly launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void };
}
