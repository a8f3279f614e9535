/** An animation that the file has not, as its bytes. */
import type { Animation } from '@gltf-transform/core';
import type { AbcFile, Vec3 } from '@lithoscope/core';
import { boxOf, halfOf, type Placed } from '../drafting/boxes.ts';
import { vectorIn } from '../drafting/extras.ts';
import { withLength } from './animation-bytes.ts';
import type { KeysContext } from './keys.ts';
import { counted, joined } from './level-bytes.ts';
import type { Player } from './player.ts';
import { mergedStrings } from './strings.ts';
import { latin1 } from './texts.ts';

/** Blending from the animation before, when nothing else is said, milliseconds. */
const INTERPOLATION = 200;

/** Milliseconds that a file can name. */
export const isBlending = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffffff;

export interface NewAnimationMade {
  readonly name: string;
  readonly keys: number;
  /** Of them, what curves and steps needed. */
  readonly refined: number;
  /** Half the size of its collision box. */
  readonly extents: Vec3;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The versions whose animations are known as they are written here. */
export const canAddAnimations = ({ info }: AbcFile): boolean => info.version >= 6 && info.version <= 12;

/**
 * @param deformation v6, by node: what stands behind its keys, for these times
 * @param meshes what the box around all that it does is around
 */
export function newAnimation(
  context: KeysContext,
  name: string,
  animation: Animation,
  player: Player,
  deformation: (times: readonly number[]) => readonly Uint8Array[],
  meshes: () => readonly Placed[],
): NewAnimationMade {
  const { base, description } = context;
  const { version, nodes } = base.info;
  const isV6 = version === 6;
  const extras = animation.getExtras();
  const first = player.times[0] ?? 0;
  // The first key is at 0, whatever it was in the program.
  const own = new Map<number, number>([[0, first]]);
  for (const time of player.moments(nodes.map(({ parent }) => parent))) {
    const rounded = Math.round(time - first);
    if (!own.has(rounded)) own.set(rounded, time);
  }
  const known = new Set(player.times);
  const refined = [...own.values()].filter((time) => !known.has(time)).length;
  const none = [...own.keys()].map(() => '');
  const said = mergedStrings([...own.keys()], none, [], extras, first);
  const strings = new Map(
    [...own.keys()].flatMap((time, key) => {
      const text = said.changed.get(key);
      return text === undefined ? [] : [[time, text] as const];
    }),
  );
  for (const [time, text] of said.added) {
    own.set(time, first + time);
    strings.set(time, text);
  }
  const rounded = [...own.keys()].sort((a, b) => a - b);
  const kept = rounded.map((time) => own.get(time) as number);
  const text = withLength(latin1(name));
  const poses = kept.map((time) => poseAt(context, player, time));
  const extents = dimsOf(extras, context, poses, meshes);
  const parts: Uint8Array[] = [];
  if (isV6) parts.push(text, counted(rounded.at(-1) ?? 0), new Uint8Array(24));
  else {
    parts.push(new Uint8Array(Float32Array.of(...extents).buffer), text);
    if (version >= 11) parts.push(new Uint8Array(Int32Array.of(-1).buffer));
    const given = extras.lta_interp_time;
    if (version >= 12) parts.push(counted(isBlending(given) ? given : INTERPOLATION));
  }
  parts.push(counted(rounded.length));
  for (const time of rounded)
    parts.push(counted(time), new Uint8Array(isV6 ? 24 : 0), withLength(latin1(strings.get(time) ?? '')));
  const behind = isV6 ? deformation(kept) : [];
  const conjugates = isV6 && description.conjugateKeys !== false;
  nodes.forEach((_, node) => {
    const track = new Float32Array(7 * kept.length);
    poses.forEach((pose, key) => {
      track.set(pose.subarray(7 * node, 7 * node + 7), 7 * key);
      if (conjugates) for (let i = 3; i < 6; i++) track[7 * key + i] = -(track[7 * key + i] as number);
    });
    parts.push(new Uint8Array(track.buffer));
    const more = behind[node];
    if (more) parts.push(more);
  });
  return { name, keys: rounded.length, refined, extents, bytes: joined(parts) };
}

/** Translation and rotation of each node. */
function poseAt({ base }: KeysContext, player: Player, time: number): Float32Array {
  const pose = new Float32Array(7 * base.info.nodes.length);
  base.info.nodes.forEach(({ parent }, node) => {
    const { translation, rotation } = player.at(node, parent, time);
    pose.set(translation, 7 * node);
    pose.set(rotation, 7 * node + 3);
  });
  return pose;
}

/** Half the size of the collision box: what the extras say, else that of the box around all that it does. */
function dimsOf(
  extras: Record<string, unknown>,
  { base }: KeysContext,
  poses: readonly Float32Array[],
  meshes: () => readonly Placed[],
): Vec3 {
  const given = vectorIn(extras, 'lta_dims');
  if (given) return given;
  const parents = base.info.nodes.map(({ parent }) => parent);
  const box = boxOf(
    [...meshes()].map((mesh) => ({ levels: [mesh] })),
    parents,
    poses,
  );
  return box ? halfOf(box) : [0, 0, 0];
}
