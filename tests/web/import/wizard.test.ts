/** What the wizard is made of, without a page: which files it takes, what is chosen, the worker's other side. */
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterEach, describe, expect, it, test } from 'vitest';
import { IMPORT_DEFAULTS } from '../../../web/from-glb/options.ts';
import { NotImported } from '../../../web/from-glb/report.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import { choiceOf, optionsOf } from '../../../web/import/choice.ts';
import { Importer } from '../../../web/import/importer.ts';
import { asOneGlb } from '../../../web/import/one-glb.ts';
import { isWithdrawn } from '../../../web/lib/reason.ts';
import { type GltfRequest, gltfParts, importGltf, offerImporter } from '../../../web/opening/gltf.ts';
import { gltfSamples } from '../../support/gltf-samples.ts';
import { sourceOf } from '../support/fakes.ts';
import { fakeWorkers } from '../support/task-worker.ts';
import { draco } from '../support/unpack-draco.ts';

describe('files that are opened', () => {
  let imported: GltfRequest[] = [];
  offerImporter(async (request) => {
    imported.push(request);
  });

  afterEach(() => {
    imported = [];
  });

  /** Imports the first of some files, the others beside it. */
  function importFirst(...names: string[]): ReadonlySet<string> {
    const [first, ...others] = names.map(sourceOf);
    if (first) void importGltf(first, others);
    return new Set(imported[0]?.companions.keys());
  }

  it('a GLB takes nothing of what came with it', () => {
    expect(gltfParts(['a.GLB', 'b.abc', 'c.png'].map(sourceOf)).size).toBe(0);
    expect(importFirst('a.GLB', 'c.png').size).toBe(0);
    expect(imported).toHaveLength(1);
  });

  it('a .gltf takes buffers and pictures that came with it', () => {
    const all = ['dir/a.gltf', 'dir/a.bin', 'skin.png', 'b.abc'].map(sourceOf);
    expect([...gltfParts(all)]).toEqual([all[1], all[2]]);
    expect(importFirst('dir/a.gltf', 'dir/a.bin', 'skin.png', 'b.abc')).toEqual(
      new Set(['skin.png', 'a.bin']),
    );
  });

  it('parts keep their folders, from that of the .gltf', () => {
    expect(importFirst('dir/a.gltf', 'dir/a/d.bin', 'dir/b/d.bin', 'other/d.bin')).toEqual(
      new Set(['a/d.bin', 'b/d.bin', 'other/d.bin']),
    );
  });

  it('without a .gltf among them none are parts', () => {
    expect(gltfParts(['a.abc', 'a.bin'].map(sourceOf)).size).toBe(0);
  });
});

describe('what is chosen', () => {
  const first = choiceOf({ ...IMPORT_DEFAULTS, scale: 50 }, 'new', 3);

  it('begins as was suggested, with every animation', () => {
    expect(optionsOf(first, IMPORT_DEFAULTS)).toEqual({ ...IMPORT_DEFAULTS, scale: 50 });
  });

  it('levels keep a share of the one before, each shown twice as far', () => {
    const options = optionsOf({ ...first, levels: 3, keeps: 50, distance: '300' }, IMPORT_DEFAULTS);
    expect(options).toMatchObject({ levels: [0.5, 0.25, 0.125], distances: [300, 600, 1200] });
    // Of v6 all collapses are one list.
    expect(optionsOf({ ...first, to: '6', levels: 3, keeps: 40 }, IMPORT_DEFAULTS)).toMatchObject({
      levels: [0.4],
      distances: [],
    });
  });

  it('animations by their indices, in order', () => {
    const clips = new Set(['2', '0']);
    expect(optionsOf({ ...first, animations: 'list', clips }, IMPORT_DEFAULTS)).toMatchObject({
      animations: [0, 2],
    });
  });

  test.each(['', '0', '-1', 'x', '1e99'])('no scale: %s', (scale) => {
    expect(optionsOf({ ...first, scale }, IMPORT_DEFAULTS)).toMatch(/scale/);
  });

  it('what goes back is as its original, whatever was chosen for a new file', () => {
    expect(optionsOf({ ...first, way: 'merge', scale: 'x', to: '6' }, IMPORT_DEFAULTS)).toEqual(
      IMPORT_DEFAULTS,
    );
  });

  it('levels are made anew on the way back, but in version 6', () => {
    const choice = { ...first, way: 'merge' as const, levels: 2, keeps: 50, distance: '300' };
    expect(optionsOf(choice, IMPORT_DEFAULTS)).toEqual({
      ...IMPORT_DEFAULTS,
      levels: [0.5, 0.25],
      distances: [300, 600],
    });
    expect(optionsOf({ ...choice, distance: '' }, IMPORT_DEFAULTS)).toMatch(/distance/);
    const old = { ...IMPORT_DEFAULTS, version: 6 as const };
    expect(optionsOf(choice, old)).toBe(old);
  });
});

describe('the worker', () => {
  const task = { name: 'a.glb', file: new Blob(), companions: new Map<string, Blob>() };
  const made = { made: 1 };
  const ignore = () => {};

  it('keeps what it has read, and is ended while it is at work', async () => {
    const workers = fakeWorkers();
    const importer = new Importer(task, workers.start);
    const reading = importer.read(ignore);
    workers.made[0]?.result({});
    await reading;
    const first = importer.make(IMPORT_DEFAULTS, { way: 'new', to: null }, ignore);
    const second = importer.make(IMPORT_DEFAULTS, { way: 'template' }, ignore);
    await expect(first).rejects.toSatisfy(isWithdrawn);
    expect(workers.made[0]?.isEnded).toBe(true);
    // Another one reads it again, then makes what is wanted now.
    expect(workers.made[1]?.orders).toEqual([task]);
    workers.made[1]?.result({});
    await new Promise((resolve) => setTimeout(resolve));
    expect(workers.made[1]?.runs.map(({ name }) => name)).toEqual(['read', 'make']);
    expect(workers.made[1]?.orders[1]).toEqual({ options: IMPORT_DEFAULTS, target: { way: 'template' } });
    workers.made[1]?.result(made);
    expect(await second).toBe(made);
    const third = importer.make(IMPORT_DEFAULTS, { way: 'new', to: null }, ignore);
    workers.made[1]?.fail('It has no triangles.');
    await expect(third).rejects.toThrow(new NotImported('It has no triangles.'));
    expect(workers.made).toHaveLength(2);
  });
});

describe('the source for three.js', () => {
  const sound = gltfSamples.filter(({ isEmpty }) => !isEmpty);
  test.each(sound.map((sample) => [sample.file, sample] as const))('%s', async (file, sample) => {
    const { document } = await readGltf(file, await sample.files(), {}, { draco });
    const bytes = await asOneGlb(document);
    expect(bytes).not.toBeNull();
    const gltf = await new GLTFLoader().parseAsync((bytes as Uint8Array<ArrayBuffer>).buffer, '');
    expect(gltf.animations).toHaveLength(document.animations.length);
    const nodes = await gltf.parser.getDependencies('node');
    expect(nodes.map(({ userData }) => userData.name ?? '')).toEqual(document.nodes.map((node) => node.name));
  });
});
