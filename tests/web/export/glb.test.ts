/** What is pure in the dialog of an export as GLB: the choice, its words, what goes to the worker, and the worker's page side. */
import type { Finding } from '@lithoscope/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Skin } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles } from '../../../web/document/state.ts';
import {
  type ChoiceFacts,
  choiceBefore,
  clipKey,
  FIRST_CHOICE,
  type GlbChoice,
  keptChoice,
  levelsOf,
  optionsOf,
} from '../../../web/export/model/choice.ts';
import { exportWorkers } from '../../../web/export/model/exporters.ts';
import { exportName, subjectOf, taskOf } from '../../../web/export/model/subject.ts';
import { countsOf, notesOf, sizeInWords } from '../../../web/export/model/words.ts';
import type { GlbTask } from '../../../web/export/model/worker.ts';
import { isWithdrawn } from '../../../web/lib/reason.ts';
import { GLB_DEFAULTS } from '../../../web/to-glb/input.ts';
import type { GlbReport } from '../../../web/to-glb/report.ts';
import { modelWith, partly } from '../support/fakes.ts';
import { stubStorage } from '../support/storage.ts';
import { type FakeWorker, fakeWorkers } from '../support/task-worker.ts';

const FACTS: ChoiceFacts = {
  info: { features: { collapses: false }, lodCount: 5 },
  shown: 3,
  steps: [0, 1, 2, 3],
  interpretation: {},
  visible: null,
  clipCounts: [2, 3],
};
const choose = (parts: Partial<GlbChoice>): GlbChoice => ({ ...FIRST_CHOICE, ...parts });

afterEach(() => vi.unstubAllGlobals());

describe('the choice', () => {
  test('of a first visitor is what the command line exports', () => {
    expect(optionsOf(FIRST_CHOICE, FACTS)).toEqual({ ...GLB_DEFAULTS });
  });

  test('of levels: the first, the one in the view, all, and a list without what the model has not', () => {
    expect(levelsOf(choose({ levels: 'first' }), FACTS)).toEqual([0]);
    expect(levelsOf(choose({ levels: 'shown' }), FACTS)).toEqual([3]);
    expect(levelsOf(choose({ levels: 'all' }), FACTS)).toBe('all');
    expect(levelsOf(choose({ levels: 'list', lods: new Set([7, 4, 0]) }), FACTS)).toEqual([0, 4]);
    // Of the 700 collapses of a v6 model nobody wants 700 meshes.
    const v6 = { info: { features: { collapses: true }, lodCount: 701 }, shown: 12, steps: [0, 350, 700] };
    expect(levelsOf(choose({ levels: 'all' }), v6)).toEqual([0, 350, 700]);
  });

  test('of pieces is all, or those that are not hidden', () => {
    const hiding = { ...FACTS, visible: [0, 2] };
    expect(optionsOf(FIRST_CHOICE, hiding)).not.toHaveProperty('pieces');
    expect(optionsOf(choose({ visibleOnly: true }), hiding)).toMatchObject({ pieces: [0, 2] });
    expect(optionsOf(choose({ visibleOnly: true }), FACTS)).not.toHaveProperty('pieces');
  });

  test('of animations by the places of their files', () => {
    const clips = new Set(
      [
        { source: 1, animation: 0 },
        { source: 0, animation: 2 },
        { source: -1, animation: 1 },
      ].map(clipKey),
    );
    // Of a source that is not open any more nothing goes out.
    expect(optionsOf(choose({ animations: 'list', clips }), FACTS)).toMatchObject({
      animations: [
        { source: -1, animation: 1 },
        { source: 0, animation: 2 },
      ],
    });
    const every = new Set(['-1:0', '-1:1', '0:0', '0:1', '0:2']);
    expect(optionsOf(choose({ animations: 'list', clips: every }), FACTS)).toMatchObject({
      animations: 'all',
    });
    expect(optionsOf(choose({ animations: 'own' }), FACTS)).toMatchObject({ animations: 'own' });
  });

  test.each([
    ['file', '7', 1],
    ['metres', '', 0.02],
    ['custom', '2.54', 2.54],
  ] as const)('of the scale %s %s is %d', (scale, factor, expected) => {
    expect(optionsOf(choose({ scale, factor }), FACTS)).toMatchObject({ scale: expected });
  });

  test.each(['', ' ', '0', '-1', 'x', 'Infinity', '1e39', '1e-60', '1,5'])(
    'of the scale “%s” is none',
    (factor) => {
      expect(optionsOf(choose({ scale: 'custom', factor }), FACTS)).toBe(
        'The scale must be a number greater than 0.',
      );
    },
  );

  test.each(['', '0', '1.5', '4097', 'many'])('of “%s” morph targets is none', (morphTargets) => {
    expect(optionsOf(choose({ morphTargets }), FACTS)).toMatch(/whole number from 1 to 4096/);
  });

  test('is kept but for what only one model has', () => {
    const choice = choose({
      levels: 'list',
      lods: new Set([4]),
      animations: 'none',
      clips: new Set(['0:1']),
      skins: false,
      alpha: new Map([[0, 'MASK']]),
      alphaOfAll: 'BLEND',
      unlit: true,
      template: false,
      scale: 'custom',
      factor: '0.5',
      morphTargets: '12',
    });
    stubStorage();
    keptChoice.write(choice);
    expect(choiceBefore()).toEqual({
      ...FIRST_CHOICE,
      animations: 'none',
      skins: false,
      alphaOfAll: 'BLEND',
      unlit: true,
      template: false,
      scale: 'custom',
      factor: '0.5',
      morphTargets: '12',
    });
  });

  test('that was kept by an earlier version is read', () => {
    const kept = { levels: 'all', animations: 'own', scale: 'metres', factor: '3', morphTargets: '9' };
    stubStorage({ 'export.glb': JSON.stringify(kept) });
    expect(choiceBefore()).toEqual({ ...FIRST_CHOICE, ...kept });
  });

  test.each([
    '',
    '{',
    'null',
    '7',
    '[]',
    '{"levels":"list","animations":3,"skins":"no","unlit":null,"scale":"x","factor":"-2","morphTargets":"0"}',
    `{"factor":"${' '.repeat(1e6)}1","morphTargets":"${'0'.repeat(1e6)}1"}`,
  ])('that was kept as %s is that of a first visitor', (kept) => {
    stubStorage({ 'export.glb': kept });
    expect(choiceBefore()).toEqual(FIRST_CHOICE);
  });
});

const REPORT: GlbReport = {
  meshes: 14,
  vertices: 1532,
  triangles: 2044,
  joints: 25,
  sockets: 11,
  animations: 17,
  keys: 1143,
  images: 2,
  morphTargets: { all: 312, kept: 256 },
  morphDeviation: 0.1,
  deviations: [
    { piece: 0, lod: 4, vertices: 40, bound: 1.5678 },
    { piece: 1, lod: 4, vertices: 21, bound: 0.2 },
    { piece: 1, lod: 1, vertices: 1, bound: 0.01 },
  ],
  notes: [
    { code: 'KEYS_ADDED', severity: 'info', message: 'Keys were added.' },
    { code: 'BIND_POSITIONS', severity: 'warning', message: 'They do not agree.' },
    { code: 'DAMAGED', severity: 'warning', message: 'The file has errors.' },
  ],
};

describe('the result in words', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1 KB'],
    [584_960, '571 KB'],
    [1_405_096, '1.34 MB'],
    [1_048_575, '1,020 KB'],
    [5_000_000_000, '4,770 MB'],
  ])('a size of %d is %s', (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words);
  });

  test('counts what is in it, morph targets where vertices can be deformed', () => {
    expect(countsOf(REPORT, { deformation: true })).toContainEqual(['Morph targets', '256 of 312']);
    expect(countsOf(REPORT, { deformation: false }).map(([name]) => name)).not.toContain('Morph targets');
    expect(countsOf(REPORT, { deformation: false })).toContainEqual(['Keys', '1,143']);
  });

  test('says warnings first, with the errors of the file and the deviation of each level', () => {
    const finding = (severity: string, message: string) => partly<Finding>({ severity, message, offset: 0 });
    const findings = [
      finding('hint', 'A hint.'),
      ...Array.from({ length: 9 }, (_, i) => finding('error', `Error ${i}.`)),
    ];
    const said = notesOf(REPORT, { findings, missingSkins: 'No skin.', skins: ['A.DTX is smaller.'] });
    expect(said.map(({ severity, text }) => [severity, text])).toEqual([
      ['warning', 'They do not agree.'],
      ['warning', 'The file has errors.'],
      ['info', 'No skin.'],
      ['info', 'A.DTX is smaller.'],
      ['info', 'Keys were added.'],
    ]);
    expect(said[0]?.details).toEqual([
      'Level 1: 1 vertex, up to 0.01 units',
      'Level 4: 61 vertices, up to 1.6 units',
    ]);
    expect(said[1]?.details).toEqual([0, 1, 2, 3, 4, 5].map((i) => `Error ${i}.`).concat('and 3 more'));
  });

  test.each([
    ['CHARS/MODELS/HERO.ABC', 'HERO.glb'],
    ['hero', 'hero.glb'],
    ['.abc', 'model.glb'],
    ['a/../..', '...glb'],
    ['con.abc', '_con.glb'],
    ['x\u202egnp.abc', 'x_gnp.glb'],
    ['a\0b.abc', 'a_b.glb'],
  ])('a file %s is saved as %s', (name, saved) => {
    expect(exportName(name, '.glb')).toBe(saved);
  });

  test('a name of 64 KB is cut', () => {
    const name = exportName(`${'x'.repeat(65_536)}.abc`, '.glb');
    expect(name.length).toBeLessThan(100);
    expect(name).toMatch(/\.glb$/);
  });
});

describe('what goes to the worker', () => {
  afterEach(closeAllFiles);

  const bytes = (value: number) => ({ bytes: new Uint8Array(3).fill(value) });
  const animation = { name: 'Walk', length: 100, complete: true };
  const nodes = [{ parent: -1 }];
  const rgba = new Uint8Array(4).fill(9);
  const picture = {
    format: 'dxt1' as const,
    levels: [],
    decoded: { format: 'rgba' as const, levels: [{ width: 1, height: 1, data: rgba }] },
  };
  const skin = (alpha: boolean): Skin => ({ name: 'A.DTX', picture, alpha });

  function openModels() {
    const childModels = ['', 'base.abc'].map((name) => ({ name, buildNumber: 1 }));
    const hero = modelWith('hero.abc', { nodes, childModels }, bytes(1));
    const base = modelWith('base.abc', { nodes, animations: [animation] }, bytes(2));
    addFiles([base, hero]);
    const subject = subjectOf(hero.id);
    if (!subject) throw new Error('no model');
    return { hero, subject };
  }

  test('are copies of the bytes, with the files of child models when their animations are wanted', () => {
    const { hero, subject } = openModels();
    expect(subject.facts.clipCounts).toEqual([0, 1]);
    const task = taskOf(subject, FIRST_CHOICE, GLB_DEFAULTS);
    expect(task.bytes).toEqual(hero.model?.bytes);
    expect(task.bytes.buffer).not.toBe(hero.model?.bytes.buffer);
    expect(task.sources).toEqual([{ child: 1, name: 'base.abc', bytes: new Uint8Array([2, 2, 2]) }]);
    for (const animations of ['own', 'none'] as const)
      expect(taskOf(subject, FIRST_CHOICE, { ...GLB_DEFAULTS, animations }).sources).toEqual([]);
  });

  test('are the skins as they are drawn, or as the user wants; slots of one texture share it', () => {
    const { hero } = openModels();
    hero.skins.worn.value = new Map([
      [0, skin(false)],
      [1, skin(true)],
      [2, skin(false)],
    ]);
    const subject = subjectOf(hero.id);
    if (!subject) throw new Error('no model');
    const skinsOf = (choice: GlbChoice) => new Map(taskOf(subject, choice, GLB_DEFAULTS).skins);
    const drawn = skinsOf(FIRST_CHOICE);
    expect([...drawn.values()].map(({ alphaMode }) => alphaMode)).toEqual(['OPAQUE', 'BLEND', 'OPAQUE']);
    expect(drawn.get(0)).toBe(drawn.get(2));
    expect(drawn.get(0)?.rgba).toEqual(rgba);
    expect(drawn.get(0)?.rgba.buffer).not.toBe(rgba.buffer);
    expect(skinsOf(choose({ alpha: new Map([[0, 'MASK']]) })).get(0)?.alphaMode).toBe('MASK');
    expect(skinsOf(choose({ skins: false })).size).toBe(0);
  });

  test('is nothing once the file is closed', () => {
    const { hero } = openModels();
    closeAllFiles();
    expect(subjectOf(hero.id)).toBeNull();
  });
});

describe('the page’s side of the worker', () => {
  let made: FakeWorker[] = [];
  const task = (): GlbTask => ({
    name: 'a',
    bytes: new Uint8Array(1),
    sources: [],
    skins: [],
    options: GLB_DEFAULTS,
  });
  const result = { bytes: new Uint8Array(4), report: REPORT };
  const converter = () => {
    const workers = fakeWorkers();
    ({ made } = workers);
    return exportWorkers(1, workers.start);
  };

  test('converts one after the other in one worker, and tells how far it is', async () => {
    const glb = converter();
    const told: number[] = [];
    const first = glb.run('task', task(), { progress: (done) => told.push(done) });
    made[0]?.progress(0.5);
    made[0]?.result(result);
    expect(await first).toBe(result);
    expect(told).toEqual([0.5]);
    const second = glb.run('task', task());
    made[0]?.result(result);
    await second;
    expect(made.map(({ runs, isEnded }) => [runs.length, isEnded])).toEqual([[2, false]]);
    glb.end();
    expect(made[0]?.isEnded).toBe(true);
  });

  test('ends a worker that is at work when something else is wanted, or nothing', async () => {
    const glb = converter();
    const first = glb.run('task', task());
    glb.stop();
    const second = glb.run('task', task());
    await expect(first).rejects.toSatisfy(isWithdrawn);
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    // What the one that was ended had said is not the other's answer.
    made[0]?.fail('too late');
    glb.stop();
    await expect(second).rejects.toSatisfy(isWithdrawn);
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  test('begins again with another worker after a failure', async () => {
    const glb = converter();
    const first = glb.run('task', task());
    made[0]?.fail('no memory');
    await expect(first).rejects.toThrow('no memory');
    const second = glb.run('task', task());
    made[1]?.onerror?.({});
    await expect(second).rejects.toThrow(/may need more memory/);
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });
});
