/** The bytes with find bar and results, and the selected field, as the page shows them. */
import { focusOn } from '../ui/focus.ts';
import type { Panel, TabPanel } from '../ui/panels.ts';
import { typedAhead, usePart } from '../ui/parts.ts';
import { once, page } from '../ui/scope.ts';
import { findRequests } from './find/commands.ts';
import { mountHex } from './hex/hex.ts';
import type { HexView } from './hex/view.ts';
import { mountInspector } from './inspector/inspector.ts';
import { resultsKind } from './results/current.ts';

export const bytesPanel = {
  id: 'bytes',
  tab: 'Bytes',
  title: 'the bytes',
  mount(element: HTMLElement): HexView {
    const view = mountHex(element);
    const addFindBar = () =>
      usePart(
        () => import('./find/bar.ts'),
        ({ mountFindBar }) => page.run(() => mountFindBar(element)),
      );
    once(
      () => findRequests.isWaiting,
      () => void typedAhead(addFindBar()),
    );
    once(
      () => resultsKind.value !== null,
      () =>
        void usePart(
          () => import('./results/strip.ts'),
          ({ mountResults }) => page.run(() => mountResults(element)),
        ),
    );
    return view;
  },
  // A problem is read beside its bytes: they stay in view under the list.
  stays: true,
  command: { group: 'View' },
  focus: () => void focusOn('bytes'),
} satisfies TabPanel;

export const cardPanel: Panel = {
  id: 'card',
  tab: 'Selected field',
  title: 'the selected field',
  mount: mountInspector,
};
