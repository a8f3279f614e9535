/** Forms for changes of a whole file: transform with a preview, repairs. */
import type { AbcFile, ParsedFile, Vec3 } from '@lithoscope/core';
import {
  allRepairs,
  type PlannedChange,
  type Repairs,
  repairsOf,
  type TransformOperation,
  transformInWords,
} from '../changes/fixes.ts';
import { Content } from '../document/content.ts';
import type { OpenFile } from '../document/open-file.ts';
import { type ModelPreview, showPreview } from '../document/previews.ts';
import { isOpen } from '../document/state.ts';
import { counted, formatRounded } from '../explain/describe.ts';
import { editingCore } from '../store/lazy-cores.ts';
import { announcement } from '../store/notices.ts';
import { ask } from '../ui/ask.ts';
import { el, fileText } from '../ui/dom.ts';
import { pane } from '../ui/layout.ts';
import { change } from './history.ts';
import { type FormField, type FormValues, openForm } from './lists/form.ts';
import { changedBy, modelFrom } from './lists/now.ts';

/** Delay of the preview after the last input, ms. */
const REST = 120;

const AXES = ['X', 'Y', 'Z'] as const;

const FIELDS: readonly FormField[] = [
  { id: 'scale', label: 'Scale', unit: '×', value: 1, step: 'any' },
  ...AXES.map((axis) => numberField('Rotate', axis, '°')),
  {
    id: 'mirror',
    label: 'Mirror',
    value: '',
    choices: [
      ['', 'None'],
      ['x', 'X: left and right'],
      ['y', 'Y: up and down'],
      ['z', 'Z: front and back'],
    ],
  },
  { id: 'swapSides', label: 'Swap left and right in names', value: false },
  {
    id: 'centre',
    label: 'Centre',
    value: '',
    choices: [
      ['', 'Unchanged'],
      ['middle', 'Middle of the model'],
      ['ground', 'Ground below the middle'],
    ],
  },
  ...AXES.map((axis) => numberField('Move', axis, '')),
];

export function openTransform(file: OpenFile): void {
  if (!file.model) return;
  const modelNow = modelFrom(file);
  const before = document.activeElement;
  const preview = new LatePreview();
  // A narrow window may show another pane.
  pane.value = 'model';
  openForm({
    title: 'Scale, rotate or mirror the model',
    note: 'X is right, Y up, Z forward. The model is mirrored and scaled first, then rotated, centred and moved.',
    // In the corner, where it covers little of the model.
    at: new DOMRect(window.innerWidth, window.innerHeight),
    action: 'Apply',
    fields: FIELDS,
    check: (values, _, { enable }) => {
      enable('swapSides', values.text('mirror') !== '');
      const { words, model, of } = outcome(modelNow(), values);
      preview.show(of && model && { of, model });
      return { words, isProblem: of === null };
    },
    apply: (values) => {
      const operation = operationOf(values);
      if (!operation || changesNothing(operation)) return null;
      const label = `Transform the model: ${transformInWords(operation)}`;
      return changedBy(file, [operation], { label });
    },
    closed: () => {
      preview.end();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  });
}

/** A delayed preview, so that the scene is not rebuilt with each digit. */
class LatePreview {
  #timer = 0;
  #next: ModelPreview | null = null;

  show(next: ModelPreview | null): void {
    clearTimeout(this.#timer);
    this.#next?.model.release();
    this.#next = next;
    this.#timer = window.setTimeout(() => {
      this.#next = null;
      showPreview(next);
    }, REST);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#next?.model.release();
    this.#next = null;
    showPreview(null);
  }
}

function numberField(row: string, axis: string, unit: string): FormField {
  return { id: row + axis, row, label: axis, unit, value: 0, step: 'any' };
}

/** The operation, without fields that change nothing; null if a field has no number. */
function operationOf(values: FormValues): TransformOperation | null {
  const scale = values.number('scale');
  const turn = vectorOf(values, 'Rotate');
  const move = vectorOf(values, 'Move');
  if ([scale, ...turn, ...move].some(Number.isNaN)) return null;
  const mirror = values.text('mirror') as '' | 'x' | 'y' | 'z';
  const centre = values.text('centre') as '' | 'middle' | 'ground';
  return {
    op: 'transform',
    ...(mirror && { mirror }),
    ...(scale !== 1 && { scale }),
    ...(turn.some(Boolean) && { turn }),
    ...(centre && { centre }),
    ...(move.some(Boolean) && { move }),
    ...(mirror && values.isOn('swapSides') && { swapSides: true }),
  };
}

function vectorOf(values: FormValues, row: string): Vec3 {
  return [values.number(`${row}X`), values.number(`${row}Y`), values.number(`${row}Z`)];
}

const changesNothing = (operation: TransformOperation) => Object.keys(operation).length === 1;

interface Outcome {
  readonly words: string;
  /** The model to transform; null if it cannot be transformed. */
  readonly of: AbcFile | null;
  /** The transformed model; null if nothing changes. */
  readonly model: AbcFile | null;
}

/** @param of the model, or a sentence if there is none any more */
function outcome(of: AbcFile | string, values: FormValues): Outcome {
  const refused = (words: string): Outcome => ({ words, of: null, model: null });
  if (typeof of === 'string') return refused(of);
  const operation = operationOf(values);
  if (!operation) return refused('Enter a number in each field.');
  const size = sizeInWords(of);
  if (changesNothing(operation)) return { words: size && `Size: ${size}.`, of, model: null };
  const edited = editingCore().edit(of, [operation]);
  if ('refused' in edited) return refused(edited.refused);
  const { model } = new Content(of.withBytes(edited.bytes));
  const after = model ? sizeInWords(model) : '';
  return { words: size && `Size: ${size} → ${after}.`, of, model };
}

/** `40 × 72 × 30`: the size of the mesh in the bind pose; '' without a mesh. */
function sizeInWords(model: AbcFile): string {
  const frame = model.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
  const sides = AXES.map((_, axis) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { positions } of frame?.pieces ?? []) {
      for (let i = axis; i < positions.length; i += 3) {
        least = Math.min(least, positions[i] as number);
        most = Math.max(most, positions[i] as number);
      }
    }
    return most - least;
  });
  return sides.every(Number.isFinite) ? sides.map(formatRounded).join(' × ') : '';
}

/** What to repair: a finding by its index, all findings of a code, or everything (null). */
export type Wanted = { readonly code: string; readonly finding: number | null } | null;

export async function askToFix(file: OpenFile, wanted: Wanted, done: () => void): Promise<void> {
  if (!isOpen(file)) return;
  const { parsed } = file.content.peek();
  const repairs = wanted
    ? repairsOf(editingCore(), parsed, wanted.code, wanted.finding)
    : allRepairs(editingCore(), parsed);
  const { operations, codes } = repairs;
  if (operations.length === 0) {
    announcement.value = 'Nothing in this file can be fixed safely.';
    return;
  }
  // Without a count: one repair may make another one possible, so that more may be fixed than is known now.
  const title = wanted ? `Fix ${wanted.code}` : 'Fix everything that can be fixed';
  const answer = await ask(title, words(parsed, repairs, wanted), [{ id: 'fix', label: 'Fix' }]);
  if (answer === null) return;
  // The file may have been changed or closed meanwhile.
  if (!isOpen(file) || file.content.peek().parsed !== parsed) {
    announcement.value = 'Nothing was fixed: the file was changed or closed in the meantime.';
    return;
  }
  const [only] = repairs.changes;
  const isOne = operations.length === 1 && only !== undefined;
  const label = isOne ? `Fix ${only.path}` : wanted ? title : `Fix all: ${codes.join(', ')}`;
  if (!change(file, { label, operations, mayBreak: true, ...(isOne && only) })) return;
  const left = file.content.peek().parsed.findings.length;
  announcement.value = `Fixed. ${left === 0 ? 'No problems left' : `${counted(left, 'problem')} left`}.`;
  done();
}

function words(parsed: ParsedFile, { operations, changes, codes }: Repairs, wanted: Wanted): Node[] {
  // What a fix does is a sentence, codes are a list.
  const fix = parsed.findings.find(({ code }) => code === wanted?.code)?.fix;
  const what = fix === undefined ? codes.join(', ') : `${fix}.`;
  const rest = operations.length - changes.length;
  return [
    el('span', {}, what),
    el('span', { class: 'fix-changes', role: 'list', 'aria-label': 'Changes' }, ...changes.map(item)),
    ...(rest > 0 ? [el('span', {}, `… and ${counted(rest, 'more change')}. `)] : []),
    el('span', {}, 'You can undo this.'),
  ];
}

function item({ path, before, after }: PlannedChange): HTMLElement {
  const value = el(
    'span',
    { class: 'fix-value' },
    ...(after === ''
      ? ['removed: ', fileText(before)]
      : [before === '' ? '' : fileText(before), before === '' ? '' : ' → ', fileText(after)]),
  );
  return el('span', { role: 'listitem' }, el('span', { class: 'fix-path mono' }, fileText(path)), ' ', value);
}
