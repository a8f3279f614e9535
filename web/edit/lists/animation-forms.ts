/** Forms for animations: dims, trimming, reversing, stretching, scaling, joining, adding one from another model. */

import type { AbcFile } from '@lithoscope/core';
import { freeName } from '../../changes/free-name.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { seek } from '../../document/playback.ts';
import { counted, formatCount, formatRounded } from '../../explain/describe.ts';
import { visible } from '../../ui/dom.ts';
import type { MenuItem } from '../../ui/menu.ts';
import { adopt, dimsOperations, join, type Prepared, retime, reverse, scale, trim } from '../animations.ts';
import { openRetarget } from '../open-dialogs.ts';
import {
  donorField,
  donorIn,
  donorsFor,
  type FormField,
  type FormOptions,
  type FormValues,
  MAX_CHOICES,
  openForm,
} from './form.ts';
import { KINDS } from './kinds.ts';
import { changedBy, modelFrom, modelNow, quoted, refusalOf } from './now.ts';
import { dimsPath, isWhollyChangeable, type ListRow } from './row.ts';

/** Forms by action. */
export const ANIMATION_FORMS = {
  dims: openDims,
  trim: openTrim,
  reverse: reverseNow,
  length: openRetime,
  scale: openScale,
  join: openJoin,
  takeOver: openTakeOver,
};

/** Menu items of animations that other lists lack. */
export function animationItems(row: ListRow): MenuItem[] {
  const info = () => modelNow(row.file)?.info.animations[row.index];
  const hasKeys = () => (info()?.complete ?? false) && (info()?.keyframes ?? 0) > 0;
  const item = (label: string, run: (row: ListRow) => void, enabled = hasKeys): MenuItem => ({
    label,
    enabled,
    run: () => run(row),
  });
  const { model } = row.file;
  const dims =
    model && row.index >= 0 && dimsPath(model, row.index) !== null ? [item('Dims…', openDims)] : [];
  if (!isWhollyChangeable(row.file)) return dims;
  return [
    ...dims,
    item('Trim…', openTrim),
    item('Reverse', reverseNow),
    item('Change length…', openRetime),
    item('Scale…', openScale),
    item('Join with…', openJoin),
    item('Copy from another model…', openTakeOver, () => true),
    item(
      'Retarget from another model…',
      ({ file }) => openRetarget(file, null),
      () => true,
    ),
  ];
}

const nameOf = ({ file, index }: ListRow) => quoted(modelNow(file)?.info.animations[index]?.name ?? '');

/** A form whose values make a change of the animation. */
function openFor(
  row: ListRow,
  options: Pick<FormOptions, 'title' | 'fields' | 'action'> & {
    readonly note?: string;
    readonly label: string;
    prepare(model: AbcFile, values: FormValues): Prepared;
    /** The planned change, in words. */
    words(model: AbcFile, values: FormValues): string;
    /** Called when a field changes, to preview its value. */
    changed?(id: string, values: FormValues, set: (id: string, value: string | number) => void): void;
    ended?(): void;
  },
): void {
  const { file, index, host } = row;
  const { title, fields, action, label, prepare, words } = options;
  const present = modelFrom(file);
  openForm({
    title,
    fields,
    action,
    ...(options.note ? { note: options.note } : {}),
    at: host.place(index),
    check: (values, id, { set }) => {
      options.changed?.(id, values, set);
      const model = present();
      if (typeof model === 'string') return { words: model, isProblem: true };
      const refusal = refusalOf(model, prepare(model, values));
      return refusal ? { words: refusal.refused, isProblem: true } : { words: words(model, values) };
    },
    apply: (values) => {
      const model = modelNow(file);
      return model && changedBy(file, prepare(model, values), { label });
    },
    closed: () => {
      options.ended?.();
      host.focus(index);
    },
  });
}

function openDims(row: ListRow): void {
  const { index } = row;
  const { extents = [0, 0, 0] } = modelNow(row.file)?.info.animations[index] ?? {};
  const names = ['x', 'y', 'z'];
  openFor(row, {
    title: `Dims of ${nameOf(row)}`,
    note: 'Half the size of the collision box, in units.',
    label: `Set the dims of ${nameOf(row)}`,
    action: 'Set',
    fields: names.map(
      (id, i): FormField => ({ id, label: id.toUpperCase(), value: extents[i] ?? 0, step: 'any' }),
    ),
    prepare: (model, values) => {
      const [x = 0, y = 0, z = 0] = names.map((id) => Math.fround(values.number(id)));
      if (![x, y, z].every(Number.isFinite)) return { refused: 'Enter three numbers.' };
      return dimsOperations(model, index, [x, y, z]) ?? { refused: 'This file has no AnimDims section.' };
    },
    words: (_, values) =>
      `A box of ${names.map((id) => formatRounded(2 * values.number(id))).join(' × ')} units.`,
  });
}

function openTrim(row: ListRow): void {
  const { file, index } = row;
  const model = modelNow(file);
  const times = Array.from(model?.keyframes(index).times ?? []);
  const last = times.at(-1) ?? 0;
  const shown = shownTime(row);
  const keyAfter = (time: number) =>
    Math.max(
      times.findIndex((other) => other >= time),
      0,
    ) + 1;
  const keyBefore = (time: number) =>
    Math.max(
      times.findLastIndex((other) => other <= time),
      0,
    ) + 1;
  const time = (id: string, label: string, value: number): FormField => ({
    id,
    label,
    value,
    min: 0,
    max: last,
    step: 1,
    unit: 'ms',
  });
  const key = (id: string, label: string, value: number): FormField => ({
    id,
    label,
    value,
    min: 1,
    max: times.length,
    step: 1,
  });
  openFor(row, {
    title: `Trim ${nameOf(row)}`,
    note: 'Everything outside the range is deleted. A cut between two keys adds a key with the pose at that time.',
    label: `Trim ${nameOf(row)}`,
    action: 'Trim',
    fields: [
      time('from', 'From', 0),
      key('fromKey', 'From key', 1),
      time('to', 'To', last),
      key('toKey', 'To key', Math.max(times.length, 1)),
    ],
    prepare: (now, values) => trim(now, index, values.number('from'), values.number('to')),
    words: (_, values) => {
      const [from, to] = [values.number('from'), values.number('to')];
      const kept = times.filter((at) => at >= from && at <= to).length;
      return `Keeps ${formatCount(Math.round(to) - Math.round(from))} ms, with ${kept} of ${counted(times.length, 'key')}.`;
    },
    changed: (id, values, set) => {
      if (id === 'from') set('fromKey', keyAfter(values.number('from')));
      if (id === 'to') set('toKey', keyBefore(values.number('to')));
      if (id === 'fromKey') set('from', times[values.number('fromKey') - 1] ?? '');
      if (id === 'toKey') set('to', times[values.number('toKey') - 1] ?? '');
      if (id !== '') shown.show(values.number(id.startsWith('from') ? 'from' : 'to'));
    },
    ended: shown.end,
  });
}

/** Shows times of the animation while its form is open, if it is the chosen one. */
function shownTime({ file, index }: ListRow): { show(time: number): void; end(): void } {
  const { clip, timeMs } = file.playback;
  const before = timeMs.peek();
  const isShown = () => clip.peek().child === 0 && clip.peek().animation === index;
  const show = (time: number) => {
    if (isShown() && Number.isFinite(time)) seek(file, time);
  };
  return { show, end: () => show(before) };
}

function reverseNow(row: ListRow): void {
  const { file, index, host } = row;
  const model = modelNow(file);
  if (!model) return;
  const refusal = changedBy(file, reverse(model, index), { label: `Reverse ${nameOf(row)}` });
  if (!refusal) {
    host.focus(index);
    return;
  }
  // Its keys may be in disorder, which a form would have told.
  openForm({
    title: `Reverse ${nameOf(row)}`,
    fields: [],
    action: 'Reverse',
    at: host.place(index),
    check: () => ({ words: refusal.refused, isProblem: true }),
    apply: () => refusal,
    closed: () => host.focus(index),
  });
}

function openRetime(row: ListRow): void {
  const { file, index } = row;
  const length = modelNow(file)?.info.animations[index]?.length ?? 0;
  const factor = (ms: number) => formatPlain(ms / Math.max(length, 1));
  openFor(row, {
    title: `Length of ${nameOf(row)}`,
    note: 'All keys and frame strings move in proportion, rounded to whole milliseconds.',
    label: `Change the length of ${nameOf(row)}`,
    action: 'Change',
    fields: [
      { id: 'length', label: 'Length', value: length, min: 0, step: 1, unit: 'ms' },
      { id: 'factor', label: 'Factor', value: 1, min: 0, step: 'any', unit: '×' },
    ],
    prepare: (now, values) => retime(now, index, values.number('length')),
    words: (_, values) => {
      const to = values.number('length');
      if (to === length) return `${formatCount(length)} ms, unchanged.`;
      return `From ${formatCount(length)} ms to ${formatCount(to)} ms: ${to > 0 ? `plays ${formatPlain(length / to)} times as fast` : 'all keys at the same time'}.`;
    },
    changed: (id, values, set) => {
      if (id === 'length') set('factor', factor(values.number('length')));
      if (id === 'factor') set('length', Math.round(length * values.number('factor')));
    },
  });
}

function formatPlain(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 10000) / 10000) : '';
}

function openScale(row: ListRow): void {
  const { file, index } = row;
  const deforms = modelNow(file)?.info.features.deformation;
  openFor(row, {
    title: `Scale ${nameOf(row)}`,
    note: deforms
      ? 'Multiplies the translation of every key of every node, and the positions of deformation vertices. Rotations, times and the mesh do not change.'
      : 'Multiplies the translation of every key of every node. Rotations, times, the mesh and the origin in the binding do not change, nor does what a node with “rotation only” takes from the bind pose.',
    label: `Scale ${nameOf(row)}`,
    action: 'Scale',
    fields: [
      { id: 'factor', label: 'Factor', value: 1, step: 'any', unit: '×' },
      { id: 'dims', label: 'Scale the dims too', value: false },
    ],
    prepare: (model, values) => scale(model, index, values.number('factor'), values.isOn('dims')),
    words: (_, values) => `Every translation becomes ${formatPlain(values.number('factor'))} times as long.`,
  });
}

function openJoin(row: ListRow): void {
  const { file, index } = row;
  const animations = modelNow(file)?.info.animations ?? [];
  const nextOf = (values: FormValues) => animations[Number(values.text('next'))];
  openFor(row, {
    title: `Join ${nameOf(row)} with another animation`,
    note: 'Appends the keys and frame strings of another animation, which stays in the file. Without a gap, the two share one key, which keeps the pose of this animation.',
    label: `Join ${nameOf(row)} with another animation`,
    action: 'Join',
    fields: [
      {
        id: 'next',
        label: 'Append',
        value: String(index),
        choices: animationChoices(animations),
      },
      { id: 'gap', label: 'Gap', value: 0, min: 0, step: 1, unit: 'ms' },
    ],
    prepare: (model, values) => join(model, index, Number(values.text('next')), values.number('gap')),
    words: (_, values) => {
      const own = animations[index]?.length ?? 0;
      const length = own + Math.round(values.number('gap')) + (nextOf(values)?.length ?? 0);
      return `From ${formatCount(own)} ms to ${formatCount(length)} ms.`;
    },
  });
}

/** Animations as choices, by index. */
function animationChoices(animations: AbcFile['info']['animations']) {
  return animations
    .slice(0, MAX_CHOICES)
    .map(({ name }, i) => [String(i), visible(name, 60) || '(no name)'] as const);
}

/** Offers animations of other open models. @param row its index is −1 in an empty list */
function openTakeOver(row: ListRow): void {
  const { file, index, host } = row;
  const model = modelNow(file);
  if (!model) return;
  const present = modelFrom(file);
  const others = donorsFor(file, model, ({ info }) => info.animations.length > 0);
  const sourceOf = (values: FormValues) => donorIn(others, values);
  const [first] = others;
  const animationsOf = (source: OpenFile | undefined) => animationChoices(source?.info.animations ?? []);
  const nameFor = (source: OpenFile | undefined, at: number) =>
    freeName(
      KINDS.animation.names(modelNow(file)?.info ?? model.info),
      source?.info.animations[at]?.name ?? '',
    );
  openForm({
    title: 'Copy an animation',
    note: 'Copies an animation of another open model with the same skeleton: its keys, frame strings, dims and binding are added after the last animation of this model.',
    at: host.place(index),
    action: 'Copy',
    fields: [
      donorField(others),
      { id: 'animation', label: 'Animation', value: '0', choices: animationsOf(first?.file) },
      { id: 'name', label: 'New name', value: nameFor(first?.file, 0) },
    ],
    check: (values, id, { set, choose }) => {
      const now = present();
      if (typeof now === 'string') return { words: now, isProblem: true };
      const source = sourceOf(values);
      if (!source) return { words: 'No other model with animations is open.', isProblem: true };
      if (id === 'source') choose('animation', animationsOf(source.file));
      if (id === 'source' || id === 'animation')
        set('name', nameFor(source.file, Number(values.text('animation'))));
      if (source.why) return { words: source.why, isProblem: true };
      const other = source.model();
      if (typeof other === 'string')
        return { words: `“${quoted(source.file.name)}”: ${other}`, isProblem: true };
      const info = source.file.info.animations[Number(values.text('animation'))];
      return { words: info ? `${counted(info.keyframes, 'key')}, ${formatCount(info.length)} ms.` : '' };
    },
    apply: (values) => {
      const now = modelNow(file);
      const source = modelNow(sourceOf(values)?.file ?? file);
      if (!now || !source) return { refused: 'The file was closed.' };
      const name = values.text('name');
      const from = quoted(sourceOf(values)?.file.name ?? '');
      const label = `Copy ${quoted(name)} from ${from}`;
      return changedBy(file, adopt(now, source, Number(values.text('animation')), name), { label });
    },
    closed: () => host.focus(index),
  });
}
