/** What the search box finds for a text, of all its sources. */

import { Found, type Item, queryOf, type Source } from './item.ts';
import { bytes } from './sources/bytes.ts';
import { commands } from './sources/commands.ts';
import { files } from './sources/files.ts';
import { guide } from './sources/guide.ts';
import { names } from './sources/names.ts';

/** Of items that fit equally well, those of the first source come first. */
const SOURCES: readonly Source[] = [commands, names, bytes, files, guide];

/** Items for a text, best first: yields what it has so far. */
export function* itemsFor(typed: string): Generator<readonly Item[], readonly Item[]> {
  const query = queryOf(typed);
  const found = new Found(query);
  for (const source of SOURCES) {
    if (query.mode !== '' && source.mode !== query.mode) continue;
    // Before anything is typed, the commands are what can be chosen.
    if (query.mode === '' && query.text === '' && source !== commands) continue;
    for (const _ of source.find(query, (fit, make) => found.add(source, fit, make))) yield found.best;
  }
  return found.best;
}
