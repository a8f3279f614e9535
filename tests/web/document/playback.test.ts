import type { AbcFile, PoseRequest } from '@lithoscope/core';
import { afterEach, describe, expect, test } from 'vitest';
import { BIND_POSE, OpenFile } from '../../../web/document/open-file.ts';
import {
  blending,
  canPlay,
  canStart,
  chooseClip,
  playClip,
  playOpened,
  seek,
  setMode,
  stepClip,
  tick,
  togglePlaying,
} from '../../../web/document/playback.ts';
import { announcement } from '../../../web/store/notices.ts';
import { infoWith, partly, sourceOf, withModel } from '../support/fakes.ts';

const own = (animation: number) => ({ child: 0, animation });

/** As much of a file as the clock looks at. An animation of a negative length is cut off. */
function fileWith(...lengths: number[]): OpenFile {
  const animations = lengths.map((length) => ({
    length,
    keyframes: length > 0 ? 2 : 1,
    interpolationTime: 200,
    complete: length >= 0,
  }));
  return new OpenFile(sourceOf('test.abc'), partly<AbcFile>({ info: infoWith({ animations }) }));
}

/** A file that freezes what it is asked for, so that a test sees what was frozen. */
function freezable(...lengths: number[]): { file: OpenFile; frozen: PoseRequest[] } {
  const frozen: PoseRequest[] = [];
  const freeze = (request: PoseRequest) => {
    frozen.push(request);
    return { locals: Float32Array.of(frozen.length), vertices: new Float32Array() };
  };
  const file = fileWith(...lengths);
  return { file: withModel(file, partly<AbcFile>({ freeze })), frozen };
}

describe('a file that plays', () => {
  test('starts in the bind pose, standing still', () => {
    const file = fileWith(1000);
    expect(file.playback.clip.value).toBe(BIND_POSE);
    expect(file.playback.playing.value).toBe(false);
    expect(canPlay(file)).toBe(false);
  });

  test('plays its first animation that moves when it is started in the bind pose', () => {
    const file = fileWith(-1, 0, 1000, 500);
    expect(canStart(file)).toBe(true);
    togglePlaying(file);
    expect(file.playback.clip.value).toEqual(own(2));
    expect(file.playback.playing.value).toBe(true);
    for (const none of [fileWith(), fileWith(-1)]) {
      expect(canStart(none)).toBe(false);
      togglePlaying(none);
      expect(none.playback.playing.value).toBe(false);
    }
  });

  test('a still animation can be started and says that nothing moves', () => {
    const file = fileWith(0);
    togglePlaying(file);
    expect(file.playback.clip.value).toEqual(own(0));
    expect(file.playback.playing.value).toBe(false);
    expect(announcement.value).toContain('nothing moves');
  });

  test('plays the first animation that moves when it is opened, and nothing where none does', () => {
    const file = fileWith(-1, 0, 1000, 500);
    playOpened(file);
    expect(file.playback.clip.value).toEqual(own(2));
    expect(file.playback.playing.value).toBe(true);
    chooseClip(file, own(3));
    playOpened(file);
    expect(file.playback.clip.value).toEqual(own(3));
    for (const still of [fileWith(), fileWith(-1, 0)]) {
      playOpened(still);
      expect(still.playback.clip.value).toBe(BIND_POSE);
      expect(still.playback.playing.value).toBe(false);
    }
  });

  test('playing a clip leaves one that plays already where it is', () => {
    const file = fileWith(1000, 500);
    playClip(file, own(1));
    expect(file.playback.playing.value).toBe(true);
    tick(file, [], 100);
    playClip(file, own(1));
    expect(file.playback.timeMs.value).toBe(100);
    playClip(file, own(0));
    expect(file.playback.timeMs.value).toBe(0);
    expect(file.playback.playing.value).toBe(true);
  });

  test('the next and previous animation go around the ends and leave out what is cut off', () => {
    const file = fileWith(1000, -1, 500, 0);
    const steps = (step: 1 | -1, count: number) =>
      Array.from({ length: count }, () => {
        stepClip(file, step);
        return file.playback.clip.value.animation;
      });
    expect(steps(1, 4)).toEqual([0, 2, 3, 0]);
    chooseClip(file, BIND_POSE);
    expect(steps(-1, 4)).toEqual([3, 2, 0, 3]);
  });

  test('plays all one after the other, without those that stand still', () => {
    const file = fileWith(1000, 0, 500);
    blending.value = false;
    setMode(file, 'next');
    togglePlaying(file);
    tick(file, [], 999);
    expect(file.playback.clip.value).toEqual(own(0));
    tick(file, [], 2);
    expect(file.playback.clip.value).toEqual(own(2));
    expect(file.playback.timeMs.value).toBe(0);
    expect(file.playback.playing.value).toBe(true);
    tick(file, [], 500);
    expect(file.playback.clip.value).toEqual(own(0));
    blending.value = true;
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

describe('a change of animation', () => {
  afterEach(() => {
    blending.value = true;
  });

  test('while it plays blends out of what was seen, the new animation standing at its start', () => {
    const { file, frozen } = freezable(1000, 500);
    chooseClip(file, own(0));
    togglePlaying(file);
    tick(file, [], 300);
    chooseClip(file, own(1));
    expect(frozen).toMatchObject([{ animation: 0, timeMs: 300 }]);
    tick(file, [], 150);
    expect(file.playback.timeMs.value).toBe(0);
    expect(file.playback.transition.value).toMatchObject({ elapsedMs: 150, durationMs: 200 });
    tick(file, [], 90);
    expect(file.playback.transition.value).toBeNull();
    expect(file.playback.timeMs.value).toBe(40);
  });

  test('during a transition freezes the blend that is seen', () => {
    const { file, frozen } = freezable(1000, 500);
    chooseClip(file, own(0));
    togglePlaying(file);
    chooseClip(file, own(1));
    tick(file, [], 50);
    chooseClip(file, own(0));
    expect(frozen[1]).toMatchObject({ animation: 1, transition: { fraction: 0.25 } });
    expect(file.playback.transition.value).toMatchObject({ elapsedMs: 0 });
  });

  test('cuts while nothing plays, and when blending is off', () => {
    const { file, frozen } = freezable(1000, 500);
    chooseClip(file, own(0));
    chooseClip(file, own(1));
    blending.value = false;
    togglePlaying(file);
    chooseClip(file, own(0));
    expect(frozen).toEqual([]);
    expect(file.playback.transition.value).toBeNull();
  });

  test('is over when the user scrubs', () => {
    const { file } = freezable(1000, 500);
    chooseClip(file, own(0));
    togglePlaying(file);
    chooseClip(file, own(1));
    seek(file, 100);
    expect(file.playback.transition.value).toBeNull();
  });
});

describe('layers', () => {
  const layer = { id: 1, clip: own(1), weightSet: -1, timeMs: 0, runs: true, on: true };

  test('run with playback, each in its own length', () => {
    const file = fileWith(1000, 300);
    file.playback.layers.value = [layer, { ...layer, id: 2, runs: false, timeMs: 7 }];
    chooseClip(file, own(0));
    togglePlaying(file);
    tick(file, [], 400);
    expect(file.playback.layers.value.map(({ timeMs }) => timeMs)).toEqual([100, 7]);
    expect(file.playback.timeMs.value).toBe(400);
  });

  test('run over the bind pose, and playing ends with the last that moves', () => {
    const file = fileWith(1000, 300);
    file.playback.layers.value = [layer];
    file.playback.mode.value = 'once';
    togglePlaying(file);
    tick(file, [], 200);
    expect(file.playback.playing.value).toBe(true);
    tick(file, [], 200);
    expect(file.playback.layers.value[0]?.timeMs).toBe(300);
    tick(file, [], 200);
    expect(file.playback.playing.value).toBe(false);
  });
});
