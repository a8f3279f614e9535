/** Meshes that somebody made anew, added, or left half done: as pieces of the file that a GLB goes back into. */

import { type Document, Logger, type Material, type Mesh, type Node, WebIO } from '@gltf-transform/core';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Watch } from '../../../web/lib/pace.ts';
import type { GlbOptions } from '../../../web/to-glb/input.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { imported } from '../support/import-model.ts';
import { sample } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';
import { back, type CameBack, glbOf, sourceOf } from '../support/way-back.ts';

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

const UNLIT = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));

/** A sample after a change of its GLB, in the file that it came from. */
async function changed(
  change: (document: Document) => void,
  { of = 'clockwork.abc', ...options }: Partial<GlbOptions> & { of?: string } = {},
  watch: Watch = {},
): Promise<[AbcFile, CameBack]> {
  const file = core.open(sample(of));
  const document = await UNLIT.readBinary(await glbOf(file, options));
  change(document);
  return [file, await back(core, editing, await UNLIT.writeBinary(document), file, watch)];
}

const nodeNamed = (document: Document, name: string) =>
  document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name) as Node;
const messages = ({ changes }: CameBack) => changes.map(({ message }) => message);
const notes = (came: CameBack) => came.notes.map(({ code }) => code);
const placesOf = (file: AbcFile, piece: number) =>
  file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })?.pieces[piece]?.positions ??
  new Float32Array();

/** A mesh on no skin, at the top of the scene. */
function added(
  document: Document,
  places: Float32Array<ArrayBuffer>,
  indices: Uint32Array<ArrayBuffer> | null = null,
  {
    name = 'New',
    mode = 4,
    material = null,
  }: { name?: string; mode?: number; material?: Material | null } = {},
): Mesh {
  const [buffer] = document.getRoot().listBuffers();
  const accessor = (array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>, type: 'VEC3' | 'SCALAR') =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array)
      .setBuffer(buffer ?? null);
  const primitive = document
    .createPrimitive()
    .setMode(mode as 4)
    .setMaterial(material)
    .setAttribute('POSITION', accessor(places, 'VEC3'))
    .setIndices(indices && accessor(indices, 'SCALAR'));
  const mesh = document.createMesh(name).addPrimitive(primitive);
  document.getRoot().getDefaultScene()?.addChild(document.createNode(name).setMesh(mesh));
  return mesh;
}

/** Triangles of a strip of so many vertices, each place once. */
function ribbon(vertices: number): [Float32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>] {
  const places = Float32Array.from({ length: 3 * vertices }, (_, i) => {
    const vertex = Math.floor(i / 3);
    return i % 3 === 0 ? (vertex >> 1) * 0.25 : i % 3 === 1 ? vertex % 2 : 0;
  });
  const indices = Uint32Array.from({ length: 3 * (vertices - 2) }, (_, i) => Math.floor(i / 3) + (i % 3));
  return [places, indices];
}

const TRIANGLE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

describe('a new mesh', () => {
  if (thorough)
    test('with more vertices than a piece can name becomes several pieces', async () => {
      const [places, indices] = ribbon(70_000);
      const [file, came] = await changed((document) => added(document, places, indices));
      const made = came.file.info.pieces.slice(file.info.pieces.length);
      expect(made.map(({ lods }) => lods[0]?.vertices)).toEqual([65_535, 70_000 - 65_535 + 2]);
      expect(notes(came)).toContain('PIECE_SPLIT');
      const triangles = made.map((_, i) => {
        const { corners } = came.file.topology(file.info.pieces.length + i, 0);
        return Array.from({ length: corners.length / 3 }, (_, t) =>
          Math.max(...corners.subarray(3 * t, 3 * t + 3)),
        );
      });
      expect(triangles.map(({ length }) => length)).toEqual([65_533, 69_998 - 65_533]);
      expect(triangles[0]?.at(-1)).toBe(65_534);
      // Where each says that it comes from.
      expect(came.sources.at(-1)?.[0]?.triangles[0]).toBe(65_533);
    });

  test('with a name and a slot that no file has', async () => {
    const [, came] = await changed((document) => {
      const material = document.createMaterial('M').setExtras({ lt_material: 70_000 });
      added(document, TRIANGLE, null, { name: 'Кубик', material });
      added(document, TRIANGLE, null, { name: 'A name of more than thirty-one letters', material: null });
    });
    const pieces = came.file.info.pieces.slice(-2);
    expect(pieces.map(({ name, materialIndex }) => [name, materialIndex])).toEqual([
      ['_____', 0],
      ['A name of more than thirty-one ', 0],
    ]);
    expect(messages(came)).toContain('Piece “_____” added with 1 triangle.');
    const said = came.notes.find(({ code }) => code === 'NAMES_CHANGED')?.message;
    expect(said).toContain('Кубик → _____');
    expect(said).toContain('2 names');
    expect(notes(came)).toContain('SLOTS_GIVEN');
  });

  test('without a skin stands where the scene has it, whatever the scale of the export', async () => {
    const [file, came] = await changed((document) => added(document, TRIANGLE), { scale: 0.02 });
    const places = placesOf(came.file, file.info.pieces.length);
    // One metre is 50 units of 2 cm, and glTF's X is the file's −X.
    const farthest = (axis: number) =>
      Array.from({ length: 3 }, (_, v) => places[3 * v + axis] ?? 0).toSorted(
        (a, b) => Math.abs(b) - Math.abs(a),
      )[0];
    expect(farthest(0)).toBeCloseTo(-50, 3);
    expect(farthest(1)).toBeCloseTo(50, 3);
  });

  test('of a strip and of lines', async () => {
    const [file, came] = await changed((document) => {
      added(document, ribbon(6)[0], null, { name: 'Strip', mode: 5 });
      added(document, ribbon(6)[0], null, { name: 'Lines', mode: 1 });
    });
    expect(messages(came)).toEqual(['Piece “Strip” added with 4 triangles.']);
    expect(came.file.info.pieces.length).toBe(file.info.pieces.length + 1);
    expect(notes(came)).toContain('LINES_LEFT_OUT');
    // Every other triangle of a strip turns round: all look the same way.
    const { corners } = came.file.topology(file.info.pieces.length, 0);
    const places = placesOf(came.file, file.info.pieces.length);
    const turns = Array.from({ length: 4 }, (_, t) => {
      const [a, b, c] = [0, 1, 2].map((i) => 3 * (corners[3 * t + i] as number)) as [number, number, number];
      const at = (i: number, axis: number) => places[i + axis] as number;
      return Math.sign(
        (at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) - (at(b, 1) - at(a, 1)) * (at(c, 0) - at(a, 0)),
      );
    });
    expect(new Set(turns).size).toBe(1);
    expect(came.sources.at(-1)?.[0]?.triangles).toEqual(Int32Array.of(0, 1, 2, 3));
  });
});

describe('a piece of the file', () => {
  test('that a program made a strip of is not gone', async () => {
    const [file, came] = await changed((document) => {
      const [primitive] = nodeNamed(document, 'Eyes').getMesh()?.listPrimitives() ?? [];
      primitive?.setMode(5);
      // Triangles of a strip: each corner of one, twice, and the first of the next.
      const corners = Array.from(primitive?.getIndices()?.getArray() ?? []);
      const strip = Array.from({ length: corners.length / 3 }, (_, t) => {
        const [a, b, c] = corners.slice(3 * t, 3 * t + 3) as [number, number, number];
        return [a, a, b, c, c, c];
      }).flat();
      primitive?.getIndices()?.setArray(Uint32Array.from(strip));
    });
    expect(came.file.info.pieces.map(({ name }) => name)).toEqual(file.info.pieces.map(({ name }) => name));
    expect(messages(came).filter((message) => message.includes('removed'))).toEqual([]);
  });

  test('whose vertices have no weights any more follows the first node', async () => {
    const [, came] = await changed((document) => {
      const [primitive] = nodeNamed(document, 'Eyes').getMesh()?.listPrimitives() ?? [];
      const weights = primitive?.getAttribute('WEIGHTS_0');
      for (let i = 0; i < (weights?.getCount() ?? 0); i++) weights?.setElement(i, [0, 0, 0, 0]);
      added(document, TRIANGLE);
    });
    const eyes = came.file.weights(2, 0);
    expect(new Set(eyes.node)).toEqual(new Set([0]));
    expect(eyes.node.length).toBe(came.file.info.pieces[2]?.lods[0]?.vertices);
    const said = came.notes.find(({ code }) => code === 'VERTICES_WITHOUT_WEIGHTS')?.message;
    expect(said).toBe(
      `${eyes.node.length + 3} vertices without weights: each is moved by the first node, “Pelvis”.`,
    );
  });

  test('whose level 0 is deleted while lower levels are there stays', async () => {
    const [file, came] = await changed((document) => nodeNamed(document, 'Eyes').dispose(), {
      lods: 'all',
    });
    expect(came.file.info.pieces.length).toBe(file.info.pieces.length);
    expect(came.notes.find(({ code }) => code === 'LEVEL_GONE')?.message).toContain('“Eyes”');
  });

  test('named with other letters says what the file has', async () => {
    const [, came] = await changed((document) => nodeNamed(document, 'Eyes').setName('Глаза'));
    expect(came.file.info.pieces[2]?.name).toBe('_____');
    expect(messages(came)).toEqual(['Piece “Eyes” renamed to “_____”.']);
    expect(notes(came)).toContain('NAMES_CHANGED');
  });
});

test('a place farther away than a float reaches is refused, not written as Infinity', async () => {
  const file = core.open(sample('jellyfish.abc'));
  const document = await UNLIT.readBinary(await glbOf(file));
  const [mesh] = document.getRoot().listMeshes();
  const places = mesh?.listPrimitives()[0]?.getAttribute('POSITION');
  // Each of the numbers fits into a float; turned into the space of a node, they do not.
  for (let v = 900; v < 950; v++) places?.setElement(v, [-3e38, -3e38, -3e38]);
  const source = await sourceOf(await UNLIT.writeBinary(document));
  await expect(imported(core, editing, source, {}, file)).rejects.toThrow(
    'farther away than a model can store',
  );
});
