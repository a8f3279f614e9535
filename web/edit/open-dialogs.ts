/**
 * Commands that open dialogs for whole files: conversion, transform, repairs. The dialogs are fetched when they are
 * opened.
 */

import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { isJupiterFormat } from '../explain/formats.ts';
import type { Command } from '../store/commands.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { usePart } from '../ui/parts.ts';
import { mayBeMendable } from './mendable.ts';
import type { Wanted } from './whole-file-forms.ts';

export function isConvertible({ model, parsed }: OpenFile): boolean {
  if (!model || parsed.isPartial) return false;
  return isJupiterFormat(model.info.format) || model.info.conversions.length > 0;
}

/** @param at element to place the form at; null: centred */
export function openConvert(file: OpenFile, at: HTMLElement | null): void {
  void usePart(
    () => withEditing(() => import('./convert/form.ts')),
    (part) => part.openConvert(file, at),
  );
}

export const convertCommand: Command = {
  id: 'edit.convert',
  label: 'Convert to another format or version',
  group: 'Edit',
  enabled: () => activeFile.value !== null && isConvertible(activeFile.value),
  run: () => {
    if (activeFile.value) openConvert(activeFile.value, null);
  },
};

function isTransformable({ model, parsed }: OpenFile): boolean {
  return model?.info.edits.whole === true && parsed.isEditable;
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

/** Opens the panel that plays animations of another model on this one. @param source that model; null: one is chosen there */
export function openRetarget(file: OpenFile, source: OpenFile | null): void {
  void usePart(
    () => withEditing(() => import('./retarget/panel.ts')),
    (part) => part.openRetarget(file, source),
  );
}

export const retargetCommand: Command = {
  id: 'edit.retarget',
  label: 'Retarget animations…',
  group: 'Edit',
  enabled: () => activeFile.value?.model != null && !activeFile.value.parsed.isPartial,
  run: () => {
    if (activeFile.value) openRetarget(activeFile.value, null);
  },
};

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
