import type { AbcFile, Frame } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { elementFacts } from '../../../web/bytes/inspector/element-facts.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { select } from '../../../web/document/selection.ts';

import { loadCore } from '../support/core.ts';
import { expectClose } from '../support/expect-close.ts';
import { sourceOf } from '../support/fakes.ts';
import { bytesOf, samplePath } from '../support/samples.ts';

let clockwork: OpenFile;
let jellyfish: OpenFile;

beforeAll(async () => {
  const core = await loadCore();
  const open = (name: string) => {
    return new OpenFile(sourceOf(name), core.open(bytesOf(samplePath(name))));
  };
  clockwork = open('clockwork.abc');
  jellyfish = open('jellyfish.abc');
});

function factsAt(file: OpenFile, path: string) {
  const node = file.parsed.resolve(path) ?? expect.fail(path);
  select(file, node, 'tree');
  return elementFacts(file);
}

/** The numbers of the leaves below a path. */
function numbersAt(
  { parsed }: OpenFile,
  path: string,
  read: (view: DataView, at: number) => number,
): number[] {
  const node = parsed.resolve(path) ?? expect.fail(path);
  const view = new DataView(parsed.bytes.buffer);
  return [...parsed.leaves(node.start, node.end).offset].map((at) => read(view, at));
}

const f32 = (view: DataView, at: number) => view.getFloat32(at, true);

describe('facts about what is selected', () => {
  test('a face names the vertex and texture coordinates of each corner', () => {
    const face = 'Pieces.Pieces[1].LODs[0].Faces[3]';
    const facts = factsAt(clockwork, face);
    expect(facts.map(({ name }) => name)).toEqual(['Piece', 'Corner 0', 'Corner 1', 'Corner 2']);
    expect(facts[0]?.text).toContain(clockwork.info.pieces[1]?.name);
    for (const corner of [0, 1, 2]) {
      const [vertex] = numbersAt(clockwork, `${face}.Vertices[${corner}].VertexIndex`, (view, at) =>
        view.getUint16(at, true),
      );
      expect(facts[corner + 1]?.path).toBe(`Pieces.Pieces[1].LODs[0].Vertices[${vertex}]`);
    }
  });

  test('a vertex names its nodes with their biases, and its vertex in the next level', () => {
    const vertex = 'Pieces.Pieces[0].LODs[0].Vertices[5]';
    const facts = factsAt(clockwork, `${vertex}.Normal.X`);
    const weights = facts.filter(({ path }) => path.includes('Weights'));
    expect(weights.length).toBeGreaterThan(0);
    weights.forEach(({ text }, w) => {
      const [node = -1] = numbersAt(clockwork, `${vertex}.Weights[${w}].NodeIndex`, (view, at) =>
        view.getUint32(at, true),
      );
      const [bias = 0] = numbersAt(clockwork, `${vertex}.Weights[${w}].Bias`, f32);
      expect(text).toContain(clockwork.info.nodes[node]?.name);
      expect(Number.parseFloat(text)).toBeCloseTo(bias, 6);
    });
    expect(facts.at(-1)?.path).toMatch(/LODs\[1\]\.Vertices\[\d+\]$/);
    const last = clockwork.info.lodCount - 1;
    expect(factsAt(clockwork, `Pieces.Pieces[0].LODs[${last}].Vertices[0]`).at(-1)?.text).toBe('none');
  });

  test('a vertex says where it is stored, and where the pose has put it', () => {
    const vertex = 'Pieces.Pieces[0].LODs[1].Vertices[5]';
    const place = (name: string) => {
      const { text = '', path = '' } = factsAt(clockwork, vertex).find((fact) => fact.name === name) ?? {};
      // One minus sign in a card.
      expect(text).not.toContain('-');
      return { path, numbers: text.replaceAll('−', '-').split('  ').map(Number) };
    };
    const stored = numbersAt(clockwork, `${vertex}.Location`, f32);
    expect(place('Location').path).toBe(`${vertex}.Location`);
    expectClose(place('Location').numbers, stored, 1e-3, 'stored');
    // In the bind pose it is where it is stored; in an animation it is not.
    clockwork.playback.clip.value = { child: 0, animation: -1 };
    expectClose(place('Posed location').numbers, stored, 1e-3, 'bind pose');
    const wave = clockwork.info.animations.findIndex(({ name }) => name === 'Wave');
    clockwork.playback.clip.value = { child: 0, animation: wave };
    clockwork.playback.timeMs.value = 1200;
    const frame = (clockwork.model as AbcFile).evaluate({
      animation: wave,
      timeMs: 1200,
      loop: false,
      lod: 1,
    });
    const posed = frame?.pieces[0]?.positions.subarray(15, 18) ?? [];
    expectClose(place('Posed location').numbers, [...posed], 1e-3, 'posed');
    clockwork.playback.playing.value = true;
    expect(place('Posed location').numbers).toEqual([Number.NaN]);
    clockwork.playback.playing.value = false;

    const v6 = factsAt(jellyfish, 'Geometry.VertexInfo[7]');
    expect(v6.map(({ name }) => name).slice(0, 2)).toEqual(['Location', 'Posed location']);
    expect(v6[0]?.path).toBe('Geometry.VertexInfo[7].Position');
  });

  test('a deformed vertex leads to the bytes that put it where it is', () => {
    const model = jellyfish.model as AbcFile;
    const bell = jellyfish.info.nodes.findIndex(({ name }) => name === 'bell');
    const swim = jellyfish.info.animations.findIndex(({ name }) => name === 'swim');
    const key = 5;
    jellyfish.playback.clip.value = { child: 0, animation: swim };
    jellyfish.playback.timeMs.value = model.keyframes(swim).times[key] ?? 0;
    const frame = model.evaluate({
      animation: swim,
      timeMs: jellyfish.playback.timeMs.value,
      loop: false,
      lod: 0,
    }) as Frame;
    const vertices = numbersAt(jellyfish, `Nodes.Nodes[${bell}].MDVertList`, (view, at) =>
      view.getUint16(at, true),
    );
    const anim = `Animation.Anims[${swim}].NodeAnims[${bell}]`;
    const scale = numbersAt(jellyfish, `${anim}.Scale`, f32);
    const transform = numbersAt(jellyfish, `${anim}.Transform`, f32);
    const m = frame.nodes.subarray(bell * 16, bell * 16 + 16);
    for (const vertex of vertices.slice(0, 20)) {
      const fact = factsAt(jellyfish, `Geometry.VertexInfo[${vertex}]`).find(
        ({ name }) => name === 'Deformation',
      );
      expect(fact?.path).toContain(`.Deformation[${key}]`);
      const bytes = numbersAt(jellyfish, fact?.path ?? '', (view, at) => view.getUint8(at));
      const [x = 0, y = 0, z = 0] = bytes.map(
        (byte, axis) => byte * (scale[axis] ?? 0) + (transform[axis] ?? 0),
      );
      const place = [0, 4, 8].map(
        (row) => (m[row] ?? 0) * x + (m[row + 1] ?? 0) * y + (m[row + 2] ?? 0) * z + (m[row + 3] ?? 0),
      );
      const shown = frame.pieces[0]?.positions.subarray(vertex * 3, vertex * 3 + 3) ?? [];
      expectClose(shown, place, 1e-3, `vertex ${vertex}`);
    }
  });

  test('bytes that are no part of the mesh have none', () => {
    expect(factsAt(clockwork, 'Header.Version')).toEqual([]);
  });
});
