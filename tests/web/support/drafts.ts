/** Drafts made by hand, and where their vertices are: computed from the draft alone, vertex by vertex. */
import type { Quat, Vec3 } from '@lithoscope/core';
import type { Draft, DraftAnimation, DraftMesh, DraftNode, DraftPiece } from '../../../web/from-glb/draft.ts';

const n = (values: ArrayLike<number>, at: number) => values[at] as number;

/** A rotation about an axis of length 1. */
function turned(axis: Vec3, degrees: number): Quat {
  const half = (degrees * Math.PI) / 360;
  const s = Math.sin(half);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(half)];
}

function rotate([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 {
  const t: Vec3 = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [
    a + w * t[0] + y * t[2] - z * t[1],
    b + w * t[1] + z * t[0] - x * t[2],
    c + w * t[2] + x * t[1] - y * t[0],
  ];
}

function times([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

interface Placed {
  readonly at: Vec3;
  readonly turn: Quat;
}

const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

function globals(draft: Draft, local: (node: number) => Placed): Placed[] {
  const out: Placed[] = [];
  for (const [i, { parent }] of draft.nodes.entries()) {
    const own = local(i);
    const above = out[parent];
    out.push(
      above ? { at: plus(above.at, rotate(above.turn, own.at)), turn: times(above.turn, own.turn) } : own,
    );
  }
  return out;
}

function slerp(a: Quat, b: Quat, f: number): Quat {
  let cosine = a.reduce((sum, value, i) => sum + value * n(b, i), 0);
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, cosine * sign);
  const angle = Math.acos(cosine);
  if (angle < 1e-6) return a;
  const [p, q] = [
    Math.sin((1 - f) * angle) / Math.sin(angle),
    (sign * Math.sin(f * angle)) / Math.sin(angle),
  ];
  return a.map((value, i) => p * value + q * n(b, i)) as unknown as Quat;
}

/**
 * Where the vertices of a piece are.
 * @param animation −1: when nothing plays
 */
export function draftPlaces(
  draft: Draft,
  piece: number,
  animation: number,
  timeMs: number,
  level = 0,
): Vec3[] {
  const mesh = draft.pieces[piece]?.levels[level] as DraftMesh;
  const played = draft.animations[animation];
  let weights: ArrayLike<number> = mesh.morphWeights;
  let local = (node: number): Placed => {
    const { translation, rotation } = (draft.nodes[node] as DraftNode).rest;
    return { at: translation, turn: rotation };
  };
  if (played) {
    const last = played.times.length - 1;
    let after = played.times.findIndex((time) => time > timeMs);
    if (after < 0) after = last;
    const before = Math.max(after - 1, 0);
    const span = n(played.times, after) - n(played.times, before);
    const f = span > 0 ? Math.min((timeMs - n(played.times, before)) / span, 1) : 0;
    const key = (k: number, node: number): Placed => {
      const from = 7 * (k * draft.nodes.length + node);
      const v = played.poses.subarray(from, from + 7);
      return { at: [n(v, 0), n(v, 1), n(v, 2)], turn: [n(v, 3), n(v, 4), n(v, 5), n(v, 6)] };
    };
    local = (node) => {
      const [a, b] = [key(before, node), key(after, node)];
      const at = a.at.map((value, i) => value + (n(b.at, i) - value) * f) as Vec3;
      return { at: node === 0 ? plus(at, played.origin) : at, turn: slerp(a.turn, b.turn, f) };
    };
    const morphs = played.morphWeights;
    if (morphs) {
      const [a, b] = [morphs[before]?.[piece], morphs[after]?.[piece]] as [Float32Array, Float32Array];
      weights = a.map((value, i) => value + (n(b, i) - value) * f);
    }
  }
  const nodes = globals(draft, local);
  return Array.from({ length: mesh.positions.length / 3 }, (_, v) => {
    let out: Vec3 = [0, 0, 0];
    for (let i = n(mesh.start, v); i < n(mesh.start, v + 1); i++) {
      const node = nodes[n(mesh.node, i)] as Placed;
      const { bind } = draft.nodes[n(mesh.node, i)] as DraftNode;
      const own: Vec3 = [n(mesh.local, 3 * i), n(mesh.local, 3 * i + 1), n(mesh.local, 3 * i + 2)];
      for (const [m, deltas] of mesh.morphs.entries()) {
        const weight = n(weights, m);
        for (let axis = 0; axis < 3; axis++) {
          // The columns of the bind pose are the rows of what turns back.
          for (let row = 0; row < 3; row++) {
            own[axis] = n(own, axis) + weight * n(bind, 4 * row + axis) * n(deltas, 3 * v + row);
          }
        }
      }
      const placed = plus(node.at, rotate(node.turn, own));
      const share = n(mesh.share, i);
      out = plus(out, [placed[0] * share, placed[1] * share, placed[2] * share]);
    }
    return out;
  });
}

export interface Tube {
  readonly rings?: number;
  readonly sides?: number;
  readonly bones?: number;
  /** How many nodes move a vertex. */
  readonly influences?: 1 | 2 | 4;
  /** Cut across into so many pieces, which share the vertices of their borders. */
  readonly pieces?: number;
  /** Two morph targets: all swells; the top leans. */
  readonly morphs?: boolean;
  readonly animations?: readonly DraftAnimation[];
}

export const LENGTH = 80;
const RADIUS = 10;

/** A closed tube along Y from −40 to 40 with a chain of bones, whose middle is bumpy. */
export function tube({
  rings = 12,
  sides = 10,
  bones = 4,
  influences = 1,
  pieces = 1,
  morphs = false,
  animations = [],
}: Tube = {}): Draft {
  const nodes = Array.from({ length: bones + 1 }, (_, i): DraftNode => {
    // Each bone leans a little, so that a space that is mixed up shows.
    const rotation = i === 0 ? ([0, 0, 0, 1] as Quat) : turned([0, 1, 0], 7 * i);
    const translation: Vec3 = i === 0 ? [0, -LENGTH / 2, 0] : i === 1 ? [0, 0, 0] : [0, LENGTH / bones, 0];
    return {
      name: i === 0 ? 'root' : `bone ${i}`,
      parent: i - 1,
      flags: 0,
      rest: { translation, rotation },
      bind: new Float64Array(12),
    };
  });
  const empty: Draft = {
    name: 'tube',
    nodes,
    pieces: [],
    animations,
    sockets: [],
    weightSets: [],
    childModels: [],
    bindings: [],
    commandString: '',
    internalRadius: LENGTH / 2,
    lodDistances: [],
    space: Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
    notes: [],
  };
  const rest = globals(empty, (node) => {
    const { translation, rotation } = (nodes[node] as DraftNode).rest;
    return { at: translation, turn: rotation };
  });
  for (const [i, { at, turn }] of rest.entries()) {
    const columns = (
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as Vec3[]
    ).map((axis) => rotate(turn, axis));
    for (let row = 0; row < 3; row++) {
      (nodes[i] as DraftNode).bind.set([...columns.map((column) => n(column, row)), n(at, row)], 4 * row);
    }
  }
  const made = Array.from({ length: pieces }, (_, piece) => {
    const from = Math.round((piece * rings) / pieces);
    const to = Math.round(((piece + 1) * rings) / pieces);
    return tubePiece(rest, { rings, sides, bones, influences, morphs }, from, to, piece);
  });
  return { ...empty, pieces: made };
}

function tubePiece(
  rest: readonly Placed[],
  { rings, sides, bones, influences, morphs }: Required<Omit<Tube, 'pieces' | 'animations'>>,
  from: number,
  to: number,
  slot: number,
): DraftPiece {
  const positions: number[] = [];
  const normals: number[] = [];
  const start = [0];
  const node: number[] = [];
  const share: number[] = [];
  const local: number[] = [];
  const vertex = (at: Vec3, normal: Vec3, along: number) => {
    positions.push(...at);
    normals.push(...normal);
    // Bone b + 1 is strongest at its middle.
    const place = along * bones - 0.5;
    const nearest = Array.from({ length: bones }, (_, b) => ({ b, far: Math.abs(place - b) }))
      .sort((x, y) => x.far - y.far || x.b - y.b)
      .slice(0, influences)
      .map(({ b, far }) => ({ b, weight: 1 / (0.15 + far) ** 2 }))
      .filter(({ weight }, i) => i === 0 || weight > 0.3);
    const sum = nearest.reduce((total, { weight }) => total + weight, 0);
    for (const { b, weight } of nearest) {
      const { at: origin, turn } = rest[b + 1] as Placed;
      const back: Quat = [-turn[0], -turn[1], -turn[2], turn[3]];
      node.push(b + 1);
      share.push(weight / sum);
      local.push(...rotate(back, [at[0] - origin[0], at[1] - origin[1], at[2] - origin[2]]));
    }
    start.push(node.length);
    return positions.length / 3 - 1;
  };
  const grid: number[][] = [];
  for (let ring = from; ring <= to; ring++) {
    const along = ring / rings;
    grid.push(
      Array.from({ length: sides }, (_, side) => {
        const angle = (2 * Math.PI * side) / sides;
        const radius = RADIUS * (1 + 0.08 * Math.sin(9 * along) * Math.cos(3 * angle));
        const normal: Vec3 = [Math.cos(angle), 0, Math.sin(angle)];
        return vertex([radius * normal[0], LENGTH * (along - 0.5), radius * normal[2]], normal, along);
      }),
    );
  }
  const corners: number[] = [];
  const uvs: number[] = [];
  const u = (side: number) => (0.98 * side) / sides + 0.01;
  const v = (ring: number) => (0.98 * ring) / rings + 0.01;
  for (let ring = 0; ring < grid.length - 1; ring++) {
    for (let side = 0; side < sides; side++) {
      const next = (side + 1) % sides;
      const [a, b, c, d] = [
        grid[ring]?.[side],
        grid[ring]?.[next],
        grid[ring + 1]?.[next],
        grid[ring + 1]?.[side],
      ];
      corners.push(...([a, d, c, a, c, b] as number[]));
      const [low, high] = [v(from + ring), v(from + ring + 1)];
      uvs.push(
        u(side),
        low,
        u(side),
        high,
        u(side + 1),
        high,
        u(side),
        low,
        u(side + 1),
        high,
        u(side + 1),
        low,
      );
    }
  }
  const cap = (ring: number, up: 1 | -1) => {
    const row = grid[up > 0 ? grid.length - 1 : 0] as number[];
    const middle = vertex([0, LENGTH * (ring / rings - 0.5) + 3 * up, 0], [0, up, 0], ring / rings);
    for (let side = 0; side < sides; side++) {
      const [a, b] = [row[side], row[(side + 1) % sides]] as [number, number];
      corners.push(...(up > 0 ? [middle, b, a] : [middle, a, b]));
      uvs.push(0.5, 0.5, 0.4, 0.5, 0.5, 0.4);
    }
  };
  if (from === 0) cap(0, -1);
  if (to === rings) cap(rings, 1);
  const targets = morphs
    ? [
        Float32Array.from(normals, (value) => 2 * value),
        Float32Array.from(positions, (_, i) => (i % 3 === 0 ? Math.max(n(positions, i + 1), 0) / 8 : 0)),
      ]
    : [];
  const mesh: DraftMesh = {
    corners: Uint32Array.from(corners),
    uvs: Float32Array.from(uvs),
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    start: Uint32Array.from(start),
    node: Uint32Array.from(node),
    share: Float32Array.from(share),
    local: Float32Array.from(local),
    morphs: targets,
    morphWeights: new Float32Array(targets.length),
    next: new Uint32Array(0),
  };
  return {
    name: `part ${slot}`,
    slot,
    specularPower: 0,
    specularScale: 0,
    lodWeight: 0,
    levels: [mesh],
    source: null,
  };
}

/** Every bone bends, the root walks; with morph targets their weights too. */
export function bending(
  draft: Draft,
  { name = 'bend', degrees = 25, keys = [0, 400, 1000], origin = [0, 0, 0] as Vec3 } = {},
): DraftAnimation {
  const poses = keys.flatMap((_, k) => {
    const swing = Math.sin(1.7 * k);
    return draft.nodes.flatMap(({ rest }, i) => {
      const [x, y, z] = rest.translation;
      const axis: Vec3 = i % 2 ? [1, 0, 0] : [0, 0, 1];
      return [
        x,
        y + (i === 0 ? 3 * k : 0),
        z,
        ...times(rest.rotation, turned(axis, i === 0 ? 0 : degrees * swing)),
      ];
    });
  });
  const hasMorphs = draft.pieces.some(({ levels }) => (levels[0]?.morphs.length ?? 0) > 0);
  const weights = keys.map((_, k) => draft.pieces.map(() => Float32Array.of(k % 2, k / keys.length)));
  return {
    name,
    source: 0,
    start: 0,
    times: Uint32Array.from(keys),
    poses: Float32Array.from(poses),
    ...(hasMorphs ? { morphWeights: weights } : {}),
    strings: keys.map((_, k) => (k === 1 ? 'FOOTSTEP_KEY 1' : '')),
    extents: [12, 45, 12],
    interpolationTime: 200,
    origin,
  };
}
