/** The whole model scaled, turned, mirrored or moved. The form is fetched when it is asked for. */

import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { withEditing } from '../../store/editing.ts';
import { usePart } from '../../ui/parts.ts';

function isTransformable({ model, parsed }: OpenFile): boolean {
  return model !== null && parsed.isEditable;
}

export const transformCommand: Command = {
  id: 'edit.transform',
  label: 'Scale, turn or mirror the model…',
  group: 'Edit',
  enabled: () => activeFile.value !== null && isTransformable(activeFile.value),
  run: () => {
    const file = activeFile.value;
    if (!file) return;
    void usePart(
      () => withEditing(() => import('./form.ts')),
      (part) => part.openTransform(file),
    );
  },
};
