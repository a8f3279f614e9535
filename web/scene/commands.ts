/** What the viewport can do. */
import { signal } from '@preact/signals-core';
import type { Command } from '../commands.ts';
import { activeFile, view } from '../state.ts';

/** Counts the wishes to frame the model again; the viewport follows. */
export const frameRequests = signal(0);

/** Counts the wishes to save the picture. */
export const pictureRequests = signal(0);

const hasFile = () => activeFile.value !== null;

function viewSwitch(option: keyof typeof view, label: string, key: string): Command {
  return {
    id: `view.${option}`,
    label,
    group: 'View',
    key,
    enabled: hasFile,
    checked: () => view[option].value,
    run: () => {
      view[option].value = !view[option].value;
    },
  };
}

/** The viewport's actions, in the order of its toolbar. */
export const sceneCommands: readonly Command[] = [
  viewSwitch('skeleton', 'Show the skeleton', 'k'),
  viewSwitch('wireframe', 'Show the wireframe', 'w'),
  viewSwitch('grid', 'Show the floor grid', '#'),
  {
    id: 'view.frame',
    label: 'Frame the model',
    group: 'View',
    key: 'f',
    enabled: hasFile,
    run: () => {
      frameRequests.value++;
    },
  },
  {
    id: 'view.picture',
    label: 'Save the picture as PNG',
    group: 'View',
    key: 'p',
    enabled: hasFile,
    run: () => {
      pictureRequests.value++;
    },
  },
];
