/**
 * Files that are broken, lie, or are something else: reading gives a source, or a sentence that says what is wrong and
 * where. Never a crash, nor memory that the file does not pay for with bytes of its own.
 */
import fc from 'fast-check';
import { zlibSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { NotImported } from '../../../web/from-glb/report.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import { gltfSample, gltfSamples } from '../../support/gltf-samples.ts';
import { type LooseJson, makeGlb, Numbering, partsOfGlb } from '../../support/make-glb.ts';
import { bytesOf, samplePath } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';
import { draco } from '../support/unpack-draco.ts';

const read = (bytes: Uint8Array, name = 'made.glb', more: readonly [string, Uint8Array][] = []) =>
  readGltf(name, new Map([[name, bytes], ...more]), {}, { draco });

const text = (value: string) => new TextEncoder().encode(value);

/** What reading says of the file; its notes when it is read. */
async function said(bytes: Uint8Array, name?: string): Promise<string> {
  try {
    const { notes } = await read(bytes, name);
    return `read: ${notes.map(({ code }) => code).join(' ')}`;
  } catch (error) {
    if (!(error instanceof NotImported)) throw error;
    return error.message;
  }
}

describe('what is no GLB or glTF is named', () => {
  test.each<[what: string, name: string, bytes: Uint8Array, says: string | RegExp]>([
    ['nothing', 'a.glb', new Uint8Array(0), 'a.glb is empty: it has 0 bytes.'],
    ['a model', 'a.glb', bytesOf(samplePath('clockwork.abc')), /^a\.glb is a LithTech model \(ABC\)\. /],
    [
      'a model of version 6',
      'a.glb',
      bytesOf(samplePath('jellyfish.abc')),
      /^a\.glb is a LithTech model \(ABC\)\. /,
    ],
    [
      'a picture',
      'a.glb',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
      /^a\.glb is a PNG image\. /,
    ],
    ['an FBX', 'a.glb', text('Kaydara FBX Binary  \0'), /^a\.glb is an FBX scene\. Import it into Blender/],
    [
      'a Blender file',
      'a.glb',
      text('BLENDER-v304'),
      /^a\.glb is a Blender file\. Open it in Blender and export/,
    ],
    [
      'a compressed Blender file',
      'a.blend',
      Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd),
      /^a\.blend is a Blender file\. /,
    ],
    ['Collada', 'a.dae', text('<?xml version="1.0"?>'), /^a\.dae is a Collada scene\. /],
    ['an OBJ', 'a.obj', text('v 0 0 0'), /^a\.obj is an OBJ mesh\. /],
    ['text', 'a.glb', text('Hello'), 'a.glb is not a GLB or glTF. Its first bytes match neither.'],
    ['other JSON', 'a.json', text('{"a": 1}'), 'a.json is JSON, but not glTF: it does not have an “asset”.'],
    ['half of a JSON', 'a.gltf', text('{"asset": {'), 'a.gltf is damaged: it cannot be read as JSON.'],
    [
      'glTF 1.0',
      'a.gltf',
      text('{"asset": {"version": "1.0"}}'),
      'a.gltf is glTF 1.0, which is too old to be read: export it as glTF 2.0.',
    ],
    [
      'glTF without a version',
      'a.gltf',
      text('{"asset": {}}'),
      'a.gltf is JSON, but not glTF: it does not have a version.',
    ],
    [
      'a glTF of the future',
      'a.gltf',
      text('{"asset": {"version": "2.1", "minVersion": "2.1"}}'),
      'a.gltf is glTF 2.1, but only 2.0 can be read.',
    ],
    [
      'a buffer',
      'a.bin',
      Uint8Array.of(1, 2, 3),
      'a.bin is the buffer of a .gltf. Open the .gltf together with it.',
    ],
  ])('%s', async (_, name, bytes, says) => {
    expect(await said(bytes, name)).toEqual(says instanceof RegExp ? expect.stringMatching(says) : says);
  });

  test('GLB 1', async () => {
    const bytes = makeGlb({ asset: { version: '1.0' } });
    bytes[4] = 1;
    expect(await said(bytes)).toBe('made.glb is glTF 1, which is too old to be read: export it as glTF 2.0.');
  });

  test('a GLB that is cut off, at each length', async () => {
    const whole = makeGlb({ asset: { version: '2.0' } }, new Uint8Array(8));
    for (let length = 4; length < whole.length; length++) {
      const needs = length < 12 ? 12 : whole.length;
      expect(await said(whole.subarray(0, length))).toBe(
        `made.glb is cut off: it has ${length} of ${needs} bytes.`,
      );
    }
  });

  test('chunks of other lengths and kinds', async () => {
    const changed = (change: (view: DataView) => void) => {
      const bytes = makeGlb({ asset: { version: '2.0' } }, new Uint8Array(8));
      change(new DataView(bytes.buffer));
      return said(bytes);
    };
    expect(await changed((view) => view.setUint32(12, 0xfffffff0, true))).toMatch(
      /is cut off: it has \d+ of 4,294,967,300 bytes/,
    );
    expect(await changed((view) => view.setUint32(16, 7, true))).toMatch(
      /the first chunk of a GLB must be its JSON/,
    );
    expect(await changed((view) => view.setUint32(8, 12, true))).toBe(
      'made.glb is a GLB with nothing in it.',
    );
    expect(await changed((view) => view.setUint32(8, 13, true))).toBe(
      'made.glb is a GLB with nothing in it.',
    );
  });
});

/** A skinned triangle that moves, with a morph target: all that a list can be wrong about. */
function scene(): { json: LooseJson; binary: Uint8Array } {
  const made = new Numbering();
  const POSITION = made.put(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
  const JOINTS_0 = made.put(Uint8Array.of(0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0), 'VEC4');
  const WEIGHTS_0 = made.put(Float32Array.of(1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0), 'VEC4');
  const indices = made.put(Uint16Array.of(0, 1, 2), 'SCALAR');
  const inverseBindMatrices = made.put(new Float32Array(32), 'MAT4');
  const input = made.put(Float32Array.of(0, 1), 'SCALAR');
  const output = made.put(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1), 'VEC4');
  const weights = made.put(Float32Array.of(0, 1), 'SCALAR');
  const json = made.json({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ children: [1, 2] }, { name: 'joint', children: [3] }, { mesh: 0, skin: 0 }, {}],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION, JOINTS_0, WEIGHTS_0 }, indices, targets: [{ POSITION }], material: 0 },
        ],
      },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: 'a.png' }],
    skins: [{ joints: [1, 3], inverseBindMatrices }],
    animations: [
      {
        samplers: [
          { input, output },
          { input, output: weights },
        ],
        channels: [
          { sampler: 0, target: { node: 1, path: 'rotation' } },
          { sampler: 1, target: { node: 2, path: 'weights' } },
        ],
      },
    ],
  });
  return { json, binary: made.binary };
}

/** Sets a value in the JSON: `nodes.0.children`. */
function set(json: LooseJson, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() as string;
  const owner = keys.reduce((at, key) => at[key] as LooseJson, json);
  if (value === undefined) delete owner[last];
  else owner[last] = value;
}

describe('a place, a count or a length that is wrong is said with its place', () => {
  test('nothing, when none is', async () => {
    const { json, binary } = scene();
    expect(await said(makeGlb(json, binary))).toBe('read: PICTURE_LEFT_OUT');
  });

  test.each<[path: string, value: unknown, says: string]>([
    ['scenes.0.nodes', [9], 'scenes[0].nodes[0] is nodes[9], of which there are 4.'],
    ['scenes.0.nodes', [1], 'scenes[0].nodes[0] is nodes[1], which is below nodes[0].'],
    ['scene', 4, 'scene is scenes[4], of which there are 1.'],
    ['nodes', {}, 'nodes is not a list.'],
    ['nodes.1', 5, 'nodes[1] is not an object.'],
    ['nodes.1.children', [0], 'nodes[0] is below itself.'],
    ['nodes.3.children', [3], 'nodes[3].children[0] is nodes[3], which is also below nodes[1].'],
    ['nodes.2.children', [1], 'nodes[2].children[0] is nodes[1], which is also below nodes[0].'],
    ['nodes.1.children', [1.5], 'nodes[1].children[0] is not an index into nodes.'],
    ['nodes.1.children', ['__proto__'], 'nodes[1].children[0] is not an index into nodes.'],
    ['nodes.1.translation', [1, 2], 'nodes[1].translation has 2 of 3 numbers.'],
    ['nodes.1.translation', [1, 2, 1e39], 'nodes[1].translation[2] is not a 32-bit number.'],
    ['nodes.1.rotation', [0, null, 0, 1], 'nodes[1].rotation[1] is not a 32-bit number.'],
    ['nodes.1.matrix', 'x', 'nodes[1].matrix is not a list of numbers.'],
    ['nodes.2.mesh', 1, 'nodes[2].mesh is meshes[1], of which there are 1.'],
    ['nodes.2.skin', -1, 'nodes[2].skin is not an index into skins.'],
    ['nodes.2.weights', [1, 2], 'nodes[2].weights has 2 of 1 weights.'],
    ['meshes.0.primitives.0.attributes', [], 'meshes[0].primitives[0].attributes is not an object.'],
    [
      'meshes.0.primitives.0.attributes.POSITION',
      99,
      'meshes[0].primitives[0].attributes.POSITION is accessors[99], of which there are 8.',
    ],
    [
      'meshes.0.primitives.0.attributes.POSITION',
      3,
      'meshes[0].primitives[0].attributes.POSITION is accessors[3], whose elements are of type SCALAR.',
    ],
    [
      'meshes.0.primitives.0.attributes.NORMAL',
      4,
      'meshes[0].primitives[0].attributes.NORMAL is accessors[4], whose elements are of type MAT4.',
    ],
    [
      'meshes.0.primitives.0.attributes.JOINTS_0',
      2,
      'meshes[0].primitives[0].attributes.JOINTS_0 is accessors[2], whose numbers are not integers.',
    ],
    [
      'meshes.0.primitives.0.attributes.WEIGHTS_0',
      undefined,
      'meshes[0].primitives[0].attributes has JOINTS_0 or WEIGHTS_0 without the other.',
    ],
    ['meshes.0.primitives.0.mode', 7, 'meshes[0].primitives[0].mode is 7.'],
    [
      'meshes.0.primitives.0.material',
      2,
      'meshes[0].primitives[0].material is materials[2], of which there are 1.',
    ],
    [
      'meshes.0.primitives.0.targets',
      [{ POSITION: 1 }],
      'meshes[0].primitives[0].targets[0].POSITION is accessors[1], whose elements are of type VEC4.',
    ],
    ['meshes.0.weights', [1, 2, 3], 'meshes[0].weights has 3 of 1 weights.'],
    [
      'materials.0.pbrMetallicRoughness.baseColorTexture.index',
      8,
      'materials[0].pbrMetallicRoughness.baseColorTexture.index is textures[8], of which there are 1.',
    ],
    ['skins.0.joints', [1, 1], 'skins[0].joints[1] is nodes[1], which occurs twice.'],
    ['skins.0.joints', [], 'skins[0] does not have joints.'],
    ['skins.0.joints', [1, 3, 2], 'skins[0].inverseBindMatrices are 2 for 3 joints.'],
    ['skins.0.joints', [1], 'nodes[2] has a mesh that is bound to joint 1, but a skin of 1 joints.'],
    [
      'animations.0.channels.0.sampler',
      2,
      'animations[0].channels[0].sampler is animations[0].samplers[2], of which there are 2.',
    ],
    ['animations.0.channels.0.target', undefined, 'animations[0].channels[0] does not have a target.'],
    [
      'animations.0.channels.0.target.node',
      44,
      'animations[0].channels[0].target.node is nodes[44], of which there are 4.',
    ],
    [
      'animations.0.channels.0.target.path',
      'scale',
      'animations[0].samplers[0].output is accessors[6], whose elements are of type VEC4.',
    ],
    [
      'animations.0.samplers.0.interpolation',
      'CUBICSPLINE',
      'animations[0].samplers[0] has 2 times and 2 values, which are 3 per time.',
    ],
    [
      'animations.0.samplers.0.interpolation',
      'toString',
      'animations[0].samplers[0].interpolation is unknown.',
    ],
    ['animations.0.samplers.0.input', undefined, 'animations[0].samplers[0] does not have an input.'],
    ['accessors.0.type', '__proto__', 'accessors[0].type is not supported.'],
    ['accessors.0.componentType', 5124, 'accessors[0].componentType is not supported.'],
    ['accessors.0.componentType', 'toString', 'accessors[0].componentType is not supported.'],
    ['accessors.0.count', -1, 'accessors[0].count is not a non-negative integer.'],
    ['accessors.0.count', 4, 'accessors[0] ends at 48 of 36 bytes of bufferViews[0].'],
    [
      'accessors.0.count',
      2,
      'meshes[0].primitives[0].attributes.JOINTS_0 is for 3 vertices, but there are 2.',
    ],
    [
      'accessors.0.byteOffset',
      2 ** 52,
      'accessors[0] ends at 4,503,599,627,370,532 of 36 bytes of bufferViews[0].',
    ],
    ['accessors.0.bufferView', 80, 'accessors[0].bufferView is bufferViews[80], of which there are 8.'],
    ['bufferViews.0.byteStride', 4, 'accessors[0] has elements of 12 bytes, 4 bytes apart.'],
    ['bufferViews.0.byteLength', 1e6, 'bufferViews[0] ends at 1,000,000 of 280 bytes of buffers[0].'],
    ['bufferViews.0.buffer', 3, 'bufferViews[0].buffer is buffers[3], of which there are 1.'],
    ['buffers.0.byteLength', 4000, 'buffers[0] has 280 of 4,000 bytes.'],
    ['buffers.0.uri', 'data:;base64,!!', 'buffers[0].uri is not base64.'],
    ['buffers.0.uri', 'data:', 'buffers[0].uri does not have data.'],
    ['buffers.0.uri', 7, 'buffers[0].uri is not text.'],
    ['extensionsRequired', [3], 'extensionsRequired[0] is not text.'],
  ])('%s: %j', async (path, value, says) => {
    const { json, binary } = scene();
    set(json, path, value);
    expect(await said(makeGlb(json, binary))).toBe(`The file is damaged: ${says}`);
  });

  test.each<[path: string, value: unknown, says: string | RegExp]>([
    [
      'buffers.0.uri',
      'https://example.org/a.bin',
      /^buffers\[0\] is at another location \(https:.*from which nothing is fetched/,
    ],
    [
      'buffers.0.uri',
      '../../etc/passwd',
      'passwd is missing, but the file needs it (buffers[0]). Open it together with the .gltf.',
    ],
    [
      'extensionsRequired',
      ['EXT_own'],
      'The file needs the extension EXT_own, which is not supported. Export it without this extension.',
    ],
    ['extensionsRequired', ['KHR_materials_unlit', 'KHR_texture_basisu'], 'read: PICTURE_LEFT_OUT'],
    [
      'meshes.0.primitives.0.attributes.POSITION',
      undefined,
      'read: PICTURE_LEFT_OUT NO_POSITIONS CHANNELS_LEFT_OUT',
    ],
    ['meshes.0.primitives.0.mode', 1, 'read: PICTURE_LEFT_OUT CHANNELS_LEFT_OUT'],
    ['nodes.1.matrix', [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 'read: PICTURE_LEFT_OUT SHEARED'],
    ['nodes.1.matrix', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 1], 'read: PICTURE_LEFT_OUT'],
    ['nodes.0.extras', { lithoscope: '{"format": 1}' }, 'read: PICTURE_LEFT_OUT DESCRIPTION_LEFT_OUT'],
    ['nodes.0.extras', { lithoscope: '['.repeat(100_000) }, 'read: PICTURE_LEFT_OUT DESCRIPTION_LEFT_OUT'],
    ['nodes.0.extras', { lithoscope: { format: 1 } }, 'read: PICTURE_LEFT_OUT'],
  ])('%s: %j is another matter', async (path, value, says) => {
    const { json, binary } = scene();
    set(json, path, value);
    const message = await said(makeGlb(json, binary));
    expect(message).toEqual(says instanceof RegExp ? expect.stringMatching(says) : says);
  });

  test('indices of vertices that are not there', async () => {
    const { json, binary } = scene();
    const [, , , view] = json.bufferViews as { byteOffset: number }[];
    binary[view?.byteOffset ?? 0] = 200;
    expect(await said(makeGlb(json, binary))).toBe(
      'The file is damaged: meshes[0].primitives[0].indices refer to vertex 200 of 3.',
    );
  });
});

describe('a file costs what it holds', () => {
  const ofAccessor = (accessor: LooseJson, more: LooseJson = {}) =>
    makeGlb({
      asset: { version: '2.0' },
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...more }] }],
      accessors: [accessor],
    });
  const TOO_MUCH = /^The file needs more than 128 MB for its numbers at /;
  const zeros = { componentType: 5126, type: 'VEC3' };

  test.each<[what: string, bytes: () => Uint8Array]>([
    ['4 GB of zeros', () => ofAccessor({ ...zeros, count: 357_913_941 })],
    ['more zeros than there are numbers', () => ofAccessor({ ...zeros, count: Number.MAX_SAFE_INTEGER })],
    [
      'the same morph target a thousand times',
      () =>
        ofAccessor(
          { ...zeros, count: 50_000 },
          { targets: Array.from({ length: 1000 }, () => ({ POSITION: 0 })) },
        ),
    ],
    [
      'a mesh in a thousand places',
      () =>
        makeGlb({
          asset: { version: '2.0' },
          nodes: Array.from({ length: 1000 }, () => ({ mesh: 0 })),
          meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
          accessors: [{ ...zeros, count: 50_000 }],
        }),
    ],
    [
      'a view that unpacks to gigabytes',
      () =>
        makeGlb(
          {
            asset: { version: '2.0' },
            meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
            accessors: [{ ...zeros, count: 1, bufferView: 0 }],
            bufferViews: [
              {
                buffer: 0,
                byteLength: 4,
                extensions: {
                  EXT_meshopt_compression: {
                    buffer: 0,
                    byteLength: 4,
                    byteStride: 256,
                    count: 16_000_000,
                    mode: 'ATTRIBUTES',
                  },
                },
              },
            ],
            buffers: [{ byteLength: 4 }],
          },
          new Uint8Array(4),
        ),
    ],
  ])('%s', async (_, make) => {
    expect(await said(make())).toMatch(TOO_MUCH);
  });

  test('a template that unpacks to gigabytes is left out, without unpacking it', async () => {
    const bomb = Buffer.from(zlibSync(new Uint8Array(33 << 20), { level: 1 })).toString('base64');
    const description = (bytes: number) =>
      JSON.stringify({
        ...{ format: 1, file: 'a.abc', bytes, crc32: 0, version: 12, template: true },
        ...{ space: { scale: 1, axes: [-1, 1, 1] }, nodes: [], sockets: [], meshes: [], animations: {} },
      });
    for (const bytes of [100, 33 << 20]) {
      const nodes = [{ extras: { lithoscope: description(bytes), lt_template: bomb } }];
      const source = await read(makeGlb({ asset: { version: '2.0' }, nodes }));
      expect(source.template).toBeNull();
      expect(source.description).toMatchObject({ file: 'a.abc', bytes });
      expect(source.notes.map(({ code }) => code)).toEqual(['TEMPLATE_LEFT_OUT']);
    }
  });

  test('long lists, deep nodes, deep JSON', async () => {
    const json = (more: LooseJson) => makeGlb({ asset: { version: '2.0' }, ...more });
    expect(await said(json({ nodes: Array.from({ length: 70_000 }, () => ({})) }))).toBe(
      'The file has 70,000 nodes, more than the 65,536 that can be read.',
    );
    const chain = Array.from({ length: 60_000 }, (_, i) => (i < 59_999 ? { children: [i + 1] } : {}));
    expect(await said(json({ nodes: chain }))).toMatch(
      /^The file is damaged: nodes\[\d+\] is more than 1,000 nodes deep/,
    );
    const ring = Array.from({ length: 60_000 }, (_, i) => ({ children: [(i + 1) % 60_000] }));
    expect(await said(json({ nodes: ring }))).toMatch(
      /^The file is damaged: nodes\[\d+\] is (below itself|more than)/,
    );
    const deep = `{"asset": {"version": "2.0"}, "extras": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(await said(makeGlb(deep))).toBe('The file is damaged: its JSON is nested too deeply.');
  });
});

describe('names of JavaScript in the JSON', () => {
  afterEach(() => expect(({} as LooseJson).polluted).toBeUndefined());

  test('change nothing outside of it, and are gone from what is read', async () => {
    const text = JSON.stringify({
      asset: { version: '2.0' },
      nodes: [{ name: 'a', extras: { PROTO: { polluted: 1 }, constructor: { prototype: { polluted: 1 } } } }],
      PROTO: { polluted: 1 },
    }).replaceAll('PROTO', '__proto__');
    const { document } = await read(makeGlb(text));
    const extras = document.nodes[0]?.extras ?? {};
    expect(Object.hasOwn(extras, '__proto__')).toBe(false);
    expect((extras as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

/** Paths to all values of the JSON. */
function pathsOf(json: unknown, path: readonly string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [[...path]];
  return [
    ...(path.length > 0 ? [[...path]] : []),
    ...Object.entries(json).flatMap(([key, value]) => pathsOf(value, [...path, key])),
  ];
}

describe('whatever is changed', () => {
  const values = fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      '',
      'x',
      [],
      {},
      -1,
      0,
      1,
      2,
      3,
      0.5,
      255,
      65_536,
      2 ** 31,
      2 ** 32,
      2 ** 53,
      1e300,
      -0,
    ),
    fc.nat(20),
    fc.array(fc.nat(9), { maxLength: 5 }),
    fc.jsonValue({ maxDepth: 2 }),
  );

  test.each([
    ...gltfSamples.filter(({ file }) =>
      /^(skinned|eight|draco|meshopt|quantised|sparse|morphed|interpol)/.test(file),
    ),
  ])('in $file: a source, or a sentence', async ({ file }) => {
    const { json, binary } = partsOfGlb(await gltfSample(file));
    const paths = pathsOf(json);
    const changes = fc.array(fc.tuple(fc.nat(paths.length - 1), values), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const changed = structuredClone(json);
        for (const [at, value] of all) {
          try {
            set(changed, (paths[at] as string[]).join('.'), value);
          } catch {
            // What it was in is gone.
          }
        }
        expect((await said(makeGlb(changed, binary))).length).toBeLessThan(500);
      }),
      // A decoder is made for each.
      { numRuns: (thorough ? 3000 : 60) / (file === 'draco.glb' ? 6 : 1) },
    );
  });
});
