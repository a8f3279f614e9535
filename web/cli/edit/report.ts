/** What came of a file, in words and as data. */
import { counted, formatCount } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import { paint } from '../output.ts';
import type { Applied, AppliedValue } from './apply.ts';
import { MAX_LISTED } from './changes.ts';
import type { EditSettings } from './task.ts';

export interface EditResult extends Applied {
  /** Of the file. */
  readonly name: string;
  /** null: nothing is written. */
  readonly output: string | null;
  readonly isWritten: boolean;
}

/** A line for the file and one for each value, with line breaks behind; or one line of JSON. */
export function editedText(result: EditResult, settings: EditSettings): string {
  if (settings.json) return json(result);
  const { name, output, isWritten, values, refused, notes, errors } = result;
  const where = output === null || output === name ? '' : ` → ${printable(output)}`;
  const done = [
    values.length > 0
      ? counted(values.length, settings.change.kind === 'fix' ? 'repair' : 'change')
      : 'no change',
  ];
  if (errors > 0) done.push(paint(settings, 'red', `${counted(errors, 'error')} left`));
  const unwritten = values.length > 0 && !isWritten ? ' (not written)' : '';
  const lines = [`${paint(settings, 'bold', printable(name))}${where}${unwritten}: ${done.join(', ')}`];
  for (const value of values.slice(0, MAX_LISTED)) lines.push(`  ${valueLine(value)}`);
  if (values.length > MAX_LISTED) lines.push(`  … and ${formatCount(values.length - MAX_LISTED)} more`);
  for (const note of notes) lines.push(`  ${paint(settings, 'cyan', 'Note')} ${printable(note)}`);
  for (const sentence of refused)
    lines.push(`  ${paint(settings, 'red', 'Not done')} ${printable(sentence)}`);
  return `${lines.join('\n')}\n`;
}

/** `Nodes.Nodes[0].Name: “a” → “b”` */
function valueLine({ code, path, before, after }: AppliedValue): string {
  const change = before && after ? `${before} → ${after}` : before || after || 'changed';
  return printable([code, path ? `${path}: ${change}` : change].filter(Boolean).join(' '));
}

function json({ name, output, isWritten, size, values, refused, notes, errors }: EditResult): string {
  return toJson({
    file: name,
    output,
    size,
    written: isWritten,
    changes: values.slice(0, MAX_LISTED).map(({ code, path, before, after }) => {
      return { ...(code && { code }), path, before, after };
    }),
    changeCount: values.length,
    notes,
    refused,
    errors,
  });
}
