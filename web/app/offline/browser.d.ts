/** Web APIs of some browsers that TypeScript does not declare: installing the page, and opening files with it. */

interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Files that the desktop opens with the installed page, or the address of one of its shortcuts. */
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
