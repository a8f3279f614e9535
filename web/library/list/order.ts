/** Order of the library's list, and its groups. */

import type { Facts } from '../../explain/facts.ts';
import { isModelFormat } from '../../explain/formats.ts';
import { baseName, folderName, naturalKey } from '../../lib/file-names.ts';
import type { LibraryFile, LibrarySource } from '../../store/library.ts';
import type { SortKey } from './settings.ts';

export interface Order {
  readonly by: SortKey;
  readonly descending: boolean;
  /** Grouped by source and folder. */
  readonly grouped: boolean;
}

/** The files of one folder of a source. */
export interface Group {
  /** Stable across arrangements. */
  readonly key: string;
  readonly source: LibrarySource;
  /** Path within its source; '' for its root. */
  readonly folder: string;
}

/** A run of arranged files: `count` from index `first`. */
export interface Section {
  /** Null if the list is not grouped. */
  readonly group: Group | null;
  readonly first: number;
  readonly count: number;
}

export interface Arrangement {
  /** All files, section by section. */
  readonly files: readonly LibraryFile[];
  readonly sections: readonly Section[];
}

/** The name of a file without its folders. */
export function fileName({ path }: LibraryFile): string {
  return baseName(path);
}

/** The folder of a file within its source; '' for its root. */
export function folderOf({ path }: LibraryFile): string {
  return folderName(path);
}

/** `ABC`; '' for a name without extension. */
export function endingOf(file: LibraryFile): string {
  const name = fileName(file);
  const at = name.lastIndexOf('.');
  return at > 0 && name.length - at <= 9 ? name.slice(at + 1).toUpperCase() : '';
}

/** Whether a key is known only after a file was read. */
export function needsFacts(by: SortKey): boolean {
  return !['name', 'folder', 'kind', 'size'].includes(by);
}

/** Severity score of a file's findings: an error outweighs any number of warnings, and so on. */
function badness({ findings, engine }: Facts): number {
  const weights = { error: 1e9, warning: 1e4, information: 1, hint: 0 } as const;
  const refused = engine.verdict === 'refused' ? 1e15 : 0;
  return findings.reduce((sum, { severity }) => sum + weights[severity], refused);
}

/** A file with its sort keys. */
interface Item {
  readonly file: LibraryFile;
  readonly name: string;
  /** Null if unknown, which sorts last in either direction. */
  readonly value: string | number | null;
}

/** Natural sort keys of names: `walk2` before `walk10`. */
const names = new WeakMap<LibraryFile, string>();

function nameKey(file: LibraryFile): string {
  let key = names.get(file);
  if (key === undefined) {
    key = naturalKey(fileName(file));
    names.set(file, key);
  }
  return key;
}

function sortValue(file: LibraryFile, by: SortKey, facts: Facts | null): string | number | null {
  switch (by) {
    case 'name':
      return '';
    case 'folder':
      return naturalKey(folderOf(file));
    case 'kind':
      return `${KINDS.indexOf(file.kind)}${endingOf(file)}`;
    case 'size':
      return facts?.size ?? file.size;
    case 'version':
      return facts && facts.version !== 0
        ? `${facts.format}${String(facts.version + 1000).padStart(6, '0')}`
        : null;
    case 'problems':
      return facts && badness(facts);
    default:
      // Only models have these.
      return facts && isModelFormat(facts.format) ? facts[by] : null;
  }
}

const KINDS = ['model', 'sprite', 'texture', 'archive', 'other'];

function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/** @param factsOf null for an unread file; called only if the order needs facts */
export function arrange(
  files: readonly LibraryFile[],
  { by, descending, grouped }: Order,
  factsOf: (file: LibraryFile) => Facts | null,
): Arrangement {
  const asks = needsFacts(by) || by === 'size';
  const items = files.map(
    (file): Item => ({ file, name: nameKey(file), value: sortValue(file, by, asks ? factsOf(file) : null) }),
  );
  const way = descending ? -1 : 1;
  const inOrder = (a: Item, b: Item) => {
    const known = a.value !== null && b.value !== null;
    const order = compare(a.value, b.value) * (known ? way : 1);
    // Ties are sorted by name, in descending order only when sorting by name.
    return order || compare(a.name, b.name) * (by === 'name' ? way : 1) || a.file.id - b.file.id;
  };
  if (!grouped) {
    const sorted = items.sort(inOrder).map(({ file }) => file);
    return {
      files: sorted,
      sections: sorted.length > 0 ? [{ group: null, first: 0, count: sorted.length }] : [],
    };
  }
  return inGroups(items, inOrder, by === 'folder' ? way : 1);
}

function inGroups(items: readonly Item[], inOrder: (a: Item, b: Item) => number, way: number): Arrangement {
  const groups = new Map<string, { group: Group; sortKey: string; items: Item[] }>();
  for (const item of items) {
    const { source } = item.file;
    const folder = folderOf(item.file);
    const key = `${source.id}/${folder.toLowerCase()}`;
    const found = groups.get(key);
    if (found) found.items.push(item);
    else groups.set(key, { group: { key, source, folder }, sortKey: folderKey(folder), items: [item] });
  }
  const sorted = [...groups.values()].sort(
    (a, b) =>
      a.group.source.id - b.group.source.id ||
      compare(a.sortKey, b.sortKey) * way ||
      compare(a.group.key, b.group.key),
  );
  const files: LibraryFile[] = [];
  const sections = sorted.map(({ group, items: own }) => {
    const section = { group, first: files.length, count: own.length };
    for (const { file } of own.sort(inOrder)) files.push(file);
    return section;
  });
  return { files, sections };
}

/** Sorts a folder before its subfolders, and these before its neighbours. */
function folderKey(folder: string): string {
  return naturalKey(folder).replaceAll('/', '\u0001');
}
