/** What the timeline can do. */
import type { Command } from '../commands.ts';
import { activeFile, type OpenFile } from '../state.ts';
import { currentKeys } from './current.ts';
import { nextKeyTime, previousKeyTime } from './keys.ts';
import { canPlay, currentLength, SPEEDS, seek, togglePlaying } from './playback.ts';

const playable = () => canPlay(activeFile.value);

function action(id: string, label: string, key: string, run: (file: OpenFile) => void): Command {
  return {
    id: `playback.${id}`,
    label,
    group: 'Playback',
    key,
    enabled: playable,
    run: () => {
      if (activeFile.value) run(activeFile.value);
    },
  };
}

function stepSpeed({ playback }: OpenFile, step: 1 | -1): void {
  const speed = SPEEDS[SPEEDS.indexOf(playback.speed.value) + step];
  if (speed !== undefined) playback.speed.value = speed;
}

/** The timeline's actions, in the order of its buttons. */
export const timelineCommands: readonly Command[] = [
  action('first', 'Go to the start', 'Shift+Home', (file) => seek(file, 0)),
  action('previousKey', 'Go to the key before', ',', (file) => {
    seek(file, previousKeyTime(currentKeys.value.times, file.playback.timeMs.value));
  }),
  action('toggle', 'Play or pause', 'Space', togglePlaying),
  action('nextKey', 'Go to the next key', '.', (file) => {
    seek(file, nextKeyTime(currentKeys.value.times, file.playback.timeMs.value));
  }),
  action('last', 'Go to the end', 'Shift+End', (file) => seek(file, currentLength(file))),
  {
    id: 'playback.loop',
    label: 'Play in a loop',
    group: 'Playback',
    key: 'l',
    enabled: () => activeFile.value !== null,
    checked: () => activeFile.value?.playback.mode.value === 'loop',
    run: () => {
      const mode = activeFile.value?.playback.mode;
      if (mode) mode.value = mode.value === 'loop' ? 'once' : 'loop';
    },
  },
  action('slower', 'Play slower', '[', (file) => stepSpeed(file, -1)),
  action('faster', 'Play faster', ']', (file) => stepSpeed(file, 1)),
];
