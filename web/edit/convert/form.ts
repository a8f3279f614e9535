/** Asks for the version, and says what is lost before it is. */

import type { AbcFile } from '@lithoscope/core';
import { gamesOf } from '../../explain/describe.ts';
import { announcement } from '../../store/notices.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { change } from '../history.ts';
import { openForm } from '../lists/form.ts';
import { modelNow } from '../lists/now.ts';
import { VERSIONS } from './versions.ts';

export function openConvert(file: OpenFile, at: HTMLElement | null): void {
  const model = modelNow(file);
  if (!model) return;
  const { version: from } = model.info;
  const others = VERSIONS.filter((version) => version !== from);
  const before = document.activeElement;
  openForm({
    title: 'Convert to another version',
    note: `This model is of version ${from}. All that both versions have stays as it is.`,
    at: at?.getBoundingClientRect() ?? null,
    action: 'Convert',
    fields: [
      {
        id: 'version',
        label: 'Version',
        value: String(others.at(-1)),
        choices: others.map((version) => [String(version), versionWords(version)] as const),
      },
    ],
    check: (values) => {
      const now = modelNow(file);
      return now
        ? outcome(now, Number(values.text('version')))
        : { words: 'The file was closed.', isProblem: true };
    },
    apply: (values) => {
      const version = Number(values.text('version'));
      const isDone = change(file, {
        label: `Convert to version ${version}`,
        operations: [{ op: 'convert', version }],
        path: 'Header.Version',
        before: String(from),
        after: String(version),
      });
      if (isDone) announcement.value = `The model is of version ${version} now.`;
      return '';
    },
    closed: () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  });
}

function versionWords(version: number): string {
  const { games } = gamesOf({ format: 'abc', version });
  return games ? `${version}: ${games}` : String(version);
}

/** What is lost or added, or why it cannot be done. */
function outcome(model: AbcFile, version: number): { words: string; isProblem?: boolean } {
  const conversion = model.conversion(version);
  if (conversion) {
    return { words: conversion.lost.join(' ') || 'Nothing is lost.' };
  }
  const tried = model.edit([{ op: 'convert', version }]);
  return { words: 'refused' in tried ? tried.refused : '', isProblem: true };
}
