/** Animations of one model retargeted to another one: pairs of nodes by name, and the operations that add the animations. */
import type {
  EditOperation,
  Info,
  NodePairs,
  NotWritten,
  PairedBy,
  ParsedFile,
  RetargetOptions,
} from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { counted, formatRounded } from '../explain/describe.ts';
import { freeName } from './free-name.ts';

/** An animation that is added. */
interface Retargeted {
  /** Index into the animations of the source. */
  readonly animation: number;
  /** Its name in the target. */
  readonly name: string;
}

/** What adds the animations. */
export interface RetargetPlan {
  /** As `edit` takes them, in one call. */
  readonly operations: readonly EditOperation[];
  readonly added: readonly Retargeted[];
  /** Why the next one cannot be added, a sentence; empty when all can. */
  readonly refused: string;
}

/**
 * Plans the animations one after the other up to the first that is refused, and yields the number of those that are done.
 * Names that are taken get a number.
 * @param animations indices into the animations of the source
 */
export function* retargeting(
  editing: Editing,
  target: ParsedFile,
  source: ParsedFile,
  options: RetargetOptions,
  animations: readonly number[],
): Generator<number, RetargetPlan> {
  const operations: EditOperation[] = [];
  const added: Retargeted[] = [];
  const names = target.info.animations.map(({ name }) => name);
  let keysBefore = 0;
  for (const [i, animation] of animations.entries()) {
    const name = freeName(names, source.info.animations[animation]?.name ?? '');
    const planned = editing.retarget(target, source, options, {
      animation,
      name,
      before: added.length,
      keysBefore,
    });
    if ('refused' in planned) return { operations, added, refused: planned.refused };
    for (const operation of planned.operations) operations.push(operation);
    keysBefore += planned.keys;
    added.push({ animation, name });
    names.push(name);
    yield i + 1;
  }
  return { operations, added, refused: '' };
}

/** The whole plan at once. */
export function retargetPlan(...given: Parameters<typeof retargeting>): RetargetPlan {
  const steps = retargeting(...given);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A node, and the one that it follows. */
export interface PairOfNodes {
  /** Name of the node of the target. */
  readonly target: string;
  /** Name of the node of the source; null: it stays as in the bind pose. */
  readonly source: string | null;
  /** How they were paired. */
  readonly by: PairedBy;
}

/** How two skeletons compare. */
export interface RetargetReport {
  /** One for each node of the target, in its order. */
  readonly pairs: readonly PairOfNodes[];
  /** Names of nodes of the source that no node follows. */
  readonly unused: readonly string[];
  /** Factor for translations and dims. */
  readonly scale: number;
  /** What the factor comes from: the options, the heights of the hips, the sizes of the skeletons, or nothing usable. */
  readonly scaleFrom: NodePairs['scaleFrom'];
}

/** The pairs in words. */
export function reportOf(
  target: Pick<Info, 'nodes'>,
  source: Pick<Info, 'nodes'>,
  pairs: NodePairs,
): RetargetReport {
  const nameIn = ({ nodes }: Pick<Info, 'nodes'>, index: number) => nodes[index]?.name ?? '';
  return {
    pairs: target.nodes.map(({ name }, i) => {
      const other = pairs.source[i] ?? -1;
      return { target: name, source: other < 0 ? null : nameIn(source, other), by: pairs.by[i] ?? 'nothing' };
    }),
    unused: Array.from(pairs.unused, (index) => nameIn(source, index)),
    scale: pairs.scale,
    scaleFrom: pairs.scaleFrom,
  };
}

/** `58 of 60 nodes match. Scale: 1.03, from the heights of the hips.` */
export function matchInWords({ pairs, scale, scaleFrom }: RetargetReport): string {
  const matched = pairs.filter(({ source }) => source !== null).length;
  return `${matched} of ${counted(pairs.length, 'node')} ${matched === 1 ? 'matches' : 'match'}. Scale: ${formatRounded(scale)}${SCALES[scaleFrom]}.`;
}

const SCALES: Readonly<Record<NodePairs['scaleFrom'], string>> = {
  choice: ', as chosen',
  height: ', from the heights of the hips',
  size: ', from the sizes of the skeletons',
  nothing: '',
};

/**
 * Pairs of names as pairs of indices.
 * @param names [node of the target, node of the source; '' or null for none]
 * @returns a sentence about a name that is not there
 */
export function mapOfNames(
  target: Pick<Info, 'nodes'>,
  source: Pick<Info, 'nodes'>,
  names: readonly (readonly [target: string, source: string | null])[],
): [number, number][] | NotWritten {
  const out: [number, number][] = [];
  for (const [mine, other] of names) {
    const node = nodeNamed(target, mine);
    if (node < 0) return { refused: `The target has no node “${mine}”.` };
    const from = other ? nodeNamed(source, other) : -1;
    if (other && from < 0) return { refused: `The source has no node “${other}”.` };
    out.push([node, from]);
  }
  return out;
}

/** The first node of a name, exact or in another case; −1 without one. */
function nodeNamed({ nodes }: Pick<Info, 'nodes'>, wanted: string): number {
  const exact = nodes.findIndex(({ name }) => name === wanted);
  const lower = wanted.toLowerCase();
  return exact >= 0 ? exact : nodes.findIndex(({ name }) => name.toLowerCase() === lower);
}
