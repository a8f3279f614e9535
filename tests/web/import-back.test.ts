/** A model that went out as a GLB comes back with nothing lost: into what the GLB kept of its file, and into the file itself. */
import { basename } from 'node:path';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from './support/core.ts';
import { corpusNote } from './support/corpus.ts';
import { loadEditing } from './support/editing.ts';
import { corpusModels, sampleModels } from './support/glb.ts';
import { bytesOf } from './support/samples.ts';
import { thorough } from './support/thorough.ts';
import { back, differences, glbOf } from './support/way-back.ts';

let core: Lithoscope;
let editing: Editing;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

/** Stored values that the GLB has are within this. */
const NEAR = 1e-4;

/** Those that show most; all of them when there is time. */
const SHOWN = ['clockwork.abc', 'INTHERO_CASUAL.abc', 'v12_parent.abc', '1x1_square.ABC'];
const models = [...sampleModels, ...corpusModels]
  .map((path) => [basename(path), path] as const)
  .filter(([name]) => thorough || SHOWN.includes(name))
  // Not yet.
  .filter(([, path]) => bytesOf(path)[12] === 12 || bytesOf(path)[12] === 9);

describe(`untouched${corpusNote}`, () => {
  test.each(models)('%s', async (_, path) => {
    const file = core.open(bytesOf(path));
    const levels = file.info.version === 6 || file.info.lodCount === 1 ? [[0]] : [[0], 'all' as const];
    for (const lods of levels) {
      const glb = await glbOf(file, { lods });
      const merged = await back(core, editing, glb, file);
      expect(merged.operations).toEqual([]);
      expect(merged.changes).toEqual([]);
      const filled = await back(core, editing, glb, null);
      expect(filled.changes).toEqual([]);
      expect(differences(file, filled.file, NEAR)).toEqual([]);
      expect(codes(filled.file)).toEqual(codes(file));
      expectPoses(filled.file, file);
    }
  });
});

const codes = ({ findings }: AbcFile) => findings.map(({ code, path }) => `${code} ${path}`);

/** The same poses but for 1e-4 of the size, at the ends and in the middle of each animation. */
function expectPoses(file: AbcFile, expected: AbcFile): void {
  const { animations } = expected.info;
  for (let animation = -1; animation < animations.length; animation++) {
    const length = animations[animation]?.length ?? 0;
    for (const timeMs of animation < 0 ? [0] : [0, 0.37 * length, length]) {
      const request = { animation, timeMs, loop: false, lod: 0 };
      const [pose, wanted] = [file.evaluate(request), expected.evaluate(request)];
      let size = 0;
      let off = 0;
      wanted?.pieces.forEach(({ positions }, piece) => {
        positions.forEach((value, i) => {
          size = Math.max(size, Math.abs(value));
          off = Math.max(off, Math.abs(value - (pose?.pieces[piece]?.positions[i] ?? Number.NaN)));
        });
      });
      expect(off, `animation ${animation} at ${timeMs}`).toBeLessThanOrEqual(1e-4 * Math.max(1, size));
    }
  }
}
