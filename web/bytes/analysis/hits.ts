/** The view *Hits*: every hit of the last search with the bytes around it, in this file or in all open files. */

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
import { button, el, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { findRequests } from '../find/commands.ts';
import { patternOf } from '../find/query.ts';
import { goToHit, outcome, progress, query, Searcher } from '../find/session.ts';
import { type ListedRow, ResultList } from './list.ts';

/** Bytes of a hit to show, and characters around it. */
const SHOWN_BYTES = 8;
const AROUND = 12;

export function mountHits(host: HTMLElement): void {
  const words = el('p', { class: 'analysis-note', role: 'status' });
  const find = button('Find …', () => findRequests.send(0), { class: 'button-small' });
  const all = button('In all files', () => void searchAllFiles(), {
    class: 'button-small',
    title: 'Search every open file for what the find bar says',
  });
  const back = button('This file only', endAllFiles, { class: 'button-small' });
  const list = new ResultList({ label: 'Hits', row: (index) => rowAt(index), choose });
  host.append(el('div', { class: 'analysis-bar' }, words, find, all, back), list.element);
  effect(() => {
    const found = allHits.value;
    const open = files.value;
    // Hits in a closed file or in an earlier content are outdated.
    const groups = found?.groups.filter(({ file, parsed }) => open.includes(file) && file.parsed === parsed);
    if (found && groups?.length !== found.groups.length) allHits.value = { ...found, groups: groups ?? [] };
  });
  effect(() => {
    const found = allHits.value;
    const here = hitsHere();
    back.hidden = found === null;
    all.hidden = found !== null && found.searched < found.total;
    words.textContent = found ? allWords(found) : hereWords();
    list.setCount(found ? (groupStarts(found).at(-1) ?? 0) : (here?.starts.length ?? 0));
    if (!found) list.mark(here?.current ?? -1);
  });
  effect(() => {
    const stop = activeFile.value?.parsed.onArrival(() => list.redraw());
    return stop;
  });
}

function hitsHere() {
  const found = hits.value;
  return found && found.file === activeFile.value?.id ? found : null;
}

function hereWords(): string {
  if (progress.value) return 'Searching …';
  if (outcome.value.text !== '') return outcome.value.text;
  return 'Find bytes, text or numbers: every hit is listed here.';
}

function allWords({ text, groups, searched, total, problem }: AllHits): string {
  if (total === 0) return problem;
  const count = groups.reduce((sum, { starts }) => sum + starts.length, 0);
  const cut = groups.some(({ complete }) => !complete) ? ' (the first of each file)' : '';
  const result = `${counted(count, 'hit')}${cut} of “${visible(text, 40)}” in ${counted(groups.length, 'file')}`;
  const state = searched < total ? ` · ${searched} of ${total} files searched …` : ` of ${total}`;
  return `${result}${state}${problem ? ` · ${visible(problem)}` : ''}`;
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
      const count = `${counted(group.starts.length, 'hit')}${group.complete ? '' : ', the first'}`;
      return { offset: '', text: group.file.name, aside: count, isHeading: true };
    }
    return hitRow(group.file, group.starts[index] ?? 0, group.length);
  }
  const file = activeFile.peek();
  const here = hits.peek();
  const start = here?.starts[row];
  return file && here && start !== undefined ? hitRow(file, start, here.length) : null;
}

/** `0x6E07  4E 6F 64 65  …Nodes…`, and the field around it. */
function hitRow({ parsed }: OpenFile, start: number, length: number): ListedRow {
  const from = Math.max(start - AROUND, 0);
  const to = Math.min(start + length + AROUND, parsed.size);
  const bytes = parsed.at(from, to);
  if (!bytes) return { offset: formatOffset(start), text: '…', aside: '' };
  const own = bytes.subarray(start - from, start - from + length);
  const hex = Array.from(own.subarray(0, SHOWN_BYTES), hexDigits).join(' ');
  const text = Array.from(bytes.subarray(0, 2 * AROUND + SHOWN_BYTES), printable).join('');
  return {
    offset: formatOffset(start),
    text: `${hex}${length > SHOWN_BYTES ? ' …' : ''}  ${text}`,
    aside: fieldAt(parsed, start).path,
  };
}

function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}

function choose(row: number): void {
  const found = allHits.peek();
  if (!found) {
    const file = activeFile.peek();
    if (file) goToHit(file, row);
    return;
  }
  const place = placeOf(found, row);
  if (!place) return;
  const { file, starts: offsets, length } = place.group;
  activeId.value = file.id;
  const start = offsets[place.index];
  if (start !== undefined) select(file, rangeBetween(file.parsed, start, start + length - 1), 'analysis');
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
  /** The text of the query. */
  readonly text: string;
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
  const { text } = query.peek();
  const pattern = patternOf(query.peek());
  const open = files.peek();
  const start: AllHits = { text, groups: [], searched: 0, total: open.length, problem: '' };
  if (pattern === null || typeof pattern === 'string') {
    allHits.value = { ...start, total: 0, problem: pattern ?? 'There is nothing to find yet.' };
    return;
  }
  allHits.value = start;
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
}

/** Stops the search and drops its hits. */
function endAllFiles(): void {
  current++;
  searcher.close();
  allHits.value = null;
}
