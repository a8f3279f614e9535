/** Which array the table shows. */
import type { ParsedFile, StructureNode } from '@lithoscope/core';
import { isList, isTable } from './columns.ts';

/**
 * The array to show for a selection: the one that is selected, else the one shown so far if the selection is in it,
 * else the innermost around it, else the one shown so far. Plain numbers that are cells of another list are not shown
 * instead of it.
 * @param chain what holds the selection, outermost first, itself last
 * @param shown path of the array shown so far, '' for none
 */
export function arrayFor(chain: readonly StructureNode[], shown: string): string {
  const selected = chain.at(-1);
  if (selected && isTable(selected)) return selected.path;
  if (shown !== '' && chain.some(({ path }) => path === shown)) return shown;
  const around = chain.findLast(isTable) ?? chain.findLast(isList);
  return around?.path ?? shown;
}

/** Sections that are looked at for arrays; a game's model has eight. */
const MAX_SECTIONS = 16;

/** The struct of sections that no version knows: they have no arrays, and may have names of 64 KB. */
const UNKNOWN_SECTION = 'Section';

/** The arrays to begin with: those of the first sections. */
export function mainArrays(parsed: ParsedFile): StructureNode[] {
  return parsed
    .children('', 0, MAX_SECTIONS)
    .filter(({ kind, type }) => kind === 'struct' && type !== UNKNOWN_SECTION)
    .flatMap(({ path }) => parsed.children(path))
    .filter(isList);
}

/** The arrays around an array, outermost first, itself last. */
export function arraysAround(parsed: ParsedFile, path: string): StructureNode[] {
  const node = parsed.resolve(path);
  if (!node) return [];
  const around = parsed.ancestors(node.start).filter((outer) => outer.path.length < path.length);
  return [...around.filter((outer) => isTable(outer) && path.startsWith(`${outer.path}[`)), node];
}
