/** The panel *Files*: the open ones, the library, what was open before, and the samples, as groups that fold. */
import { computed } from '@preact/signals-core';
import { files } from '../document/state.ts';
import { formatCount } from '../explain/describe.ts';
import { libraryScanBar } from '../library/commands.ts';
import { libraryPanel } from '../library/panels.ts';
import { openSources } from '../opening/open.ts';
import { openArrived } from '../opening/sources/arrive.ts';
import { librarySources } from '../store/library.ts';
import { foldingGroup } from '../ui/groups.ts';
import { groupState, unfolded } from '../ui/layout.ts';
import { mountPanel } from '../ui/panels.ts';
import { effect } from '../ui/scope.ts';
import { fileListMenu, mountFileList } from './file-list.ts';
import { forgetButton, hasRecents, recentEntries, sampleCards } from './start-lists.ts';

/** Fills the panel. */
export function mountFiles(host: HTMLElement): void {
  host.classList.add('file-list');
  const library = foldingGroup({
    title: 'Library',
    unfolded: unfolded.library,
    tools: [libraryScanBar()],
    mount: (content) => mountPanel({ ...libraryPanel, needed: () => true }, content),
  });
  library.classList.add('library-group');
  const open = foldingGroup({
    title: 'Open',
    unfolded: groupState('open', true),
    count: () => (files.value.length > 0 ? formatCount(files.value.length) : null),
    tools: [fileListMenu()],
    mount: mountFileList,
  });
  host.append(
    open,
    library,
    foldingGroup({
      title: 'Recent',
      unfolded: groupState('recent', true),
      count: () => (hasRecents() ? '' : null),
      tools: [forgetButton()],
      mount: (content) => content.append(recentEntries(openArrived)),
    }),
    foldingGroup({
      title: 'Samples',
      unfolded: groupState('samples', false),
      mount: (content) => content.append(sampleCards(openSources)),
    }),
  );
  // A library is first: the files that its rows open would move the rows under the pointer.
  const isFilled = computed(() => librarySources.value.length > 0);
  effect(() => {
    library.classList.toggle('library-filled', isFilled.value);
    host.prepend(isFilled.value ? library : open);
  });
}
