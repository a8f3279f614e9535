/** Choice of an export of several models: what the dialog of one model does not have, and the part that is kept. */
import * as v from 'valibot';
import { type Kept, kept, oneOf, record } from '../../store/kept.ts';
import type { GlbOptions } from '../../to-glb/input.ts';
import { ANY_MODEL, FIRST_CHOICE, type GlbChoice, optionsOf } from './choice.ts';

export interface SeveralChoice {
  readonly format: 'glb' | 'obj';
  /** `list`: `levelNumbers`. An OBJ has one level: `all` is the first. */
  readonly levels: 'first' | 'all' | 'list';
  /** Text: `0, 2`. */
  readonly levelNumbers: string;
  /** `names`: `animationNames`. */
  readonly animations: 'all' | 'own' | 'none' | 'names';
  /** Text: `walk*, run`, as `meantAnimations` takes them. */
  readonly animationNames: string;
  /** OBJ: `animation` is `poseName` at `poseTime`. */
  readonly pose: 'bind' | 'animation';
  readonly poseName: string;
  /** Text of milliseconds. */
  readonly poseTime: string;
}

/** What becomes of each model, as plain data: options without those that depend on the model. */
export type Plan = GlbPlan | ObjPlan;

export interface GlbPlan {
  readonly format: 'glb';
  readonly options: Omit<GlbOptions, 'animations'>;
  /** As `GlbOptions.animations`, or names and patterns. */
  readonly animations: 'all' | 'own' | 'none' | readonly string[];
}

export interface ObjPlan {
  readonly format: 'obj';
  readonly lod: number;
  /** Name or index; `bind` is the bind pose. */
  readonly animation: string;
  readonly timeMs: number;
  readonly scale: number;
}

/** Characters of a kept text. */
const MOST_CHARACTERS = 200;

/** What becomes of each model by a choice; a sentence if it is invalid. */
export function planOf(choice: GlbChoice, several: SeveralChoice): Plan | string {
  const isObj = several.format === 'obj';
  // An OBJ has no morph targets, so their number need not be valid.
  const limited = isObj ? { ...choice, morphTargets: FIRST_CHOICE.morphTargets } : choice;
  const options = optionsOf(limited, ANY_MODEL);
  if (typeof options === 'string') return options;
  const lods = levelsOf(several);
  if (typeof lods === 'string' && lods !== 'all') return lods;
  if (isObj) return objPlan(several, lods, options.scale);
  const animations = animationsOf(several);
  if (animations === null) return 'Enter names of animations with commas between them, such as walk*, run.';
  const { animations: _ofOneModel, ...others } = options;
  return { format: 'glb', options: { ...others, lods }, animations };
}

function objPlan(
  { pose, poseName, poseTime }: SeveralChoice,
  lods: GlbOptions['lods'],
  scale: number,
): ObjPlan | string {
  const [lod = 0, ...others] = lods === 'all' ? [] : lods;
  if (others.length > 0) return 'An OBJ has a single level: enter one number.';
  if (pose === 'bind') return { format: 'obj', lod, animation: 'bind', timeMs: 0, scale };
  const animation = poseName.trim();
  if (animation === '') return 'Enter the name of the animation.';
  const timeMs = Number(poseTime);
  if (poseTime.trim() === '' || !Number.isFinite(timeMs)) return 'The time must be a number of milliseconds.';
  return { format: 'obj', lod, animation, timeMs, scale };
}

/** `all`, the levels in ascending order, or a sentence. */
function levelsOf({ levels, levelNumbers }: SeveralChoice): GlbOptions['lods'] | string {
  if (levels !== 'list') return levels === 'all' ? 'all' : [0];
  const numbers = levelNumbers.split(',').map((part) => part.trim());
  if (!numbers.every((number) => /^\d{1,9}$/.test(number)))
    return 'Enter numbers of levels with commas between them, such as 0, 2.';
  return [...new Set(numbers.map(Number))].sort((a, b) => a - b);
}

/** Null for a name that is missing. */
function animationsOf({ animations, animationNames }: SeveralChoice): GlbPlan['animations'] | null {
  if (animations !== 'names') return animations;
  const names = animationNames.split(',').map((name) => name.trim());
  return names.includes('') ? null : names;
}

function text(otherwise: string) {
  const isShort = (value: unknown) => typeof value === 'string' && value.length <= MOST_CHARACTERS;
  return v.fallback(v.custom<string>(isShort), otherwise);
}

export const keptSeveral: Kept<SeveralChoice> = kept(
  'export.several',
  record({
    format: oneOf(['glb', 'obj'], 'glb'),
    levels: oneOf(['first', 'all', 'list'], 'first'),
    levelNumbers: text('0'),
    animations: oneOf(['all', 'own', 'none', 'names'], 'all'),
    animationNames: text(''),
    pose: oneOf(['bind', 'animation'], 'bind'),
    poseName: text(''),
    poseTime: text('0'),
  }),
);
