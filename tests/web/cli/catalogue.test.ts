/** `catalogue`: a web page with the images, names and facts of files, and all that its viewer needs. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPose } from '../../../web/cli/catalogue/draw.ts';
import * as parts from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { filesIn, lithoscope } from '../support/cli.ts';
import { sample } from '../support/samples.ts';

let folder: string;
const inFolder = (path: string) => join(folder, path);

const HOSTILE = `MODELS/"><img src=x onerror=alert(1)> & '#%3F.ABC`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-catalogue-'));
  mkdirSync(inFolder('out'));
  parts.save(
    zipParts([
      { path: 'MODELS/CHARS/CLOCKWORK.ABC', content: sample('clockwork.abc') },
      { path: 'MODELS/CLOCKWORK_BASE.ABC', content: sample('clockwork_base.abc') },
      { path: HOSTILE, content: sample('jellyfish.abc') },
      { path: 'SKINS/CHARS/CLOCKWORK.DTX', content: sample('clockwork.dtx') },
      { path: 'SKINS/CHARS/CLOCKWORK_HEAD.DTX', content: sample('clockwork_head.dtx') },
      { path: 'BROKEN.ABC', content: new TextEncoder().encode('This is not a model.') },
    ]),
    inFolder('game.zip'),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('of an archive', () => {
  let page: string;
  const unescaped = (text = '') =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  /** The file that a relative address leads to. */
  const fileAt = (address: string) => readFileSync(inFolder(`out/${decodeURIComponent(address)}`));

  beforeAll(async () => {
    const { code, stdout, stderr } = await lithoscope(
      'catalogue',
      inFolder('game.zip'),
      '-o',
      inFolder('out'),
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`5 files in ${inFolder('out')}\n`);
    page = readFileSync(inFolder('out/index.html'), 'utf8');
  });

  test('the page, the images, the files and the viewer are there', () => {
    const files = filesIn(inFolder('out'));
    expect(files).toContain('viewer/lithoscope-viewer.js');
    expect(files.filter((file) => file.startsWith('images/'))).toHaveLength(5);
    // Three models, two skins; each once.
    expect(files.filter((file) => file.startsWith('files/'))).toHaveLength(5);
    expect(page).toContain('<h1>game.zip</h1>');
    expect(page).toContain('ABC v12 · ');
  });

  test('a model has its skins by slot, and the base of its animations', () => {
    const [, attributes = ''] =
      /<button type="button" class="file" ([^>]+)>(?:(?!<button).)*>CLOCKWORK\.ABC</.exec(page) ?? [];
    const value = (name: string) => unescaped(new RegExp(`data-${name}="([^"]*)"`).exec(attributes)?.[1]);
    expect(fileAt(value('src')).equals(sample('clockwork.abc'))).toBe(true);
    const skins = value('skin')
      .split(' ')
      .map((skin) => skin.split(':') as [string, string]);
    expect(skins.map(([slot]) => slot)).toEqual(['0', '1']);
    expect(skins.map(([, address]) => fileAt(address))).toEqual(
      ['clockwork.dtx', 'clockwork_head.dtx'].map((name) => Buffer.from(sample(name))),
    );
    expect(fileAt(value('base')).equals(sample('clockwork_base.abc'))).toBe(true);
  });

  test('names are text, and addresses lead to their files', () => {
    expect(page).not.toContain('<img src=x');
    expect(page).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; &#39;#%3F.ABC');
    const addresses = [...page.matchAll(/data-src="([^"]*)"/g)].map(([, address]) => unescaped(address));
    expect(addresses.some((address) => fileAt(address).equals(sample('jellyfish.abc')))).toBe(true);
    expect(addresses.every((address) => /^\.\/[^\s"<>?#\\]+$/.test(address))).toBe(true);
  });

  test('existing files are kept, unless they may be replaced', async () => {
    const again = ['catalogue', inFolder('game.zip'), '-o', inFolder('out')];
    expect((await lithoscope(...again)).code).toBe(2);
    expect((await lithoscope(...again, '--force')).code).toBe(0);
  });
});

describe('the image of a model', () => {
  const piece = (positions: number[], corners: number[]) => ({
    name: '',
    slot: 0,
    positions: Float32Array.from(positions),
    normals: new Float32Array(positions.length),
    corners: Uint32Array.from(corners),
    uvs: new Float32Array(corners.length * 2),
  });
  const square = piece([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], [0, 1, 2, 0, 2, 3]);

  test('a square covers what its projection does', () => {
    const image = drawPose([square], true);
    const covered =
      image?.data.filter((_, i) => i % 4 === 3).reduce((sum, alpha) => sum + alpha / 255, 0) ?? 0;
    // Turned by 0.6 and tilted by 0.25 radians; the longer side of its outline is 92 % of the image.
    const [sin, cos, tilt, upright] = [Math.sin(0.6), Math.cos(0.6), Math.sin(0.25), Math.cos(0.25)];
    const extent = Math.max(2 * cos, 2 * upright + 2 * tilt * sin);
    const expected = 4 * cos * upright * ((192 * 0.92) / extent) ** 2;
    expect(covered / expected).toBeGreaterThan(0.99);
    expect(covered / expected).toBeLessThan(1.01);
  });

  test('hostile numbers draw nothing, and what is nearer covers what is not', () => {
    expect(
      drawPose([piece([Number.NaN, 0, 0, 0, Number.POSITIVE_INFINITY, 0, 0, 0, 0], [0, 1, 2])], true),
    ).toBeNull();
    expect(drawPose([], true)).toBeNull();
    expect(drawPose([piece([0, 0, 0, 1e30, 0, 0, 0, 1e30, 0], [0, 1, 2])], true)).not.toBeNull();
    expect(drawPose([square, piece([0, 0, 0], [0, 7, 9])], true)).toEqual(drawPose([square], true));
  });

  test('is that of the pose, not empty', () => {
    const { width, height, data } = decode(readFileSync(inFolder('out/images/0.png')));
    expect([width, height]).toEqual([192, 192]);
    const alpha = data.filter((_, i) => i % 4 === 3);
    expect(alpha.filter((value) => value > 0).length).toBeGreaterThan(2000);
  });
});
