/** The words that command strings and frame strings are known to begin with (abc.md §7), for completion. */

export interface CommandWord {
  readonly word: string;
  /** What follows it. */
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

/** The command word that is being written at a place of a command string. */
export interface WordAt {
  readonly start: number;
  readonly end: number;
  /** What of it stands before the place. */
  readonly written: string;
}

/**
 * The first word of the command at a place; null where something else is written: an argument, a group, a `[key:value]` pair.
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
