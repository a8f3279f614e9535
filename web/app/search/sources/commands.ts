/** Commands in the search box: those that can run now, by their words, synonyms, and when they were used last. */

import type { Signal } from '@preact/signals-core';
import * as v from 'valibot';
import { allCommands, type Command, keyOf, runCommand } from '../../../store/commands.ts';
import { keptSignal } from '../../../store/kept.ts';
import { FORWARD } from '../../../ui/icons.ts';
import { fitOf, type Item, type Query, type Source } from '../item.ts';
import { isAlike } from './synonyms.ts';

/** Ids of the commands chosen in the box, the last one first. */
const used: Signal<readonly string[]> = keptSignal('search.used', v.fallback(v.array(v.string()), []));

const MAX_USED = 6;

/** What opens the box has nothing to do in it. */
const OPENERS = new Set(['page.search', 'go.to', 'file.find']);

export const commands: Source = {
  mode: '>',
  *find(query, add) {
    const recent = used.peek();
    const possible = allCommands().filter(({ id, enabled }) => !OPENERS.has(id) && (enabled?.() ?? true));
    for (const command of inOrder(possible, recent)) {
      const isRecent = query.text === '' && recent.includes(command.id);
      const fit = isRecent ? 'direct' : commandFit(command, query);
      if (fit) add(fit, () => itemOf(command, isRecent));
    }
  },
};

function inOrder(possible: readonly Command[], recent: readonly string[]): readonly Command[] {
  const placeOf = ({ id }: Command) => {
    const at = recent.indexOf(id);
    return at < 0 ? recent.length : at;
  };
  return [...possible].sort((a, b) => placeOf(a) - placeOf(b));
}

/** How well a command fits; null if it does not. */
export function commandFit(command: Command, query: Query) {
  const { label, group } = command;
  // The label in front: only that can be exact.
  const said = `${label} ${group}`;
  const byLabel = fitOf(label, query);
  if (byLabel) return byLabel;
  if (fitOf(said, query)) return 'within';
  return isAlike(command, said.toLowerCase(), query.words) ? 'alike' : null;
}

function itemOf(command: Command, isRecent: boolean): Item {
  const { id, label, group, checked } = command;
  const key = keyOf(command);
  const kind = isRecent ? 'Recently used' : group;
  return {
    key: `command ${id}`,
    name: label,
    kind: checked ? `${kind} · ${checked() ? 'on' : 'off'}` : kind,
    icon: [FORWARD],
    ...(key && { shortcut: key }),
    go: () => {
      used.value = [id, ...used.peek().filter((other) => other !== id)].slice(0, MAX_USED);
      runCommand(command);
    },
  };
}
