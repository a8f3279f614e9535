/** What leads to a comparison; the view itself comes with the first one. */
import type { Command } from '../store/commands.ts';
import { activeId, compared, files } from '../store/state.ts';

/** Puts the active file beside the next one; the view offers the others. */
function compareActive(): void {
  const list = files.value;
  const at = list.findIndex(({ id }) => id === activeId.value);
  const [left, right] = [list[at], list[(at + 1) % list.length]];
  if (left && right && left !== right) compared.value = { left: left.id, right: right.id };
}

export const compareCommand: Command = {
  id: 'file.compare',
  label: 'Compare with another open file',
  group: 'File',
  key: 'm',
  enabled: () => files.value.length > 1,
  run: compareActive,
};
