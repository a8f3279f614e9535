/** What a field offers for completion: the values of enumerations (abc.md §2, dtx.md), and the words of command strings (abc.md §7). */
import type { Info } from '@lithoscope/core';

/** A value and its meaning. */
export type Meaning = readonly [value: number, word: string];

const SWITCH: readonly Meaning[] = [
  [0, 'no'],
  [1, 'yes'],
];

const PIXELS: readonly Meaning[] = [
  [0, '8-bit palette (v−5: 32-bit)'],
  [1, '8-bit palette'],
  [2, '16-bit'],
  [3, '32-bit'],
  [4, 'DXT1'],
  [5, 'DXT3'],
  [6, 'DXT5'],
  [7, '8-bit with a 32-bit palette'],
  [8, '24-bit'],
];

/** By format and path without indices. */
const ENUMERATIONS: Readonly<Record<string, readonly Meaning[]>> = {
  'abc TransformInfo.FlipMat': [
    [0, 'axes as in v9 and later'],
    [1, 'mirrored in Z'],
  ],
  'abc TransformInfo.FixAnimKeyframes': [
    [0, 'key rotations unchanged'],
    [1, 'key rotations conjugated'],
  ],
  'dtx Header.BPP': PIXELS,
  'spr Sprite.Transparent': SWITCH,
  'spr Sprite.Translucent': SWITCH,
};

/** The meanings of the values of a field; null for a field that is no enumeration. */
export function enumerationOf({ format }: Pick<Info, 'format'>, path: string): readonly Meaning[] | null {
  const key = `${format} ${path.replaceAll(/\[\d+\]/g, '[]')}`;
  return Object.hasOwn(ENUMERATIONS, key) ? (ENUMERATIONS[key] ?? null) : null;
}

export interface CommandWord {
  readonly word: string;
  /** Its arguments. */
  readonly takes: string;
}

const words = (...list: readonly (readonly [word: string, takes: string])[]): readonly CommandWord[] =>
  list.map(([word, takes]) => ({ word, takes }));

/** Commands of a model. */
export const MODEL_COMMANDS: readonly CommandWord[] = words(
  ['ShadowEnable', ''],
  ['ShadowProjectLength', 'length'],
  ['ShadowLightDist', 'distance'],
  ['ShadowSizeX', 'size'],
  ['ShadowSizeY', 'size'],
  ['ShadowCenterOffset', 'x y z'],
  ['FovXOffset', 'offset'],
  ['FovYOffset', 'offset'],
  ['VisRadius', 'radius'],
  ['AmbientLight', 'light'],
  ['DirLight', 'light'],
  ['NoAnimation', ''],
  ['SpecularEnable', ''],
  ['Rigid', ''],
  ['NormalRef', 'node animation'],
  ['ModelShadowAlpha', 'alpha'],
  ['ModelEditTexture', 'file slot'],
  ['SocketModel', 'socket file'],
  ['LODStartDist', 'distance'],
  ['LODIncrement', 'distance'],
  ['LODMaxDist', 'distance'],
  ['MipMapDistAdd', 'distance'],
);

/** Commands of a texture that are in files of the games (dtx.md §2). */
export const TEXTURE_COMMANDS: readonly CommandWord[] = words(
  ['AlphaRef', 'alpha'],
  ['DetailTex', 'file'],
  ['EnvMap', 'file'],
  ['EnvMapAlpha', 'value'],
  ['Effect', 'name'],
  ['MipMapBias', 'value'],
  ['DOT3BumpMap', 'values'],
  ['DOT3EnvBumpMap', 'values'],
);

/** Commands of a key. */
export const FRAME_COMMANDS: readonly CommandWord[] = words(
  ['FOOTSTEP_KEY', 'number'],
  ['SETDIMS', 'x y z'],
  ['MOVE', 'forward up right'],
  ['PLAYSOUND', 'file radius'],
  ['SOUND_KEY', 'file'],
  ['FIRE_KEY', ''],
  ['FX_KEY', ''],
  ['cmd', 'msg object message'],
);

/** The command word at the caret in a command string. */
export interface WordAt {
  readonly start: number;
  readonly end: number;
  /** Its part before the caret. */
  readonly written: string;
}

/**
 * The first word of the command at the caret; null in an argument, a group or a `[key:value]` pair.
 */
export function commandWordAt(text: string, place: number): WordAt | null {
  if (/^\s*\[/.test(text)) return null;
  const written = /^(?:"[^"]*"|\([^)]*\)|%[\s\S]|[^"(%])*$/.test(text.slice(0, place))
    ? /(?:^|;)\s*([^\s;"()%]*)$/.exec(text.slice(0, place))?.[1]
    : undefined;
  if (written === undefined) return null;
  const rest = /^[^\s;"()%]*/.exec(text.slice(place))?.[0] ?? '';
  return { start: place - written.length, end: place + rest.length, written };
}
