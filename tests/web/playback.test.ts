import type { AbcFile } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import { BIND_POSE, type OpenFile, openFile } from '../../web/state.ts';
import { advance, canPlay, chooseClip, seek, togglePlaying } from '../../web/timeline/playback.ts';

describe('advance', () => {
  test('adds real time at the given speed', () => {
    expect(advance(100, 16, 1000, 'loop', 1)).toEqual({ timeMs: 116, playing: true });
    expect(advance(100, 16, 1000, 'loop', 0.25)).toEqual({ timeMs: 104, playing: true });
  });

  test('wraps only behind the end: the length itself is the last key', () => {
    expect(advance(990, 10, 1000, 'loop', 1)).toEqual({ timeMs: 1000, playing: true });
    expect(advance(1000, 16, 1000, 'loop', 1)).toEqual({ timeMs: 16, playing: true });
    expect(advance(0, 3500, 1000, 'loop', 1)).toEqual({ timeMs: 500, playing: true });
  });

  test('stops at the end when it does not loop', () => {
    expect(advance(990, 5, 1000, 'once', 1)).toEqual({ timeMs: 995, playing: true });
    expect(advance(990, 16, 1000, 'once', 1)).toEqual({ timeMs: 1000, playing: false });
  });

  test('does not play what has no length', () => {
    for (const length of [0, -1, Number.NaN]) {
      expect(advance(0, 16, length, 'loop', 1)).toEqual({ timeMs: 0, playing: false });
    }
  });

  test('plays two keys one millisecond apart', () => {
    expect(advance(0, 16.5, 1, 'loop', 1)).toEqual({ timeMs: 0.5, playing: true });
  });
});

const own = (animation: number) => ({ child: 0, animation });

/** As much of a file as the clock looks at. */
function fileWith(...lengths: number[]): OpenFile {
  const animations = lengths.map((length) => ({ length }));
  return openFile({ name: 'test.abc', read: () => Promise.reject() }, {
    info: { animations },
  } as unknown as AbcFile);
}

describe('a file that plays', () => {
  test('starts in the bind pose, standing still, with nothing to play', () => {
    const file = fileWith(1000);
    expect(file.playback.clip.value).toBe(BIND_POSE);
    expect(canPlay(file)).toBe(false);
    togglePlaying(file);
    expect(file.playback.playing.value).toBe(false);
  });

  test('choosing an animation goes to its start and does not begin to play', () => {
    const file = fileWith(1000, 500);
    chooseClip(file, own(0));
    seek(file, 700);
    chooseClip(file, own(1));
    expect(file.playback.timeMs.value).toBe(0);
    expect(file.playback.playing.value).toBe(false);
  });

  test('the bind pose, and an animation of one key, stop it', () => {
    const file = fileWith(1000, 0);
    for (const still of [BIND_POSE, own(1)]) {
      chooseClip(file, own(0));
      togglePlaying(file);
      expect(file.playback.playing.value).toBe(true);
      chooseClip(file, still);
      expect(file.playback.playing.value).toBe(false);
    }
  });

  test('seeking keeps within the animation and does not pause', () => {
    const file = fileWith(1000);
    chooseClip(file, own(0));
    togglePlaying(file);
    seek(file, 5000);
    expect(file.playback.timeMs.value).toBe(1000);
    seek(file, -5);
    expect(file.playback.timeMs.value).toBe(0);
    expect(file.playback.playing.value).toBe(true);
  });

  test('playing from the end without a loop begins at the start again', () => {
    const file = fileWith(1000);
    chooseClip(file, own(0));
    file.playback.mode.value = 'once';
    seek(file, 1000);
    togglePlaying(file);
    expect(file.playback.timeMs.value).toBe(0);
  });
});
