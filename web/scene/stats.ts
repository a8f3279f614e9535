/** The statistics: what is drawn, and what it costs. */

import type { DrawnFile } from '../document/open-file.ts';
import { view } from '../document/view.ts';
import { formatCount } from '../explain/describe.ts';
import { el } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import type { FileScene } from './file-scene.ts';
import type { Stage } from './stage.ts';

export type Show = (scene: FileScene, stage: Stage) => void;

const ROWS = [
  'Triangles',
  'Vertices',
  'Pieces',
  'Weights',
  // Vertices far away, or not finite.
  'Not framed',
  'Draw calls',
  'Pose and deform',
  'Buffers',
  'Render',
] as const;

/** Adds the table of what is drawn and what it costs; the returned function fills it after a picture. */
export function mountStats(host: HTMLElement): Show {
  const cells = ROWS.map(() => el('td'));
  const table = el(
    'table',
    { class: 'scene-cost', 'aria-label': 'Statistics' },
    el('tbody', {}, ...ROWS.map((row, i) => el('tr', {}, el('th', { scope: 'row' }, row), cells[i] ?? ''))),
  );
  host.append(table);
  effect(() => {
    table.hidden = !view.stats.value;
  });
  return (scene, stage) => {
    const { counts, cost } = scene;
    const { calls, renderMs } = stage.cost;
    const values = [
      formatCount(counts.triangles),
      formatCount(counts.vertices),
      formatCount(counts.pieces),
      formatCount(weightsDrawn(scene.file)),
      formatCount(scene.leftOut),
      formatCount(calls),
      ms(cost.evaluateMs),
      ms(cost.buffersMs),
      ms(renderMs),
    ];
    values.forEach((value, i) => {
      const cell = cells[i];
      if (cell && cell.textContent !== value) cell.textContent = value;
    });
  };
}

const ms = (value: number) => `${value.toFixed(2)} ms`;

/** Weights of the visible pieces at the current level; a vertex moved by one node counts as one. */
function weightsDrawn({ info, look: { lod, hiddenPieces } }: DrawnFile): number {
  const { collapses, weights } = info.features;
  return info.pieces.reduce((sum, { lods }, piece) => {
    const level = lods[collapses ? 0 : lod.peek()];
    if (!level || hiddenPieces.peek().has(piece)) return sum;
    return sum + (weights ? level.weights : level.vertices);
  }, 0);
}
