/** Normals of triangles, which version 6 has: those of moved and new ones are what the geometry says. */
import { type Document, Logger, type Primitive, WebIO } from '@gltf-transform/core';
import type { AbcFile, Vec3 } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { CHANGES } from '../support/changes.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';
import { back, glbOf } from '../support/way-back.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const UNLIT = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));

const at = (list: ArrayLike<number>, index: number): Vec3 =>
  [0, 1, 2].map((i) => list[3 * index + i] as number) as unknown as Vec3;
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const less = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/**
 * By triangle: degrees between its stored normal, in the space of the node of its first corner, and the geometry of the
 * rest pose; NaN where a vertex is deformed: there a file has the normal of another shape.
 */
function degreesOff(file: AbcFile): number[] {
  const view = new DataView(file.bytes.buffer, file.bytes.byteOffset, file.size);
  const { starts } = file.elements('Geometry.FaceInfo') ?? { starts: new Uint32Array() };
  const { corners } = file.topology(0, 0);
  const { deformation, node } = file.weights(0, 0);
  const pose = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
  const places = pose?.pieces[0]?.positions ?? [];
  return Array.from({ length: corners.length / 3 }, (_, face) => {
    const [a, b, c] = [...corners.subarray(3 * face, 3 * face + 3)] as [number, number, number];
    if ([a, b, c].some((vertex) => (deformation[vertex] ?? -1) >= 0)) return Number.NaN;
    const normal = cross(less(at(places, b), at(places, a)), less(at(places, c), at(places, a)));
    const matrix = pose?.nodes.subarray(16 * (node[a] as number)) ?? [];
    // Three signed bytes behind three pairs of texture coordinates and three indices.
    const stored = [0, 1, 2].map((i) => view.getInt8((starts[face] as number) + 30 + i));
    const inModel = [0, 4, 8].map((row) =>
      stored.reduce((sum, value, i) => sum + (matrix[row + i] as number) * value, 0),
    );
    const along = normal.reduce((sum, value, i) => sum + value * (inModel[i] as number), 0);
    return (Math.acos(Math.min(1, along / Math.hypot(...normal) / Math.hypot(...inModel))) * 180) / Math.PI;
  });
}

const greatest = (degrees: readonly number[]) => Math.max(...degrees.filter((value) => !Number.isNaN(value)));

async function changed(change: (primitive: Primitive, document: Document) => void): Promise<AbcFile> {
  const file = core.open(sample('jellyfish.abc'));
  const document = await UNLIT.readBinary(await glbOf(file));
  change(document.getRoot().listMeshes()[0]?.listPrimitives()[0] as Primitive, document);
  return (await back(core, editing, await UNLIT.writeBinary(document), file)).file;
}

test('the sample says what a normal is', () => {
  expect(greatest(degreesOff(core.open(sample('jellyfish.abc'))))).toBeLessThan(1);
});

test('triangles of vertices that moved', async () => {
  const file = await changed((primitive) => {
    const positions = primitive.getAttribute('POSITION');
    for (let i = 0; i < (positions?.getCount() ?? 0); i++) {
      const [x = 0, y = 0, z = 0] = positions?.getElement(i, []) ?? [];
      positions?.setElement(i, [x + 8 * Math.sin(y / 5), y, z + 0.4 * y]);
    }
  });
  const degrees = degreesOff(file);
  expect(known(degrees)).toBe(before);
  expect(greatest(degrees)).toBeLessThan(1);
});

const known = (degrees: readonly number[]) => degrees.filter((value) => !Number.isNaN(value)).length;
const before = known(degreesOff(core.open(sample('jellyfish.abc'))));

test('triangles that are new, between vertices of the file', async () => {
  const file = await changed((primitive, document) => {
    const list = Array.from<number>(primitive.getIndices()?.getArray() ?? []);
    const more = list.flatMap((index, i) =>
      i % 30 === 0 ? [index, list[i + 10] ?? 0, list[i + 20] ?? 0] : [],
    );
    const indices = document.createAccessor().setType('SCALAR');
    primitive.setIndices(indices.setArray(Uint32Array.from([...list, ...more])));
  });
  expect(known(degreesOff(file))).toBeGreaterThan(before);
  expect(greatest(degreesOff(file))).toBeLessThan(1);
});

test('triangles that are new with their vertices', async () => {
  const file = await changed((_, document) => CHANGES['a mesh twice']?.(document));
  expect(known(degreesOff(file))).toBeGreaterThan(2 * before - 1);
  expect(greatest(degreesOff(file))).toBeLessThan(1);
});

test('a file that says it has more vertices than it has takes no new ones', async () => {
  const bytes = new Uint8Array(sample('jellyfish.abc'));
  const place = core.open(bytes).resolve('Geometry.NormalVerts');
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(place?.start ?? 0, 60_000, true);
  const file = core.open(bytes);
  const document = await UNLIT.readBinary(await glbOf(file));
  CHANGES['a mesh twice']?.(document);
  await expect(back(core, editing, await UNLIT.writeBinary(document), file)).rejects.toThrow(
    'NormalVerts is greater than the number of vertices in the file: none can be added.',
  );
});
