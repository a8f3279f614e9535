/** What reading makes of a GLB or glTF, in all the forms in which numbers can be written. */
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import { unzlibSync } from 'fflate';
import { MeshoptEncoder } from 'meshoptimizer';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { meaning, namedBy } from '../../../web/gltf/beside.ts';
import type { Accessor, Primitive } from '../../../web/gltf/document.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import type { GltfSource } from '../../../web/gltf/source.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { type DracoAttribute, dracoMesh } from '../../support/gltf/draco.ts';
import { type LooseJson, Numbering, partsOfGlb } from '../../support/make-glb.ts';
import { loadCore } from '../support/core.ts';
import { openInput, optionsWith } from '../support/glb.ts';
import { readGlb } from '../support/read-glb.ts';
import { samplePath } from '../support/samples.ts';
import { draco } from '../support/unpack-draco.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

const read = (bytes: Uint8Array, name = 'made.glb') => readGltf(name, new Map([[name, bytes]]));

interface Exported {
  readonly file: AbcFile;
  readonly glb: Uint8Array;
}
const made = new Map<string, Promise<Exported>>();

/** A sample as a GLB, made once. */
function exported(sample: string): Promise<Exported> {
  const making =
    made.get(sample) ??
    (async () => {
      const input = openInput(core, samplePath(sample));
      return { file: input.file, glb: (await toGlb(input, optionsWith({}))).bytes };
    })();
  made.set(sample, making);
  return making;
}

/** The elements of an accessor. */
const elements = (accessor: Accessor | null | undefined): number[][] => {
  const array = [...(accessor?.array ?? [])];
  const size = accessor?.size ?? 1;
  return Array.from({ length: array.length / size }, (_, i) => array.slice(size * i, size * i + size));
};

const firstPrimitive = ({ document }: GltfSource): Primitive => {
  const primitive = document.meshes[0]?.primitives[0];
  if (!primitive) throw new Error('no primitive');
  return primitive;
};

describe.each(['clockwork.abc', 'jellyfish.abc'])('an export of %s', (sample) => {
  test('is read number for number, in the order of the JSON', async () => {
    const { glb } = await exported(sample);
    const { document, notes, name } = await read(glb, 'folder/made.glb');
    const { json, numbers } = readGlb(glb);
    expect(notes).toEqual([]);
    expect(name).toBe('made.glb');
    expect(document.nodes.map((node) => node.name)).toEqual(json.nodes?.map((node) => node.name ?? ''));
    for (const [i, node] of document.nodes.entries()) {
      const def = json.nodes?.[i];
      expect(node.translation).toEqual(def?.translation ?? [0, 0, 0]);
      expect(node.rotation).toEqual(def?.rotation ?? [0, 0, 0, 1]);
      expect(node.children.map((child) => document.nodes.indexOf(child))).toEqual(def?.children ?? []);
      expect(node.extras).toEqual(def?.extras ?? {});
    }
    for (const [i, mesh] of document.meshes.entries()) {
      for (const [j, primitive] of mesh.primitives.entries()) {
        const def = json.meshes?.[i]?.primitives[j];
        for (const [name, accessor] of primitive.attributes) {
          expect(elements(accessor), name).toEqual(numbers(def?.attributes[name]));
        }
        expect([...primitive.attributes.keys()].sort()).toEqual(Object.keys(def?.attributes ?? {}).sort());
        expect(elements(primitive.indices)).toEqual(numbers(def?.indices));
        expect(primitive.targets).toHaveLength(def?.targets?.length ?? 0);
      }
    }
    const [skin] = document.skins;
    expect(elements(skin?.inverseBinds ?? null)).toEqual(numbers(json.skins?.[0]?.inverseBindMatrices));
    expect(skin?.joints.map((joint) => document.nodes.indexOf(joint))).toEqual(json.skins?.[0]?.joints);
    for (const [i, animation] of document.animations.entries()) {
      const def = json.animations?.[i];
      expect(animation.name).toBe(def?.name);
      for (const [j, channel] of animation.channels.entries()) {
        const channelDef = def?.channels[j];
        const samplerDef = def?.samplers[channelDef?.sampler ?? -1];
        expect(channel.path).toBe(channelDef?.target.path);
        expect(channel.node?.name).toBe(json.nodes?.[channelDef?.target.node ?? -1]?.name);
        expect(elements(channel.sampler?.input ?? null)).toEqual(numbers(samplerDef?.input));
        expect(elements(channel.sampler?.output ?? null)).toEqual(numbers(samplerDef?.output));
      }
    }
  });

  test('says what it was, and has the template', async () => {
    const { glb, file } = await exported(sample);
    const { description, template } = await read(glb);
    expect(description).toMatchObject({
      file: sample,
      bytes: file.bytes.length,
      version: file.info.version,
      scale: 1,
      joints: file.info.nodes.map(({ name }) => name),
    });
    expect([...(description?.animations ?? [])].map(([name, { source }]) => [name, source])).toEqual(
      file.info.animations.map(({ name }) => [name, -1]),
    );
    const root = readGlb(glb).json.nodes?.find(({ extras }) => extras?.lt_template);
    const packed = Buffer.from(String(root?.extras?.lt_template), 'base64');
    expect(Buffer.compare(template ?? new Uint8Array(0), unzlibSync(packed))).toBe(0);
    expect(template).toHaveLength(file.bytes.length);
  });

  test('is the same with its buffer in a file beside it, or within', async () => {
    const { glb } = await exported(sample);
    const { json, binary } = partsOfGlb(glb);
    const whole = elements(firstPrimitive(await read(glb)).attributes.get('POSITION'));
    const gltf = (uri: string) =>
      new TextEncoder().encode(JSON.stringify({ ...json, buffers: [{ byteLength: binary.length, uri }] }));
    const beside = await readGltf(
      'made.gltf',
      new Map([
        ['made.gltf', gltf('./My%20Buffer.bin')],
        ['dropped/my buffer.BIN', binary],
      ]),
    );
    expect(elements(firstPrimitive(beside).attributes.get('POSITION'))).toEqual(whole);
    const within = await read(
      gltf(`data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`),
      'made.gltf',
    );
    expect(elements(firstPrimitive(within).attributes.get('POSITION'))).toEqual(whole);
  });
});

/** A mesh of the attributes, at one node. */
const meshOf = (attributes: LooseJson, more: LooseJson = {}, rest: LooseJson = {}) => ({
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes, ...more }] }],
  ...rest,
});

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3);

describe('numbers', () => {
  test('with others between them', async () => {
    const made = new Numbering();
    const mixed = new Float32Array(4 * 5);
    for (let i = 0; i < 4; i++) mixed.set([...POSITIONS.subarray(3 * i, 3 * i + 3), i / 4, 1 - i / 4], 5 * i);
    const view = made.view(new Uint8Array(mixed.buffer), { byteStride: 20 });
    const at = { bufferView: view, componentType: 5126, count: 4 };
    const POSITION = made.add({ ...at, type: 'VEC3' });
    const TEXCOORD_0 = made.add({ ...at, byteOffset: 12, type: 'VEC2' });
    const primitive = firstPrimitive(await read(made.glb(meshOf({ POSITION, TEXCOORD_0 }))));
    expect([...(primitive.attributes.get('POSITION')?.array ?? [])]).toEqual([...POSITIONS]);
    expect(elements(primitive.attributes.get('TEXCOORD_0'))).toEqual([
      [0, 1],
      [0.25, 0.75],
      [0.5, 0.5],
      [0.75, 0.25],
    ]);
  });

  test('quantised: shares become what they mean, whole numbers stay', async () => {
    const made = new Numbering();
    const POSITION = made.put(Int16Array.of(32767, -32768, 0, 16384, -32767, 1), 'VEC3', {
      normalized: true,
    });
    const TEXCOORD_0 = made.put(Uint8Array.of(255, 0, 51, 102), 'VEC2', { normalized: true });
    const NORMAL = made.put(Int8Array.of(127, 0, -128, 0, -127, 64), 'VEC3', { normalized: true });
    const second = made.put(Int16Array.of(300, -2, 7, 8, 9, 10), 'VEC3');
    const bytes = made.glb({
      extensionsRequired: ['KHR_mesh_quantization'],
      nodes: [{ mesh: 0 }],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION, TEXCOORD_0, NORMAL } },
            { attributes: { POSITION: second } },
          ],
        },
      ],
    });
    const { document } = await read(bytes);
    const [first, plain] = document.meshes[0]?.primitives ?? [];
    const f = Math.fround;
    expect(elements(first?.attributes.get('POSITION') ?? null)).toEqual([
      [1, -1, 0],
      [f(16384 / 32767), -1, f(1 / 32767)],
    ]);
    expect(elements(first?.attributes.get('TEXCOORD_0') ?? null)).toEqual([
      [1, 0],
      [f(0.2), f(0.4)],
    ]);
    expect(elements(first?.attributes.get('NORMAL') ?? null)).toEqual([
      [1, 0, -1],
      [0, -1, f(64 / 127)],
    ]);
    expect(elements(plain?.attributes.get('POSITION') ?? null)).toEqual([
      [300, -2, 7],
      [8, 9, 10],
    ]);
  });

  test('sparse, of zeros or of what is stored', async () => {
    const made = new Numbering();
    const indices = made.view(new Uint8Array(Uint16Array.of(1, 3).buffer));
    const values = made.view(new Uint8Array(Float32Array.of(7, 8, 9, -7, -8, -9).buffer));
    const sparse = {
      count: 2,
      indices: { bufferView: indices, componentType: 5123 },
      values: { bufferView: values },
    };
    const POSITION = made.put(POSITIONS, 'VEC3', { sparse });
    const NORMAL = made.add({ componentType: 5126, count: 4, type: 'VEC3', sparse });
    const zeros = made.add({ componentType: 5126, count: 4, type: 'VEC3' });
    const primitive = firstPrimitive(
      await read(made.glb(meshOf({ POSITION, NORMAL }, { targets: [{ POSITION: zeros }] }))),
    );
    expect(elements(primitive.attributes.get('POSITION'))).toEqual([
      [0, 0, 0],
      [7, 8, 9],
      [0, 2, 0],
      [-7, -8, -9],
    ]);
    expect(elements(primitive.attributes.get('NORMAL'))).toEqual([
      [0, 0, 0],
      [7, 8, 9],
      [0, 0, 0],
      [-7, -8, -9],
    ]);
    expect(elements(primitive.targets[0]?.attributes.get('POSITION') ?? null)).toEqual(
      Array.from({ length: 4 }, () => [0, 0, 0]),
    );
  });

  test.each(['EXT_meshopt_compression', 'KHR_meshopt_compression'])('packed by %s', async (extension) => {
    await MeshoptEncoder.ready;
    const made = new Numbering();
    const packed = (bytes: Uint8Array, count: number, byteStride: number, mode: string) => {
      const encoded = MeshoptEncoder.encodeGltfBuffer(bytes, count, byteStride, mode);
      const place = made.bufferViews[made.view(encoded)] as LooseJson;
      made.bufferViews.push({
        buffer: 1,
        byteLength: count * byteStride,
        ...(mode === 'ATTRIBUTES' && { byteStride }),
        extensions: { [extension]: { ...place, byteStride, count, mode } },
      });
      return made.bufferViews.length - 1;
    };
    const triangles = Uint16Array.of(0, 1, 2, 2, 1, 3);
    const POSITION = made.add({
      bufferView: packed(new Uint8Array(POSITIONS.buffer), 4, 12, 'ATTRIBUTES'),
      componentType: 5126,
      count: 4,
      type: 'VEC3',
    });
    const indices = made.add({
      bufferView: packed(new Uint8Array(triangles.buffer), 6, 2, 'TRIANGLES'),
      componentType: 5123,
      count: 6,
      type: 'SCALAR',
    });
    const json = made.json({ ...meshOf({ POSITION }, { indices }), extensionsRequired: [extension] });
    // What is unpacked would be in a buffer that is nowhere.
    (json.buffers as LooseJson[]).push({ byteLength: 60, extensions: { [extension]: { fallback: true } } });
    const name = 'made.gltf';
    const primitive = firstPrimitive(
      await readGltf(
        name,
        new Map([
          [
            name,
            new TextEncoder().encode(
              JSON.stringify({
                ...json,
                buffers: [{ byteLength: made.binary.length, uri: 'a.bin' }, (json.buffers as LooseJson[])[1]],
              }),
            ),
          ],
          ['a.bin', made.binary],
        ]),
      ),
    );
    expect([...(primitive.attributes.get('POSITION')?.array ?? [])]).toEqual([...POSITIONS]);
    const corners = [...(primitive.indices?.array ?? [])];
    // The packing may turn triangles, and keeps which way they face.
    const turned = (at: number) => {
      const three = corners.slice(at, at + 3);
      const least = three.indexOf(Math.min(...three));
      return [...three.slice(least), ...three.slice(0, least)];
    };
    expect([turned(0), turned(3)]).toEqual([
      [0, 1, 2],
      [1, 3, 2],
    ]);
  });

  test('that are not finite count as 0, and are told', async () => {
    const made = new Numbering();
    const POSITION = made.put(Float32Array.of(1, Number.NaN, 3, Number.POSITIVE_INFINITY, 5, 6), 'VEC3');
    const source = await read(made.glb(meshOf({ POSITION })));
    expect(elements(firstPrimitive(source).attributes.get('POSITION'))).toEqual([
      [1, 0, 3],
      [0, 5, 6],
    ]);
    expect(source.notes).toMatchObject([
      { code: 'NUMBERS_REPLACED', message: 'Numbers that are not finite count as 0 (2: accessors[0]).' },
    ]);
  });
});

describe('meshes that Draco packed', () => {
  const corners = [0, 1, 2, 2, 1, 3];
  const joints = Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
  const parts: DracoAttribute[] = [
    { semantic: 'POSITION', id: 7, components: 3, values: POSITIONS },
    { semantic: 'GENERIC', id: 9, components: 4, values: joints },
  ];

  /** @param stored whether the numbers are there unpacked as well */
  function packed(bytes: Uint8Array, { required = true, stored = false } = {}): Uint8Array {
    const made = new Numbering();
    const at = (numbers: Float32Array | Uint8Array | Uint16Array, type: string) => {
      const index = made.put(numbers, type);
      if (!stored) delete (made.accessors[index] as LooseJson).bufferView;
      return index;
    };
    const POSITION = at(POSITIONS, 'VEC3');
    const JOINTS_0 = at(joints, 'VEC4');
    const indices = at(Uint16Array.from(corners), 'SCALAR');
    const WEIGHTS_0 = made.put(new Float32Array(16).fill(0.25), 'VEC4');
    const name = 'KHR_draco_mesh_compression';
    const bufferView = made.view(bytes);
    const extensions = { [name]: { bufferView, attributes: { POSITION: 7, JOINTS_0: 9 } } };
    return made.glb({
      ...meshOf({ POSITION, JOINTS_0, WEIGHTS_0 }, { indices, extensions }),
      ...(required && { extensionsRequired: [name] }),
    });
  }

  const opened = (bytes: Uint8Array, load: typeof draco | undefined = draco) =>
    readGltf('made.glb', new Map([['made.glb', bytes]]), {}, load && { draco: load });

  test('are unpacked', async () => {
    const primitive = firstPrimitive(await opened(packed(dracoMesh(corners, 4, parts))));
    expect([...(primitive.attributes.get('POSITION')?.array ?? [])]).toEqual([...POSITIONS]);
    expect([...(primitive.attributes.get('JOINTS_0')?.array ?? [])]).toEqual([...joints]);
    expect([...(primitive.indices?.array ?? [])]).toEqual(corners);
  });

  test('are named when they are damaged, or not what the file says', async () => {
    const whole = dracoMesh(corners, 4, parts);
    const place = 'meshes[0].primitives[0].extensions.KHR_draco_mesh_compression';
    const refused = `The file is damaged: ${place} cannot be unpacked.`;
    for (const length of [0, 1, 8, 20, 40, whole.length - 1]) {
      await expect(opened(packed(whole.subarray(0, length))), String(length)).rejects.toThrow(refused);
    }
    await expect(opened(packed(dracoMesh(corners, 4, parts.slice(0, 1))))).rejects.toThrow(refused);
    await expect(opened(packed(dracoMesh([...corners, 0, 1, 2], 4, parts)))).rejects.toThrow(
      'The file is damaged: accessors[2] has 6 elements, but 9 were packed.',
    );
  });

  test('are read as they are stored, or refused, where there is no decoder', async () => {
    const bytes = dracoMesh(corners, 4, parts);
    const beside = await readGltf(
      'a.glb',
      new Map([['a.glb', packed(bytes, { required: false, stored: true })]]),
    );
    expect([...(firstPrimitive(beside).attributes.get('POSITION')?.array ?? [])]).toEqual([...POSITIONS]);
    await expect(readGltf('a.glb', new Map([['a.glb', packed(bytes)]]))).rejects.toThrow(
      /compressed with Draco.*Export without/,
    );
  });
});

describe('texture coordinates', () => {
  test('are those that the base colour uses, scaled, turned and moved as it says', async () => {
    const made = new Numbering();
    const POSITION = made.put(POSITIONS.slice(0, 9), 'VEC3');
    const TEXCOORD_0 = made.put(new Float32Array(6), 'VEC2');
    const TEXCOORD_1 = made.put(Float32Array.of(0, 0, 1, 0, 0, 1), 'VEC2');
    const texture = {
      index: 0,
      texCoord: 1,
      extensions: { KHR_texture_transform: { offset: [0.5, 0.25], rotation: Math.PI / 2, scale: [2, 4] } },
    };
    const bytes = made.glb({
      ...meshOf({ POSITION, TEXCOORD_0, TEXCOORD_1 }, { material: 0 }),
      materials: [{ pbrMetallicRoughness: { baseColorTexture: texture } }],
      textures: [{ source: 0 }],
      images: [{ uri: 'skin.png' }],
    });
    const source = await read(bytes);
    const uvs = elements(firstPrimitive(source).attributes.get('TEXCOORD_0'));
    // Scaled by 2 and 4, then turned counter-clockwise by a right angle as one sees it, where v is down, then moved.
    const expected = [
      [0.5, 0.25],
      [0.5, 0.25 - 2],
      [0.5 + 4, 0.25],
    ];
    const off = uvs.flat().map((value, i) => Math.abs(value - (expected.flat()[i] ?? Number.NaN)));
    expect(Math.max(...off)).toBeLessThan(1e-6);
    expect(source.notes.map(({ code }) => code)).toEqual(['PICTURE_LEFT_OUT']);
    expect(firstPrimitive(source).material?.texture?.uri).toBe('skin.png');
  });
});

describe('animations', () => {
  test('lose keys that are not later than the one before, with their values', async () => {
    const made = new Numbering();
    const input = made.put(Float32Array.of(0, 0.5, 0.5, 0.25, 1), 'SCALAR');
    const output = made.put(Float32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4), 'VEC3');
    const source = await read(
      made.glb({
        nodes: [{}],
        animations: [
          {
            samplers: [{ input, output }],
            channels: [
              { sampler: 0, target: { node: 0, path: 'translation' } },
              { sampler: 0, target: { node: 0, path: 'pointer' } },
            ],
          },
        ],
      }),
    );
    const sampler = source.document.animations[0]?.channels[0]?.sampler;
    expect([...(sampler?.input?.array ?? [])]).toEqual([0, 0.5, 1]);
    expect(elements(sampler?.output ?? null)).toEqual([
      [0, 0, 0],
      [1, 1, 1],
      [4, 4, 4],
    ]);
    expect(source.notes.map(({ code }) => code).sort()).toEqual(['CHANNELS_LEFT_OUT', 'KEYS_NOT_LATER']);
  });
});

describe('a long reading', () => {
  test('tells how far it is, and stops when it is cancelled', async () => {
    const made = new Numbering();
    const POSITION = made.put(new Float32Array(900).fill(1), 'VEC3', { normalized: false });
    const bytes = made.glb(meshOf({ POSITION }));
    // A clock on which every step takes a second: how fast the machine is does not matter.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1000;
      return now;
    });
    onTestFinished(() => clock.mockRestore());
    const stop = new AbortController();
    const told: number[] = [];
    const reading = readGltf('made.glb', new Map([['made.glb', bytes]]), {
      signal: stop.signal,
      progress(done) {
        told.push(done);
        stop.abort(new Error('enough'));
      },
    });
    await expect(reading).rejects.toThrow('enough');
    expect(told).toHaveLength(1);
  });
});

describe('files beside a .gltf', () => {
  /** One buffer for each address, of the places of one triangle. */
  const gltf = (uris: readonly string[]) =>
    new TextEncoder().encode(
      JSON.stringify({
        asset: { version: '2.0' },
        buffers: uris.map((uri) => ({ uri, byteLength: 36 })),
        bufferViews: uris.map((_, buffer) => ({ buffer, byteLength: 36 })),
        accessors: uris.map((_, bufferView) => ({
          bufferView,
          componentType: 5126,
          count: 3,
          type: 'VEC3',
        })),
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: uris.map((_, i) => ({ attributes: { POSITION: i } })) }],
      }),
    );
  const number = (value: number) => new Uint8Array(new Float32Array(9).fill(value).buffer);
  async function numbersOf(uris: readonly string[], files: Record<string, number>): Promise<number[]> {
    const beside = Object.entries(files).map(([path, value]) => [path, number(value)] as const);
    const source = await readGltf('m.gltf', new Map([['m.gltf', gltf(uris)], ...beside]));
    const primitives = source.document.meshes[0]?.primitives ?? [];
    return primitives.map((one) => elements(one.attributes.get('POSITION')).flat()[0] as number);
  }

  test('are found at their paths, and by their names where there is one of that name', async () => {
    const both = { 'a/d.bin': 1, 'b/d.bin': 2 };
    expect(await numbersOf(['a/d.bin', 'b/d.bin'], both)).toEqual([1, 2]);
    expect(await numbersOf(['./a/x/../d.bin', 'B\\D.bin'], both)).toEqual([1, 2]);
    expect(await numbersOf(['tex/d.bin'], { 'd.bin': 3 })).toEqual([3]);
    expect(await numbersOf(['d.bin', 'D.bin'], { 'd.bin': 4, 'D.bin': 5 })).toEqual([4, 5]);
    await expect(numbersOf(['c/d.bin'], both)).rejects.toThrow('Several files are named d.bin');
    await expect(numbersOf(['c/e.bin'], both)).rejects.toThrow('e.bin is missing');
  });

  test('are named by the JSON, however that writes their names', () => {
    const names = ["it's (1), a&b.bin", 'é ü.bin', '100%.bin', 'a/d.bin'];
    const uris = [...names.slice(0, 2).map(encodeURIComponent), names[2], 'a%2Fd.bin'].map(String);
    const text = new TextDecoder().decode(gltf([...uris, 'data:,x', 'https://example.org/x.bin']));
    const escaped = text.replace('a%2Fd', '\\u0061\\/d').replace('%C3%A9', '\\u00e9');
    for (const json of [text, escaped, `\ufeff${text}`])
      expect(namedBy(new TextEncoder().encode(json))).toEqual(names);
    const isNamed = meaning(names);
    expect(names.map(isNamed)).toEqual(names.map(() => true));
    expect([isNamed('A/D.BIN'), isNamed('elsewhere/d.bin'), isNamed('e.bin')]).toEqual([true, true, false]);
  });
});
