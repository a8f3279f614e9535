/** Skin slots and textures as text. */
import type { SpriteInfo, TextureInfo } from '@lithoscope/dtx';
import type { MatchRule } from '../explain/dependencies.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import type { SlotState } from '../opening/textures/slots.ts';
import { formatInWords } from '../pictures/dtx.ts';
import type { LoadedPicture } from '../textures/picture.ts';

/** Most slots and texture names in the line about missing skins. */
const MAX_SLOTS = 8;
const MAX_NAMES = 2;
const MAX_WHOLE_NAMES = 50;

const RULES: Readonly<Record<MatchRule, string>> = {
  hint: 'the model’s command string refers to it',
  folder: 'it is where the model’s folder suggests',
  suffix: 'model name + _a',
  name: 'model name',
  variant: 'model name without its suffix',
  head: 'model name + _head',
};

/**
 * Why a slot has its texture, or the names that were not found.
 * @param inLibrary whether a library was searched as well
 */
export function formatReason({ chosen, match }: SlotState, inLibrary: boolean): string {
  if (chosen) return 'Chosen by you';
  if (chosen === null) return 'Removed by you';
  if (match.rule) return `Matched: ${RULES[match.rule]}`;
  const names = match.lookedFor.join(', ');
  return names
    ? `Looked for ${names}${inLibrary ? ', also in the library' : ''}`
    : 'No file name is known for this slot';
}

/** `256 × 256 · DXT1 · 4 levels`, and what is missing. */
export function formatPicture({ picture, levels, format, width, height, problem }: LoadedPicture): string {
  const [drawn] = picture.levels;
  const smaller = drawn && drawn.width < width ? [`drawn at ${drawn.width} × ${drawn.height}`] : [];
  const several = levels > 1 ? [counted(levels, 'level')] : [];
  return [`${width} × ${height}`, format, ...several, ...smaller, ...(problem ? [problem] : [])].join(' · ');
}

/** The slots without a texture, except where the user chose no texture. */
export function missingSlots(states: readonly SlotState[]): SlotState[] {
  return states.filter(({ source, chosen }) => source === null && chosen !== null);
}

export interface MissingWords {
  /** The beginning of the text: `No skin for slots 0, 1`. */
  readonly slots: string;
  /** `No skin for slots 0, 1: looked for A.DTX, A_HEAD.DTX`; '' if nothing is missing. */
  readonly text: string;
  /** Number of names that it omits. */
  readonly more: number;
}

/** @param isWhole whether to list all names, not only the first name of the first slots */
export function missingWords(states: readonly SlotState[], isWhole: boolean): MissingWords {
  const missing = missingSlots(states);
  if (missing.length === 0) return { slots: '', text: '', more: 0 };
  const slots = missing.map(({ slot }) => slot);
  const names = [...new Set(missing.flatMap(({ match }) => match.lookedFor))];
  const first = new Set(missing.flatMap(({ match }) => match.lookedFor.slice(0, 1)));
  const named = isWhole ? names.slice(0, MAX_WHOLE_NAMES) : [...first].slice(0, MAX_NAMES);
  const looked = named.length > 0 ? `: looked for ${named.join(', ')}` : '';
  const which = `No skin for ${slots.length === 1 ? 'slot' : 'slots'} ${listOf(slots)}`;
  return { slots: which, text: which + looked, more: names.length - named.length };
}

function listOf(slots: readonly number[]): string {
  const shown = slots.slice(0, MAX_SLOTS).join(', ');
  return slots.length > MAX_SLOTS ? `${shown} …` : shown;
}

/** The name of a texture in a list, with its folder. */
export function textureName(name: string): string {
  const bare = baseName(name);
  const folder = name.slice(0, Math.max(0, name.length - bare.length - 1));
  return folder ? `${bare} (${folder})` : bare;
}

const ALPHA_WORDS: Readonly<Record<TextureInfo['alpha'], string>> = {
  none: 'none stored',
  opaque: '255 everywhere',
  transparent: '0 everywhere: most such textures are opaque in the game',
  varied: 'varies',
};

/** `256 × 256` */
export function formatSize({ width, height }: { width: number; height: number }): string {
  return `${width} × ${height}`;
}

/** Names and values of the facts about a texture, in page order. */
export function textureFacts(texture: TextureInfo): (readonly [name: string, value: string])[] {
  const { faces, flags, flagNames, userFlags, group, commandString } = texture;
  const [face = []] = faces;
  return [
    ['Size', formatSize(texture)],
    ['Version', `v${texture.version}`.replace('-', '−')],
    ['Format', formatInWords(texture.format)],
    ['Levels', face.map(formatSize).join(', ') || 'none complete'],
    ['Faces', faces.length === 6 ? '6: a cube map' : String(faces.length)],
    ['Alpha', ALPHA_WORDS[texture.alpha]],
    [
      'Flags',
      flags === 0 ? 'none' : `${flagNames.join(', ')} (0x${(flags >>> 0).toString(16).toUpperCase()})`,
    ],
    ['User flags', String(userFlags)],
    ['Group', String(group)],
    ['Command string', commandString || 'none'],
  ];
}

/** Names and values of the facts about a sprite, in page order. */
export function spriteFacts(sprite: SpriteInfo): (readonly [name: string, value: string])[] {
  const { framesPerSecond, transparent, translucent, colorKey } = sprite;
  const key = `0x${colorKey.toString(16).toUpperCase().padStart(8, '0')}`;
  return [
    ['Frames', formatCount(sprite.frameCount)],
    [
      'Speed',
      framesPerSecond === 0
        ? '0: it stays on its first frame'
        : `${counted(framesPerSecond, 'frame')} per second`,
    ],
    ['Transparent', String(transparent)],
    ['Translucent', String(translucent)],
    ['Colour key', key],
  ];
}
