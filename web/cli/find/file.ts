/** Searches one file, in the program or in one of its threads. */
import { statSync } from 'node:fs';
import type { Openers } from '../../archive/opened.ts';
import { type Facts, factsFrom } from '../../explain/facts.ts';
import { libraryKindOf } from '../../explain/file-kind.ts';
import { toJson } from '../../explain/json.ts';
import { type Knowledge, matches, PLAIN_KNOWLEDGE, parseQuery, type QueryFile } from '../../explain/query.ts';
import { printable } from '../../explain/report.ts';
import { baseName } from '../../lib/file-names.ts';
import { type Finder, toldName } from '../export/find.ts';
import { openToCheck } from '../files.ts';
import { CommandError } from '../output.ts';
import type { FindSettings, Item, Outcome, Target } from '../tasks.ts';

/**
 * Whether a file fits a search. It is read only if the search asks for what is in it.
 * @param finder finds skins; null where the search does not ask for them
 */
export async function findFile(
  openers: Openers,
  finder: Finder | null,
  { target }: Item,
  { query: text, json }: FindSettings,
): Promise<Outcome<'find'>> {
  const query = parseQuery(text);
  const file = queryFile(target);
  const knowledge: Knowledge<QueryFile> = {
    ...PLAIN_KNOWLEDGE,
    isSkinMissing(_file, { commandString, slots }) {
      const found = finder?.dependencies(target, { commandString, slots, children: [] });
      return found ? found.skins.some((skin) => !skin.found) : null;
    },
  };
  let facts: Facts | null = null;
  let answer = matches(query, file, null, knowledge);
  if (answer === null) {
    try {
      const opened = await openToCheck(openers, target);
      facts = factsFrom(opened);
      opened.release();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { problem: error.message };
    }
    answer = matches(query, file, facts, knowledge);
  }
  const line = json ? toJson(dataOf(target, file, facts)) : `${printable(target.name)}\n`;
  return { text: line, notes: [], inPart: false, isFound: answer === true };
}

function queryFile(target: Target): QueryFile {
  const { locator, origin } = target;
  const path = toldName(target).replaceAll('\\', '/');
  const size =
    'of' in locator
      ? locator.place.size
      : 'file' in locator
        ? (statSync(locator.file, { throwIfNoEntry: false })?.size ?? null)
        : null;
  return { path, kind: libraryKindOf(path), size, source: { name: baseName(origin.root) } };
}

/** What is told of a file that was found: what the search has read of it, or null. */
function dataOf({ name }: Target, { kind, size }: QueryFile, facts: Facts | null) {
  if (!facts) return { file: name, kind, size, facts: null };
  const { format, version, game, faces, vertices, nodes, animations, sockets, pieces, levels } = facts;
  const { width, height, engine, findings } = facts;
  return {
    file: name,
    kind,
    size: facts.size,
    facts: {
      ...{
        format,
        version,
        game,
        faces,
        vertices,
        nodes,
        animations,
        sockets,
        pieces,
        levels,
        width,
        height,
      },
      engine: engine.verdict,
      problems: findings.length,
    },
  };
}
