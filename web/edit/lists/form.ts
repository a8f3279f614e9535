/**
 * Small forms over the page: labelled values, a sentence on the planned change or why it is refused, and a button. And
 * the choice of another open model as a source.
 */
import { button, el, setAttribute, visible } from '../../ui/dom.ts';
import type { Refusal } from '../value/inline.ts';
import '../../ui/popover.css';
import './lists.css';
import type { AbcFile } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { modelFrom } from './now.ts';

/** Values and their labels. */
type Choices = readonly (readonly [value: string, words: string])[];

export interface FormField {
  readonly id: string;
  readonly label: string;
  /** Fields of the same row are side by side, after its name: X, Y and Z. */
  readonly row?: string;
  readonly value: string | number | boolean;
  /** Shown after the field. */
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  /** Of a number; `any` for fractions. */
  readonly step?: number | 'any';
  /** A list to choose from. */
  readonly choices?: Choices;
}

/** Values of the fields, by id; NaN for anything but a number. */
export interface FormValues {
  number(id: string): number;
  text(id: string): string;
  isOn(id: string): boolean;
}

/** Changes of other fields by `check`, by id. */
interface FormFields {
  set(id: string, value: string | number): void;
  choose(id: string, choices: Choices): void;
  enable(id: string, isEnabled: boolean): void;
  /** Calls `check` once more, when what it waited for is there; nothing once the form is closed. */
  again(): void;
}

/** The planned change in words. */
interface Checked {
  readonly words: string;
  /** They say why it is refused. */
  readonly isProblem?: boolean;
  /** It is not known yet: `again` will be called. */
  readonly isPending?: boolean;
}

export interface FormOptions {
  readonly title: string;
  /** An explanation, where the title is not enough. */
  readonly note?: string;
  readonly at: DOMRect | null;
  readonly fields: readonly FormField[];
  /** The button: `Trim`. */
  readonly action: string;
  /**
   * Called with each change of a field; gives the planned change, or why it is refused.
   * @param changed id of the field; '' at first
   */
  check(values: FormValues, changed: string, others: FormFields): Checked;
  /** Makes the change, if `check` has no problem. @returns a refusal; null closes the form */
  apply(values: FormValues): Refusal | null;
  /** Another thing to do with what is planned, after which the form stays. */
  readonly also?: {
    readonly label: string;
    isOffered(values: FormValues): boolean;
    run(values: FormValues): void;
  };
  /** Called however the form closes: restores the focus, ends a preview. */
  closed(): void;
}

/** Opens the form; Escape and a press beside it close it. */
export function openForm(options: FormOptions): void {
  const { title, note, at, fields, action, check, apply, also, closed } = options;
  const inputs = new Map(fields.map((field) => [field.id, inputOf(field)]));
  const message = el('p', { class: 'form-message', role: 'status' });
  const submit = el('button', { type: 'submit', class: 'button-small form-apply' }, action);
  const cancel = button('Cancel', () => box.hidePopover(), { class: 'button-small' });
  const second = also && button(also.label, () => also.run(values), { class: 'button-small' });
  const form = el(
    'form',
    {},
    el('h3', {}, title),
    ...(note ? [el('p', { class: 'form-note' }, note)] : []),
    ...lines(fields, inputs),
    el(
      'div',
      { class: 'form-end' },
      message,
      el('div', { class: 'form-buttons' }, cancel, ...(second ? [second] : []), submit),
    ),
  );
  const box = el(
    'div',
    { class: 'popover edit-form', popover: 'auto', role: 'dialog', 'aria-label': title },
    form,
  );
  const values: FormValues = {
    number: (id) => {
      const text = inputs.get(id)?.value.trim() ?? '';
      return text === '' ? Number.NaN : Number(text);
    },
    text: (id) => inputs.get(id)?.value ?? '',
    isOn: (id) => (inputs.get(id) as HTMLInputElement | undefined)?.checked ?? false,
  };
  const say = (words: string, isProblem: boolean) => {
    message.textContent = words;
    message.classList.toggle('form-problem', isProblem);
    // The message may need another line.
    place(box, at);
    // Scrollable content must be reachable by keyboard.
    const scrolls = message.scrollHeight > message.clientHeight;
    setAttribute(message, 'tabindex', scrolls && '0');
  };
  const others: FormFields = {
    set: (id, value) => {
      const input = inputs.get(id);
      if (input) input.value = String(value);
    },
    choose: (id, choices) => {
      inputs.get(id)?.replaceChildren(...optionsOf(choices));
      others.enable(id, choices.length > 0);
    },
    enable: (id, isEnabled) => {
      const input = inputs.get(id);
      if (input) input.disabled = !isEnabled;
    },
    again: () => {
      if (box.isConnected) follow('');
    },
  };
  const follow = (changed: string) => {
    const { words, isProblem = false, isPending = false } = check(values, changed, others);
    say(words, isProblem);
    for (const each of second ? [submit, second] : [submit])
      setAttribute(each, 'disabled', isProblem || isPending);
    if (second) second.hidden = !also?.isOffered(values);
  };
  const end = (refusal: Refusal | null) => {
    if (!refusal) return box.hidePopover();
    const { refused, anyway } = refusal;
    say(refused, true);
    if (anyway)
      message.append(
        ' ',
        button(anyway.label, () => end(anyway.run()), { class: 'button-small' }),
      );
  };
  for (const [id, input] of inputs) input.addEventListener('input', () => follow(id));
  box.addEventListener('keydown', (event) => {
    // Keeps keys from the page.
    event.stopPropagation();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The file may have changed since the last input.
    follow('');
    if (!submit.disabled) end(apply(values));
  });
  box.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return;
    box.remove();
    closed();
  });
  document.body.append(box);
  box.showPopover();
  follow('');
  const first = [...inputs.values()].find(({ disabled }) => !disabled);
  (first ?? cancel).focus();
  if (first instanceof HTMLInputElement && first.type !== 'checkbox') first.select();
}

/** Distance to the window's edges and to the row, CSS pixels. */
const GAP = 6;

/** Places the form under the row, moved up if there is too little room. */
function place({ style, offsetWidth, offsetHeight }: HTMLElement, at: DOMRect | null): void {
  const { innerWidth, innerHeight } = window;
  const left = at ? at.left : (innerWidth - offsetWidth) / 2;
  const top = at ? at.bottom + GAP : (innerHeight - offsetHeight) / 2;
  style.left = `${Math.max(GAP, Math.min(left, innerWidth - offsetWidth - GAP))}px`;
  style.top = `${Math.max(GAP, Math.min(top, innerHeight - offsetHeight - GAP))}px`;
}

type Input = HTMLInputElement | HTMLSelectElement;

/** A line for each field, and one for all fields of a row. */
function lines(fields: readonly FormField[], inputs: ReadonlyMap<string, Input>): HTMLElement[] {
  const unitOf = ({ unit = '' }: FormField) => el('span', { class: 'form-unit' }, unit);
  return fields.flatMap((field, i) => {
    const { id, label, row } = field;
    if (row === undefined) return el('label', {}, el('span', {}, label), inputs.get(id) ?? '', unitOf(field));
    if (fields[i - 1]?.row === row) return [];
    const parts = fields
      .filter((other) => other.row === row)
      .map((part) => el('label', {}, el('span', {}, part.label), inputs.get(part.id) ?? ''));
    const name = { role: 'group', 'aria-label': row };
    return el('div', { class: 'form-row', ...name }, el('span', {}, row), ...parts, unitOf(field));
  });
}

function inputOf({ label, row, unit, value, min, max, step, choices }: FormField): Input {
  const whole = row === undefined ? label : `${row} ${label}`;
  const name = { 'aria-label': unit ? `${whole}, ${unit}` : whole };
  if (choices) {
    const select = el('select', name, ...optionsOf(choices));
    select.disabled = choices.length === 0;
    select.value = String(value);
    return select;
  }
  if (typeof value === 'boolean') return el('input', { ...name, type: 'checkbox', checked: value });
  if (typeof value === 'number') {
    return el('input', { ...name, type: 'number', value, min, max, step, required: true });
  }
  return el('input', { ...name, type: 'text', value, autocomplete: 'off', spellcheck: 'false' });
}

function optionsOf(choices: Choices): HTMLElement[] {
  return choices.map(([value, words]) => el('option', { value }, words));
}

/** Maximum number of choices offered. */
export const MAX_CHOICES = 1000;

interface Donor {
  readonly file: OpenFile;
  /** The current model; a sentence if there is none any more. */
  readonly model: () => AbcFile | string;
  /** How its skeleton differs; '' if it is the same. */
  readonly why: string;
}

/** Open models that fulfil a condition; those with the same skeleton first. */
export function donorsFor(file: OpenFile, model: AbcFile, has: (other: AbcFile) => boolean): Donor[] {
  return files
    .peek()
    .flatMap((other) => {
      if (other.id === file.id || !other.model || !has(other.model)) return [];
      return [{ file: other, model: modelFrom(other), why: model.skeletonDifference(other.model) }];
    })
    .sort((a, b) => Number(a.why !== '') - Number(b.why !== ''))
    .slice(0, MAX_CHOICES);
}

/** The field that chooses a source model. */
export function donorField(donors: readonly Donor[]): FormField {
  const [first] = donors;
  return {
    id: 'source',
    label: 'From',
    value: first ? String(first.file.id) : '',
    choices: donors.map((donor) => [String(donor.file.id), visible(donor.file.name, 60)]),
  };
}

/** The chosen source model. */
export function donorIn(donors: readonly Donor[], values: FormValues): Donor | undefined {
  return donors.find((donor) => String(donor.file.id) === values.text('source'));
}
