/** Asks for the version, and says what is lost before it is. */

import type { AbcFile } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { gamesOf } from '../../explain/describe.ts';
import { editingCore } from '../../store/editing.ts';
import { announcement } from '../../store/notices.ts';
import type { Gesture } from '../history.ts';
import { openForm } from '../lists/form.ts';
import { changedBy, modelFrom } from '../lists/now.ts';

export function openConvert(file: OpenFile, at: HTMLElement | null): void {
  const { model } = file;
  if (!model) return;
  const { version: from, conversions: others } = model.info;
  const modelNow = modelFrom(file);
  const before = document.activeElement;
  openForm({
    title: 'Convert to another version',
    note: `This model is of version ${from}.`,
    at: at?.getBoundingClientRect() ?? null,
    action: 'Convert',
    fields: [
      {
        id: 'version',
        label: 'Version',
        value: String(nearest(others, from)),
        choices: others.map((version) => [String(version), versionWords(version)] as const),
      },
    ],
    check: (values) => {
      const now = modelNow();
      return typeof now === 'string'
        ? { words: now, isProblem: true }
        : outcome(now, Number(values.text('version')));
    },
    apply: (values) => {
      const version = Number(values.text('version'));
      const gesture: Omit<Gesture, 'operations'> = {
        label: `Convert to version ${version}`,
        path: 'Header.Version',
        before: String(from),
        after: String(version),
      };
      const refusal = changedBy(file, [{ op: 'convert', version }], gesture);
      if (!refusal) announcement.value = `The model is of version ${version} now.`;
      return refusal;
    },
    closed: () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  });
}

/** The version before it rather than the one after it. */
function nearest(versions: readonly number[], to: number): number {
  return versions.reduce((best, each) => (Math.abs(each - to) < Math.abs(best - to) ? each : best));
}

function versionWords(version: number): string {
  const { games } = gamesOf({ format: 'abc', version });
  return games ? `${version}: ${games}` : String(version);
}

const listed = (title: string, sentences: readonly string[]) =>
  `${title}:\n${sentences.map((one) => `• ${one}`).join('\n')}`;

/** What is lost or added, or why it cannot be done. */
function outcome(model: AbcFile, version: number): { words: string; isProblem?: boolean } {
  const conversion = editingCore().conversion(model, version);
  if (conversion) {
    const { lost, added } = conversion;
    const parts = [lost.length > 0 ? listed('Lost', lost) : 'Nothing is lost.'];
    if (added.length > 0) parts.push(listed('Added', added));
    return { words: parts.join('\n') };
  }
  const tried = editingCore().edit(model, [{ op: 'convert', version }]);
  return { words: 'refused' in tried ? tried.refused : '', isProblem: true };
}
