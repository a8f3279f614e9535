/** Files and addresses that the desktop opens in the window of the installed page. */

import type { OpenArrived } from '../../files/dropped.ts';
import { folderOfHandle } from '../../files/dropped.ts';
import { handleSource } from '../../files/source.ts';

/** @param open opens the files; with their handles, so that they are saved in place */
export function followLaunches(open: OpenArrived): void {
  // The address that the window was opened with has been followed already.
  let followed: string | undefined = performance.getEntriesByType('navigation')[0]?.name;
  window.launchQueue?.setConsumer(({ files, targetURL }) => {
    const isNew = targetURL !== undefined && targetURL !== followed;
    followed = undefined;
    if (files.length > 0) {
      void open({
        files: files.flatMap((handle) => (handle.kind === 'file' ? [handleSource(handle)] : [])),
        folders: files.flatMap((handle) => (handle.kind === 'directory' ? [folderOfHandle(handle)] : [])),
      });
    } else if (isNew) {
      const { hash } = new URL(targetURL, location.href);
      if (hash.length > 1) location.hash = hash;
    }
  });
}
