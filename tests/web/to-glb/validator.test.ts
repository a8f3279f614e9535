/**
 * Every GLB is one that Khronos' validator has nothing against: of the samples, of real files, of every version and
 * shape in the native fixtures, and of files that are cut and damaged anywhere.
 */
import { basename } from 'node:path';
import { WebIO } from '@gltf-transform/core';
import type { Lithoscope } from '@lithoscope/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { chanceOf, writeBySchema } from '../../../tools/docs-site/write-by-schema.ts';
import { UnlitExtension } from '../../../web/to-glb/building.ts';
import type { GlbInput, GlbOptions, GlbSkin } from '../../../web/to-glb/input.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { loadCore } from '../support/core.ts';
import { fixtures } from '../support/fixtures.ts';
import { expectValid, inputOf, openInput, optionsWith, skin } from '../support/glb.ts';
import { realFiles } from '../support/real-files.ts';
import { CLOCKWORK, CLOCKWORK_BASE, CLOCKWORK_SKIN, JELLYFISH, samplePath } from '../support/samples.ts';
import { day, thorough } from '../support/thorough.ts';
import {
  bindAt,
  type MadeModel,
  type MadeNode,
  type MadeWeight,
  type Triple,
  writeModel,
} from '../support/write-model.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

const OPTIONS: [string, GlbOptions][] = [
  ['as it comes', optionsWith({})],
  ['all levels, unlit, scaled', optionsWith({ lods: 'all', unlit: true, scale: 0.02 })],
  ['without animations', optionsWith({ animations: 'none' })],
  ['two morph targets', optionsWith({ maxMorphTargets: 2 })],
];

/** What is worth knowing for the validator, and meant so. */
const KNOWN = [
  // Texture coordinates of a model without skins: it gets them elsewhere.
  'UNUSED_OBJECT',
  'IMAGE_NPOT_DIMENSIONS',
  // A triangle of a damaged file can name a vertex twice.
  'ACCESSOR_INDEX_TRIANGLE_DEGENERATE',
];

async function expectGlb(input: GlbInput, options: GlbOptions, what: string) {
  const { bytes, report } = await toGlb(input, options);
  await expectValid(bytes, what, KNOWN);
  return report;
}

/** All of them for small models; of others the first. */
const waysFor = ({ file }: GlbInput) => (thorough || file.size < 5_000 ? OPTIONS : OPTIONS.slice(0, 1));

test.each(realFiles('.abc').map((path) => [basename(path), path]))(
  '%s is valid in every way it can be exported',
  async (name, path) => {
    const input = openInput(core, path);
    for (const [what, options] of waysFor(input)) await expectGlb(input, options, `${name}, ${what}`);
  },
);

describe('with skins and the animations of other files', () => {
  const texels = (width: number, height: number): GlbSkin => ({
    name: `SKINS\\${width}x${height}.DTX`,
    width,
    height,
    rgba: Uint8Array.from({ length: 4 * width * height }, (_, i) => (i * 37) % 256),
    alphaMode: 'BLEND',
  });

  test('the samples', async () => {
    const base = openInput(core, CLOCKWORK_BASE).file;
    const clockwork = openInput(core, CLOCKWORK, {
      sources: [
        { child: 1, name: 'Models\\clockwork_base.abc', file: base },
        // The same names again.
        { child: 0, name: 'clockwork_base.abc', file: base },
      ],
      skins: new Map([
        [0, await skin(CLOCKWORK_SKIN)],
        [1, await skin(samplePath('clockwork_head.dtx'), 'MASK')],
      ]),
    });
    const { images, animations } = await expectGlb(
      clockwork,
      optionsWith({ animations: 'all' }),
      'clockwork',
    );
    expect({ images, animations }).toEqual({ images: 2, animations: 4 + 2 + 2 });
    const jellyfish = openInput(core, JELLYFISH, {
      skins: new Map([[0, await skin(samplePath('jellyfish.dtx'), 'BLEND')]]),
    });
    expect((await expectGlb(jellyfish, optionsWith({ unlit: true }), 'jellyfish')).images).toBe(1);
  });

  test('skins of any size', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 7],
      [128, 2],
      [1, 257],
    ] as const) {
      const input = openInput(core, JELLYFISH, { skins: new Map([[0, texels(width, height)]]) });
      await expectGlb(input, optionsWith({ animations: 'none' }), `${width} × ${height}`);
    }
  });
});

const models = [...fixtures].filter(([name]) => name.endsWith('.abc'));
const full = models.filter(([name]) => /_full/.test(name));

/** Milliseconds; the whole check tries much more. */
const PATIENCE = 180_000;

describe('fixtures of every version', () => {
  test.each(models)('%s', async (name, bytes) => {
    const input = inputOf(core.open(bytes), name, {
      sources: [{ child: 0, name: 'self.abc', file: core.open(bytes) }],
    });
    for (const [what, options] of thorough ? OPTIONS : OPTIONS.slice(1, 2)) {
      await expectGlb(input, options, `${name}, ${what}`);
    }
  });

  test('cut at any length: a GLB of what could be read', { timeout: PATIENCE }, async () => {
    for (const [name, bytes] of full.filter(([name]) => thorough || !/v(9|10|11)_/.test(name))) {
      const step = thorough ? 29 : 397;
      for (let length = day % step; length < bytes.length; length += step) {
        const file = core.open(bytes.slice(0, length));
        await expectGlb(inputOf(file, name), optionsWith({ lods: 'all' }), `${name} cut at ${length}`);
        file.release();
      }
    }
  });

  test('with damage anywhere: a GLB of what is left', { timeout: PATIENCE }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(full.length - 1),
        fc.array(fc.tuple(fc.nat(3000), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)), {
          minLength: 1,
          maxLength: 6,
        }),
        async (which, changes) => {
          const [name, bytes] = full[which] ?? expect.fail('no fixture');
          const damaged = bytes.slice();
          for (const [at, value] of changes) damaged[at % damaged.length] = value;
          const file = core.open(damaged);
          await expectGlb(
            inputOf(file, name),
            optionsWith({ lods: 'all' }),
            `${name} with ${changes.join(' ')}`,
          );
          file.release();
        },
      ),
      { numRuns: thorough ? 250 : 20 },
    );
  });

  test('with numbers in the place of others that no model has', { timeout: PATIENCE }, async () => {
    const numbers = [Number.NaN, Number.POSITIVE_INFINITY, 3.4e38, -3.4e38, 1e-40, 0, -1];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(full.length - 1),
        fc.array(fc.tuple(fc.nat(4000), fc.constantFrom(...numbers)), { minLength: 1, maxLength: 12 }),
        async (which, changes) => {
          const [name, bytes] = full[which] ?? expect.fail('no fixture');
          const sound = core.open(bytes);
          const { offset, type } = sound.leaves(0, bytes.length);
          const floats = offset.filter((_, i) => type[i] === FLOAT);
          const damaged = bytes.slice();
          const view = new DataView(damaged.buffer);
          for (const [at, value] of changes) view.setFloat32(floats[at % floats.length] ?? 0, value, true);
          const file = core.open(damaged);
          await expectGlb(
            inputOf(file, name),
            optionsWith({ lods: 'all' }),
            `${name} with ${changes.join(' ')}`,
          );
          file.release();
          sound.release();
        },
      ),
      { numRuns: thorough ? 250 : 20 },
    );
  });
});

/** Of `Leaves.type`. */
const FLOAT = 6;

test('files of any version with chance content', { timeout: PATIENCE }, async () => {
  // No two days have one seed.
  const count = thorough ? 25 : 2;
  const versions = models.flatMap(([, bytes]) => core.open(bytes).schema() ?? []);
  const schemas = [...new Map(versions.map((schema) => [schema.version, schema])).values()];
  for (const schema of schemas) {
    for (let seed = day * count; seed < (day + 1) * count; seed++) {
      const file = core.open(writeBySchema(schema, chanceOf(seed)));
      await expectGlb(inputOf(file), optionsWith({ lods: 'all' }), `version ${schema.version}, seed ${seed}`);
      file.release();
    }
  }
});

test('a file that is no model, and one of no bytes, give a GLB without anything, and say so', async () => {
  for (const bytes of [new Uint8Array(0), new TextEncoder().encode('not a model at all')]) {
    const { meshes, joints, animations, notes } = await expectGlb(
      inputOf(core.open(bytes)),
      optionsWith({}),
      'nothing',
    );
    expect({ meshes, joints, animations }).toEqual({ meshes: 0, joints: 0, animations: 0 });
    expect(notes.filter(({ severity }) => severity === 'warning')).not.toEqual([]);
  }
});

test('read by gltf-transform and written again it is valid, and has as much in it', async () => {
  for (const path of [CLOCKWORK, JELLYFISH]) {
    const skins = new Map([[0, await skin(path.replace(/abc$/, 'dtx'))]]);
    const { bytes, report } = await toGlb(openInput(core, path, { skins }), optionsWith({ unlit: true }));
    const io = new WebIO().registerExtensions([UnlitExtension]);
    const document = await io.readBinary(bytes);
    const root = document.getRoot();
    expect(root.listMeshes()).toHaveLength(report.meshes);
    expect(root.listAnimations()).toHaveLength(report.animations);
    expect(root.listTextures()).toHaveLength(report.images);
    expect(root.listSkins()[0]?.listJoints()).toHaveLength(report.joints);
    await expectValid(await io.writeBinary(document), path, KNOWN);
  }
});

test('options that name what is not there', async () => {
  const nothing = [
    { lods: [] },
    { lods: [-1, 1.5, Number.NaN, 1e9, 0, 0] },
    {
      animations: [
        { source: 3, animation: 0 },
        { source: -1, animation: 99 },
        { source: -1, animation: -1 },
      ],
    },
    {
      animations: [
        { source: -1, animation: 0 },
        { source: -1, animation: 0 },
      ],
    },
    { maxMorphTargets: 0 },
    { maxMorphTargets: Number.NaN },
    { maxMorphTargets: Number.POSITIVE_INFINITY },
    { interpretation: { restAnimation: 99 } },
    { interpretation: { mirrorZ: false, conjugateKeys: true, restAnimation: 2 } },
  ];
  for (const [name, bytes] of full.filter(([name]) => /v(6|12)_/.test(name))) {
    const input = inputOf(core.open(bytes), name);
    for (const options of nothing) await expectGlb(input, optionsWith(options), JSON.stringify(options));
  }
});

test('levels of a model with morph targets, unlit and scaled', async () => {
  for (const [path, lods] of [
    [JELLYFISH, [0, 1, 288]],
    [CLOCKWORK, [1, 2, 2, 99]],
  ] as const) {
    const options = optionsWith({ lods, unlit: true, scale: 0.02, maxMorphTargets: 4 });
    await expectGlb(openInput(core, path), options, path);
  }
});

describe('sizes that no game has', () => {
  const at = (node: number, location: Triple, bias = 1): MadeWeight => ({ node, location, bias });

  /** Nodes in a row. */
  function chain(count: number): MadeNode {
    let node: MadeNode = { name: `n${count}`, bind: bindAt(0, 0, 0) };
    for (let i = count - 1; i > 0; i--) node = { name: 'n', bind: bindAt(0, 0, 0), children: [node] };
    return node;
  }

  const made = (model: MadeModel) => inputOf(core.open(writeModel(model)));

  test('names of any characters, and as long as can be', async () => {
    const names = [
      '',
      '..',
      '../../x',
      'a\u0000b',
      '\u202Egpj.exe',
      'x'.repeat(65535),
      '__proto__',
      '<img>',
      '"',
    ];
    const vertices = [0, 1, 2].map((i) => ({
      location: [i, i * i, 0] as const,
      weights: [at(0, [i, i * i, 0])],
    }));
    const levels = [{ vertices, faces: [{ corners: [0, 1, 2] as const }] }];
    const bind = bindAt(0, 0, 0);
    const input = made({
      root: { name: '', bind, children: names.map((name) => ({ name, bind })) },
      pieces: [...names, ...names].map((name) => ({ name, levels })),
      animations: names.map((name) => ({
        name,
        times: [0],
        tracks: ['', ...names].map(() => [{ at: [0, 0, 0] as const, turned: [0, 0, 0, 1] as const }]),
      })),
    });
    for (const name of names) await expectGlb({ ...input, name }, optionsWith({}), name.slice(0, 20));
  });

  test('a vertex that hundreds of nodes move does not make the others large', async () => {
    const nodes = 300;
    const crowd = Array.from({ length: nodes }, (_, node) => at(node, [0, 0, 0], 1 + (node % 7)));
    const vertices = [
      { location: [0, 0, 0] as const, weights: crowd },
      ...Array.from({ length: 3000 }, (_, i) => ({
        location: [i, 1, 0] as const,
        weights: [at(0, [i, 1, 0])],
      })),
    ];
    const faces = vertices.slice(2).map((_, i) => ({ corners: [0, i + 1, i + 2] as const }));
    const input = made({ root: chain(nodes), pieces: [{ name: 'p', levels: [{ vertices, faces }] }] });
    const { bytes, report } = await toGlb(input, optionsWith({}));
    await expectValid(bytes, 'crowd', KNOWN);
    expect(report.notes.map(({ code }) => code)).toContain('WEIGHTS_LEFT_OUT');
    // All vertices have as many influences as the first: 32, of six bytes each.
    expect(bytes.length).toBeLessThan(400 * vertices.length + 400 * nodes);
  });

  test('more pieces and sockets cost no more looks at the whole model', async () => {
    const vertices = [0, 1, 2].map((i) => ({
      location: [i, i * i, 0] as const,
      weights: [at(0, [i, i * i, 0])],
    }));
    const looks = async (count: number) => {
      const list = Array.from({ length: count }, (_, i) => `n${i}`);
      const levels = [{ vertices, faces: [{ corners: [0, 1, 2] as const }] }];
      const input = made({
        root: chain(1),
        pieces: list.map((name) => ({ name, levels })),
        sockets: list.map((name) => ({ name, node: 0, at: [0, 0, 0], turned: [0, 0, 0, 1] })),
      });
      const spies = (['evaluate', 'freeze'] as const).map((name) => vi.spyOn(input.file, name));
      const { report } = await toGlb(input, optionsWith({}));
      expect([report.meshes, report.sockets]).toEqual([count, count]);
      return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    };
    expect(await looks(100)).toBe(await looks(2));
  });

  test('a long chain of nodes and a wide fan', async () => {
    const fan: MadeNode = {
      name: 'n',
      bind: bindAt(0, 0, 0),
      children: Array.from({ length: 500 }, () => ({ name: 'n', bind: bindAt(1, 2, 3) })),
    };
    for (const root of [chain(500), fan]) {
      const { joints } = await expectGlb(made({ root }), optionsWith({}), 'nodes');
      expect(joints).toBeGreaterThanOrEqual(500);
    }
  });

  test('times beyond 32 bits of seconds, and equal ones', async () => {
    const times = [0, 0, 1, 1, 2 ** 31, 2 ** 31 + 1, 2 ** 31 + 2, 2 ** 32 - 2, 2 ** 32 - 1];
    const track = times.map((_, i) => ({ at: [i, 0, 0] as const, turned: [0, 0, 0, 1] as const }));
    const animations = [{ name: 'long', times, tracks: [track] }];
    const input = made({ root: chain(1), animations });
    const { notes } = await expectGlb(input, optionsWith({}), 'times');
    expect(notes.map(({ code }) => code)).toContain('KEYS_LEFT_OUT');
  });
});
