/** Models of NOLF and the files whose animations they play. */
import { basename } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  addAnimationSource,
  animationSourcesOf,
  findClip,
  fittingFiles,
} from '../../../../web/document/animation-clips.ts';
import { OpenFile } from '../../../../web/document/open-file.ts';
import { chooseClip, seek } from '../../../../web/document/playback.ts';
import { poseRequest } from '../../../../web/document/pose-request.ts';
import { addFiles, closeAllFiles } from '../../../../web/document/state.ts';
import { loadCore } from '../../../web/support/core.ts';
import { withExpectations } from '../../../web/support/expected.ts';
import { expectSamples } from '../../../web/support/expected-pose.ts';
import { sourceOf } from '../../../web/support/fakes.ts';
import { corpusBytes, corpusPath } from '../../support.ts';

const core = await loadCore();
const open = (path: string) => new OpenFile(sourceOf(basename(path)), core.open(corpusBytes(path)));

afterEach(closeAllFiles);

test('INTHERO_ACTION plays animations of FEMBASE as the reference says', () => {
  const path = 'nolf/models/INTHERO_ACTION.ABC';
  const [hero, base] = [open(path), open('nolf/models/FEMBASE.ABC')];
  addFiles([hero, base]);
  expect(fittingFiles(hero)).toEqual([base]);
  addAnimationSource(hero, base);
  const [[, { poses }] = expect.fail('nothing is expected')] = withExpectations([corpusPath(path)]);
  const inherited = poses.filter((pose) => pose.base);
  expect(inherited.map(({ anim }) => anim)).toEqual(['Flirt', '+Si']);
  for (const pose of inherited) {
    chooseClip(hero, findClip(hero, pose.anim));
    seek(hero, pose.time);
    const frame = hero.model?.evaluate(poseRequest(hero));
    if (!frame) expect.fail(`${pose.anim} cannot be evaluated`);
    expectSamples(frame, pose, false, 1e-3, pose.anim);
  }
});

test('COSMONAUT names two child models that are not open', () => {
  const file = open('nolf/models/COSMONAUT_STYLE2_MULTI.ABC');
  addFiles([file]);
  expect(animationSourcesOf(file)).toEqual([
    { child: 1, name: 'multibase.abc', file: null, found: null },
    { child: 2, name: 'deathbase.abc', file: null, found: null },
  ]);
});
