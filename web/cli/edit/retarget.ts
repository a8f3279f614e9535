/** Adds animations of another model to a file, although its skeleton may be a different one. */
import type { AbcFile, ParsedFile } from '@lithoscope/core';
import { isRez, type Opened, type Openers } from '../../archive/opened.ts';
import {
  mapOfNames,
  matchInWords,
  type RetargetPlan,
  type RetargetReport,
  reportOf,
  retargetPlan,
} from '../../changes/retarget.ts';
import { baseName } from '../../lib/file-names.ts';
import { meantNames } from '../../to-glb/names.ts';
import { openModel } from '../export/model.ts';
import type { RetargetChange } from '../tasks.ts';
import { type Applied, changed, refusal, unchanged } from './apply.ts';

/** Names that are listed in a note; more are counted. */
const MOST_NAMED = 12;

/**
 * Retargets animations, all or nothing. The content of the file never makes this throw.
 * @throws {CommandError} when the source cannot be opened
 */
export async function retargetFile(
  openers: Openers,
  file: Opened,
  change: RetargetChange,
  allowErrors: boolean,
): Promise<Applied> {
  if (isRez(file) || file.kind !== 'model') return refusal(file, 'It is not a model.');
  const source = await openModel(openers, change.source);
  try {
    const map = mapOfNames(file.info, source.info, change.map);
    if ('refused' in map) return refusal(file, map.refused);
    const editing = await openers.editing();
    const options = { ...change.options, map };
    const pairs = editing.pairNodes(file, source, options);
    if ('refused' in pairs || pairs.whyNot !== '')
      return refusal(file, 'refused' in pairs ? pairs.refused : pairs.whyNot);
    const report = reportOf(file.info, source.info, pairs);
    const wanted = wantedOf(source, change);
    if (typeof wanted === 'string') return { ...refusal(file, wanted), retarget: report };
    const plan = retargetPlan(editing, file, source, options, wanted);
    if (plan.refused !== '') return { ...refusal(file, plan.refused), retarget: report };
    if (plan.added.length === 0)
      return { ...unchanged(file, 'The source has no animations.'), retarget: report };
    const applied = changed(editing, file, plan.operations, notesOf(report), allowErrors);
    return { ...applied, values: applied.made ? valuesOf(file, source, change, plan) : [], retarget: report };
  } finally {
    source.release();
  }
}

/** Indices of the wanted animations; a sentence about names that mean none. */
function wantedOf({ info }: ParsedFile, { animations }: RetargetChange): readonly number[] | string {
  const names = info.animations.map(({ name }) => name);
  if (animations === 'all') return [...names.keys()];
  const { indices, meant } = meantNames(animations, names);
  const missing = animations.filter((_, i) => !meant.includes(i));
  if (missing.length === 0) return indices;
  const known = names.length > 0 ? `it has ${listed(names)}` : 'it has none';
  return `The source does not contain the animation "${missing.join('", "')}": ${known}.`;
}

function valuesOf(
  file: AbcFile,
  source: ParsedFile,
  change: RetargetChange,
  { added }: RetargetPlan,
): Applied['values'] {
  const from = baseName(change.source.name);
  const list = file.listPath('animation');
  const first = file.info.animations.length;
  return added.map(({ animation, name }, i) => {
    const old = source.info.animations[animation]?.name ?? '';
    const words = old === name ? `“${name}” of ${from}` : `“${name}”, which is “${old}” of ${from}`;
    return { code: '', path: `${list}[${first + i}]`, before: '', after: `added ${words}` };
  });
}

/** What matches, and what does not. */
function notesOf(report: RetargetReport): string[] {
  const without = report.pairs.filter(({ source }) => source === null).map(({ target }) => target);
  return [
    matchInWords(report),
    ...(without.length > 0 ? [`Nodes that stay as in the bind pose: ${listed(without)}.`] : []),
    ...(report.unused.length > 0 ? [`Nodes of the source that are not used: ${listed(report.unused)}.`] : []),
  ];
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
