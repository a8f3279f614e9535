/** Commands of the timeline. */

import { clipInfo } from '../../document/animation-clips.ts';
import { currentKeys, nextKeyTime, previousKeyTime } from '../../document/keyframes.ts';
import type { OpenFile, PlayMode } from '../../document/open-file.ts';
import {
  blending,
  canStart,
  currentLength,
  frameStep,
  SPEEDS,
  seek,
  setMode,
  stepClip,
  togglePlaying,
} from '../../document/playback.ts';
import { activeFile, compared } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { spoken } from '../../store/notices.ts';
import { animationCommands } from './animation-commands.ts';
import { animationSource, follow, goToAnimationSource } from './follow.ts';

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

/** The comparison has keys of its own for next and previous. */
function hasAnimations(file: OpenFile): boolean {
  return compared.value === null && canStart(file);
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
  ['pingpong', 'Back and forth'],
  ['next', 'Next animation'],
];

/** Plays or stops, and says which to who does not see it. */
function toggle(file: OpenFile): void {
  togglePlaying(file);
  const { clip, playing } = file.playback;
  const name = clipInfo(file, clip.value)?.name ?? '';
  spoken.value = playing.value ? `Playing ${name}.` : 'Paused.';
}

function nextMode(file: OpenFile): void {
  const at = PLAY_MODES.findIndex(([mode]) => mode === file.playback.mode.value);
  setMode(file, PLAY_MODES[(at + 1) % PLAY_MODES.length]?.[0] ?? 'loop');
}

/** The timeline's actions, in the order of its buttons. */
export const timelineCommands: readonly Command[] = [
  toTime('first', 'Go to the start', 'Shift+Home', () => 0),
  toTime('previousKey', 'Previous key', ',', (_, now) => previousKeyTime(currentKeys.value.times, now)),
  toTime('previousFrame', 'Previous frame', '<', (file, now) => now - frameStep(file)),
  action('toggle', 'Play or pause', 'Space', toggle, canStart),
  toTime('nextFrame', 'Next frame', '>', (file, now) => now + frameStep(file)),
  toTime('nextKey', 'Next key', '.', (_, now) => nextKeyTime(currentKeys.value.times, now)),
  toTime('last', 'Go to the end', 'Shift+End', currentLength),
  action('previousAnimation', 'Previous animation', 'Shift+n', (file) => stepClip(file, -1), hasAnimations),
  action('nextAnimation', 'Next animation', 'n', (file) => stepClip(file, 1), hasAnimations),
  action('mode', 'At the end: loop, once, back and forth, next animation', 'l', nextMode, () => true),
  action('slower', 'Play slower', '[', (file) => stepSpeed(file, -1), canStart),
  action('faster', 'Play faster', ']', (file) => stepSpeed(file, 1), canStart),
  {
    id: 'playback.source',
    label: 'Go to the file of the animation',
    group: 'Playback',
    enabled: () => activeFile.value !== null && animationSource(activeFile.value) !== null,
    run: () => {
      if (activeFile.value) goToAnimationSource(activeFile.value);
    },
  },
  {
    id: 'playback.blend',
    label: 'Blend transitions from one animation into the next',
    group: 'Playback',
    checked: () => blending.value,
    run: () => {
      blending.value = !blending.value;
    },
  },
  {
    id: 'playback.follow',
    label: 'Follow keys: select the current one',
    group: 'Playback',
    checked: () => follow.value,
    run: () => {
      follow.value = !follow.value;
    },
  },
  ...animationCommands,
];
