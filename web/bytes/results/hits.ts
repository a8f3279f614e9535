/** Hits of the last search, each with its field and what is around it, in this file or in all open files. */

import type { ParsedFile } from '@lithoscope/core';
import { batch, type Signal, signal } from '@preact/signals-core';
import { fieldAt, rangeBetween } from '../../document/caret.ts';
import { hits } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile, activeId, files } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { formatOffset, hexDigits } from '../../lib/hex.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement } from '../../store/notices.ts';
import { button, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { findRequests } from '../find/commands.ts';
import { countWords, patternOf, queryWords } from '../find/query.ts';
import { found, goToHit, leaveHits, progress, query, Searcher } from '../find/session.ts';
import { endResults, listResults } from './current.ts';
import type { ListedRow } from './list.ts';
import type { ResultsNow, ResultsSource } from './source.ts';

/** Bytes of a hit to show, and characters around it. */
const SHOWN_BYTES = 8;
const AROUND = 12;

export function makeHits(): ResultsSource {
  const isEverywhere = () => allHits.value !== null;
  const all = button('In all open files', () => void searchAllFiles(), { class: 'button-small' });
  const here = button('In this file only', endAllFiles, { class: 'button-small' });
  effect(() => {
    all.hidden = isEverywhere() || files.value.length < 2;
    here.hidden = !isEverywhere();
  });
  effect(() => {
    const found = allHits.value;
    const open = files.value;
    // Hits in a closed file or in an earlier content are outdated.
    const groups = found?.groups.filter(({ file, parsed }) => open.includes(file) && file.parsed === parsed);
    if (found && groups?.length !== found.groups.length) allHits.value = { ...found, groups: groups ?? [] };
  });
  return {
    label: 'Hits',
    now: () => (allHits.value ? nowEverywhere(allHits.value) : nowHere()),
    row: rowAt,
    choose,
    step(direction) {
      const found = allHits.peek();
      if (found) stepEverywhere(found, direction);
      else findRequests.send(direction);
    },
    options: [all, here],
    close() {
      endAllFiles();
      leaveHits();
    },
  };
}

function nowHere(): ResultsNow {
  const here = hits.value;
  const { what, where, complete, remark } = found.value;
  if (!here) return { count: progress.value ? 'Searching…' : '', what: '', rows: 0, current: -1 };
  const { starts, current } = here;
  const count = countWords(current, starts.length, complete);
  const words = [`for ${what} ${where}`, remark].filter(Boolean).join(', ');
  const isElsewhere = here.file !== activeFile.value?.id;
  return { count, what: words, rows: starts.length, current, isElsewhere };
}

function nowEverywhere(all: AllHits): ResultsNow {
  const { what, groups, searched, total, problem } = all;
  const count = groups.reduce((sum, { starts }) => sum + starts.length, 0);
  const cut = groups.some(({ complete }) => !complete) ? ', only the first in each file' : '';
  const state = searched < total ? `, ${searched} of ${total} files searched…` : '';
  const words = `for ${what} in ${groups.length} of ${counted(total, 'file')}${cut}${state}${problem ? `. ${visible(problem)}` : ''}`;
  return {
    count: counted(count, 'hit'),
    what: words,
    rows: groupStarts(all).at(-1) ?? 0,
    current: all.current,
  };
}

let starts: { readonly of: AllHits; readonly at: readonly number[] } | null = null;

/** Row of each group's heading, then the number of rows. */
function groupStarts(found: AllHits): readonly number[] {
  if (starts?.of !== found) {
    let row = 0;
    const at = found.groups.map((group) => {
      const start = row;
      row += 1 + group.starts.length;
      return start;
    });
    starts = { of: found, at: [...at, row] };
  }
  return starts.at;
}

/** The hit of a row in all files; index −1: the heading of the file. */
function placeOf(found: AllHits, row: number) {
  const at = groupStarts(found);
  const group = at.findLastIndex((start) => start <= row);
  const hitsOf = found.groups[group];
  return hitsOf ? { group: hitsOf, index: row - (at[group] ?? 0) - 1 } : null;
}

function rowAt(row: number): ListedRow | null {
  const found = allHits.peek();
  if (found) {
    const place = placeOf(found, row);
    if (!place) return null;
    const { group, index } = place;
    if (index < 0) {
      const count = `${group.complete ? '' : 'first '}${counted(group.starts.length, 'hit')}`;
      return { offset: '', text: group.file.name, aside: count, isHeading: true };
    }
    return hitRow(group.file, group.starts[index] ?? 0, group.length);
  }
  const file = activeFile.peek();
  const here = hits.peek();
  const start = here?.starts[row];
  return file && here && start !== undefined ? hitRow(file, start, here.length) : null;
}

/** `0x6E07  Nodes.Type  4E 6F 64 65  ··Nodes··`: the field, and what is around the hit. */
function hitRow({ parsed }: OpenFile, start: number, length: number): ListedRow {
  const from = Math.max(start - AROUND, 0);
  const to = Math.min(start + length + AROUND, parsed.size);
  const bytes = parsed.at(from, to);
  const text = fieldAt(parsed, start).path || 'Outside all sections';
  if (!bytes) return { offset: formatOffset(start), text, aside: '…' };
  const own = bytes.subarray(start - from, start - from + length);
  if (query.peek().kind !== 'text') {
    const hex = Array.from(own.subarray(0, SHOWN_BYTES), hexDigits).join(' ');
    return {
      offset: formatOffset(start),
      text,
      aside: ['', `${hex}${length > SHOWN_BYTES ? ' …' : ''}`, ''],
    };
  }
  const words = (part: Uint8Array) => Array.from(part, printable).join('');
  const before = words(bytes.subarray(0, start - from));
  return {
    offset: formatOffset(start),
    text,
    aside: [before, words(own), words(bytes.subarray(start - from + length))],
  };
}

function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}

function choose(row: number): void {
  const found = allHits.peek();
  if (found) {
    goToEverywhere(found, row);
    return;
  }
  const file = activeFile.peek();
  if (file) goToHit(file, row);
}

function goToEverywhere(found: AllHits, row: number): void {
  const place = placeOf(found, row);
  if (!place) return;
  const { file, starts: offsets, length } = place.group;
  const start = offsets[place.index];
  batch(() => {
    allHits.value = { ...found, current: row };
    activeId.value = file.id;
    if (start !== undefined) select(file, rangeBetween(file.parsed, start, start + length - 1), 'results');
  });
}

/** Skips the headings. */
function stepEverywhere(found: AllHits, direction: 1 | -1): void {
  const rows = groupStarts(found).at(-1) ?? 0;
  let row = found.current < 0 && direction < 0 ? 0 : found.current;
  do row = (row + direction + rows) % rows;
  while (rows > 0 && placeOf(found, row)?.index === -1);
  if (rows > 0) goToEverywhere(found, row);
}

// Search in all open files, one after another

/** Hits to keep of each file. */
const MAX_A_FILE = 10_000;

/** The hits in a file. */
interface FileHits {
  readonly file: OpenFile;
  /** Its content when it was searched. */
  readonly parsed: ParsedFile;
  readonly starts: Float64Array;
  /** Bytes of a hit. */
  readonly length: number;
  /** False when there are more hits than are kept. */
  readonly complete: boolean;
}

interface AllHits {
  /** What was searched for, in words. */
  readonly what: string;
  /** The current row of the list; −1: none. */
  readonly current: number;
  /** Files with hits, in the order of the tabs. */
  readonly groups: readonly FileHits[];
  readonly searched: number;
  /** Files to search; the search has ended when all are searched. */
  readonly total: number;
  /** Why a search failed, or ''. */
  readonly problem: string;
}

const allHits: Signal<AllHits | null> = signal(null);

const searcher = new Searcher();
/** Number of the current search; an earlier one is outdated. */
let current = 0;

/** Searches all open files for the query of the find bar. Resolves when the search has ended. */
export async function searchAllFiles(): Promise<void> {
  endAllFiles();
  const own = ++current;
  const pattern = patternOf(query.peek());
  const open = files.peek();
  if (pattern === null || typeof pattern === 'string') {
    // The bar says what is wrong, or takes what to find.
    findRequests.send(0);
    return;
  }
  const what = queryWords(query.peek());
  const start: AllHits = { what, current: -1, groups: [], searched: 0, total: open.length, problem: '' };
  allHits.value = start;
  listResults('hits');
  let problem = '';
  for (const [at, file] of open.entries()) {
    let group: FileHits | null = null;
    try {
      // A file that was closed meanwhile has no bytes.
      const { parsed } = file;
      const range = { start: 0, end: parsed.isReleased ? 0 : parsed.size };
      const found = await searcher.search(file, pattern, range, () => {}, MAX_A_FILE);
      if (found && found.starts.length > 0) group = { file, parsed, ...found, length: pattern.length };
    } catch (error) {
      problem = `${file.name}: ${reasonOf(error)}`;
    }
    if (own !== current) return;
    batch(() => {
      const before = allHits.peek() ?? start;
      const groups = group ? [...before.groups, group] : before.groups;
      allHits.value = { ...before, groups, searched: at + 1, problem };
    });
  }
  searcher.close();
  const { groups, total } = allHits.peek() ?? start;
  if (groups.length > 0) return;
  endResults('hits');
  announcement.value = problem || `No hits for ${what} in ${counted(total, 'file')}.`;
}

/** Stops the search and drops its hits. */
function endAllFiles(): void {
  current++;
  searcher.close();
  allHits.value = null;
}
