/** Commands of the timeline: playback, and changes of the current animation and its keys. */

import { clipInfo } from '../../document/animation-clips.ts';
import { currentKeys, nextKeyTime, previousKeyTime } from '../../document/keyframes.ts';
import type { OpenFile, PlayMode } from '../../document/open-file.ts';
import {
  blending,
  canStart,
  currentLength,
  frameStep,
  playsOnOpen,
  SPEEDS,
  seek,
  setMode,
  stepClip,
  togglePlaying,
} from '../../document/playback.ts';
import { activeFile, compared } from '../../document/state.ts';
import { openRow, runRowAction } from '../../edit/lists/open-row.ts';
import {
  dimsPath,
  isChangeable,
  isWhollyChangeable,
  type ListRow,
  type RowHost,
} from '../../edit/lists/row.ts';
import type { Command } from '../../store/commands.ts';
import { spoken } from '../../store/notices.ts';
import { placeOfNamed } from '../../ui/focus.ts';
import { usePart } from '../../ui/parts.ts';
import { animationSource, followKeys, goToAnimationSource } from './playhead.ts';
import { canChangeKeys, loadKeyEdit } from './time-slider.ts';

// Animations and their keys

/** Forms and editors open at the clip box. */
const host: RowHost = {
  place: () => placeOfNamed('clip'),
  focus: () => {},
};

/** The current animation, if it is the file's own and can be changed; the bind pose is row −1. Reads signals. */
function chosenRow(): ListRow | null {
  const file = activeFile.value;
  const clip = file?.playback.clip.value;
  if (!file || !clip || clip.child !== 0 || !isChangeable(file)) return null;
  return { file, key: 'animation', index: clip.animation, host };
}

/** @param able whether the file of the row can be changed in this way */
function forAnimation(
  id: string,
  label: string,
  run: (row: ListRow) => void,
  able: (row: ListRow) => boolean = ({ file }) => isWhollyChangeable(file),
  withBindPose = false,
): Command {
  return {
    id: `animation.${id}`,
    label,
    group: 'Edit',
    enabled: () => {
      const row = chosenRow();
      return row !== null && (withBindPose || row.index >= 0) && able(row);
    },
    run: () => {
      const row = chosenRow();
      if (row) run(row);
    },
  };
}

const isIn =
  (list: 'lists' | 'copies') =>
  ({ file }: ListRow) =>
    file.info.edits[list].includes('animation');

const hasDims = ({ file: { model }, index }: ListRow) => model !== null && dimsPath(model, index) !== null;

function forKey(
  id: string,
  label: string,
  run: (part: Awaited<ReturnType<typeof loadKeyEdit>>) => void,
): Command {
  return {
    id: `key.${id}`,
    label,
    group: 'Edit',
    enabled: () => canChangeKeys() && currentKeys.value.times.length > 0,
    run: () => void usePart(loadKeyEdit, run),
  };
}

const animationCommands: readonly Command[] = [
  forAnimation(
    'rename',
    'Rename the animation…',
    (row) => runRowAction(row, 'rename'),
    () => true,
  ),
  forAnimation(
    'duplicate',
    'Duplicate the animation',
    (row) => runRowAction(row, 'duplicate'),
    isIn('copies'),
  ),
  forAnimation('delete', 'Delete the animation', (row) => runRowAction(row, 'delete'), isIn('lists')),
  forAnimation('dims', 'Change the dims of the animation…', (row) => openRow(row, 'dims'), hasDims),
  forAnimation('trim', 'Trim the animation…', (row) => openRow(row, 'trim')),
  forAnimation('reverse', 'Reverse the animation', (row) => openRow(row, 'reverse')),
  forAnimation('length', 'Change the length of the animation…', (row) => openRow(row, 'length')),
  forAnimation('scale', 'Scale the animation…', (row) => openRow(row, 'scale')),
  forAnimation('join', 'Join the animation with another…', (row) => openRow(row, 'join')),
  forAnimation(
    'takeOver',
    'Copy an animation from another model…',
    (row) => openRow(row, 'takeOver'),
    undefined,
    true,
  ),
  forKey('add', 'Add a key at the playhead', (part) => part.addKey()),
  forKey('delete', 'Delete the key at the playhead', (part) => part.deleteKeysAt()),
];

// Playback

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

/** False in a comparison, which has its own keys for next and previous. */
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

/** Modes at the end of an animation, in the order of the key that switches them. */
export const PLAY_MODES: readonly (readonly [mode: PlayMode, label: string])[] = [
  ['loop', 'Loop'],
  ['once', 'Once'],
  ['pingpong', 'Back and forth'],
  ['next', 'Next animation'],
];

/** Plays or pauses, and announces it. */
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

/** The timeline's actions. */
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
  action('mode', 'Repeat: loop, once, back and forth, next animation', 'l', nextMode, () => true),
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
    label: 'Blend transitions between animations',
    group: 'Playback',
    checked: () => blending.value,
    run: () => {
      blending.value = !blending.value;
    },
  },
  {
    id: 'playback.playOnOpen',
    label: 'Play on open: the model’s first animation',
    group: 'Playback',
    checked: () => playsOnOpen.value,
    run: () => {
      playsOnOpen.value = !playsOnOpen.value;
    },
  },
  {
    id: 'playback.follow',
    label: 'Follow keys: select the current key',
    group: 'Playback',
    checked: () => followKeys.value,
    run: () => {
      followKeys.value = !followKeys.value;
    },
  },
  ...animationCommands,
];
