/** Named parts of the current model in the search box: animations, pieces, nodes and sockets. */

import type { AnimationInfo, ModelElement } from '@lithoscope/core';
import { clipGroups } from '../../../document/animation-clips.ts';
import type { Clip, OpenFile } from '../../../document/open-file.ts';
import { chooseClip, playClip } from '../../../document/playback.ts';
import { select, selectionAt } from '../../../document/selection.ts';
import { activeFile } from '../../../document/state.ts';
import { counted, formatLength } from '../../../explain/describe.ts';
import { baseName } from '../../../lib/file-names.ts';
import { isCalm } from '../../../ui/environment.ts';
import { CUBE, NODE, PLAY, SOCKET } from '../../../ui/icons.ts';
import { showModel } from '../../../ui/layout.ts';
import { fitOf, type Item, type Source } from '../item.ts';

/** Names compared at a time: well below a millisecond. */
const COMPARED = 2000;

export const names: Source = {
  mode: '@',
  *find(query, add) {
    const file = activeFile.peek();
    if (!file?.model) return;
    let compared = 0;
    for (const [name, make] of named(file)) {
      const fit = make && fitOf(name, query);
      if (fit) add(fit, make);
      if (++compared % COMPARED === 0) yield;
    }
  },
};

/** Names, and their items; null for what cannot be shown. */
function* named(file: OpenFile): Generator<readonly [string, (() => Item) | null]> {
  for (const { child, file: lender } of clipGroups(file)) {
    for (const [animation, info] of lender.info.animations.entries()) {
      const from = child === 0 ? null : lender;
      const make = () => clipItem(file, info, { child, animation }, from);
      yield [info.name, info.complete ? make : null];
    }
  }
  const { pieces, nodes, sockets } = file.info;
  for (const [socket, { name, node }] of sockets.entries()) {
    const at = nodes[node]?.name;
    const detail = at === undefined ? '' : `at ${at}`;
    yield [name, () => elementItem(file, name, 'Socket', SOCKET, { socket }, detail)];
  }
  for (const [piece, { name }] of pieces.entries())
    yield [name, () => elementItem(file, name, 'Piece', CUBE, { piece })];
  for (const [node, { name }] of nodes.entries())
    yield [name, () => elementItem(file, name, 'Node', NODE, { node })];
}

/** @param lender the file that has it, if that is another one */
function clipItem(file: OpenFile, info: AnimationInfo, clip: Clip, lender: OpenFile | null): Item {
  const from = lender ? `, from ${baseName(lender.name)}` : '';
  return {
    key: `clip ${clip.child} ${clip.animation}`,
    name: info.name,
    detail: `${formatLength(info)}, ${counted(info.keyframes, 'key')}${from}`,
    kind: 'Animation',
    icon: PLAY,
    go: () => {
      showModel();
      if (isCalm()) chooseClip(file, clip);
      else playClip(file, clip);
    },
  };
}

function elementItem(
  file: OpenFile,
  name: string,
  kind: string,
  icon: readonly string[],
  element: ModelElement,
  detail = '',
): Item {
  const path = file.parsed.pathOf(element);
  return {
    key: path,
    name,
    detail,
    kind,
    icon,
    go: () => select(file, selectionAt(file, path), 'go-to'),
  };
}
