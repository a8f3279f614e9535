/** Commands for links; their actions are fetched when they are used. */

import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { offerBundles } from '../opening/sources/arrive.ts';
import type { Command } from '../store/commands.ts';
import { usePart } from '../ui/parts.ts';

const loadShare = () => import('./share.ts');

/** The active file, if there is one; runs an action with it. */
const withFile = (use: (file: OpenFile) => unknown) => () => {
  const file = activeFile.peek();
  if (file) void use(file);
};

const hasModel = () => activeFile.value?.model != null;

const copyLinkCommand: Command = {
  id: 'file.copyLink',
  label: 'Copy a link to this view',
  group: 'File',
  key: 'y',
  enabled: () => activeFile.value !== null,
  run: withFile((file) => usePart(loadShare, ({ copyViewLink }) => copyViewLink(file))),
};

const qrCommand: Command = {
  id: 'file.qrCode',
  label: 'Show a QR code of the link…',
  group: 'File',
  enabled: () => activeFile.value !== null,
  run: withFile((file) => usePart(loadShare, ({ openShareDialog }) => openShareDialog(file, true))),
};

const shareCommand: Command = {
  id: 'file.share',
  label: 'Share this view…',
  group: 'File',
  enabled: () => activeFile.value !== null,
  run: withFile((file) =>
    usePart(
      () => import('./send.ts'),
      ({ shareView }) => shareView(file),
    ),
  ),
};

const bundleCommand: Command = {
  id: 'file.saveBundle',
  label: 'Save as a bundle (.lith)…',
  group: 'File',
  enabled: hasModel,
  run: withFile((file) =>
    usePart(
      () => import('./bundle/save.ts'),
      ({ saveBundle }) => saveBundle(file),
    ),
  ),
};

const copyBytesLinkCommand: Command = {
  id: 'file.copyBytesLink',
  label: 'Copy a link to these bytes',
  group: 'File',
  enabled: () => activeFile.value?.selection.value != null,
  run: withFile((file) => usePart(loadShare, ({ copySelectionLink }) => copySelectionLink(file))),
};

const pageCodeCommand: Command = {
  id: 'file.copyPageCode',
  label: 'Embed this view in a web page…',
  group: 'File',
  enabled: hasModel,
  run: withFile((file) =>
    usePart(
      () => import('./code.ts'),
      ({ copyPageCode }) => copyPageCode(file),
    ),
  ),
};

export const linkCommands: readonly Command[] = [
  copyLinkCommand,
  copyBytesLinkCommand,
  // Phones have a share sheet, and some desktops.
  ...('share' in navigator ? [shareCommand] : []),
  qrCommand,
  pageCodeCommand,
  bundleCommand,
];

/** Has bundles among the files that are opened shown as what they are. */
export function takeBundles(): void {
  offerBundles(async (source) => {
    let isBundle = false;
    await usePart(
      () => import('./bundle/open.ts'),
      async ({ openBundle }) => {
        isBundle = await openBundle(source);
      },
    );
    return isBundle;
  });
}
