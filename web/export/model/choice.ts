/** What the user chooses of an export as GLB, and what of it the browser keeps. */
import type { Features, Info } from '@lithoscope/core';
import * as v from 'valibot';
import { flag, kept, oneOf, record } from '../../store/kept.ts';
import type { AlphaMode, GlbClip, GlbOptions } from '../../to-glb/input.ts';

/** `first`: level 0. `shown`: the one in the view. `list`: those of `GlbChoice.lods`. */
type LevelChoice = 'first' | 'shown' | 'all' | 'list';
/** `list`: those of `GlbChoice.clips`. */
type ClipChoice = 'all' | 'own' | 'none' | 'list';
type ScaleChoice = 'file' | 'metres' | 'custom';

export interface GlbChoice {
  readonly levels: LevelChoice;
  readonly lods: ReadonlySet<number>;
  /** The pieces that are hidden in the view stay here. */
  readonly visibleOnly: boolean;
  readonly animations: ClipChoice;
  /** Keys of clips, as `clipKey` makes them. */
  readonly clips: ReadonlySet<string>;
  /** The model goes out with the skins that it wears. */
  readonly skins: boolean;
  /** By slot, what the user chose; a slot that is absent is as in the view. */
  readonly alpha: ReadonlyMap<number, AlphaMode>;
  /** Of several models at once, for every skin. */
  readonly alphaOfAll: AlphaMode;
  readonly unlit: boolean;
  readonly template: boolean;
  readonly scale: ScaleChoice;
  /** Of `custom`, as it was written. */
  readonly factor: string;
  /** As it was written. */
  readonly morphTargets: string;
}

const ALPHA_MODES = ['OPAQUE', 'MASK', 'BLEND'] as const satisfies readonly AlphaMode[];

/** Characters of a number that is kept: 30 are more than any needs. */
const MOST_DIGITS = 30;

/** A unit of the games is about 2 cm: people are about 100 units tall. */
const METRES_PER_UNIT = 0.02;
/** Weights of a vertex are floats in each key: more targets are a file that few programs open. */
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
  /** The level in the view. */
  readonly shown: number;
  /** Where levels are collapses, those that stand for them: there may be hundreds. */
  readonly steps: readonly number[];
  readonly interpretation: GlbOptions['interpretation'];
  /** Pieces that are not hidden in the view; null: none is hidden. */
  readonly visible: readonly number[] | null;
  /** By the place in the list: how many animations the model has, then each of its sources. */
  readonly clipCounts: readonly number[];
}

/** Of a model that is not open: there is no view of it, and nothing is known of it yet. */
export const ANY_MODEL: ChoiceFacts = {
  info: { features: { collapses: false }, lodCount: 1 },
  shown: 0,
  steps: [],
  interpretation: {},
  visible: null,
  clipCounts: [],
};

/** A clip in a set. @param source as in GlbClip */
export function clipKey({ source, animation }: GlbClip): string {
  return `${source}:${animation}`;
}

/** The options of a choice; a sentence where it has none. */
export function optionsOf(choice: GlbChoice, facts: ChoiceFacts): GlbOptions | string {
  const scale = scaleOf(choice);
  if (scale === null) return 'The scale is a number above 0.';
  const maxMorphTargets = wholeNumber(choice.morphTargets, MOST_MORPH_TARGETS);
  if (maxMorphTargets === null)
    return `The number of morph targets is a whole number from 1 to ${MOST_MORPH_TARGETS}.`;
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

/** Null where what was written is no scale. */
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

/** The levels that go out. Where they are collapses, `all` are those that the view proposes. */
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

/**
 * What the browser keeps of a choice: what holds for any model. Lists of a model's own levels and animations do not, so
 * that these are as at first.
 */
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

/** The choice that a dialog begins with. */
export function choiceBefore(): GlbChoice {
  return { ...FIRST_CHOICE, ...keptChoice.read() };
}

/** Schema of a number as it was written. */
function written(isValid: (text: string) => boolean, otherwise: string) {
  const isWritten = (value: unknown) =>
    typeof value === 'string' && value.length <= MOST_DIGITS && isValid(value);
  return v.fallback(v.custom<string>(isWritten), otherwise);
}
