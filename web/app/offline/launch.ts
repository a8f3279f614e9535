/** Files and addresses that the desktop opens in the window of the installed page. */

import type { LaunchedFiles } from '../../opening/launched.ts';
import { folderOfHandle, handleSource, type OpenArrived } from '../../opening/source.ts';
import { pageAddress } from '../../ui/address.ts';

/**
 * @param open opens the files; with their handles, so that they are saved in place
 * @param follow does what an address of the page, or beside it, is for
 */
export function watchLaunches(open: OpenArrived, follow: (address: URL) => void): void {
  // The address that the window was opened with has been followed already.
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
