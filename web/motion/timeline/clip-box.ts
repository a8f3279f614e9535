/** The chooser of the bar: shows the current animation, and finds the bind pose and every animation by a part of the name. */

import { clipCountWords, clipGroups, clipInfo, sameClip } from '../../document/animation-clips.ts';
import { BIND_POSE, type Clip } from '../../document/open-file.ts';
import { chooseClip } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { formatLength } from '../../explain/describe.ts';
import { Combobox } from '../../ui/combobox.ts';
import { el, fileText, icon, visible } from '../../ui/dom.ts';
import { nameElement } from '../../ui/focus.ts';
import { effect } from '../../ui/scope.ts';
import { clipName, matchingClips } from './words.ts';
import './clip-box.css';

/** Maximum number of choices; typing finds the others. */
const MAX_CHOICES = 200;

const CHEVRON = 'M7 10l5 5 5-5';

/** @param leave called after a choice or Escape, to move the focus */
export function clipBox(leave: () => void): HTMLElement {
  const current = () => activeFile.peek()?.playback.clip.peek() ?? BIND_POSE;
  const box = new Combobox<Clip>({
    id: 'clip',
    label: 'Animation',
    placeholder: '',
    firstIsMarked: true,
    resting: () => {
      const file = activeFile.peek();
      return file ? visible(clipName(file, current())) : '';
    },
    isCurrent: (clip) => sameClip(clip, current()),
    choices: (text) => {
      const file = activeFile.peek();
      if (!file) return [];
      const found = clipGroups(file).flatMap((group) => matchingClips(file, group, text));
      const whole = found.filter((clip) => clipInfo(file, clip)?.complete ?? true);
      return bestFirst(whole, (clip) => clipName(file, clip), text.trim().toLowerCase()).slice(
        0,
        MAX_CHOICES,
      );
    },
    row: (clip) => {
      const file = activeFile.peek();
      const info = file && clipInfo(file, clip);
      const lender =
        file && clip.child !== 0 ? clipGroups(file).find(({ child }) => child === clip.child) : null;
      return [
        fileText(file ? clipName(file, clip) : '', 'combobox-main'),
        el(
          'span',
          { class: 'combobox-aside' },
          ...(lender ? [fileText(lender.file.name, 'clip-lender'), ' '] : []),
          info ? formatLength(info) : '',
        ),
      ];
    },
    accept(clip, text) {
      const file = activeFile.peek();
      if (!file) return null;
      if (!clip) return `No animation has “${text}” in its name.`;
      chooseClip(file, clip);
      leave();
      return null;
    },
    close: leave,
  });
  const { element, input } = box;
  nameElement('clip', input);
  effect(() => {
    const file = activeFile.value;
    const words = file ? clipCountWords(file) : '';
    if (file) clipName(file, file.playback.clip.value);
    box.rest();
    input.title = `${visible(words)}: choose one, or search by name`;
  });
  element.classList.add('clip-box');
  element.append(icon(CHEVRON));
  return element;
}

/** Exact matches first, then names that begin with the text, then the others. */
function bestFirst(clips: readonly Clip[], name: (clip: Clip) => string, text: string): readonly Clip[] {
  if (text === '') return clips;
  const ranks: [Clip[], Clip[], Clip[]] = [[], [], []];
  for (const clip of clips) {
    const lower = name(clip).toLowerCase();
    ranks[lower === text ? 0 : lower.startsWith(text) ? 1 : 2].push(clip);
  }
  return ranks.flat();
}
