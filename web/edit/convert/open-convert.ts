/** The model in another version of the format. The form is fetched when it is asked for. */

import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { withEditing } from '../../store/editing.ts';
import { usePart } from '../../ui/parts.ts';

export function isConvertible({ model, parsed }: OpenFile): boolean {
  return model !== null && parsed.isEditable && model.info.conversions.length > 0;
}

/** @param at where the form stands; null: over the page */
export function openConvert(file: OpenFile, at: HTMLElement | null): void {
  void usePart(
    () => withEditing(() => import('./form.ts')),
    (part) => part.openConvert(file, at),
  );
}

export const convertCommand: Command = {
  id: 'edit.convert',
  label: 'Convert to another version',
  group: 'Edit',
  enabled: () => activeFile.value !== null && isConvertible(activeFile.value),
  run: () => {
    if (activeFile.value) openConvert(activeFile.value, null);
  },
};
