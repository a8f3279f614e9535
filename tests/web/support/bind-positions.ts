/** Levels whose weights do not agree on one bind position: what `weights` and the bind pose say, and what the finding does. */
import type { AbcFile } from '@lithoscope/core';

const CODE = 'BIND_POSITIONS_DIFFER';

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** By vertex of a level: how far its weights are from their mean, by their shares; 0 with fewer than two. */
function distances(file: AbcFile, piece: number, lod: number): number[] {
  const { start, node, bias, location } = file.weights(piece, lod);
  const { nodes = [] } = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod }) ?? {};
  return Array.from({ length: Math.max(0, start.length - 1) }, (_, vertex) => {
    const held = Array.from({ length: (start[vertex + 1] ?? 0) - (start[vertex] ?? 0) }, (_, i) => {
      const weight = (start[vertex] ?? 0) + i;
      const share = bias[weight] ?? 0;
      const own = [0, 1, 2].map((axis) => (location[3 * weight + axis] ?? 0) / share);
      const matrix = (row: number, column: number) =>
        nodes[16 * (node[weight] ?? 0) + 4 * row + column] ?? Number.NaN;
      const place = [0, 1, 2].map(
        (row) => sum(own.map((value, column) => matrix(row, column) * value)) + matrix(row, 3),
      );
      return { share, place };
    });
    if (held.length < 2) return 0;
    const all = sum(held.map(({ share }) => share));
    const mean = [0, 1, 2].map(
      (axis) => sum(held.map(({ share, place }) => share * (place[axis] ?? 0))) / all,
    );
    const apart = held.map(
      ({ share, place }) => share * Math.hypot(...place.map((value, axis) => value - (mean[axis] ?? 0))),
    );
    return sum(apart) / all;
  });
}

/** As the finding: the diagonal of the box around all levels. */
function sizeOf(file: AbcFile): number {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = low.map((value) => -value);
  for (let lod = 0; lod < file.info.lodCount; lod++) {
    const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod });
    for (const { positions } of frame?.pieces ?? []) {
      positions.forEach((value, i) => {
        low[i % 3] = Math.min(low[i % 3] ?? 0, value);
        high[i % 3] = Math.max(high[i % 3] ?? 0, value);
      });
    }
  }
  return Math.hypot(...high.map((value, axis) => value - (low[axis] ?? 0)));
}

/** What the finding should say of each level that it is about: its path, vertices, and the greatest distance. */
export function levelsApart(file: AbcFile) {
  const size = sizeOf(file);
  return file.info.pieces.flatMap((_, piece) =>
    Array.from({ length: file.info.lodCount }, (_, lod) => {
      const all = distances(file, piece, lod);
      const bound = Math.max(0, ...all);
      return {
        path: `Pieces.Pieces[${piece}].LODs[${lod}].Vertices[${all.indexOf(bound)}].Weights`,
        lod,
        vertices: all.filter((distance) => distance > 1e-5 * size).length,
        bound,
      };
    }).filter(({ bound }) => bound > 1e-4 * size),
  );
}

/** What the finding says; at most one a file. */
export function saidApart(file: AbcFile) {
  return file.findings
    .filter(({ code }) => code === CODE)
    .map(({ path, message }) => {
      const [, vertices, bound, levels] =
        /^([\d,]+) vert\w+ ha\w+ weights .* up to ([\d.]+) units off, in ([\d,]+) level/.exec(message) ?? [];
      return {
        path,
        levels: Number(levels),
        vertices: Number(vertices?.replace(',', '')),
        bound: Number(bound),
      };
    });
}
