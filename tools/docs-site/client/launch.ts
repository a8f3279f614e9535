/** What the desktop opens may come to a window of the installed page that shows the docs: it becomes the page then. */

/** Leads to what is opened. Files go to the page, by way of what both can read. */
export function watchLaunches(): void {
  // The address that the window was opened with is here already.
  let followed: string | undefined = performance.getEntriesByType('navigation')[0]?.name;
  window.launchQueue?.setConsumer(({ files, targetURL }) => {
    const isNew = targetURL !== undefined && targetURL !== followed;
    followed = undefined;
    if (files.length > 0) void handOn(files);
    else if (isNew) location.assign(targetURL);
  });
}

async function handOn(files: LaunchParams['files']): Promise<void> {
  const { persistLaunched } = await import('../../../web/opening/launched.ts');
  // Without storage the page says that there is nothing.
  const key = await persistLaunched(files).catch(() => '');
  // This script is in docs/assets/.
  const page = new URL(['..', '..', ''].join('/'), import.meta.url);
  page.searchParams.set('launched', key);
  location.assign(page);
}
