/** The camera takes in all of every real model. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { frameExtent } from '../../../web/model/scene/framing.ts';
import { loadCore } from '../support/core.ts';
import { corpusNote, corpusPath, hasCorpus } from '../support/corpus.ts';
import { bytesOf } from '../support/samples.ts';

test.skipIf(!hasCorpus)(`no vertex of a real model is too far away to be framed${corpusNote}`, async () => {
  const core = await loadCore();
  const models = readdirSync(corpusPath(''), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.abc$/i.test(name) && !/^made[\\/]/.test(name),
  );
  for (const name of models) {
    const file = core.open(bytesOf(join(corpusPath(''), name)));
    const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
    const meshes = file.info.pieces.map((_, piece) => ({
      vertices: Uint32Array.from(new Set(file.topology(piece, 0).corners)),
    }));
    if (frame) expect(frameExtent(frame, meshes).leftOut, name).toBe(0);
    file.release();
  }
  expect(models.length).toBeGreaterThan(5);
});
