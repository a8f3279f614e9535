/**
 * What three.js shows of a GLB is what the engine shows of the model: its GLTFLoader reads the GLB, its AnimationMixer
 * plays every animation, and all skinned and morphed vertices are compared with those of `evaluate`. Which vertex of
 * the GLB is which of the file follows from the triangles alone, which stand in the order of the file.
 */
import { basename } from 'node:path';
import fc from 'fast-check';
import { Bone, Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { exportedClips } from '../../../web/to-glb/clips.ts';
import { loadCore } from '../support/core.ts';
import { expectClose } from '../support/expect-close.ts';
import { fixture, fixtures } from '../support/fixtures.ts';
import { inputOf, openInput, optionsWith } from '../support/glb.ts';
import {
  axesOf,
  converted,
  expectSame,
  load,
  nameOf,
  objectsOf,
  POSITION,
  play,
  pose,
} from '../support/play-glb.ts';
import { realFiles } from '../support/real-files.ts';
import { CLOCKWORK, CLOCKWORK_BASE, JELLYFISH } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';

const core = await loadCore();

/** Moments of each animation. */
const MOMENTS = 50;

const all = realFiles('.abc').map((path) => [basename(path), path] as const);
const full = [...fixtures].filter(([name]) => /_full.abc$/.test(name));

describe('every animation, at moments all over it', () => {
  test.each(all)('%s', async (_, path) => {
    expectSame(await play(openInput(core, path), optionsWith({}), MOMENTS));
  });

  test.each(full)('%s', async (name, bytes) => {
    expectSame(await play(inputOf(core.open(bytes), name), optionsWith({}), MOMENTS));
  });

  test('of a child model, with its own origin', async () => {
    const base = openInput(core, CLOCKWORK_BASE).file;
    const sources = [{ child: 1, name: 'Models\\clockwork_base.abc', file: base }];
    const input = openInput(core, CLOCKWORK, { sources });
    const played = await play(input, optionsWith({ animations: 'all' }), 20);
    expect(played.loaded.gltf.animations).toHaveLength(6);
    expectSame(played);
  });

  /** Their trees are alike; one has a deformation vertex, the other has none. */
  test.each([
    ['v6_other_order.abc', 'v6_no_deformation.abc'],
    ['v6_no_deformation.abc', 'v6_other_order.abc'],
  ])('of another file: %s with %s', async (name, base) => {
    const open = (which: string) => core.open(fixture(which));
    const sources = [{ child: 0, name: base, file: open(base) }];
    const played = await play(
      inputOf(open(name), name, { sources }),
      optionsWith({ animations: 'all' }),
      MOMENTS,
    );
    expect(played.loaded.gltf.animations).toHaveLength(2);
    expectSame(played);
  });

  test('with fewer morph targets than frames: as far off as the report says', async () => {
    const { loaded, found, size } = await play(
      openInput(core, JELLYFISH),
      optionsWith({ maxMorphTargets: 4 }),
      20,
    );
    const { morphTargets, morphDeviation } = loaded.report;
    expect(morphTargets.kept).toBe(4);
    expect(morphTargets.all).toBeGreaterThan(4);
    expect(found.get(0)?.position).toBeLessThanOrEqual(morphDeviation + POSITION * size);
    expect(found.get(0)?.position).toBeGreaterThan(morphDeviation / 2);
  });

  test('with a scale: everything is that much larger', async () => {
    for (const path of [CLOCKWORK, JELLYFISH]) {
      expectSame(await play(openInput(core, path), optionsWith({ scale: 0.02 }), 5));
    }
  });

  test.each([true, false])(
    'read in another way: mirrorZ %s, keys not conjugated, another rest',
    async (mirrorZ) => {
      const interpretation = { mirrorZ, conjugateKeys: mirrorZ, restAnimation: 1 };
      expectSame(await play(openInput(core, JELLYFISH), optionsWith({ interpretation }), 5));
    },
  );
});

describe('the other levels', () => {
  test.each(all)('%s: a vertex is no farther off than the report says', async (_, path) => {
    const input = openInput(core, path);
    const { lodCount } = input.file.info;
    const last = lodCount - 1;
    const lods = lodCount < 30 ? 'all' : [0, 1, Math.floor(last / 2), last];
    const played = await play(input, optionsWith({ lods }), 5);
    for (const [lod, { position }] of played.found) {
      const said = played.loaded.report.deviations.filter((one) => one.lod === lod);
      const bound = Math.max(0, ...said.map((one) => one.bound));
      if (bound === 0) expectSame(played, lod);
      else expect(position, `level ${lod}`).toBeLessThanOrEqual(bound + POSITION * played.size);
    }
  });
});

describe('numbers that no game has, in every version', () => {
  test('keys and weights by chance: never farther off than the report says', {
    timeout: 180_000,
  }, async () => {
    const number = fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(full.length - 1),
        fc.array(fc.tuple(fc.nat(10_000), number), { minLength: 1, maxLength: 30 }),
        async (which, changes) => {
          const [name, bytes] = full[which] ?? expect.fail('no fixture');
          const sound = core.open(bytes);
          const { offset } = sound.leaves(0, bytes.length);
          const paths = sound.paths(0, bytes.length);
          const places = offset.filter((_, i) => MOVING.test(paths[i] ?? ''));
          const changed = bytes.slice();
          const view = new DataView(changed.buffer);
          for (const [at, value] of changes) view.setFloat32(places[at % places.length] ?? 0, value, true);
          const { loaded, found, size } = await play(inputOf(core.open(changed), name), optionsWith({}), 10);
          const codes = loaded.report.notes.map(({ code }) => code);
          // Of negative weights nothing is promised.
          if (codes.includes('WEIGHTS_LEFT_OUT')) return;
          const bound = Math.max(0, ...loaded.report.deviations.map((one) => one.bound));
          const { position } = found.get(0) ?? expect.fail('no level');
          // Between keys that are no rotations some are added, 31 at most: that is as near as it gets.
          expect(position, `${codes}`).toBeLessThanOrEqual(bound + 0.01 * size);
        },
      ),
      { numRuns: thorough ? 250 : 20 },
    );
  });

  /** Paths of the leaves that say where something goes. */
  const MOVING = /\.Keys\[\d+\]\.|\.Weights\[\d+\]\.(Location|Bias)/;
});

describe('names and places', () => {
  test.each(all)('%s', async (title, path) => {
    const input = openInput(core, path);
    const { info } = input.file;
    const options = optionsWith({ scale: 2 });
    const loaded = await load(input, options);
    const axes = axesOf(input.file, options);
    const [root] = loaded.gltf.scene.children;
    expect(nameOf(root)).toBe(title.replace(/\.abc$/i, ''));

    const bones = new Map(
      objectsOf(loaded.gltf, Bone).map((bone) => [bone.userData.lt_index as number, bone]),
    );
    expect([...bones.keys()].sort((a, b) => a - b)).toEqual([...info.nodes.keys()]);
    for (const [i, { name, parent }] of info.nodes.entries()) {
      const bone = bones.get(i);
      expectName(nameOf(bone), name);
      expect(bone?.parent).toBe(parent < 0 ? root : bones.get(parent));
    }
    for (const mesh of loaded.meshes) {
      expectName(nameOf(mesh), info.pieces[mesh.userData.lt_piece]?.name || 'piece');
      expect(mesh.parent).toBe(loaded.gltf.scene);
    }

    // Each socket where the engine has it, in the last moment of each animation too.
    const sockets = objectsOf(loaded.gltf, Object3D).filter(({ userData }) => 'lt_socket' in userData);
    expect(sockets.map(({ userData }) => userData.lt_socket).sort((a, b) => a - b)).toEqual([
      ...info.sockets.keys(),
    ]);
    const { clips } = exportedClips(input, options);
    for (const [i, { clip, times }] of [null, ...clips].map(
      (one, k) => [k - 1, one ?? { clip: { animation: -1 }, times: [0] }] as const,
    )) {
      const timeMs = times.at(-1) ?? 0;
      pose(loaded, loaded.gltf.animations[i] ?? null, timeMs / 1000);
      const frame = input.file.evaluate({ animation: clip.animation, timeMs, loop: false, lod: 0 });
      const matrix = (n: number) => converted(frame?.nodes.subarray(16 * n, 16 * n + 16) ?? [], axes);
      const size = Math.max(...(frame?.nodes.map(Math.abs) ?? []));
      for (const [n, bone] of bones)
        expectClose(bone.matrixWorld.elements, scaled(matrix(n)).elements, 1e-4 * size, `node ${n}`);
      for (const socket of sockets) {
        const { node, location, rotation, name } =
          info.sockets[socket.userData.lt_socket] ?? expect.fail('no socket');
        expectName(nameOf(socket), `s_${name}`);
        const local = new Matrix4().compose(
          new Vector3(...location),
          new Quaternion(...rotation).normalize(),
          new Vector3(1, 1, 1),
        );
        const expected = matrix(node).multiply(converted(local.transpose().elements, axes));
        expectClose(socket.matrixWorld.elements, scaled(expected).elements, 1e-4 * size, `socket ${name}`);
      }
    }
  });

  const scaled = (matrix: Matrix4) => new Matrix4().makeScale(2, 2, 2).multiply(matrix);

  /** The name in the file, or that with a number where another node has it. */
  function expectName(name: unknown, stored: string): void {
    const rest = typeof name === 'string' && name.startsWith(stored) ? name.slice(stored.length) : null;
    expect(rest, `${name} for ${stored}`).toMatch(/^( \d+)?$/);
  }
});
