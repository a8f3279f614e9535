/** The view *References*: every field that refers to the selection. */
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
import { showAnalysis } from './current.ts';
import { ResultList } from './list.ts';

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
let running: Running | null = null;

/** Searches the active file for references to the selection, and shows them. */
export function findReferences(): void {
  const file = activeFile.peek();
  const selection = file?.selection.peek();
  if (!file || !selection) {
    announcement.value = 'Select what is referred to: a section, node, vertex or animation.';
    return;
  }
  const { parsed } = file;
  if (parsed.isPartial) {
    announcement.value = 'The file is partially loaded: what refers to a part cannot be searched in it.';
    return;
  }
  const referred = referredAt(file, selection.path);
  const node = referred && parsed.resolve(referred.path);
  if (!referred || !node) {
    announcement.value = 'No field can name this. Fields name sections, nodes, vertices and animations.';
    return;
  }
  const target = nameOf(node);
  running?.stop();
  search.value = { file, parsed, target, progress: 0, found: null };
  showAnalysis('references');
  running = runInChunks(
    findReferrers(file, referred),
    (progress) => {
      // A released content gives no more results.
      if (parsed.isReleased) cancel();
      else search.value = { file, parsed, target, progress, found: null };
    },
    (found) => {
      running = null;
      search.value = { file, parsed, target, progress: null, found };
      announcement.value = `${counted(found.count, 'reference')} to ${visible(target)}`;
    },
  );
}

function cancel(): void {
  running?.stop();
  running = null;
  search.value = null;
}

export function mountReferences(host: HTMLElement): void {
  const words = el('p', { class: 'analysis-note', role: 'status' });
  const kinds = el('p', { class: 'analysis-note' });
  const stop = button('Cancel', cancel, { class: 'button-small' });
  const list = new ResultList({
    label: 'References',
    row: (index) => {
      const path = search.peek()?.found?.paths[index];
      const node = path === undefined ? null : search.peek()?.parsed.resolve(path);
      return node ? { offset: formatOffset(node.start), text: node.path, aside: '' } : null;
    },
    choose: (index) => {
      const { file, found } = search.peek() ?? {};
      const path = found?.paths[index];
      const selection = file && path !== undefined ? selectionAt(file, path) : null;
      if (!file || !selection) return;
      activeId.value = file.id;
      select(file, selection, 'analysis');
    },
  });
  host.append(el('div', { class: 'analysis-bar' }, words, stop), kinds, list.element);
  effect(() => {
    const now = search.value;
    // A result belongs to one content.
    if (now && !(files.value.includes(now.file) && now.file.parsed === now.parsed)) cancel();
  });
  effect(() => {
    const now = search.value;
    stop.hidden = now?.progress == null;
    list.setCount(now?.found?.paths.length ?? 0);
    list.mark(-1);
    words.textContent = now ? sentence(now) : HINT;
    kinds.textContent = now?.found ? summary(now.found) : '';
    kinds.hidden = kinds.textContent === '';
  });
}

const HINT =
  'Select a section, node, vertex or animation, then press Shift+F12: every field that names it is listed here.';

function sentence({ file, target, progress, found }: Search): string {
  const what = `${visible(target)} in ${visible(file.name)}`;
  if (progress !== null || !found)
    return `Searching for what refers to ${what} … ${Math.floor((progress ?? 0) * 100)} %`;
  if (found.count === 0) return `Nothing refers to ${what}.`;
  const cut = found.count > MAX_LISTED ? `, the first ${formatCount(MAX_LISTED)} listed` : '';
  return `${counted(found.count, 'field')} ${found.count === 1 ? 'names' : 'name'} ${what}${cut}.`;
}

/** `Sockets.Sockets[].NodeIndex 2 · …` */
function summary({ kinds }: Referrers): string {
  return [...kinds].map(([kind, count]) => `${visible(kind)} ${formatCount(count)}`).join(' · ');
}
