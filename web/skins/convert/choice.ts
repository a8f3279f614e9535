/** What the user chooses for a converted texture. */
import type { TextureInfo } from '@lithoscope/dtx';
import type { NewTexture, TextureVersion, WrittenFormat } from '@lithoscope/editing';
import { type FlagBit, textureFlags } from '../../explain/flags.ts';
import { textureLike } from '../../pictures/new-texture.ts';
import type { Wish } from './worker.ts';

export interface ConvertChoice {
  readonly to: Wish['to'];
  readonly version: number;
  /** '': by alpha. */
  readonly format: WrittenFormat | '';
  readonly mips: number;
  /** DXT1: pixels with less alpha become holes. */
  readonly hasHoles: boolean;
  readonly holesBelow: number;
  readonly flags: ReadonlySet<number>;
  readonly surface: number;
  readonly group: number;
  readonly command: string;
}

/** Flags that follow from what a texture contains. */
const DECIDED = new Set(['sections fixed', 'cube map', 'has alpha planes']);

/** Bits of a texture's Flags that are the user's choice. */
export const chosenTextureFlags = (version: number): readonly FlagBit[] =>
  textureFlags(version).filter(({ word }) => !DECIDED.has(word));

/** Levels that most textures of the games have. */
const USUAL_MIPS = 4;
const HALF = 128;

/** Levels of a picture until it is one texel. */
export const mostMips = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  1 + Math.floor(Math.log2(Math.max(width, height)));

/** @param like the texture that lends its header; null for a usual one */
export function choiceLike(
  like: TextureInfo | null,
  versions: readonly TextureVersion[],
  most: number,
): ConvertChoice {
  const { version, format, mips, flags, userFlags, group, command } = textureLike(like, {});
  const known = versions.find((one) => one.version === version) ?? versions[0];
  return {
    to: 'dtx',
    version: known?.version ?? version,
    format: known && known.formats.length > 1 && like ? format : '',
    mips: Math.min(most, mips || USUAL_MIPS),
    hasHoles: false,
    holesBelow: HALF,
    flags: new Set(
      chosenTextureFlags(version)
        .map(({ bit }) => bit)
        .filter((bit) => (flags & bit) !== 0),
    ),
    surface: userFlags,
    group,
    command,
  };
}

/** @param kept bits of flags that the form does not show */
export function wishOf(choice: ConvertChoice, versions: readonly TextureVersion[], kept: number): Wish {
  if (choice.to !== 'dtx') return { to: choice.to };
  const { version, format, mips, hasHoles, holesBelow, surface, group, command } = choice;
  const known = versions.find((one) => one.version === version);
  const isOne = known?.formats.length === 1;
  const texture: NewTexture = {
    version,
    format: isOne ? '' : format,
    mips,
    flags: [...choice.flags].reduce((bits, bit) => bits | bit, kept) >>> 0,
    userFlags: surface >>> 0,
    group,
    command: known?.hasCommand === false ? '' : command,
    holesBelow: hasHoles && format === 'DXT1' ? holesBelow : 0,
  };
  return { to: 'dtx', texture };
}

/** Bits of the flags of a texture that the form does not show, and that another one like it keeps. */
export function keptFlags(like: TextureInfo | null): number {
  if (!like) return 0;
  const shown = chosenTextureFlags(like.version).reduce((bits, { bit }) => bits | bit, 0);
  return (like.flags & ~shown) >>> 0;
}
