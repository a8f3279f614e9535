/** Levels of detail that are made anew in a file that a GLB goes back into. */
import { type Document, Logger, WebIO } from '@gltf-transform/core';
import type { AbcFile } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { imported } from '../support/import-model.ts';
import { sample } from '../support/samples.ts';
import { glbOf, sourceOf } from '../support/way-back.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const UNLIT = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
const CLOCKWORK = 'clockwork.abc';

const trianglesOf = (file: AbcFile, level: number) =>
  file.info.pieces.map((_, piece) => file.topology(piece, level).corners.length / 3);
/** Without the offset of the next one. */
function sectionOf({ bytes, info }: AbcFile, type: string): Uint8Array {
  const { offset, size } = info.sections.find((section) => section.type === type) as {
    offset: number;
    size: number;
  };
  return bytes.subarray(offset + 2 + type.length + 4, offset + size);
}

function cornersOf(file: AbcFile, piece: number) {
  const { corners, uvs } = file.topology(piece, 0);
  return { corners, uvs };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** Each vertex of a level is where level 0 has one, in this pose: it moves with the same nodes. */
function expectOnTheFirst(file: AbcFile, level: number, animation: number, timeMs: number): void {
  const placesOf = (lod: number) => {
    const frame = file.evaluate({ animation, timeMs, loop: false, lod });
    return (frame?.pieces ?? []).map(({ positions }) =>
      Array.from({ length: positions.length / 3 }, (_, v) => positions.slice(3 * v, 3 * v + 3)),
    );
  };
  const first = placesOf(0);
  for (const [piece, places] of placesOf(level).entries()) {
    for (const place of places) {
      const offs = (first[piece] ?? []).map((other) =>
        Math.hypot(...other.map((at, i) => at - (place[i] as number))),
      );
      expect(Math.min(...offs), `piece ${piece}`).toBeLessThan(1e-2);
    }
  }
}

describe.each(['a file', 'what an export kept'] as const)('in %s', (into) => {
  test('as many as are asked for, of level 0, which stays', { timeout: 60_000 }, async () => {
    const before = core.open(sample(CLOCKWORK));
    const source = await sourceOf(await glbOf(before));
    const base = into === 'a file' ? before : null;
    for (const levels of base ? [[0.5], [0.6, 0.3, 0.1]] : [[0.4]]) {
      const made = await imported(core, editing, source, { levels }, base);
      const { file, way, codes, report } = made;
      expect(way).toBe(base ? 'merge' : 'template');
      expect(codes).toContain('LEVELS_MADE');
      expect(codes).not.toContain('OPTIONS_CHANGED');
      expect(report.changes.map(({ path }) => path)).toEqual(['Header.LODDistances']);
      expect(file.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(file.info.lodCount).toBe(levels.length + 1);
      const distances = file.info.header.LODDistances as number[];
      expect(distances).toHaveLength(levels.length);
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
      const whole = sum(trianglesOf(before, 0));
      expect(trianglesOf(file, 0)).toEqual(trianglesOf(before, 0));
      for (const [i, share] of levels.entries()) {
        const left = sum(trianglesOf(file, i + 1));
        expect(left).toBeLessThan(1.6 * share * whole);
        expect(left).toBeGreaterThan(0.5 * share * whole);
        for (const [animation, timeMs] of [
          [-1, 0],
          [0, 300],
        ] as const)
          expectOnTheFirst(file, i + 1, animation, timeMs);
      }
      for (const piece of file.info.pieces.keys()) {
        expect(file.topology(piece, 0)).toMatchObject(cornersOf(before, piece));
        expect(file.weights(piece, 0).bias).toEqual(before.weights(piece, 0).bias);
      }
      // The changes are those of the page, too.
      if (base) {
        for (const type of ['Nodes', 'ChildModels', 'Animation', 'Sockets', 'AnimBindings'])
          expect(Buffer.compare(sectionOf(file, type), sectionOf(before, type)), type).toBe(0);
        const again = editing.edit(base, made.operations);
        expect('refused' in again ? again.refused : Buffer.compare(again.bytes, file.bytes)).toBe(0);
      }
    }
  });
});

test('at the distances that are asked for, of a shape that was changed', { timeout: 60_000 }, async () => {
  const before = core.open(sample(CLOCKWORK));
  const document = await UNLIT.readBinary(await glbOf(before));
  moveFirst(document);
  const source = await sourceOf(await UNLIT.writeBinary(document));
  const { file, codes, report } = await imported(
    core,
    editing,
    source,
    { levels: [0.5, 0.2], distances: [70, 140] },
    before,
  );
  expect(file.info.header.LODDistances).toEqual([70, 140]);
  expect(codes).not.toContain('LEVELS_AS_THEY_WERE');
  expect(report.changes.length).toBeGreaterThan(1);
  expectOnTheFirst(file, 2, -1, 0);
});

test('not in version 6, whose levels are made with the file', async () => {
  const before = core.open(sample('jellyfish.abc'));
  expect(before.info.version).toBe(6);
  const source = await sourceOf(await glbOf(before));
  const merged = await imported(core, editing, source, { levels: [0.5] }, before);
  expect([merged.way, merged.codes]).toEqual(['merge', expect.arrayContaining(['LEVELS_NOT_MADE'])]);
  expect(merged.operations).toEqual([]);
  const kept = await imported(core, editing, source, { levels: [0.5], version: 6 });
  expect([kept.way, kept.codes]).toEqual(['new', expect.arrayContaining(['OPTIONS_CHANGED'])]);
});

/** All vertices of the first mesh, by a unit. */
function moveFirst(document: Document): void {
  const positions = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('POSITION');
  const array = positions?.getArray();
  if (array) positions?.setArray(Float32Array.from(array as Float32Array, (number) => number + 0.5));
}
