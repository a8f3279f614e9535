/** The view of a model. */
import { filesInView } from '../document/drawn-together.ts';
import { activeFile } from '../document/state.ts';
import { watchChildren } from '../opening/children.ts';
import { mountSkinTools } from '../skins/skins.ts';
import { focusOn } from '../ui/focus.ts';
import type { Panel } from '../ui/panels.ts';
import { once } from '../ui/scope.ts';
import { mountViewport } from './viewport.ts';

const isModel = () => activeFile.value?.model != null;

export const viewPanel: Panel = {
  id: 'view',
  tab: 'Model',
  title: 'the view',
  mount(element) {
    mountViewport(element);
    once(isModel, () => {
      mountSkinTools(element);
      watchChildren(filesInView);
    });
  },
  command: { group: 'View', enabled: isModel },
  focus: () => void focusOn('view'),
};
