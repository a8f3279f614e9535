/** Sprites in JavaScript, on the command line and in time; their bytes are written straight from dtx.md §7. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { type FileSource, OpenFile } from '../../../web/document/open-file.ts';
import {
  canPlay,
  currentLength,
  frameStep,
  seek,
  showFrame,
  shownFrame,
  tick,
  togglePlaying,
} from '../../../web/document/playback.ts';
import { addTextures, textures } from '../../../web/document/textures.ts';
import { identify, libraryKindOf } from '../../../web/explain/file-kind.ts';
import { chooseSkin, frameStates } from '../../../web/opening/textures/slots.ts';
import { lithoscope } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf } from '../support/samples.ts';

function spr(frames: readonly string[], framesPerSecond = 10, count = frames.length): Uint8Array {
  const head = Buffer.alloc(20);
  head.writeUInt32LE(count);
  head.writeUInt32LE(framesPerSecond, 4);
  const paths = frames.map((path) =>
    Buffer.concat([Buffer.from([path.length, 0]), Buffer.from(path, 'latin1')]),
  );
  return new Uint8Array(Buffer.concat([head, ...paths]));
}

const source = (name: string): FileSource => ({ name, read: async () => new Blob() });
const FRAMES = ['FX\\a1.dtx', 'fx\\A2.DTX', 'other\\b.dtx'];
const opened = async (bytes = spr(FRAMES), name = 'x.spr') =>
  new OpenFile(source(name), (await loadDtx()).sprites.open(bytes));

const folder = mkdtempSync(join(tmpdir(), 'lithoscope-sprite-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, bytes: Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

describe('a sprite', () => {
  it('is a file with frames, a structure and every byte explained', async () => {
    const { sprites } = await loadDtx();
    const file = sprites.open(spr(FRAMES));
    expect(file.sprite).toEqual({
      framesPerSecond: 10,
      transparent: 0,
      translucent: 0,
      colorKey: 0,
      frames: FRAMES,
      frameCount: 3,
    });
    expect(file.info).toMatchObject({ format: 'spr', header: { FrameCount: 3, FramesPerSecond: 10 } });
    expect(file.findings).toEqual([]);
    expect(file.coverage).toMatchObject({ known: file.size, unparsed: 0 });
    expect(file.resolve('Sprite.Frames[1].Path')).toMatchObject({ start: 20 + 11, end: 20 + 22 });
    expect(file.schema()?.sections).toHaveLength(1);
    file.release();
    expect(file.resolve('Sprite.Frames[1]')).toBeNull();
  });

  it('lists a bounded number of frames, whatever the file has', async () => {
    const file = (await loadDtx()).sprites.open(spr(new Array(5000).fill('a')));
    expect(file.sprite?.frames).toHaveLength(1000);
    expect(file.sprite?.frameCount).toBe(5000);
    expect(file.resolve('Sprite.Frames[4999].Path')).not.toBeNull();
  });

  it('is told by its bytes, and by its name when they are broken', async () => {
    const core = await loadCore();
    expect(core.open(spr(FRAMES)).info.format).toBe('spr');
    const broken = spr(FRAMES).slice(0, 30);
    expect(core.open(broken).info.format).toBe('unknown');
    expect(identify('a.SPR', broken)).toBe('sprite');
    expect(identify('a.abc', broken)).toBe('model');
    expect(libraryKindOf('folder/a.spr')).toBe('sprite');
    // Those of the Jupiter engine are no models.
    expect(['a.ltb', 'RS/RS_FULLBRIGHT.LTB'].map(libraryKindOf)).toEqual(['model', 'other']);
    const file = (await loadDtx()).sprites.open(broken);
    expect(file.info.format).toBe('spr');
    expect(file.findings.map(({ code }) => code)).toEqual(['SPRITE_CUT']);
  });
});

describe('the command line reads sprites', () => {
  it('info, fields and check', async () => {
    const path = fileOf('good.bin', spr(FRAMES));
    const info = JSON.parse((await lithoscope('info', path)).stdout);
    expect(info).toMatchObject({ format: 'spr', sprite: { frames: FRAMES }, header: { FrameCount: 3 } });
    const fields = (await lithoscope('fields', path)).stdout.trim().split('\n');
    expect(JSON.parse(fields.at(-1) ?? '')).toEqual({
      offset: 42,
      length: 13,
      path: 'Sprite.Frames[2].Path',
      type: 'string',
      value: 'other\\b.dtx',
    });
    const checked = await lithoscope('check', path);
    expect(checked.code).toBe(0);
    expect(checked.stdout).toContain('LithTech sprite, SPR.');
  });

  it('a file called .spr has findings, not “not a model”', async () => {
    const { code, stdout } = await lithoscope('check', fileOf('cut.spr', spr(FRAMES).slice(0, 50)));
    expect(code).toBe(1);
    expect(stdout).toContain('The file ends inside frame 2: 13 bytes needed, 8 left.');
    expect(stdout).not.toContain('not a LithTech model');
    // Two frames: the first word alone is that of a compiled model.
    const two = await lithoscope('check', fileOf('two.spr', spr(['a', 'b']).slice(0, 25)));
    expect(two.stdout).toContain('The file ends inside frame 1');
    const huge = await lithoscope('check', fileOf('huge.spr', spr(FRAMES, 10, 0xffffffff)));
    expect(huge.stdout).toContain('SPRITE_COUNT_LARGE');
  });

  it('in folders too', async () => {
    const { stdout } = await lithoscope('check', folder);
    expect(stdout).toContain('cut.spr: ');
    expect(stdout).toContain('3 files checked');
  });
});

describe('the frames of a sprite in time', () => {
  it('follow each other at its speed, and stand at their start when stepped', async () => {
    const file = await opened();
    expect(currentLength(file)).toBe(300);
    expect(frameStep(file)).toBe(100);
    togglePlaying(file);
    for (const [elapsed, frame] of [
      [0, 0],
      [99, 0],
      [1, 1],
      [150, 2],
      [60, 0],
    ] as const) {
      tick(file, [], elapsed);
      expect(shownFrame(file)).toBe(frame);
    }
    for (const frame of [2, 0, 1]) {
      showFrame(file, frame);
      expect(shownFrame(file)).toBe(frame);
    }
    seek(file, file.playback.timeMs.value + frameStep(file));
    expect(shownFrame(file)).toBe(2);
    seek(file, file.playback.timeMs.value + frameStep(file));
    expect(shownFrame(file)).toBe(2);
  });

  it('at 30 a second and more, each step is one frame', async () => {
    const file = await opened(spr(new Array(100).fill('a'), 30));
    for (let frame = 0; frame < 99; frame++) {
      expect(shownFrame(file)).toBe(frame);
      seek(file, file.playback.timeMs.value + frameStep(file));
    }
    expect(shownFrame(file)).toBe(99);
  });

  it('do not move without a speed, or alone, and can be stepped through', async () => {
    const still = await opened(spr(FRAMES, 0));
    expect(canPlay(still)).toBe(false);
    seek(still, frameStep(still));
    expect(shownFrame(still)).toBe(1);
    expect(canPlay(await opened(spr(['a'])))).toBe(false);
    expect(shownFrame(await opened(new Uint8Array(20)))).toBe(-1);
  });
});

describe('the textures of a sprite', () => {
  it('are found by path, else by name, and can be chosen', async () => {
    textures.value = [];
    const file = await opened();
    expect(frameStates(file).map(({ source }) => source)).toEqual([null, null, null]);
    const [deep, shallow, b] = [source('game/FX/a1.dtx'), source('wrong/a1.dtx'), source('b.DTX')];
    addTextures([shallow, deep, b]);
    expect(frameStates(file).map(({ source }) => source)).toEqual([deep, null, b]);
    chooseSkin(file, 1, shallow);
    expect(frameStates(file)[1]?.source).toBe(shallow);
    textures.value = [];
  });
});

test.each(realFiles('.spr').map((path) => [basename(path), path]))('%s is sound', async (_, path) => {
  const file = (await loadDtx()).sprites.open(bytesOf(path));
  expect(file.findings).toEqual([]);
  expect(file.sprite?.frames.every((frame) => /\.dtx$/i.test(frame))).toBe(true);
});
