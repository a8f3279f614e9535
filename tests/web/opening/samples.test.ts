/** The samples that come with the page. That they are what the generator makes is a native test. */
import { readFileSync } from 'node:fs';
import type { AbcFile, Lithoscope, Vec3 } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Sample } from '../../../web/opening/samples.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { expectClose } from '../support/expect-close.ts';

const folder = new URL('../../../public/samples/', import.meta.url);
const samples: Sample[] = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));

let core: Lithoscope;

beforeAll(async () => {
  core = await loadCore();
});

function open(file: string): AbcFile {
  return core.open(new Uint8Array(readFileSync(new URL(file, folder))));
}

describe.each(samples)('$title', ({ file, text }) => {
  test('has one short line to say what there is to see', () => {
    expect(text.length).toBeGreaterThan(20);
    expect(text.length).toBeLessThan(120);
    expect(text).not.toContain('\n');
  });

  test('reads without a finding, every byte known', () => {
    const parsed = open(file);
    expect(parsed.findings).toEqual([]);
    expect(parsed.coverage.known).toBe(parsed.bytes.length);
  });

  test('loops without a jump', () => {
    const parsed = open(file);
    for (const [animation, { name }] of parsed.info.animations.entries()) {
      const { times } = parsed.keyframes(animation);
      const at = (timeMs: number) => parsed.evaluate({ animation, timeMs, loop: false, lod: 0 });
      const first = at(0);
      const last = at(times[times.length - 1] ?? 0);
      expectClose(last?.nodes ?? [], first?.nodes ?? [1], 1e-6, `${name}: nodes`);
      for (const [piece, { positions }] of (first?.pieces ?? []).entries()) {
        expectClose(last?.pieces[piece]?.positions ?? [], positions, 1e-6, `${name}: piece ${piece}`);
      }
    }
  });
});

describe.each(samples.flatMap(({ skins = [] }) => skins))('%s', (skin) => {
  test('reads without a finding, every byte known, and has a picture', async () => {
    const texture = (await loadDtx()).open(new Uint8Array(readFileSync(new URL(skin, folder))));
    expect(texture.findings).toEqual([]);
    expect(texture.coverage.known).toBe(texture.bytes.length);
    expect(texture.bytes.length).toBeLessThan(200_000);
    const { width = 0, height = 0, faces = [] } = texture.texture ?? {};
    expect(faces[0]).toHaveLength(4);
    const colors = new Set(new Uint32Array(texture.pixels(0)?.buffer ?? new ArrayBuffer(0)));
    expect(colors.size).toBeGreaterThan(50);
    expect(texture.pixels(3)).toHaveLength((width / 8) * (height / 8) * 4);
  });
});

test('there is a skin for each slot, named after the model', () => {
  for (const { file, skins } of samples) {
    if (!skins) continue;
    const slots = new Set(open(file).info.pieces.map(({ materialIndex }) => materialIndex));
    expect(skins).toHaveLength(slots.size);
    expect(skins[0]).toBe(file.replace('.abc', '.dtx'));
  }
});

describe('Clockwork and the base that it inherits from', () => {
  test('lists the base by its name and build, with a binding for each of its animations', () => {
    const character = open('clockwork.abc').info;
    const base = open('clockwork_base.abc').info;
    expect(character.childModels).toEqual([
      { name: '', buildNumber: expect.any(Number) },
      { name: 'Models\\clockwork_base.abc', buildNumber: base.childModels[0]?.buildNumber },
    ]);
    expect(character.bindings).toHaveLength(2);
    const names = base.animations.map(({ name }) => name);
    expect(character.bindings[1]?.map(({ name }) => name)).toEqual(names);
    const own = new Set(character.animations.map(({ name }) => name));
    expect(names.filter((name) => own.has(name))).toEqual([]);
  });

  test('has the same tree, only the root is named otherwise', () => {
    const tree = (file: string) =>
      open(file).info.nodes.map(({ name, parent, childCount, flags }) => ({
        name: parent < 0 ? 'root' : name,
        parent,
        childCount,
        flags,
      }));
    expect(tree('clockwork_base.abc')).toEqual(tree('clockwork.abc'));
  });

  test('stands on the floor in what it inherits, lowered by the origin of the binding', () => {
    const character = open('clockwork.abc');
    const source = open('clockwork_base.abc');
    const floor = lowest(character, -1, 0);
    for (const [animation, { name, length }] of source.info.animations.entries()) {
      const origin = character.info.bindings[1]?.[animation]?.origin;
      expect(lowest(character, animation, 0, source, origin), name).toBeCloseTo(floor, 1);
      for (let timeMs = 0; timeMs <= length; timeMs += 50) {
        // A toe may sink in by a little where keys are far apart.
        expect(lowest(character, animation, timeMs, source, origin), `${name} at ${timeMs}`).toBeGreaterThan(
          floor - 1,
        );
      }
    }
  });
});

/** The lowest point of the model in a pose. */
function lowest(parsed: AbcFile, animation: number, timeMs: number, source?: AbcFile, origin?: Vec3): number {
  const frame = parsed.evaluate({
    animation,
    timeMs,
    loop: false,
    lod: 0,
    ...(source && { source }),
    ...(origin && { origin }),
  });
  let height = Number.POSITIVE_INFINITY;
  for (const { positions } of frame?.pieces ?? []) {
    for (let i = 1; i < positions.length; i += 3) height = Math.min(height, positions[i] ?? Number.NaN);
  }
  return height;
}
