/** The animations of a file as the GLB has them: keys that have other values, that came or went; animations likewise. */

import type { AbcFile, EditOperation, MergedAnimation, MergePlayed } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import { channelsOf } from '../drafting/channels.ts';
import { vectorIn } from '../drafting/extras.ts';
import { targetsOf } from '../drafting/primitives.ts';
import type { Animation } from '../gltf.ts';
import { ImportNotes } from '../notes.ts';
import type { ImportOptions } from '../options.ts';
import type { ImportChange } from '../report.ts';
import type { GltfSource } from '../source.ts';
import { answered } from './answered.ts';
import type { MergeContext } from './context.ts';
import { Faults } from './faults.ts';
import { type MeshToMerge, meshOf } from './meshes.ts';
import type { Rig } from './rig.ts';
import { stringsOf } from './strings.ts';
import { latin1 } from './texts.ts';

export interface AnimationMerge {
  /** Set animations that have other keys. */
  readonly sets: EditOperation[];
  /** Then these: names and numbers. */
  readonly texts: EditOperation[];
  /** Then these: animations that go and come. */
  readonly lists: EditOperation[];
  readonly changes: ImportChange[];
  readonly notes: ImportNotes;
  /** As `ImportResult.animations`. */
  readonly sources: number[];
  /** Keys that curves and steps needed. */
  refined: number;
  /** As `ImportResult.starts`. */
  readonly starts: number[];
}

/** What rounding adds to how far the export was off. */
const OFF_BY_MORE = 1.05;
/** Blending from the animation before, when nothing else is said, milliseconds. */
const INTERPOLATION = 200;

/** An animation of the file in the GLB. */
interface Found {
  readonly index: number;
  readonly name: string;
  readonly animations: readonly Animation[];
  /** Milliseconds of the keys that it was exported with. */
  readonly times: readonly number[];
}

/** @param mesh v6: whose morph targets are the deformation */
export async function mergeAnimations(
  context: MergeContext,
  source: GltfSource,
  options: ImportOptions,
  step: (done: number) => Promise<void>,
  mesh: MeshToMerge | null,
): Promise<AnimationMerge> {
  const { base, rig, merging } = context;
  const targets = mesh ? targetsOf(mesh.source).map(({ positions }) => positions) : [];
  const off = context.description.json.morphDeviation;
  if (mesh) answered(merging.setTargets(targets, typeof off === 'number' && off > 0 ? OFF_BY_MORE * off : 0));
  const play = (animations: readonly Animation[], known: readonly number[] | null): MergePlayed => {
    const times = known && Float64Array.from(known);
    const channels = curvesOf(rig, animations);
    const played = answered(merging.play(channels, times));
    if (mesh) answered(merging.playMorphs(channels, mesh.mesh.node, weightsOf(mesh, targets.length)));
    return played;
  };
  const all = source.document.animations;
  const out: AnimationMerge = {
    sets: [],
    texts: [],
    lists: [],
    changes: [],
    notes: new ImportNotes(),
    sources: base.info.animations.map(() => -1),
    refined: 0,
    starts: base.info.animations.map(() => 0),
  };
  const { found, gone, added, ofOthers } = sorted(context, all, options);
  if (ofOthers.length > 0)
    out.notes.tell(
      'ANIMATIONS_OF_CHILDREN',
      `Skipped ${counted(ofOthers.length, 'animation')} of child models: ${ofOthers.join(', ')}. They are in separate files, which are not changed.`,
      'To change one, export the child model itself as GLB and import that into its file.',
    );
  let sampled = 0;
  const stands = new Map<number, string[]>();
  const moves = new Set<number>();
  for (const [i, { index, name, animations, times }] of found.entries()) {
    await step(0.5 + (0.5 * i) / found.length);
    out.sources[index] = all.indexOf(animations[0] as Animation);
    const played = play(animations, times);
    out.starts[index] = played.start;
    const { isSampled, still, moving } = mergeAnimation(context, index, animations, out);
    if (isSampled) sampled++;
    for (const node of still) stands.set(node, [...(stands.get(node) ?? []), name]);
    for (const node of moving) moves.add(node);
    mergeTexts(context, index, name, animations[0] as Animation, out);
  }
  if (sampled > 0)
    out.notes.warn(
      'ANIMATIONS_SAMPLED',
      `${counted(sampled, 'animation')} in the GLB with evenly spaced keys instead of those of the file.`,
      'In Blender’s export, switch off Animation › Always Sample Animations to keep the keys.',
    );
  for (const [node, names] of stands) {
    // Without the file, one that moves nowhere may never have done so.
    if (!context.isTemplate || moves.has(node)) noteStill(context, node, names, out.notes);
  }
  let isShown = false;
  const show = () => {
    if (!isShown) for (const { mesh } of shapesIn(context)) answered(merging.show(mesh));
    isShown = true;
  };
  const list = listOf(context);
  for (const index of gone.toSorted((a, b) => b - a)) {
    const path = `${list}[${index}]`;
    out.lists.push({ op: 'remove', path });
    out.changes.push({
      path,
      message: `Animation “${base.info.animations[index]?.name}” removed: it is no longer in the GLB.`,
    });
    out.sources.splice(index, 1);
    out.starts.splice(index, 1);
  }
  for (const [name, animations] of added) {
    await step(0.95);
    const { times } = play(animations, null);
    // Of another object, or of nothing that the file has.
    if (times.length === 0) continue;
    if (!canAddAnimations(base)) {
      out.notes.warn(
        'ANIMATION_NOT_ADDED',
        `Skipped the animation “${name}”: animations cannot be added to a file of version ${base.info.version}.`,
      );
      continue;
    }
    const first = animations[0] as Animation;
    const { lta_interp_time: given, ...extras } = first.extras;
    const dims = vectorIn(extras, 'lta_dims');
    if (!dims) show();
    const made = answered(
      merging.addAnimation(
        {
          name: latin1(name),
          extents: dims,
          interpolationTime: isBlending(given) ? given : INTERPOLATION,
        },
        stringsOf(extras),
      ),
    );
    out.refined += made.refined;
    const path = `${list}[${out.sources.length}]`;
    const isV6 = base.info.version === 6;
    const head = isV6 ? { AnimName: latin1(name) } : { Name: latin1(name), Extents: made.extents };
    out.lists.push({ op: 'insert', path, values: [head], force: true });
    out.lists.push({ op: 'set', path, value: made.bytes });
    if (isV6 && base.resolve('AnimDims')) {
      out.lists.push({ op: 'set', path: `AnimDims.Dimensions[${out.sources.length}]`, value: made.extents });
    }
    out.changes.push({ path, message: `Animation “${name}” added with ${counted(made.keys, 'key')}.` });
    out.sources.push(all.indexOf(first));
    out.starts.push(times[0] as number);
  }
  if (out.refined > 0)
    out.notes.tell('KEYS_ADDED', `${counted(out.refined, 'key')} added for curves and steps.`);
  return out;
}

function noteStill(
  { rig, isTemplate }: MergeContext,
  node: number,
  animations: readonly string[],
  notes: ImportNotes,
): void {
  const name = rig.joints[node]?.name;
  const keys = isTemplate ? 'Its keys in these animations are lost.' : 'Its keys in the file are kept.';
  notes.warn(
    'RENAMED_STILL',
    `The renamed bone “${name}” does not move in ${animations.join(', ')}: this is how Blender samples renamed bones. ${keys}`,
    'In Blender, save the file and reopen it before exporting, or switch off Animation › Always Sample Animations.',
  );
}

/** The versions whose animations are known as they are written here. */
const canAddAnimations = ({ info }: AbcFile): boolean => info.version >= 6 && info.version <= 12;

/** Milliseconds that a file can name. */
const isBlending = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffffff;

const listOf = ({ base }: MergeContext) =>
  base.info.version === 6 ? 'Animation.Anims' : 'Animation.Animations';

/** Which animation of the GLB is which of the file, by its name there, or else by the times of its keys. */
function sorted(context: MergeContext, all: readonly Animation[], options: ImportOptions) {
  const { base, description } = context;
  const byName = new Map<string, Animation[]>();
  all.forEach((animation, i) => {
    if (options.animations && !options.animations.includes(i)) return;
    const list = byName.get(animation.name);
    if (list) list.push(animation);
    else byName.set(animation.name, [animation]);
  });
  const found: Found[] = [];
  const ofOthers: string[] = [];
  const missing: Missing[] = [];
  for (const [name, { source, index, times }] of description.animations) {
    const animations = byName.get(name);
    byName.delete(name);
    // Those of child models are of other files.
    if (source >= 0 && animations) ofOthers.push(name);
    if (source >= 0 || !base.info.animations[index]) continue;
    // What is not taken is not gone.
    const isThere = animations ?? all.find((animation) => animation.name === name);
    if (animations) found.push({ index, name, animations, times });
    else if (!isThere) missing.push({ index, name, times });
  }
  const added = new Map<string, readonly Animation[]>(byName);
  for (const { one, name, animations } of renamed(context, missing, byName)) {
    found.push({ index: one.index, name, animations, times: one.times });
    missing.splice(missing.indexOf(one), 1);
    added.delete(name);
  }
  return { found, gone: missing.map(({ index }) => index), added, ofOthers };
}

interface Missing {
  readonly index: number;
  readonly name: string;
  readonly times: readonly number[];
}

/** What two ways of being alike must differ by to tell them apart. */
const CLEAR = 0.02;
/** How much of an animation whose keys stand at other times must be alike to be the same. */
const RETIMED = 1 - CLEAR;
/** Pairs of animations with as many keys that are looked at. */
const MOST_PAIRS = 4096;

/**
 * Which animation that is not there any more has another name: one with keys at the same times, that is the same but for
 * what was changed, or one with the same keys at other times. Where two of them could be meant, none is.
 */
function renamed(
  context: MergeContext,
  missing: readonly Missing[],
  others: ReadonlyMap<string, readonly Animation[]>,
) {
  const { rig, merging } = context;
  const pairs: {
    one: Missing;
    name: string;
    animations: readonly Animation[];
    alike: number;
    named: number;
  }[] = [];
  let looked = 0;
  for (const [name, animations] of others) {
    if (missing.length === 0) break;
    const { times } = answered(merging.play(curvesOf(rig, animations), null));
    for (const one of missing) {
      const isEach = times.length > 0 && one.times.length === times.length;
      if (!isEach || looked >= MOST_PAIRS) continue;
      looked++;
      const isAtTimes = answered(merging.isAt(Float64Array.from(one.times)));
      const alike = answered(merging.likeness(one.index));
      // Holes say too little without the times, and so does a single key.
      const isRetimed = !context.isTemplate && times.length > 1 && alike >= RETIMED;
      if (!isAtTimes && !isRetimed) continue;
      pairs.push({ one, name, animations, alike, named: nameLikeness(one.name, name) });
    }
  }
  const taken: typeof pairs = [];
  const rivals = (pair: (typeof pairs)[number]) =>
    pairs.filter((other) => other !== pair && (other.one === pair.one || other.name === pair.name));
  // Of holes only sides are compared, which say nothing where a program has turned them.
  const clear = (alike: number) => (context.isTemplate ? (alike > 0.98 ? CLEAR / 4 : 1) : CLEAR);
  const isBetter = (pair: (typeof pairs)[number], other: (typeof pairs)[number]) =>
    Math.abs(pair.alike - other.alike) > clear(Math.max(pair.alike, other.alike))
      ? pair.alike > other.alike
      : pair.named > other.named;
  for (const pair of pairs) {
    // What the template has of poses may be what a program changes: alone, the times say enough there.
    const isAlike = context.isTemplate || pair.alike >= 0.5;
    if (isAlike && rivals(pair).every((other) => isBetter(pair, other))) taken.push(pair);
  }
  return taken;
}

/** How much two names begin and end alike, 0 to 1. */
function nameLikeness(a: string, b: string): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return (start + end) / Math.max(1, one.length, other.length);
}

function mergeAnimation(
  context: MergeContext,
  index: number,
  animations: readonly Animation[],
  out: AnimationMerge,
): MergedAnimation {
  const { base, merging } = context;
  const path = `${listOf(context)}[${index}]`;
  const name = base.info.animations[index]?.name ?? '';
  const made = answered(merging.animation(index, stringsOf(animations[0]?.extras ?? {})));
  const say = (count: number, what: string) => {
    if (count > 0)
      out.changes.push({ path, message: `Animation “${name}”: ${counted(count, 'key')} ${what}.` });
  };
  say(made.moments, 'changed');
  say(made.deformed, 'with moved deformation vertices');
  if (!made.bytes) {
    stringsIn(context, index, made.changed, out);
    if (made.isOther)
      out.notes.warn(
        'KEYS_NOT_CHANGED',
        `The keys of “${name}” are kept unchanged: they have a form in which keys cannot be added or removed.`,
      );
    return made;
  }
  say(made.removed, 'removed');
  say(made.inserted, 'added');
  out.refined += made.refined;
  say(made.addedForStrings, 'added for frame strings');
  const { times } = base.keyframes(index);
  for (const [time, text] of [
    ...made.changed.map(({ at, text }) => [times[at], text]),
    ...made.added.map(({ at, text }) => [at, text]),
  ])
    out.changes.push({ path, message: `Frame string at ${time} ms of “${name}”: “${text}”.` });
  out.sets.push({ op: 'set', path, value: made.bytes });
  if (made.movedStrings.length > 0)
    out.notes.warn(
      'STRINGS_MOVED',
      `Removed keys of “${name}” had frame strings: ${made.movedStrings.map((text) => `“${text}”`).join(', ')}. They are now at the nearest keys.`,
    );
  return made;
}

/** What moves nodes and weights. @param animations those of one name: Blender may make two of one */
const curvesOf = ({ indexOf }: Rig, animations: readonly Animation[]) =>
  channelsOf(
    animations.flatMap(({ channels }) => channels),
    indexOf,
  );

/** Of so many morph targets, when nothing plays. */
function weightsOf({ node }: MeshToMerge, count: number): Float64Array {
  const weights = node.weights.length > 0 ? node.weights : (node.mesh?.weights ?? []);
  return Float64Array.from({ length: count }, (_, i) => weights[i] ?? 0);
}

/** All that the GLB shows. */
const shapesIn = ({ rig }: MergeContext) =>
  rig.nodes.flatMap((node) =>
    (node.mesh?.primitives ?? []).flatMap(
      (_, primitive) => meshOf(rig, node, primitive, new Faults('')) ?? [],
    ),
  );

/** Frame strings of an animation whose keys stay. */
function stringsIn(
  { base }: MergeContext,
  index: number,
  changed: MergedAnimation['changed'],
  out: AnimationMerge,
): void {
  const isV6 = base.info.version === 6;
  for (const { at: key, text } of changed) {
    const path = isV6
      ? `Animation.Anims[${index}].KeyframeData[${key}].FrameString`
      : `Animation.Animations[${index}].Keyframes[${key}].String`;
    out.texts.push({ op: 'set', path, value: text, force: true });
    const name = base.info.animations[index]?.name ?? '';
    out.changes.push({ path, message: `Frame string of key ${key} of “${name}”: “${text}”.` });
  }
}

/** Names, and what stands in the extras of an animation, which not all programs keep. */
function mergeTexts(
  context: MergeContext,
  index: number,
  glbName: string,
  animation: Animation,
  out: AnimationMerge,
): void {
  const { base, description } = context;
  const info = base.info.animations[index];
  if (!info) return;
  const isV6 = base.info.version === 6;
  const path = `${listOf(context)}[${index}]`;
  const set = (field: string, value: string | number | readonly number[], message: string) => {
    out.texts.push({ op: 'set', path: field, value, force: true });
    out.changes.push({ path: field, message });
  };
  if (!description.animations.has(glbName)) {
    set(
      `${path}.${isV6 ? 'AnimName' : 'Name'}`,
      latin1(glbName),
      `Animation “${info.name}” renamed to “${glbName}”.`,
    );
    const binding = base.info.bindings[0]?.findIndex(({ name }) => name === info.name) ?? -1;
    if (binding >= 0) {
      const bound = `AnimBindings.Lists[0].AnimBindings[${binding}].Name`;
      set(bound, latin1(glbName), `The binding of “${info.name}” now belongs to “${glbName}”.`);
    }
  }
  const { lta_dims: dims, lta_interp_time: interpolation } = animation.extras;
  const isDims = Array.isArray(dims) && dims.length === 3 && dims.every(Number.isFinite);
  if (
    isDims &&
    dims.some((value, i) => Math.fround(value as number) !== Math.fround(info.extents[i] as number))
  ) {
    const field = isV6 ? `AnimDims.Dimensions[${index}]` : `${path}.Extents`;
    if (base.resolve(field)) set(field, dims as number[], `Dims of “${info.name}”: ${dims.join(', ')}.`);
  }
  const canBlend = base.resolve(`${path}.InterpolationTime`) !== null;
  if (canBlend && isBlending(interpolation) && interpolation !== info.interpolationTime) {
    set(
      `${path}.InterpolationTime`,
      interpolation as number,
      `Animation “${info.name}” now blends in ${String(interpolation)} ms.`,
    );
  }
}
