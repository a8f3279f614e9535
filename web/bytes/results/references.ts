/** References: every field that refers to the selection. */
import type { ParsedFile } from '@lithoscope/core';
import { type Signal, signal } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { nameOf } from '../../document/references.ts';
import { findReferrers, MAX_LISTED, type Referrers, referredAt } from '../../document/referrers.ts';
import { select, selectionAt } from '../../document/selection.ts';
import { activeFile, activeId, files } from '../../document/state.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { formatOffset } from '../../lib/hex.ts';
import { announcement } from '../../store/notices.ts';
import { type Running, runInChunks } from '../../store/run-in-chunks.ts';
import { button, el, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { endResults, listResults } from './current.ts';
import type { ResultsNow, ResultsSource } from './source.ts';

/** A search for references and its result. */
interface Search {
  readonly file: OpenFile;
  /** The content that is searched. */
  readonly parsed: ParsedFile;
  /** Name of the referenced element. */
  readonly target: string;
  /** Share searched so far, 0 to 1; null after the end. */
  readonly progress: number | null;
  readonly found: Referrers | null;
}

const search: Signal<Search | null> = signal(null);
/** The row that was chosen last; −1: none. */
const chosen = signal(-1);
let running: Running | null = null;

/** Searches the active file for references to the selection, and shows them. */
export function findReferences(): void {
  const file = activeFile.peek();
  const selection = file?.selection.peek();
  if (!file || !selection) {
    announcement.value = 'Select a section, node, vertex or animation first.';
    return;
  }
  const { parsed } = file;
  if (parsed.isPartial) {
    announcement.value = 'The file is only partially loaded, so its references cannot be searched.';
    return;
  }
  const referred = referredAt(file, selection.path);
  const node = referred && parsed.resolve(referred.path);
  if (!referred || !node) {
    announcement.value =
      'No field can refer to this. Fields refer to sections, nodes, vertices and animations.';
    return;
  }
  const target = nameOf(node);
  running?.stop();
  chosen.value = -1;
  search.value = { file, parsed, target, progress: 0, found: null };
  listResults('references');
  running = runInChunks(
    findReferrers(file, referred),
    (progress) => {
      // A released content gives no more results.
      if (parsed.isReleased) endResults('references');
      else search.value = { file, parsed, target, progress, found: null };
    },
    (found) => {
      running = null;
      if (found.count === 0) {
        endResults('references');
        announcement.value = `Nothing refers to ${visible(target)} in ${visible(file.name)}.`;
      } else search.value = { file, parsed, target, progress: null, found };
    },
  );
}

function cancel(): void {
  running?.stop();
  running = null;
  search.value = null;
}

export function makeReferences(): ResultsSource {
  const kinds = el('p', { class: 'results-note' });
  const stop = button('Cancel', () => endResults('references'), { class: 'button-small' });
  effect(() => {
    const now = search.value;
    // A result belongs to one content.
    if (now && !(files.value.includes(now.file) && now.file.parsed === now.parsed)) endResults('references');
  });
  effect(() => {
    const now = search.value;
    stop.hidden = now?.progress == null;
    kinds.textContent = now?.found ? summary(now.found) : '';
  });
  return {
    label: 'References',
    now: () => ({
      current: chosen.value,
      ...(search.value ? inWords(search.value) : { count: '', what: '', rows: 0 }),
    }),
    row(index) {
      const path = search.peek()?.found?.paths[index];
      const node = path === undefined ? null : search.peek()?.parsed.resolve(path);
      return node ? { offset: formatOffset(node.start), text: node.path, aside: '' } : null;
    },
    choose(index) {
      const { file, found } = search.peek() ?? {};
      const path = found?.paths[index];
      const selection = file && path !== undefined ? selectionAt(file, path) : null;
      if (!file || !selection) return;
      chosen.value = index;
      activeId.value = file.id;
      select(file, selection, 'results');
    },
    options: [kinds, stop],
    close: cancel,
  };
}

function inWords({ file, target, progress, found }: Search): Omit<ResultsNow, 'current'> {
  const what = `to ${visible(target)} in ${visible(file.name)}`;
  if (!found)
    return {
      count: `Searching… ${Math.floor((progress ?? 0) * 100)} %`,
      what: `for references ${what}`,
      rows: 0,
    };
  const cut = found.count > MAX_LISTED ? `, only the first ${formatCount(MAX_LISTED)} listed` : '';
  return { count: counted(found.count, 'reference'), what: `${what}${cut}`, rows: found.paths.length };
}

/** `Sockets.Sockets[].NodeIndex 2 · …` */
function summary({ kinds }: Referrers): string {
  return [...kinds].map(([kind, count]) => `${visible(kind)} ${formatCount(count)}`).join(' · ');
}
