/** Drafts as files of v6: where the core shows their vertices, against where the draft has them. */
import type { AbcFile, ImportSettings, NewModel, Vec3 } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Draft, DraftMesh } from '../../../web/from-glb/draft.ts';
import { fileOf } from '../../../web/from-glb/file-of.ts';
import { loadCore } from '../support/core.ts';
import { bending, draftPlaces, LENGTH, tube } from '../support/drafts.ts';
import { loadEditing } from '../support/editing.ts';
import { newModelOf } from '../support/new-model-of.ts';
import { nodesOfTriangles, strangeOfNodes } from '../support/v6-nodes.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);

const SIZE = LENGTH;
/** Twenty moments, keys and others. */
const MOMENTS = Array.from({ length: 20 }, (_, i) => (i * 1000) / 19);

type V6Options = Partial<Pick<ImportSettings, 'share' | 'deformedBytes'>>;

async function made(draft: Draft, options?: V6Options) {
  const { bytes, notes } = await fileOf(editing, draft, { version: 6, share: 1, ...options });
  const file = core.open(bytes);
  const model = newModelOf(bytes);
  if (options?.deformedBytes === undefined) expect(strangeOfNodes(file)).toEqual([]);
  return { file, model, notes, codes: notes.map(({ code }) => code) };
}

/** The corners of all pieces of a draft, as vertices one piece after the other. */
function draftCorners({ pieces }: Draft): number[] {
  let first = 0;
  return pieces.flatMap(({ levels }) => {
    const { corners, positions } = levels[0] as DraftMesh;
    const own = Array.from(corners, (v) => v + first);
    first += positions.length / 3;
    return own;
  });
}

const codesOf = (file: AbcFile) => file.findings.map(({ code }) => code);

/** The greatest distance between the corners of the file and those of the draft, over some moments. */
function deviation(file: AbcFile, draft: Draft, animation: number, moments = MOMENTS): number {
  let greatest = 0;
  const { corners } = file.topology(0, 0);
  const draftsCorners = draftCorners(draft);
  expect(corners).toHaveLength(draftsCorners.length);
  for (const timeMs of moments) {
    const frame = file.evaluate({ animation, timeMs, loop: false, lod: 0 });
    const positions = frame?.pieces[0]?.positions as Float32Array;
    const expected = draft.pieces.flatMap((_, piece) => draftPlaces(draft, piece, animation, timeMs));
    for (const [i, corner] of draftsCorners.entries()) {
      const at = 3 * (corners[i] as number);
      const off = (expected[corner] as Vec3).map((value, axis) => value - (positions[at + axis] as number));
      greatest = Math.max(greatest, Math.hypot(...off));
    }
  }
  return greatest;
}

/** How far off a deformation vertex can be at most because of its eight bits. */
const stepOf = ({ animations }: NewModel) =>
  Math.max(
    ...animations.flatMap(({ deformation }) =>
      deformation.map(({ positions, scale }) => (positions.length > 0 ? Math.hypot(...scale) / 2 : 0)),
    ),
  );

describe('a rigid draft in v6', () => {
  const still = tube({ pieces: 2 });
  const animations = [
    bending(still),
    bending(still, { name: 'walk', keys: [0, 100, 150, 700], origin: [0, 5, -3] }),
  ];
  const draft: Draft = { ...still, animations };
  let file: AbcFile;
  let codes: string[];
  let model: NewModel;
  beforeAll(async () => {
    ({ file, codes, model } = await made(draft));
  });

  it('moves as the draft does', () => {
    const within = stepOf(model) + 5e-4 * SIZE;
    expect(deviation(file, draft, 0)).toBeLessThan(within);
    // The origin of its binding, which v6 has no place for.
    expect(deviation(file, draft, 1)).toBeLessThan(within);
  });

  it('has one ring more at each of the three borders between its nodes, and deforms those alone', () => {
    const sides = 10;
    const count = draft.pieces.reduce((sum, { levels }) => sum + (levels[0]?.positions.length ?? 0) / 3, 0);
    expect(model.pieces[0]?.levels[0]?.weightNode).toHaveLength(count + 3 * sides);
    const deformed = model.nodes.flatMap((node) => [...node.deformed]);
    expect(deformed).toHaveLength(3 * sides);
    // Each is the copy of a vertex that is there on its own node, too, in the same place within 8 bits.
    const positions = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })?.pieces[0]?.positions;
    const at = (v: number) => [...(positions?.subarray(3 * v, 3 * v + 3) ?? [])] as unknown as Vec3;
    const own = Array.from({ length: count + 3 * sides }, (_, v) => v).filter((v) => !deformed.includes(v));
    for (const v of deformed) {
      const [x, y, z] = at(v);
      const nearest = Math.min(...own.map(at).map((p) => Math.hypot(p[0] - x, p[1] - y, p[2] - z)));
      expect(nearest).toBeLessThan(stepOf(model));
    }
  });

  it('needs neither copies nor deformation where nodes share no triangle', async () => {
    const bones = tube({ rings: 12, bones: 4, pieces: 4 });
    // Each piece on one bone.
    const pieces = bones.pieces.map((piece, i) => {
      const [mesh] = piece.levels as [DraftMesh];
      const node = mesh.node.map(() => i + 1);
      return { ...piece, levels: [{ ...mesh, node }] };
    });
    const apart = { ...bones, pieces, animations: [bending(bones)] };
    const { file, codes } = await made(apart);
    expect(codes).toEqual(['PIECES_MERGED']);
    expect(file.info.nodes.map(({ flags }) => flags)).toEqual([1, 2, 2, 2, 2]);
    expect(deviation(file, apart, 0)).toBeLessThan(1e-5 * SIZE);
    expect(nodesOfTriangles(file).map(([node]) => node)).toEqual(
      pieces.flatMap(({ levels }, i) =>
        Array.from({ length: (levels[0]?.corners.length ?? 0) / 3 }, () => i + 1),
      ),
    );
  });

  it('has no findings, one mesh, front faces outside, and flags as the games have them', () => {
    expect(codesOf(file)).toEqual([]);
    expect(file.info.pieces).toHaveLength(1);
    expect(file.info.space).toEqual({ mirrorZ: true, frontSign: 1 });
    expect(file.info.transformInfo).toEqual({ flipMat: 0, fixAnimKeyframes: 0 });
    expect(file.info.nodes.map(({ flags }) => flags)).toEqual([1, 6, 6, 6, 2]);
    expect(codes).toEqual(['PIECES_MERGED', 'VERTICES_DOUBLED', 'KEYS_ADDED', 'DEFORMED']);
  });

  it('turns its normals with their nodes', () => {
    const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
    const normals = frame?.pieces[0]?.normals as Float32Array;
    // The first key of the first animation is the rest pose, which is the bind pose here.
    const expected = draft.pieces.flatMap(({ levels }) => [...(levels[0]?.normals ?? [])]);
    const corners = draftCorners(draft);
    // Of eight bits, and of all copies of a vertex the same.
    for (const [i, v] of file.topology(0, 0).corners.entries())
      for (let axis = 0; axis < 3; axis++)
        expect(
          Math.abs(
            (expected[3 * (corners[i] as number) + axis] as number) - (normals[3 * v + axis] as number),
          ),
        ).toBeLessThan(0.012);
  });

  it('keeps keys, frame strings and dims', () => {
    const { times, strings } = file.keyframes(1);
    expect([...times]).toEqual(expect.arrayContaining([0, 100, 150, 700]));
    expect([...strings.entries()].filter(([, text]) => text)).toEqual([
      [[...times].indexOf(100), 'FOOTSTEP_KEY 1'],
    ]);
    expect(file.info.animations[0]).toMatchObject({ name: 'bend', extents: [12, 45, 12], length: 1000 });
  });
});

describe('vertices of several nodes and morph targets in v6', () => {
  it.each([
    ['two nodes', tube({ influences: 2 })],
    ['four nodes, and two targets', tube({ influences: 4, morphs: true, pieces: 2 })],
    ['targets alone', tube({ morphs: true })],
  ])('%s: deform as in the source, within 8 bits', async (_, still) => {
    const draft = { ...still, animations: [bending(still, { degrees: 40 })] };
    const { file, model, notes, codes } = await made(draft);
    expect(codesOf(file)).toEqual([]);
    expect(codes).toContain('DEFORMED');
    // Half a step on every axis, and what keys were added for.
    const step = stepOf(model);
    const keys = model.animations[0]?.times ?? [];
    expect(deviation(file, draft, 0, [...keys])).toBeLessThanOrEqual(step * 1.001);
    const between = deviation(file, draft, 0);
    expect(between).toBeLessThan(step + 5e-4 * SIZE);
    // What is said is true.
    const said = /off by at most ([\d.]+) units at keys and ([\d.]+) between/.exec(
      notes.find(({ code }) => code === 'DEFORMED')?.message ?? '',
    );
    expect(Number(said?.[1])).toBeLessThanOrEqual(step * 1.1);
    expect(between).toBeLessThan(Number(said?.[2]) * 1.1);
  });

  it('adds keys where straight lines would leave the way of the vertices, and none without', async () => {
    const still = tube({ influences: 2 });
    const gentle = await made({ ...still, animations: [bending(still, { degrees: 3 })] });
    expect(gentle.codes).not.toContain('KEYS_ADDED');
    expect(gentle.model.animations[0]?.times).toEqual(Uint32Array.of(0, 400, 1000));
    const wild = await made({ ...still, animations: [bending(still, { degrees: 80 })] });
    expect(wild.codes).toContain('KEYS_ADDED');
    const [first] = wild.file.info.animations;
    expect(first?.length).toBe(1000);
    expect(first?.keyframes).toBeGreaterThan(3);
    // The strings stay at their times.
    const { times, strings } = wild.file.keyframes(0);
    expect(strings.flatMap((text, i) => (text ? [times[i]] : []))).toEqual([400]);
  });

  it('lets vertices follow one node alone when there is no room, keeps the mesh whole, and says how far off they are', async () => {
    const still = tube({ influences: 2 });
    const draft = { ...still, animations: [bending(still, { degrees: 20 })] };
    const { file, notes, codes } = await made(draft, { deformedBytes: 0 });
    // Copies that do not deform would open gaps.
    expect(codes).toContain('NODES_MIXED');
    expect(codes).not.toContain('VERTICES_DOUBLED');
    expect(file.info.pieces[0]?.lods[0]?.vertices).toBe(
      (draft.pieces[0]?.levels[0]?.positions.length ?? 0) / 3,
    );
    expect(file.info.nodes.every(({ deformationVertices }) => deformationVertices === 0)).toBe(true);
    const off = deviation(file, draft, 0, [0, 400, 1000]);
    const said = /at most ([\d.]+) units/.exec(
      notes.find(({ code }) => code === 'MADE_RIGID')?.message ?? '',
    );
    expect(off).toBeGreaterThan(0.1);
    expect(Number(said?.[1]) / off).toBeCloseTo(1, 1);
  });

  it('leaves vertices rigid whose nodes never move against each other', async () => {
    const still = tube({ influences: 2 });
    const { file } = await made({ ...still, animations: [bending(still, { degrees: 0 })] });
    expect(file.info.nodes.every(({ deformationVertices }) => deformationVertices === 0)).toBe(true);
  });
});

describe('what v6 cannot have', () => {
  it('gets an animation of the rest pose where there is none', async () => {
    const draft = tube({ influences: 2 });
    const { file } = await made(draft);
    expect(file.info.animations.map(({ name, keyframes }) => [name, keyframes])).toEqual([
      ['static_model', 1],
    ]);
    expect(codesOf(file)).toEqual([]);
    expect(deviation(file, draft, -1, [0])).toBeLessThan(1e-5 * SIZE);
  });

  it('leaves out nodes behind the 256th and deforms what they moved', async () => {
    const still = tube({ bones: 300, rings: 30, sides: 4 });
    const draft = { ...still, animations: [bending(still, { degrees: 0.5 })] };
    const { file, codes } = await made(draft);
    expect(codes).toContain('NODES_LEFT_OUT');
    expect(file.info.nodes).toHaveLength(256);
    expect(codesOf(file)).toEqual([]);
    expect(deviation(file, draft, 0)).toBeLessThan(2e-3 * SIZE);
  });

  it('refuses more vertices than it can name, with a sentence', async () => {
    const draft = tube();
    const mesh = draft.pieces[0]?.levels[0] as DraftMesh;
    const pieces = Array.from({ length: 600 }, () => ({
      ...draft.pieces[0],
      levels: [mesh],
    })) as Draft['pieces'];
    await expect(fileOf(editing, { ...draft, pieces }, { version: 6, share: 1 })).rejects.toThrow(
      /The model has [\d,]+ vertices, but v6 can have at most 65,535/,
    );
  });

  it('makes names of Latin-1 and of 500 bytes, and says what is left out', async () => {
    const still = tube();
    const nodes = still.nodes.map((node, i) => ({
      ...node,
      name: ['Rücken', 'Arm', '骨', 'x'.repeat(700), 'x'.repeat(600)][i] as string,
    }));
    const { file, codes } = await made({
      ...still,
      nodes,
      animations: [{ ...bending(still), name: 'Łap' }],
      commandString: 'c'.repeat(501),
      sockets: [{ name: 's', node: 0, rotation: [0, 0, 0, 1], location: [0, 0, 0] }],
    });
    const names = ['Rücken', 'Arm', '_', 'x'.repeat(500), `${'x'.repeat(498)} 2`];
    expect(file.info.nodes.map(({ name }) => name)).toEqual(names);
    expect(file.info.commandString).toHaveLength(500);
    expect(codes).toEqual(['NOT_IN_V6', 'VERTICES_DOUBLED', 'KEYS_ADDED', 'DEFORMED', 'NAMES_CHANGED']);
    // That of the first node, which games in other languages than English have.
    expect(codesOf(file)).toEqual(['STRING_NOT_ASCII']);
  });

  it('moves texture coordinates by whole textures, and says which reach beyond the edge', async () => {
    const draft = tube();
    const piece = draft.pieces[0] as Draft['pieces'][0];
    const mesh = piece.levels[0] as DraftMesh;
    const uvs = mesh.uvs.slice();
    for (let i = 0; i < 6; i++) uvs[i] = (uvs[i] as number) + (i % 2 ? -2 : 3);
    uvs[6] = 1.5;
    const { file, codes, notes } = await made({
      ...draft,
      pieces: [{ ...piece, levels: [{ ...mesh, uvs }] }],
    });
    const drawn = file.topology(0, 0).uvs;
    for (let i = 0; i < 6; i++) expect(drawn[i]).toBeCloseTo(mesh.uvs[i] as number, 5);
    expect(codes).toEqual(expect.arrayContaining(['UVS_MOVED', 'UVS_CLAMPED']));
    expect(notes.find(({ code }) => code === 'UVS_CLAMPED')?.message).toMatch(/^1 triangle /);
  });

  it('stops when it is cancelled, before and amid the work', async () => {
    const still = tube({ rings: 60, sides: 60, influences: 4 });
    const stop = new AbortController();
    const told: number[] = [];
    const running = fileOf(
      editing,
      { ...still, animations: [bending(still, { keys: Array.from({ length: 400 }, (_, k) => 40 * k) })] },
      { version: 6, share: 1 },
      {
        signal: stop.signal,
        progress: (done) => {
          told.push(done);
          if (done > 0.1) stop.abort(new Error('stopped'));
        },
      },
    );
    await expect(running).rejects.toThrow('stopped');
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBeLessThan(0.9);
    const reason = new Error('enough');
    const aborted = { signal: AbortSignal.abort(reason) };
    await expect(fileOf(editing, tube(), { version: 6, share: 1 }, aborted)).rejects.toBe(reason);
  });
});

describe('collapses', () => {
  const still = tube({ rings: 24, sides: 16, influences: 1 });
  const draft = { ...still, animations: [bending(still)] };
  const pose = { animation: -1, timeMs: 0, loop: false } as const;

  it('are what v6 has: exact middles of two vertices of a node, two triangles each, chains of them', async () => {
    const { file, model } = await made(draft, { share: 0.3 });
    expect(codesOf(file)).toEqual([]);
    const level = model.pieces[0]?.levels[0];
    if (!level) throw new Error('no level');
    const { collapses: pairs, weightNode } = level;
    const count = pairs.length / 2;
    const first = weightNode.length - count;
    expect(file.info.lodCount).toBe(count + 1);
    const full = level.corners.length / 3;
    expect(full - 2 * count).toBe(Math.ceil(0.3 * full) + (Math.ceil(0.3 * full) % 2));
    const positions = file.evaluate({ ...pose, lod: 0 })?.pieces[0]?.positions as Float32Array;
    let chains = 0;
    for (let j = 0; j < count; j++) {
      const [a, b] = [pairs[2 * j] as number, pairs[2 * j + 1] as number];
      expect(Math.max(a, b)).toBeLessThan(first + j);
      chains += Math.max(a, b) >= first ? 1 : 0;
      expect(weightNode[a]).toBe(weightNode[b]);
      expect(weightNode[first + j]).toBe(weightNode[a]);
      for (let i = 0; i < 3; i++) {
        const middle = Math.fround(
          ((level.locations[3 * a + i] as number) + (level.locations[3 * b + i] as number)) / 2,
        );
        expect(level.locations[3 * (first + j) + i]).toBe(middle);
      }
    }
    expect(chains).toBeGreaterThan(0);
    // As the core shows them: followed by hand here.
    const standsFor = Array.from(weightNode.keys());
    for (let k = 0; k <= count; k++) {
      const drawn = file.topology(0, k);
      expect(drawn.corners.length / 3).toBe(full - 2 * k);
      const expected: number[] = [];
      for (let f = 0; f < level.corners.length; f += 3) {
        const corners = [0, 1, 2].map((i) => standsFor[level.corners[f + i] as number] as number);
        if (new Set(corners).size === 3) expected.push(...corners);
      }
      expect([...drawn.corners]).toEqual(expected);
      const [a, b] = [pairs[2 * k], pairs[2 * k + 1]];
      for (const [v, stand] of standsFor.entries()) if (stand === a || stand === b) standsFor[v] = first + k;
    }
    expect(flipped(positions, file.topology(0, 0).corners)).toBe(0);
    expect(flipped(positions, file.topology(0, count).corners)).toBe(0);
  });

  it('open nothing where triangles of several nodes meet', async () => {
    const { file, model } = await made(draft, { share: 0.3 });
    const level = model.pieces[0]?.levels[0];
    if (!level) throw new Error('no level');
    const first = level.weightNode.length - level.collapses.length / 2;
    // Copies are the same vertex of the draft.
    const vertexOf = Array.from(level.weightNode.keys());
    const corners = draftCorners(draft);
    for (const [i, v] of level.corners.entries()) vertexOf[v] = corners[i] as number;
    const seen = new Map<number, number>();
    for (const v of vertexOf.slice(0, first)) seen.set(v, (seen.get(v) ?? 0) + 1);
    const copied = vertexOf.flatMap((vertex, v) => (v < first && (seen.get(vertex) ?? 0) > 1 ? [v] : []));
    expect(copied).toHaveLength(2 * 3 * 16);
    expect(copied.filter((v) => level.collapses.includes(v))).toEqual([]);
    const edges = new Map<string, number>();
    const { corners: left } = file.topology(0, file.info.lodCount - 1);
    for (let f = 0; f < left.length; f += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => vertexOf[left[f + i] as number] as number) as [
        number,
        number,
        number,
      ];
      for (const edge of [
        [a, b],
        [b, c],
        [c, a],
      ]) {
        const key = edge.sort((x, y) => x - y).join();
        edges.set(key, (edges.get(key) ?? 0) + 1);
      }
    }
    expect([...edges.values()].every((count) => count === 2)).toBe(true);
  });

  it('leave deformation vertices alone', async () => {
    const bent = tube({ rings: 24, sides: 16, influences: 2 });
    const { file, model, codes } = await made({ ...bent, animations: [bending(bent)] }, { share: 0.1 });
    const collapsed = new Set(model.pieces[0]?.levels[0]?.collapses);
    const deformed = model.nodes.flatMap(({ deformed }) => [...deformed]);
    expect(deformed.length).toBeGreaterThan(0);
    expect(deformed.filter((v) => collapsed.has(v))).toEqual([]);
    expect(codes).toContain('COLLAPSES_END');
    expect(codesOf(file)).toEqual([]);
  });
});

/** Triangles whose side is not that of the tube's surface: away from its axis, or along it at the ends. */
function flipped(positions: Float32Array, corners: Uint32Array): number {
  let count = 0;
  for (let f = 0; f < corners.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => {
      const v = 3 * (corners[f + i] as number);
      return [positions[v], positions[v + 1], positions[v + 2]] as Vec3;
    }) as [Vec3, Vec3, Vec3];
    const [u, v] = [b, c].map((p) => p.map((value, i) => value - (a[i] as number))) as [Vec3, Vec3];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const middle = a.map((value, i) => (value + (b[i] as number) + (c[i] as number)) / 3);
    const outward = [
      middle[0],
      Math.abs(middle[1] as number) > LENGTH / 2 - 1 ? 20 * Math.sign(middle[1] as number) : 0,
      middle[2],
    ] as Vec3;
    count += outward.reduce((sum, value, i) => sum + value * (normal[i] as number), 0) < 0 ? 1 : 0;
  }
  return count;
}
