/** Sources of sizes that nobody makes by hand: the import ends in time, and says what it left out. */
import type { Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, expect, test } from 'vitest';
import { importModel } from '../../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from '../../../web/from-glb/options.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import { box, Making, type Shape, turn, X } from '../../support/gltf/making.ts';
import { written } from '../../support/gltf/writing.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { thorough } from '../support/thorough.ts';

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  [core, editing] = await Promise.all([loadCore(), loadEditing()]);
});

async function imported(making: Making, options: Partial<ImportOptions>) {
  const source = await readGltf('large.glb', await written('large.glb', making));
  const tools = { open: (_: string, bytes: Uint8Array) => core.open(bytes), editing };
  const { bytes, report } = await importModel(source, { ...IMPORT_DEFAULTS, ...options }, tools, null);
  return { file: core.open(bytes), codes: report.notes.map(({ code }) => code) };
}

/** A box that an animation turns. */
function turning(making: Making) {
  const node = making.node('box').setMesh(making.mesh('box', making.primitive(box(1, 1, 1))));
  const { animation, channel } = making.animation('turn');
  return { node, animation, channel };
}

test('as many frame strings as there can be at one moment', async () => {
  const making = new Making();
  const { node, animation, channel } = turning(making);
  channel(node, 'rotation', [0, 1], [turn(X, 0), turn(X, 90)]);
  animation.setExtras({ lt_events: Array.from({ length: 60_000 }, () => ({ time: 0, text: 'X' })) });
  const { file, codes } = await imported(making, {});
  expect(file.keyframes(0).strings[0]).toMatch(/^X;X;X;/);
  expect(codes).toContain('NAMES_LONG');
});

test('more names and pieces than a model can have are refused before anything is made of them', async () => {
  const refused = async (nodes: number, name: (i: number) => string) => {
    const making = new Making();
    const mesh = making.mesh('box', making.primitive(box(1, 1, 1)));
    for (let i = 0; i < nodes; i++) making.node(name(i)).setMesh(mesh);
    return imported(making, {}).then(
      () => '',
      (error: Error) => error.message,
    );
  };
  expect(await refused(40, (i) => `${'n'.repeat(65_000)}${i}`)).toMatch(/names of 5,\d+,\d+ characters/);
  expect(await refused(4097, (i) => `${i}`)).toMatch(
    /4,097 meshes .* more than 4,096 are too many for a model/,
  );
});

test('a fan of thousands of triangles, with levels', async () => {
  const count = 6000;
  const fan: Shape = { positions: [0, 0, 0], normals: [0, 0, 1], uvs: [0, 0], indices: [] };
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    fan.positions.push(Math.cos(angle), Math.sin(angle), 0.1 * Math.sin(7 * angle));
    fan.normals.push(0, 0, 1);
    fan.uvs.push(0, 0);
    fan.indices.push(0, 1 + i, 1 + ((i + 1) % count));
  }
  for (const version of [12, 6] as const) {
    const making = new Making();
    making.node('fan').setMesh(making.mesh('fan', making.primitive(fan)));
    const { file } = await imported(making, {
      version,
      levels: [0.5],
      distances: version === 12 ? [100] : [],
    });
    expect(file.info.pieces[0]?.lods[0]?.faces).toBe(count);
  }
});

if (thorough)
  test('a spline that asks for a key a millisecond, for weeks', async () => {
    const making = new Making();
    const { node, channel } = turning(making);
    const still = [0, 0, 0];
    const away = [1000, 0, 0];
    channel(node, 'translation', [0, 4_000_000], [still, still, away, away, still, still], 'CUBICSPLINE');
    const { codes } = await imported(making, {});
    expect(codes).toContain('ANIMATION_LEFT_OUT');
  });
