/** An animation that the file has not, as its bytes. */
import type { Animation } from '@gltf-transform/core';
import type { AbcFile, Vec3 } from '@lithoscope/core';
import type { KeysContext } from './keys.ts';
import { counted, joined } from './level-bytes.ts';
import type { Player } from './player.ts';
import { conjugated } from './rotations.ts';
import { latin1 } from './texts.ts';

/** Blending from the animation before, when nothing else is said, milliseconds. */
const INTERPOLATION = 200;

export interface NewAnimationMade {
  readonly name: string;
  readonly keys: number;
  /** Half the size of its collision box. */
  readonly extents: Vec3;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The versions whose animations are known as they are written here. */
export const canAddAnimations = ({ info }: AbcFile): boolean => info.version >= 6 && info.version <= 12;

/**
 * @param deformation v6, by node: what stands behind its keys, for these times
 */
export function newAnimation(
  { base, description }: KeysContext,
  name: string,
  animation: Animation,
  player: Player,
  deformation: (times: readonly number[]) => readonly Uint8Array[],
): NewAnimationMade {
  const { version, nodes } = base.info;
  const isV6 = version === 6;
  const extras = animation.getExtras();
  const first = player.times[0] ?? 0;
  // The first key is at 0, whatever it was in the program.
  const moments = player.times.length > 0 ? [...player.times] : [0];
  const times = moments.map((time) => Math.max(0, Math.round(time - first)));
  const kept = moments.filter((_, i) => i === 0 || (times[i] as number) > (times[i - 1] as number));
  const rounded = kept.map((time) => Math.max(0, Math.round(time - first)));
  const strings = stringsOf(extras, rounded);
  const text = withLength(latin1(name));
  const extents = dimsOf(extras, base);
  const parts: Uint8Array[] = [];
  if (isV6) parts.push(text, counted(rounded.at(-1) ?? 0), new Uint8Array(24));
  else {
    parts.push(new Uint8Array(Float32Array.of(...extents).buffer), text);
    if (version >= 11) parts.push(new Uint8Array(Int32Array.of(-1).buffer));
    const given = extras.lta_interp_time;
    if (version >= 12) parts.push(counted(Number.isInteger(given) ? (given as number) : INTERPOLATION));
  }
  parts.push(counted(rounded.length));
  rounded.forEach((time, i) => {
    parts.push(counted(time), new Uint8Array(isV6 ? 24 : 0), withLength(latin1(strings[i] ?? '')));
  });
  const behind = isV6 ? deformation(kept) : [];
  const conjugates = isV6 && description.conjugateKeys !== false;
  nodes.forEach(({ parent }, node) => {
    const track = new Float32Array(7 * kept.length);
    kept.forEach((time, key) => {
      const { translation, rotation } = player.at(node, parent, time);
      track.set(translation, 7 * key);
      track.set(conjugates ? conjugated(rotation) : rotation, 7 * key + 3);
    });
    parts.push(new Uint8Array(track.buffer));
    const more = behind[node];
    if (more) parts.push(more);
  });
  return { name, keys: rounded.length, extents, bytes: joined(parts) };
}

function withLength(text: string): Uint8Array {
  const cut = text.slice(0, 0xffff);
  const bytes = new Uint8Array(2 + cut.length);
  bytes[0] = cut.length & 255;
  bytes[1] = cut.length >> 8;
  for (let i = 0; i < cut.length; i++) bytes[2 + i] = cut.charCodeAt(i);
  return bytes;
}

/** Half the size of the collision box: what the extras say, else that of the first animation. */
function dimsOf(extras: Record<string, unknown>, base: AbcFile): Vec3 {
  const given = extras.lta_dims;
  if (Array.isArray(given) && given.length === 3 && given.every(Number.isFinite)) return given as Vec3;
  return base.info.animations[0]?.extents ?? [128, 16, 16];
}

/** By key: its frame string, which the extras say by key or by time. */
function stringsOf(extras: Record<string, unknown>, times: readonly number[]): string[] {
  const byKey = extras.lta_keyframe_strings;
  if (Array.isArray(byKey) && byKey.length === times.length) return byKey.map(String);
  const out = times.map(() => '');
  const events = extras.lt_events;
  if (!Array.isArray(events)) return out;
  for (const event of events as { time?: unknown; text?: unknown }[]) {
    if (typeof event?.time !== 'number' || typeof event.text !== 'string') continue;
    const ms = 1000 * event.time;
    let best = 0;
    times.forEach((time, key) => {
      if (Math.abs(time - ms) < Math.abs((times[best] as number) - ms)) best = key;
    });
    out[best] = out[best] ? `${out[best]};${event.text}` : event.text;
  }
  return out;
}
