/** Hit boxes of an LTB in a pose, against corners worked out by hand. */
import { expect, test } from 'vitest';
import { drawnHitBoxes, hitBoxEdges } from '../../../web/scene/box-edges.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

const core = await loadCore();

test('a box is where its node is, as long as its size and rotated by its axes', async () => {
  // The second is of a node that does not exist.
  const model = await core.openAny(
    compiledModel({
      boxes: [
        [10, 0, 0, 0],
        [0, 0, 0, 7],
      ],
    }),
  );
  const boxes = model.hitBoxes();
  expect([...boxes.node]).toEqual([0, -1]);
  expect(drawnHitBoxes(boxes)).toEqual([0]);
  // Half a second into the animation, the node is at (0, 1.5, 0).
  const frame = model.evaluate({ animation: 0, timeMs: 500, loop: false, lod: 0 });
  const edges = hitBoxEdges(boxes, [0], frame?.nodes ?? new Float32Array());
  expect(edges).toHaveLength(12 * 6);
  const points = Array.from({ length: 24 }, (_, i) => [...edges.subarray(i * 3, i * 3 + 3)]);
  const corners = [9, 11].flatMap((x) => [-1.5, 4.5].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
  // Each edge differs in one coordinate, by its length.
  const lengths = Array.from({ length: 12 }, (_, i) =>
    Math.hypot(...[0, 1, 2].map((axis) => (points[2 * i]?.[axis] ?? 0) - (points[2 * i + 1]?.[axis] ?? 0))),
  );
  expect(lengths.sort((a, b) => a - b)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 6, 6, 6, 6]);
  expect(new Set(points.map(String))).toEqual(new Set(corners.map(String)));
});

test('ABC has none', () => {
  const model = core.open(sample('clockwork.abc'));
  expect(drawnHitBoxes(model.hitBoxes())).toEqual([]);
});
