import type { AbcFile, StructureNode } from '@lithoscope/core';
import { afterEach, describe, expect, it } from 'vitest';
import { BIND_POSE, OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles, files } from '../../../web/document/state.ts';
import { changed, movedSelection, settle, unchanged } from '../../../web/opening/reload.ts';
import { isUnchanged } from '../../../web/opening/twins.ts';
import { announcement } from '../../../web/store/notices.ts';
import { infoWith, partly } from '../support/fakes.ts';

type Ranges = Readonly<Record<string, readonly [start: number, end: number]>>;

/** As much of a parsed file as a reload looks at. */
function content(ranges: Ranges, size = 1000, info: object = {}): AbcFile {
  const resolve = (path: string): StructureNode | null => {
    const range = ranges[path];
    return range ? ({ path, start: range[0], end: range[1] } as StructureNode) : null;
  };
  const bytes = new Uint8Array(size);
  return partly<AbcFile>({ resolve, bytes, size, info: infoWith(info), findings: [], release() {} });
}

describe('a selection in other content', () => {
  const before = content({ 'A.B[3].C': [100, 110], 'A.B[3]': [90, 120] });
  const whole = { start: 100, end: 110, path: 'A.B[3].C' };

  it('is the same object where nothing moved', () => {
    expect(movedSelection(whole, before, before)).toBe(whole);
  });

  it('follows its path', () => {
    const after = content({ 'A.B[3].C': [200, 212] });
    expect(movedSelection(whole, before, after)).toEqual({ start: 200, end: 212, path: 'A.B[3].C' });
  });

  it('goes to the nearest node around it that is there', () => {
    const after = content({ 'A.B': [50, 80], A: [0, 99] });
    expect(movedSelection(whole, before, after)).toEqual({ start: 50, end: 80, path: 'A.B' });
  });

  it('a range keeps its place within its node', () => {
    const range = { start: 95, end: 99, path: 'A.B[3]' };
    const after = content({ 'A.B[3]': [190, 197] });
    expect(movedSelection(range, before, after)).toEqual({ start: 195, end: 197, path: 'A.B[3]' });
  });

  it('bytes outside the structure stay where there are any', () => {
    const bytes = { start: 900, end: 950, path: '' };
    expect(movedSelection(bytes, before, content({}, 920))).toEqual({ start: 900, end: 920, path: '' });
    expect(movedSelection(bytes, before, content({}, 900))).toBeNull();
  });

  it('goes when nothing of it is left', () => {
    expect(movedSelection(whole, before, content({}))).toBeNull();
    expect(movedSelection(null, before, before)).toBeNull();
  });
});

describe('content that is replaced', () => {
  const animation = (name: string, length: number) => ({ name, length, complete: true });
  const source = { name: 'agent.abc', read: () => Promise.reject() };

  function opened(): OpenFile {
    const animations = [animation('Idle', 500), animation('Walk', 1000)];
    const file = new OpenFile(source, content({}, 1000, { animations, lodCount: 3 }));
    addFiles([file]);
    file.playback.clip.value = { child: 0, animation: 1 };
    file.playback.timeMs.value = 900;
    file.playback.playing.value = true;
    file.look.lod.value = 2;
    file.look.camera.value = { position: [1, 2, 3], target: [0, 0, 0] };
    return file;
  }

  afterEach(closeAllFiles);

  it('keeps animation by name, time, level and camera where they exist', () => {
    const file = opened();
    const animations = [animation('Walk', 600), animation('Idle', 500)];
    settle(changed(file, content({}, 1012, { animations, lodCount: 2 }), source));
    expect(files.value).toEqual([file]);
    expect(file.parsed.size).toBe(1012);
    expect(file.playback.clip.value).toEqual({ child: 0, animation: 0 });
    expect(file.playback.timeMs.value).toBe(600);
    expect(file.playback.playing.value).toBe(true);
    expect(file.look.lod.value).toBe(1);
    expect(file.look.camera.value?.position).toEqual([1, 2, 3]);
    expect(announcement.value).toBe('Reloaded agent.abc: 12 bytes more, no problems.');
  });

  it('goes to the bind pose when the animation has gone', () => {
    const file = opened();
    settle(changed(file, content({}, 999), source));
    const { playback } = file;
    expect(playback.clip.value).toBe(BIND_POSE);
    expect(playback.timeMs.value).toBe(0);
    expect(playback.playing.value).toBe(false);
    expect(announcement.value).toBe('Reloaded agent.abc: 1 byte fewer, no problems.');
  });

  it('of the same bytes changes nothing', () => {
    const file = opened();
    expect(isUnchanged(file, new Uint8Array(1000))).toBe(true);
    const { parsed } = file;
    settle(unchanged(file, source));
    expect(file.parsed).toBe(parsed);
    expect(file.playback.clip.value).toEqual({ child: 0, animation: 1 });
    expect(announcement.value).toBe('agent.abc is unchanged.');
  });
});
