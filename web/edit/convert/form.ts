/** The form that converts a model: to another version of ABC, which changes the file, or to another format, which is a new file. */
import type { AbcFile } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { formatMegabytes, gamesOf, identityOf } from '../../explain/describe.ts';
import { convertedName, isVersion, targetWords } from '../../explain/targets.ts';
import { baseName } from '../../lib/file-names.ts';
import { editingCore } from '../../store/lazy-cores.ts';
import { announcement, notify } from '../../store/notices.ts';
import type { Gesture } from '../history.ts';
import { openForm } from '../lists/form.ts';
import { changedBy, modelFrom } from '../lists/now.ts';
import { saveNew } from '../save.ts';
import { Converter } from './converter.ts';
import { openConverted } from './open.ts';

/** Opens the form, which lists what the conversion loses. */
export async function openConvert(file: OpenFile, at: HTMLElement | null): Promise<void> {
  const { model } = file;
  if (!model) return;
  const converter = new Converter();
  const before = document.activeElement;
  let targets: readonly string[];
  try {
    targets = await converter.targets(model);
  } catch (error) {
    converter.end();
    notify(error instanceof Error ? error.message : String(error));
    return;
  }
  const modelNow = modelFrom(file);
  const { format, version: from } = model.info;
  /** Whether the file itself is changed. */
  const isChange = (target: string) => format === 'abc' && isVersion(target);
  const nameOf = (target: string) => convertedName(baseName(file.name), target);
  const converted = (target: string) => {
    const now = modelNow();
    const made = typeof now === 'string' ? now : converter.outcome(now, target, () => {});
    return made !== null && typeof made !== 'string' ? new Uint8Array(made.bytes) : null;
  };
  openForm({
    title: 'Convert the model',
    note: `It is ${identityOf(model.info).version}.`,
    at: at?.getBoundingClientRect() ?? null,
    action: 'Convert',
    fields: [
      {
        id: 'target',
        label: 'Format',
        value: nearest(targets, format === 'abc' ? from : 0),
        choices: targets.map((target) => [target, choiceWords(target)] as const),
      },
    ],
    check(values, _, { again }) {
      const now = modelNow();
      if (typeof now === 'string') return { words: now, isProblem: true };
      const target = values.text('target');
      if (isChange(target)) return lostAndAdded(now, Number(target));
      const made = converter.outcome(now, target, again);
      if (made === null) return { words: 'Converting…', isPending: true };
      if (typeof made === 'string') return { words: made, isProblem: true };
      const size = `${nameOf(target)}, ${formatMegabytes(made.bytes.length)}, becomes a new file.`;
      return { words: `${size}\n${lists(made.lost, made.added)}` };
    },
    also: {
      label: 'Save as…',
      isOffered: (values) => !isChange(values.text('target')),
      run(values) {
        const target = values.text('target');
        const bytes = converted(target);
        if (bytes) void saveNew(nameOf(target), bytes);
      },
    },
    apply(values) {
      const target = values.text('target');
      if (isChange(target)) return changeVersion(file, from, Number(target));
      const bytes = converted(target);
      if (bytes)
        void openConverted(nameOf(target), bytes, `Converted to ${targetWords(target)}, as a new file.`);
      return null;
    },
    closed: () => {
      converter.end();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  });
}

function changeVersion(file: OpenFile, from: number, version: number) {
  const gesture: Omit<Gesture, 'operations'> = {
    label: `Convert to version ${version}`,
    path: 'Header.Version',
    before: String(from),
    after: String(version),
  };
  const refusal = changedBy(file, [{ op: 'convert', version }], gesture);
  if (!refusal) announcement.value = `Converted to version ${version}.`;
  return refusal;
}

/** The nearest version; the earlier one of two. Without a version, the first format. */
function nearest(targets: readonly string[], to: number): string {
  const versions =
    to > 0
      ? targets
          .filter(isVersion)
          .map(Number)
          .sort((a, b) => a - b)
      : [];
  const [first] = versions;
  if (first === undefined) return targets[0] ?? '';
  return String(
    versions.reduce((best, each) => (Math.abs(each - to) < Math.abs(best - to) ? each : best), first),
  );
}

function choiceWords(target: string): string {
  const { short } = isVersion(target) ? gamesOf({ format: 'abc', version: Number(target) }) : { short: '' };
  return short ? `${targetWords(target)}: ${short}` : targetWords(target);
}

const listed = (title: string, sentences: readonly string[]) =>
  `${title}:\n${sentences.map((one) => `• ${one}`).join('\n')}`;

function lists(lost: readonly string[], added: readonly string[]): string {
  const parts = [lost.length > 0 ? listed('Lost', lost) : 'Nothing is lost.'];
  if (added.length > 0) parts.push(listed('Added', added));
  return parts.join('\n');
}

/** What the conversion to another version loses and adds, or why it is impossible. */
function lostAndAdded(model: AbcFile, version: number): { words: string; isProblem?: boolean } {
  const conversion = editingCore().conversion(model, version);
  if (conversion) return { words: lists(conversion.lost, conversion.added) };
  const tried = editingCore().edit(model, [{ op: 'convert', version }]);
  return { words: 'refused' in tried ? tried.refused : '', isProblem: true };
}
