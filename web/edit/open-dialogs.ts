/**
 * Commands that open dialogs for whole files: conversion, transform, repairs. The dialogs are fetched when they are
 * opened.
 */

import type { ParsedFile } from '@lithoscope/core';
import { signal } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { loadEditing, withEditing } from '../store/lazy-cores.ts';
import { usePart } from '../ui/parts.ts';
import type { Wanted } from './whole-file-forms.ts';

export function isConvertible({ model, parsed }: OpenFile): boolean {
  return model !== null && parsed.isEditable && model.info.conversions.length > 0;
}

/** @param at element to place the form at; null: centred */
export function openConvert(file: OpenFile, at: HTMLElement | null): void {
  void usePart(
    () => withEditing(() => import('./whole-file-forms.ts')),
    (part) => part.openConvert(file, at),
  );
}

export const convertCommand: Command = {
  id: 'edit.convert',
  label: 'Convert to another version',
  group: 'Edit',
  enabled: () => activeFile.value !== null && isConvertible(activeFile.value),
  run: () => {
    if (activeFile.value) openConvert(activeFile.value, null);
  },
};

function isTransformable({ model, parsed }: OpenFile): boolean {
  return model !== null && parsed.isEditable;
}

export const transformCommand: Command = {
  id: 'edit.transform',
  label: 'Scale, rotate or mirror the model…',
  group: 'Edit',
  enabled: () => activeFile.value !== null && isTransformable(activeFile.value),
  run: () => {
    const file = activeFile.value;
    if (!file) return;
    void usePart(
      () => withEditing(() => import('./whole-file-forms.ts')),
      (part) => part.openTransform(file),
    );
  },
};

/**
 * Contents whose repairable problems are known. Only the editing core knows them: it is asked when the problems are
 * shown.
 */
const settled = new WeakSet<ParsedFile>();
/** Changes with each content that is added. */
const settledCount = signal(0);

/** Whether some problem of a file may be repairable, judged by its code. */
function mayBeMendable({ isEditable, findings }: ParsedFile): boolean {
  return isEditable && findings.some(({ fix }) => fix !== '');
}

/** Whether it is known which problems can be repaired. Reads signals. */
export function isSettled(parsed: ParsedFile): boolean {
  settledCount.value;
  return settled.has(parsed) || !mayBeMendable(parsed);
}

/** Finds out which problems can be repaired; a failure is shown. Reads no signals. */
export async function settle(parsed: ParsedFile): Promise<void> {
  if (settled.has(parsed) || !mayBeMendable(parsed)) return;
  await usePart(loadEditing, (editing) => {
    if (parsed.isReleased) return;
    editing.settleFixes(parsed);
    settled.add(parsed);
    settledCount.value++;
  });
}

/** Whether a problem of a file can be repaired; false until that is known. Reads signals. */
export function isMendable({ parsed }: OpenFile): boolean {
  return isSettled(parsed) && mayBeMendable(parsed);
}

/** Shows the changes of a repair, and makes them if the user agrees. @param done called after the repair */
export function openFix(file: OpenFile, wanted: Wanted, done: () => void = () => {}): void {
  void usePart(
    () => withEditing(() => import('./whole-file-forms.ts')),
    ({ askToFix }) => askToFix(file, wanted, done),
  );
}

export const fixAllCommand: Command = {
  id: 'edit.fixAll',
  label: 'Fix all problems that have a safe fix',
  group: 'Edit',
  enabled: () => activeFile.value !== null && mayBeMendable(activeFile.value.parsed),
  run: () => {
    if (activeFile.value) openFix(activeFile.value, null);
  },
};
