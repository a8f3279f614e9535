/**
 * The core in WebAssembly meets the files of the native sweep: whatever it was given, it gives the next file
 * the right answers. The fixtures come from tests/cpp/tools/write_fixtures.cpp.
 */
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { fixtures } from '../support/fixtures.ts';
import { sample } from '../support/samples.ts';
import { day, thorough } from '../support/thorough.ts';

/** Bytes from one cut or change to the next; they share no factor with the format's sizes. */
const [CUT_EVERY, CHANGE_EVERY] = thorough ? [13, 5] : [23, 11];

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

/** Everything a page asks of a file, in a form that compares. */
function answersOf(file: AbcFile) {
  const size = file.bytes.length;
  return JSON.stringify({
    info: file.info,
    findings: file.findings,
    coverage: file.coverage,
    leaves: [...file.leaves(0, size).offset],
    paths: file.paths(0, size),
    tree: file.children('').map((node) => file.children(node.path)),
    keyframes: file.info.animations.map((_, i) => file.keyframes(i)),
    meshes: file.info.pieces.map((_, i) => file.topology(i, 0)),
    frames: [-1, ...file.info.animations.keys()].map((animation) =>
      file.evaluate({ animation, timeMs: 40, loop: true, lod: 0 }),
    ),
  });
}

/** What must hold of the answers about any bytes. */
function expectAnswers(file: AbcFile, what: string) {
  const { known, opaque, unreferenced, unparsed } = file.coverage;
  expect(known + opaque + unreferenced + unparsed, what).toBe(file.bytes.length);
  const leaves = file.leaves(0, file.bytes.length);
  let end = 0;
  for (const [i, offset] of leaves.offset.entries()) {
    if (offset !== end) expect.fail(`${what}: the leaf at ${offset} follows ${end}`);
    end = offset + (leaves.length[i] ?? 0);
  }
  expect(end, what).toBe(file.bytes.length);
  for (const animation of [-1, 0]) file.evaluate({ animation, timeMs: 40, loop: true, lod: 0 });
  for (const piece of file.info.pieces.keys()) file.topology(piece, 0);
}

describe('fixtures', () => {
  test.each([...fixtures])('%s: cut at any length and with any byte changed', (_, sound) => {
    const before = answersOf(core.open(sound));
    // Every length and byte natively (sweep_test.cpp).
    for (let length = day % CUT_EVERY; length < sound.length; length += CUT_EVERY) {
      expectAnswers(core.open(sound.slice(0, length)), `cut at ${length}`);
    }
    for (let at = day % CHANGE_EVERY; at < sound.length; at += CHANGE_EVERY) {
      const changed = sound.slice();
      changed[at] = at % 2 ? 0xff : (sound[at] ?? 0) + 1;
      expectAnswers(core.open(changed), `byte ${at} changed`);
    }
    expect(answersOf(core.open(sound))).toBe(before);
  });
});

/** A v12 header, and after it sections of six bytes up to this size: nothing takes more memory a byte. */
function tinySections(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const head = 16;
  view.setUint16(0, 6, true);
  bytes.set(new TextEncoder().encode('Header'), 2);
  view.setUint32(8, head, true);
  view.setUint32(12, 12, true);
  let at = head;
  for (; at + 12 <= size; at += 6) view.setUint32(at + 2, at + 6, true);
  view.setUint32(at + 2, 0xffffffff, true);
  return bytes;
}

describe('without enough memory', () => {
  const clockwork = sample('clockwork.abc');

  function expectOutOfMemory(file: AbcFile) {
    expect(file.findings.map(({ code }) => code)).toEqual(['OUT_OF_MEMORY']);
    expect(file.info.sections).toEqual([]);
    expect(file.leaves(0, 100).offset).toHaveLength(0);
    expect(file.children('')).toEqual([]);
    expect(file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })?.pieces ?? []).toEqual([]);
  }

  test('to hold the file: a finding, and the next file opens', () => {
    const before = answersOf(core.open(clockwork));
    // Nothing is copied: the module refuses the size first.
    const huge = { length: 0x7fffffff } as Uint8Array;
    expectOutOfMemory(core.open(huge));
    expect(answersOf(core.open(clockwork))).toBe(before);
  });

  test('to parse the file: a finding, and the next file opens', () => {
    const before = answersOf(core.open(clockwork));
    expectOutOfMemory(core.open(tinySections(200 << 20)));
    expect(answersOf(core.open(clockwork))).toBe(before);
  });
});
