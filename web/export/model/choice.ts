/** Choice of a model export, and the part of it that the browser keeps. */
import type { Features, Info } from '@lithoscope/core';
import * as v from 'valibot';
import { flag, kept, oneOf, record } from '../../store/kept.ts';
import type { AlphaMode, GlbClip, GlbOptions } from '../../to-glb/input.ts';

/** `first`: level 0. `shown`: the level in the view. `list`: `GlbChoice.lods`. */
type LevelChoice = 'first' | 'shown' | 'all' | 'list';
/** `list`: `GlbChoice.clips`. */
type ClipChoice = 'all' | 'own' | 'none' | 'list';
type ScaleChoice = 'file' | 'metres' | 'custom';

export interface GlbChoice {
  readonly levels: LevelChoice;
  readonly lods: ReadonlySet<number>;
  /** Leaves out pieces that are hidden in the view. */
  readonly visibleOnly: boolean;
  readonly animations: ClipChoice;
  /** Keys of clips, as `clipKey` makes them. */
  readonly clips: ReadonlySet<string>;
  /** Exports the assigned skins. */
  readonly skins: boolean;
  /** Alpha mode by slot, where the user chose one; others are as in the view. */
  readonly alpha: ReadonlyMap<number, AlphaMode>;
  /** Alpha mode of every skin when several models are exported. */
  readonly alphaOfAll: AlphaMode;
  readonly unlit: boolean;
  readonly template: boolean;
  readonly scale: ScaleChoice;
  /** Text of the `custom` scale. */
  readonly factor: string;
  /** Text of the limit. */
  readonly morphTargets: string;
}

const ALPHA_MODES = ['OPAQUE', 'MASK', 'BLEND'] as const satisfies readonly AlphaMode[];

/** Characters of a kept number. */
const MOST_DIGITS = 30;

/** A unit of the games is about 2 cm: people are about 100 units tall. */
const METRES_PER_UNIT = 0.02;
/** Every key stores a float per target: few programs open files with more. */
export const MOST_MORPH_TARGETS = 4096;

export const FIRST_CHOICE: GlbChoice = Object.freeze({
  levels: 'first',
  lods: new Set([0]),
  visibleOnly: false,
  animations: 'all',
  clips: new Set<string>(),
  skins: true,
  alpha: new Map(),
  alphaOfAll: 'OPAQUE',
  unlit: false,
  template: true,
  scale: 'file',
  factor: '0.02',
  morphTargets: '256',
});

/** What the options of a model depend on. */
export interface ChoiceFacts {
  readonly info: Pick<Info, 'lodCount'> & { readonly features: Pick<Features, 'collapses'> };
  /** Level in the view. */
  readonly shown: number;
  /** If levels are collapses, a selection of them: there may be hundreds. */
  readonly steps: readonly number[];
  readonly interpretation: GlbOptions['interpretation'];
  /** Pieces that are visible in the view; null if all are. */
  readonly visible: readonly number[] | null;
  /** Number of animations of the model, then of each of its sources. */
  readonly clipCounts: readonly number[];
}

/** Facts of a model that is not open, so that there is no view of it. */
export const ANY_MODEL: ChoiceFacts = {
  info: { features: { collapses: false }, lodCount: 1 },
  shown: 0,
  steps: [],
  interpretation: {},
  visible: null,
  clipCounts: [],
};

/** Key of a clip in a set. @param source as in GlbClip */
export function clipKey({ source, animation }: GlbClip): string {
  return `${source}:${animation}`;
}

/** The options of a choice; a sentence if it is invalid. */
export function optionsOf(choice: GlbChoice, facts: ChoiceFacts): GlbOptions | string {
  const scale = scaleOf(choice);
  if (scale === null) return 'The scale must be a number greater than 0.';
  const maxMorphTargets = wholeNumber(choice.morphTargets, MOST_MORPH_TARGETS);
  if (maxMorphTargets === null)
    return `The number of morph targets must be a whole number from 1 to ${MOST_MORPH_TARGETS}.`;
  return {
    lods: levelsOf(choice, facts),
    ...(choice.visibleOnly && facts.visible ? { pieces: facts.visible } : {}),
    animations: animationsOf(choice, facts),
    scale,
    unlit: choice.unlit,
    template: choice.template,
    maxMorphTargets,
    interpretation: facts.interpretation,
  };
}

/** Null for an invalid scale. */
function scaleOf({ scale, factor }: Pick<GlbChoice, 'scale' | 'factor'>): number | null {
  if (scale === 'file') return 1;
  if (scale === 'metres') return METRES_PER_UNIT;
  const value = Number(factor);
  // Single precision, as glTF stores it.
  return factor.trim() !== '' && Math.fround(value) > 0 && Number.isFinite(Math.fround(value)) ? value : null;
}

function wholeNumber(text: string, most: number): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= most ? value : null;
}

/** The levels to export. If they are collapses, `all` means those that the view proposes. */
export function levelsOf(
  { levels, lods }: Pick<GlbChoice, 'levels' | 'lods'>,
  { info, shown, steps }: Pick<ChoiceFacts, 'info' | 'shown' | 'steps'>,
): GlbOptions['lods'] {
  if (levels === 'shown') return [shown];
  if (levels === 'all') return info.features.collapses ? steps : 'all';
  if (levels === 'list') return [...lods].filter((lod) => lod < info.lodCount).sort((a, b) => a - b);
  return [0];
}

function animationsOf(
  { animations, clips }: GlbChoice,
  { clipCounts }: ChoiceFacts,
): GlbOptions['animations'] {
  if (animations !== 'list') return animations;
  const all = clipCounts.flatMap((count, i) =>
    Array.from({ length: count }, (_, animation): GlbClip => ({ source: i - 1, animation })),
  );
  const chosen = all.filter((clip) => clips.has(clipKey(clip)));
  return chosen.length === all.length ? 'all' : chosen;
}

/** The kept part of a choice: what applies to any model. Lists of a model's own levels and animations are not kept. */
export const keptChoice = kept(
  'export.glb',
  record({
    levels: oneOf(['first', 'shown', 'all'], 'first'),
    animations: oneOf(['all', 'own', 'none'], 'all'),
    skins: flag(FIRST_CHOICE.skins),
    alphaOfAll: oneOf(ALPHA_MODES, FIRST_CHOICE.alphaOfAll),
    unlit: flag(FIRST_CHOICE.unlit),
    template: flag(FIRST_CHOICE.template),
    scale: oneOf(['file', 'metres', 'custom'], 'file'),
    factor: written((factor) => scaleOf({ scale: 'custom', factor }) !== null, FIRST_CHOICE.factor),
    morphTargets: written(
      (count) => wholeNumber(count, MOST_MORPH_TARGETS) !== null,
      FIRST_CHOICE.morphTargets,
    ),
  }),
);

/** The initial choice of a dialog. */
export function choiceBefore(): GlbChoice {
  return { ...FIRST_CHOICE, ...keptChoice.read() };
}

/** Schema of a number as text. */
function written(isValid: (text: string) => boolean, otherwise: string) {
  const isWritten = (value: unknown) =>
    typeof value === 'string' && value.length <= MOST_DIGITS && isValid(value);
  return v.fallback(v.custom<string>(isWritten), otherwise);
}
