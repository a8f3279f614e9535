/** Models of NOLF as GLBs, with the animations of FEMBASE, which move them as far as people do. */
import { expect, test } from 'vitest';
import { loadCore } from '../../../web/support/core.ts';
import { openInput, optionsWith } from '../../../web/support/glb.ts';
import { expectSame, POSITION, play } from '../../../web/support/play-glb.ts';
import { thorough } from '../../../web/support/thorough.ts';
import { corpusPath } from '../../support.ts';

const core = await loadCore();

const MOMENTS = 50;

function withFembase(name: string) {
  const { file } = openInput(core, corpusPath('nolf/models/FEMBASE.ABC'));
  const sources = [{ child: 0, name: 'FEMBASE.ABC', file }];
  return openInput(core, corpusPath(`nolf/models/${name}`), { sources });
}

test('INTHERO_ACTION is where the engine has it', async () => {
  const input = withFembase('INTHERO_ACTION.ABC');
  const played = await play(input, optionsWith({ animations: 'all' }), thorough ? MOMENTS : 10);
  expect(played.loaded.gltf.animations).toHaveLength(17);
  expectSame(played);
});

/** The weights of their levels do not agree. */
test.each(['COSMONAUT_STYLE2_MULTI.ABC', 'INTHERO_CASUAL.abc'])(
  '%s: a vertex is as far off as the report says, not more and not much less',
  async (name) => {
    const played = await play(withFembase(name), optionsWith({ lods: 'all' }), thorough ? MOMENTS : 4);
    for (const [lod, { position }] of played.found) {
      const said = played.loaded.report.deviations.filter((one) => one.lod === lod);
      const bound = Math.max(0, ...said.map((one) => one.bound));
      expect(position, `level ${lod}`).toBeLessThanOrEqual(bound + POSITION * played.size);
      expect(bound, `level ${lod}`).toBeLessThanOrEqual(3 * position + POSITION * played.size);
    }
  },
);
