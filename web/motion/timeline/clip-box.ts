/** What plays, as a box to search in: the bind pose and every animation by a part of its name. */

import { clipCountWords, clipGroups, clipInfo, sameClip } from '../../document/animation-clips.ts';
import { BIND_POSE, type Clip } from '../../document/open-file.ts';
import { chooseClip } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { Combobox } from '../../ui/combobox.ts';
import { el, fileText, visible } from '../../ui/dom.ts';
import { nameElement } from '../../ui/focus.ts';
import { effect } from '../../ui/scope.ts';
import { clipName, matchingClips } from './animation-rows.ts';
import { formatLength } from './words.ts';

/** Choices at most; what is written finds the others. */
const MAX_CHOICES = 200;

/** @param leave called when a choice is made or given up: the focus goes elsewhere */
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
  const { input } = box;
  nameElement('clip', input);
  effect(() => {
    const file = activeFile.value;
    const words = file ? clipCountWords(file) : '';
    if (file) clipName(file, file.playback.clip.value);
    box.rest();
    input.title =
      words === '' ? 'No animations in this file' : `${visible(words)}: choose one, or search by name`;
    input.disabled = words === '';
  });
  box.element.classList.add('clip-box');
  return box.element;
}

/** The name that was written, then those that begin with it, then the others. */
function bestFirst(clips: readonly Clip[], name: (clip: Clip) => string, text: string): readonly Clip[] {
  if (text === '') return clips;
  const ranks: [Clip[], Clip[], Clip[]] = [[], [], []];
  for (const clip of clips) {
    const lower = name(clip).toLowerCase();
    ranks[lower === text ? 0 : lower.startsWith(text) ? 1 : 2].push(clip);
  }
  return ranks.flat();
}
