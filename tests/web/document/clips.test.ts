import { afterEach, describe, expect, test } from 'vitest';
import {
  addAnimationSource,
  animationSourcesOf,
  clipGroups,
  clipWord,
  findClip,
  fittingFiles,
  setAnimationSource,
} from '../../../web/document/animation-clips.ts';
import { BIND_POSE, type OpenFile } from '../../../web/document/open-file.ts';
import { poseRequest } from '../../../web/document/pose-request.ts';
import { addFiles, closeAllFiles, closeFile } from '../../../web/document/state.ts';
import { modelWith } from '../support/fakes.ts';

afterEach(closeAllFiles);

/** As much of a model as its clips are found in; the tree is a chain of nodes. */
function fileWith(name: string, animations: string[], children: string[] = [], parents = [-1, 0]): OpenFile {
  return modelWith(name, {
    nodes: parents.map((parent) => ({ parent })),
    animations: animations.map((animation) => ({ name: animation, length: 1000, complete: true })),
    childModels: ['', ...children].map((child) => ({ name: child, buildNumber: 1 })),
  });
}

const heldIn = (file: OpenFile) => clipGroups(file).map(({ child, file: { name } }) => [child, name]);

describe('inherited animations', () => {
  test('come after the own ones, in the order of the list, from the files that are open', () => {
    const file = fileWith('hero.abc', ['Own'], ['\\Chars\\MultiBase.abc', 'deathbase.abc']);
    const death = fileWith('DEATHBASE.ABC', ['Die'], ['other.abc']);
    const multi = fileWith('multibase.abc', ['Walk']);
    addFiles([file, death]);
    expect(animationSourcesOf(file).map((source) => source.file?.name)).toEqual([undefined, 'DEATHBASE.ABC']);
    // A child's own children do not count.
    addFiles([multi, fileWith('other.abc', ['No'])]);
    expect(heldIn(file)).toEqual([
      [0, 'hero.abc'],
      [1, 'multibase.abc'],
      [2, 'DEATHBASE.ABC'],
    ]);
  });

  test('of a file with another tree are not played', () => {
    const file = fileWith('hero.abc', [], ['base.abc']);
    addFiles([file, fileWith('base.abc', ['Walk'], [], [-1, -1])]);
    expect(animationSourcesOf(file)[0]?.file?.name).toBe('base.abc');
    expect(heldIn(file)).toEqual([[0, 'hero.abc']]);
  });

  test('are found by name when no own animation has it', () => {
    const file = fileWith('hero.abc', ['Walk', 'Own'], ['a.abc', 'b.abc']);
    addFiles([file, fileWith('a.abc', ['walk', 'Run']), fileWith('b.abc', ['Run', 'Jump'])]);
    const clip = (child: number, animation: number) => ({ child, animation });
    expect(findClip(file, 'walk')).toEqual(clip(0, 0));
    expect(findClip(file, 'run')).toEqual(clip(1, 1));
    expect(findClip(file, 'Jump')).toEqual(clip(2, 1));
    expect(findClip(file, '1')).toEqual(clip(0, 1));
    expect(findClip(file, 'Fly')).toEqual(BIND_POSE);
    expect(clipWord(file, clip(2, 1))).toBe('Jump');
    // Another one of that name comes first.
    expect(clipWord(file, clip(2, 0))).toBe('');
    expect(clipWord(file, BIND_POSE)).toBe('');
  });
});

describe('files that the user gives', () => {
  test('are offered when their tree fits, and stay added until they are closed', () => {
    const file = fileWith('hero.abc', ['Own']);
    const base = fileWith('base.abc', ['Walk']);
    addFiles([file, base, fileWith('crate.abc', ['Break'], [], [-1])]);
    expect(fittingFiles(file)).toEqual([base]);
    addAnimationSource(file, base);
    expect(fittingFiles(file)).toEqual([]);
    expect(findClip(file, 'Walk')).toEqual({ child: 1, animation: 0 });
    closeFile(base.id);
    expect(animationSourcesOf(file)).toEqual([]);
    expect(poseRequest(file)).toMatchObject({ animation: -1 });
  });

  test('stand for a child model instead of the file of its name', () => {
    const file = fileWith('hero.abc', [], ['base.abc']);
    const chosen = fileWith('better.abc', ['Walk']);
    addFiles([file, fileWith('base.abc', ['Walk']), chosen]);
    setAnimationSource(file, 1, chosen);
    expect(heldIn(file)).toEqual([
      [0, 'hero.abc'],
      [1, 'better.abc'],
    ]);
    file.playback.clip.value = { child: 1, animation: 0 };
    setAnimationSource(file, 1, null);
    expect(file.playback.clip.value).toEqual(BIND_POSE);
  });
});
