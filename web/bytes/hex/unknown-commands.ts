/** The steps through what is not understood, as commands. */
import type { ByteState } from '@lithoscope/core';
import type { Command } from '../../store/commands.ts';
import { activeFile } from '../../store/state.ts';
import { showBytes } from '../../ui/layout.ts';

/** Goes to the next range of bytes of a state, or of any but known, and brings the bytes into view. */
export async function stepToState(direction: 1 | -1, state?: ByteState): Promise<void> {
  const file = activeFile.peek();
  if (!file) return;
  const { stepUnknown } = await import('./step-unknown.ts');
  showBytes();
  stepUnknown(file, direction, state);
}

const step = (id: string, label: string, key: string, direction: 1 | -1): Command => ({
  id,
  label,
  group: 'Go',
  key,
  enabled: () => activeFile.value !== null,
  run: () => void stepToState(direction),
});

export const unknownCommands: readonly Command[] = [
  step('unknown.next', 'Next bytes that are not understood', 'u', 1),
  step('unknown.previous', 'Bytes before that are not understood', 'Shift+u', -1),
];
