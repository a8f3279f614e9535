/** The camera takes in all of every real model. */
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { frameExtent } from '../../../web/scene/framing.ts';
import { loadCore } from '../support/core.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf } from '../support/samples.ts';

const core = await loadCore();

/** Made ones may well have a vertex far away. */
const models = realFiles('.abc').filter((path) => !/[\\/]made[\\/]/.test(path));

test.each(models.map((path) => [basename(path), path]))(
  '%s: no vertex is too far away to be framed',
  (_, path) => {
    const file = core.open(bytesOf(path));
    const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
    const meshes = file.info.pieces.map((_, piece) => ({
      vertices: Uint32Array.from(new Set(file.topology(piece, 0).corners)),
    }));
    if (frame) expect(frameExtent(frame, meshes).leftOut).toBe(0);
    file.release();
  },
);
