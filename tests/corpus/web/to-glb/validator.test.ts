import { expect, test } from 'vitest';
import { toGlb } from '../../../../web/to-glb/to-glb.ts';
import { loadCore } from '../../../web/support/core.ts';
import { expectValid, openInput, optionsWith } from '../../../web/support/glb.ts';
import { corpusPath } from '../../support.ts';

test('INTHERO_ACTION with the animations of FEMBASE is valid', async () => {
  const core = await loadCore();
  const { file } = openInput(core, corpusPath('nolf/models/FEMBASE.ABC'));
  const input = openInput(core, corpusPath('nolf/models/INTHERO_ACTION.ABC'), {
    sources: [{ child: 0, name: 'FEMBASE.ABC', file }],
  });
  const { bytes, report } = await toGlb(input, optionsWith({}));
  // It has texture coordinates, and no skin.
  await expectValid(bytes, 'INTHERO_ACTION', ['UNUSED_OBJECT']);
  expect(report.animations).toBe(17);
});
