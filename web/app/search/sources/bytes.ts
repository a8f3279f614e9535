/** Places in the bytes of the current file in the search box: offsets, ranges, sections, fields by path. */

import type { StructureNode } from '@lithoscope/core';
import { findRequests } from '../../../bytes/find/commands.ts';
import { typeQuery } from '../../../bytes/find/session.ts';
import { completions, findTarget, isPlace, type Target, targetOf } from '../../../bytes/places.ts';
import { typeText } from '../../../document/field-facts.ts';
import type { OpenFile } from '../../../document/open-file.ts';
import { select } from '../../../document/selection.ts';
import { activeFile } from '../../../document/state.ts';
import { formatOffset } from '../../../lib/hex.ts';
import { BYTES, SEARCH } from '../../../ui/icons.ts';
import { focusBytes, showBytes } from '../../../ui/layout.ts';
import { betterFit, type Fit, fitOf, type Item, type Query, type Source } from '../item.ts';

export const bytes: Source = {
  mode: '#',
  *find(query, add) {
    const file = activeFile.peek();
    if (!file) return;
    const { text, mode } = query;
    const isNumber = isPlace(text);
    const target = text === '' ? '' : findTarget(file.parsed, text, file.caret.peek().offset);
    if (typeof target !== 'string') {
      add(targetFit(target, query, isNumber), () => targetItem(file, target));
    }
    const search = completions(file.parsed, text);
    let step = search.next();
    for (; !step.done; step = search.next()) yield;
    for (const node of step.value) add(nodeFit(node, query), () => nodeItem(file, node, mode));
    // An offset after the end has a message of its own.
    if (text !== '' && !(isNumber && typeof target === 'string')) {
      add('offer', () => findItem(text));
    }
  },
};

/** `6E07` may be an offset, `add` as well: such words come after names, or last among things of all kinds. */
function targetFit({ selection }: Target, { lower, mode }: Query, isNumber: boolean): Fit {
  if (isNumber) return 'direct';
  if (selection.path.toLowerCase() === lower) return 'exact';
  return mode === '#' || /\d/.test(lower) ? 'begins' : 'alike';
}

/** What completes a path begins with it. */
function nodeFit(node: StructureNode, query: Query): Fit {
  if (/[.[]/.test(query.text)) return 'begins';
  return betterFit(fitOf(node.name, query), fitOf(node.label, query)) ?? 'within';
}

function targetItem(file: OpenFile, target: Target): Item {
  const { selection, offset } = target;
  const { start, end, path } = selection;
  const isInside = offset !== start;
  return {
    key: path !== '' && !isInside ? path : `place ${start} ${end} ${offset}`,
    name:
      isInside || end - start <= 1 ? formatOffset(offset) : `${formatOffset(start)}–${formatOffset(end - 1)}`,
    detail: path,
    kind: 'Go to',
    icon: BYTES,
    go: () => goTo(file, target),
  };
}

/** With the beginning of the paths inside it, which Tab writes. */
function nodeItem(file: OpenFile, node: StructureNode, mode: string): Item {
  const inside = node.kind === 'array' ? '[' : node.kind === 'struct' ? '.' : '';
  return {
    key: node.path,
    name: node.path,
    detail: node.label,
    kind: `${typeText(node)} · ${formatOffset(node.start)}`,
    icon: BYTES,
    isCode: true,
    completion: mode + node.path + inside,
    go: () => goTo(file, targetOf(node)),
  };
}

function findItem(text: string): Item {
  return {
    key: 'find',
    name: `Find “${text}” in the bytes`,
    kind: 'Find',
    icon: SEARCH,
    shortcut: 'Ctrl+F',
    go: () => {
      showBytes();
      typeQuery(text);
      findRequests.send(0);
    },
  };
}

/** Selects a target and moves the caret to its offset, which may be inside the selection. */
function goTo(file: OpenFile, { selection, offset }: Target): void {
  select(file, selection, 'go-to');
  file.caret.value = { offset, anchor: offset };
  focusBytes();
}
