/** Commands of the timeline. */

import type { Command } from '../../store/commands.ts';
import { currentKeys } from '../../store/frame-events.ts';
import { nextKeyTime, previousKeyTime } from '../../store/keyframes.ts';
import type { OpenFile, PlayMode } from '../../store/open-file.ts';
import {
  canPlay,
  currentLength,
  frameStep,
  SPEEDS,
  seek,
  setMode,
  togglePlaying,
} from '../../store/playback.ts';
import { activeFile } from '../../store/state.ts';
import { blending, setBlending } from '../../store/transition.ts';
import { follow } from './follow.ts';

function action(
  id: string,
  label: string,
  key: string,
  run: (file: OpenFile) => void,
  able = (file: OpenFile) => currentLength(file) > 0,
): Command {
  return {
    id: `playback.${id}`,
    label,
    group: 'Playback',
    key,
    enabled: () => activeFile.value !== null && able(activeFile.value),
    run: () => {
      if (activeFile.value) run(activeFile.value);
    },
  };
}

function toTime(id: string, label: string, key: string, time: (file: OpenFile, now: number) => number) {
  return action(id, label, key, (file) => seek(file, time(file, file.playback.timeMs.value)));
}

function stepSpeed({ playback }: OpenFile, step: 1 | -1): void {
  const speed = SPEEDS[SPEEDS.indexOf(playback.speed.value) + step];
  if (speed !== undefined) playback.speed.value = speed;
}

/** Modes at the end of an animation, in the order in which the key goes through them. */
export const PLAY_MODES: readonly (readonly [mode: PlayMode, label: string])[] = [
  ['loop', 'Loop'],
  ['once', 'Once'],
  ['pingpong', 'Ping-pong'],
];

function nextMode(file: OpenFile): void {
  const at = PLAY_MODES.findIndex(([mode]) => mode === file.playback.mode.value);
  setMode(file, PLAY_MODES[(at + 1) % PLAY_MODES.length]?.[0] ?? 'loop');
}

/** The timeline's actions, in the order of its buttons. */
export const timelineCommands: readonly Command[] = [
  toTime('first', 'Go to the start', 'Shift+Home', () => 0),
  toTime('previousKey', 'Previous key', ',', (_, now) => previousKeyTime(currentKeys.value.times, now)),
  toTime('previousFrame', 'Previous frame', '<', (file, now) => now - frameStep(file)),
  action('toggle', 'Play or pause', 'Space', togglePlaying, canPlay),
  toTime('nextFrame', 'Next frame', '>', (file, now) => now + frameStep(file)),
  toTime('nextKey', 'Next key', '.', (_, now) => nextKeyTime(currentKeys.value.times, now)),
  toTime('last', 'Go to the end', 'Shift+End', currentLength),
  action('mode', 'Loop, play once, or play there and back', 'l', nextMode, () => true),
  action('slower', 'Play slower', '[', (file) => stepSpeed(file, -1), canPlay),
  action('faster', 'Play faster', ']', (file) => stepSpeed(file, 1), canPlay),
  {
    id: 'playback.blend',
    label: 'Blend from one animation into the next',
    group: 'Playback',
    checked: () => blending.value,
    run: () => setBlending(!blending.value),
  },
  {
    id: 'playback.follow',
    label: 'Select the current key',
    group: 'Playback',
    checked: () => follow.value,
    run: () => {
      follow.value = !follow.value;
    },
  },
];
