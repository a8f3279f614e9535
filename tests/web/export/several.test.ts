import { afterEach, describe, expect, test, vi } from 'vitest';
import { FIRST_CHOICE } from '../../../web/export/model/choice.ts';
import { keptSeveral, planOf, type SeveralChoice } from '../../../web/export/model/several.ts';
import { GLB_DEFAULTS } from '../../../web/to-glb/input.ts';
import { stubStorage } from '../support/storage.ts';

const FIRST: SeveralChoice = {
  format: 'glb',
  levels: 'first',
  levelNumbers: '0',
  animations: 'all',
  animationNames: '',
  pose: 'bind',
  poseName: '',
  poseTime: '0',
};
const plan = (several: Partial<SeveralChoice>, choice = {}) =>
  planOf({ ...FIRST_CHOICE, ...choice }, { ...FIRST, ...several });

afterEach(() => vi.unstubAllGlobals());

describe('several models as GLB', () => {
  test('are what the command line exports, for a first visitor', () => {
    stubStorage();
    const { animations, ...options } = GLB_DEFAULTS;
    expect(planOf(FIRST_CHOICE, keptSeveral.read())).toEqual({ format: 'glb', options, animations });
  });

  test.each([
    [{ levels: 'first', levelNumbers: 'x' }, [0]],
    [{ levels: 'all' }, 'all'],
    [{ levels: 'list', levelNumbers: '0' }, [0]],
    [{ levels: 'list', levelNumbers: ' 10,2 , 0,2' }, [0, 2, 10]],
  ] as const)('have the levels of %j', (several, lods) => {
    expect(plan(several)).toMatchObject({ options: { lods } });
  });

  test.each(['', ' ', '1,', '-1', '1.5', '1 2', 'all', '1e3', '9999999999'])(
    'have no levels “%s”',
    (levelNumbers) => {
      expect(plan({ levels: 'list', levelNumbers })).toMatch(/^Enter numbers of levels/);
    },
  );

  test('have animations by name, as the command line takes them', () => {
    expect(plan({ animations: 'names', animationNames: ' Walk*,run ?' })).toMatchObject({
      animations: ['Walk*', 'run ?'],
    });
    for (const animationNames of ['', ' ', 'walk,', ',,'])
      expect(plan({ animations: 'names', animationNames })).toMatch(/^Enter names of animations/);
    // A name that is not asked for is not in the way.
    expect(plan({ animations: 'own', animationNames: ',' })).toMatchObject({ animations: 'own' });
  });

  test('have the other options of one model', () => {
    const choice = { scale: 'metres', unlit: true, template: false, morphTargets: '12' };
    expect(plan({}, choice)).toMatchObject({
      options: { scale: 0.02, unlit: true, template: false, maxMorphTargets: 12 },
    });
    expect(plan({}, { morphTargets: '0' })).toMatch(/whole number from 1 to 4096/);
  });
});

describe('several models as OBJ', () => {
  test('are in the bind pose at the finest level, whatever is chosen for a GLB', () => {
    const glb = { levels: 'all', animations: 'names', animationNames: '' } as const;
    expect(plan({ format: 'obj', ...glb }, { scale: 'custom', factor: '2', morphTargets: '0' })).toEqual({
      format: 'obj',
      lod: 0,
      animation: 'bind',
      timeMs: 0,
      scale: 2,
    });
    expect(plan({ format: 'obj' }, { scale: 'custom', factor: '0' })).toMatch(/greater than 0/);
  });

  test('have one level by number', () => {
    expect(plan({ format: 'obj', levels: 'list', levelNumbers: '3' })).toMatchObject({ lod: 3 });
    expect(plan({ format: 'obj', levels: 'list', levelNumbers: '0,3' })).toMatch(
      /^An OBJ has a single level/,
    );
  });

  test('are in an animation at a time', () => {
    const posed = { format: 'obj', pose: 'animation' } as const;
    expect(plan({ ...posed, poseName: ' Walk ', poseTime: '250.5' })).toMatchObject({
      animation: 'Walk',
      timeMs: 250.5,
    });
    expect(plan(posed)).toMatch(/^Enter the name/);
    for (const poseTime of ['', ' ', 'x', 'Infinity'])
      expect(plan({ ...posed, poseName: 'Walk', poseTime })).toMatch(/^The time must be/);
  });
});

describe('what is kept', () => {
  test('is all of the choice', () => {
    const choice: SeveralChoice = {
      format: 'obj',
      levels: 'list',
      levelNumbers: '1,2',
      animations: 'names',
      animationNames: 'walk*',
      pose: 'animation',
      poseName: 'Run',
      poseTime: '12',
    };
    stubStorage();
    keptSeveral.write(choice);
    expect(keptSeveral.read()).toEqual(choice);
  });

  test.each([
    '',
    'null',
    '{"format":"fbx","levels":3,"animationNames":null}',
    `{"poseName":"${'x'.repeat(1e6)}"}`,
  ])('as %.40s is that of a first visitor', (stored) => {
    stubStorage({ 'export.several': stored });
    expect(keptSeveral.read()).toEqual(FIRST);
  });
});
