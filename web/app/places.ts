/** Places of the file in front that the palette finds by name: its pieces, nodes, sockets and animations. */

import type { ModelElement } from '@lithoscope/core';
import { clipGroups } from '../document/animation-clips.ts';
import { selectionAt } from '../document/elements.ts';
import type { Clip, OpenFile } from '../document/open-file.ts';
import { chooseClip, playClip } from '../document/playback.ts';
import { select } from '../document/selection.ts';
import { isCalm } from '../ui/calm.ts';
import { pane } from '../ui/layout.ts';

/** A part of a model with a name. */
export interface Place {
  readonly name: string;
  /** What it is: `Node`. */
  readonly kind: string;
  /** Selects it, or plays it. */
  go(): void;
}

/** The places with every word of a text in their names; those of that very name apart. Reads signals. */
export function placesNamed(file: OpenFile | null, text: string): { exact: Place[]; others: Place[] } {
  const wanted = text.trim().toLowerCase();
  const found = { exact: [] as Place[], others: [] as Place[] };
  if (!file?.model || wanted === '') return found;
  const words = wanted.split(/\s+/);
  for (const [name, make] of named(file)) {
    const said = name.toLowerCase();
    if (!words.every((word) => said.includes(word))) continue;
    const list = said === wanted ? found.exact : found.others;
    if (list.length < MAX_LISTED) list.push(make());
  }
  return found;
}

/** More words find the others. */
const MAX_LISTED = 50;

function* named(file: OpenFile): Generator<readonly [string, () => Place]> {
  for (const { child, file: lender } of clipGroups(file)) {
    for (const [animation, { name, complete }] of lender.info.animations.entries()) {
      if (complete) yield [name, () => clipPlace(file, name, { child, animation })];
    }
  }
  const { pieces, nodes, sockets } = file.info;
  const kinds = [
    ['piece', 'Piece', pieces],
    ['node', 'Node', nodes],
    ['socket', 'Socket', sockets],
  ] as const;
  for (const [key, kind, list] of kinds) {
    for (const [index, { name }] of list.entries())
      yield [name, () => elementPlace(file, name, kind, { [key]: index })];
  }
}

function clipPlace(file: OpenFile, name: string, clip: Clip): Place {
  const go = () => {
    pane.value = 'model';
    if (isCalm()) chooseClip(file, clip);
    else playClip(file, clip);
  };
  return { name, kind: 'Animation', go };
}

function elementPlace(file: OpenFile, name: string, kind: string, element: ModelElement): Place {
  const go = () => select(file, selectionAt(file, file.parsed.pathOf(element)), 'go-to');
  return { name, kind, go };
}
