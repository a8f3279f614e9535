/** The comparison of two folders or archives: which, what is different, and saving that. */
import { type Signal, signal } from '@preact/signals-core';
import type { ContentsEntry, ContentsKind } from '../../archive/compare-contents.ts';
import {
  changeSentence,
  contentsCounts,
  contentsCsv,
  contentsHtml,
  contentsJson,
  contentsText,
} from '../../archive/contents-report.ts';
import { formatCount } from '../../explain/describe.ts';
import { CSV_TYPE } from '../../lib/csv.ts';
import { isWithdrawn } from '../../lib/reason.ts';
import type { LibraryPart } from '../../library/commands.ts';
import { compareFiles, openFiles } from '../../library/open.ts';
import { reasonOf } from '../../store/core.ts';
import { librarySources } from '../../store/library.ts';
import { announcement } from '../../store/notices.ts';
import { saveBlob } from '../../ui/clipboard.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { isSamePart, libraryParts, nameOf } from './parts.ts';
import { type Compared, compareParts } from './run.ts';
import './contents.css';

/** Rows that are shown; saved reports have all. */
const MAX_ROWS = 1000;

const KINDS: readonly ContentsKind[] = ['added', 'removed', 'moved', 'changed'];

/** The last result, so that the list is there again after a look at two files. */
let last: { readonly sides: readonly [LibraryPart, LibraryPart]; readonly result: Compared } | null = null;
/** The row that was opened last. */
let lastRow = -1;
const hidden: Signal<ReadonlySet<ContentsKind>> = signal(new Set());

/** @param part the left side; null: the sides of the last comparison */
export function openContents(part: LibraryPart | null): void {
  const sources = librarySources.peek();
  if (last?.sides.some(({ source }) => !sources.includes(source))) last = null;
  if (part && last && !isSamePart(last.sides[0], part)) last = null;
  openDialog({
    class: 'contents-report',
    title: 'Compare folders or archives',
    stays: true,
    build: (dialog) => build(dialog, part),
  });
}

function build(dialog: Dialog, part: LibraryPart | null): readonly Node[] {
  const parts = libraryParts();
  const first = part ?? last?.sides[0] ?? parts[0];
  const other =
    last?.sides[1] ??
    parts.find(({ source, folder }) => source !== first?.source && folder === first?.folder) ??
    parts.find(({ source }) => source !== first?.source) ??
    parts.find((one) => first && !isSamePart(one, first));
  const left = choice('Left', parts, first);
  const right = choice('Right', parts, other);
  const result: Signal<Compared | null> = signal(last?.result ?? null);
  const status = el('p', { class: 'contents-status', role: 'status' });
  const bar = el('progress', { 'aria-label': 'Comparing', hidden: true });
  let running: AbortController | null = null;
  onEnd(() => running?.abort());
  const start = button('Compare', () => void run(), { class: 'button-action' });
  const run = async () => {
    if (running) {
      running.abort();
      return;
    }
    const sides = [parts[left.selectedIndex], parts[right.selectedIndex]] as const;
    const [a, b] = sides;
    if (!a || !b) return;
    const controller = new AbortController();
    running = controller;
    result.value = null;
    start.textContent = 'Cancel';
    bar.hidden = false;
    try {
      const say = (words: string, share: number | null) => {
        status.textContent = visible(words, 120);
        if (share === null) bar.removeAttribute('value');
        else bar.value = share;
      };
      const compared = await compareParts(a, b, say, controller.signal);
      last = { sides: [a, b], result: compared };
      lastRow = -1;
      result.value = compared;
    } catch (error) {
      status.textContent = isWithdrawn(error) ? 'Cancelled.' : visible(reasonOf(error));
    } finally {
      running = null;
      start.textContent = 'Compare';
      bar.hidden = true;
    }
  };
  const table = el('div', { class: 'contents-table', tabindex: -1 });
  const filters = el('div', { class: 'contents-filters', role: 'group', 'aria-label': 'Changes shown' });
  const saving = el('div', { class: 'contents-save', role: 'group', 'aria-label': 'Save the list' });
  effect(() => {
    const compared = result.value;
    filters.hidden = saving.hidden = table.hidden = !compared;
    if (!compared) return;
    const { comparison } = compared;
    status.textContent = comparison.same
      ? 'The files are the same, byte for byte.'
      : contentsCounts(comparison);
    filters.replaceChildren(...KINDS.map((kind) => filter(kind, comparison.counts[kind])));
    saving.replaceChildren('Save as', ...saveButtons(compared));
  });
  effect(() => {
    if (result.value) table.replaceChildren(...tableOf(result.value, dialog));
  });
  queueMicrotask(() => table.querySelector<HTMLElement>(`[data-row="${lastRow}"]`)?.focus());
  const choices = el('div', { class: 'contents-choices' }, side('Left', left), side('Right', right), start);
  return [choices, status, bar, filters, table, saving];
}

function side(words: string, select: HTMLElement): HTMLElement {
  return el('label', {}, words, select);
}

function choice(
  label: string,
  parts: readonly LibraryPart[],
  chosen: LibraryPart | undefined,
): HTMLSelectElement {
  const select = el(
    'select',
    { 'aria-label': label },
    ...parts.map((part) => el('option', {}, visible(nameOf(part), 80))),
  );
  const at = parts.findIndex((part) => chosen && isSamePart(part, chosen));
  select.selectedIndex = Math.max(0, at);
  return select;
}

function filter(kind: ContentsKind, count: number): HTMLElement {
  const toggle = button(
    `${formatCount(count)} ${kind}`,
    () => {
      const next = new Set(hidden.peek());
      if (!next.delete(kind)) next.add(kind);
      hidden.value = next;
    },
    { class: `button-small contents-${kind}` },
  );
  effect(() => setAttribute(toggle, 'aria-pressed', String(!hidden.value.has(kind))));
  return toggle;
}

/** Labels, endings and contents of the saved list. */
function saveButtons({ comparison }: Compared): HTMLElement[] {
  const formats: readonly (readonly [string, string, string, () => string])[] = [
    ['Text', 'txt', 'text/plain;charset=utf-8', () => contentsText(comparison)],
    ['CSV', 'csv', CSV_TYPE, () => contentsCsv(comparison)],
    ['JSON', 'json', 'application/json', () => contentsJson(comparison)],
    ['HTML', 'html', 'text/html;charset=utf-8', () => contentsHtml(comparison)],
  ];
  return formats.map(([label, ending, type, content]) =>
    button(label, () => saveBlob(`comparison.${ending}`, new Blob([content()], { type })), {
      class: 'button-small',
    }),
  );
}

function tableOf(compared: Compared, dialog: Dialog): Node[] {
  const { comparison, pairs } = compared;
  const shown = comparison.files.filter(({ kind }) => !hidden.value.has(kind));
  if (shown.length === 0) return [];
  const body = shown.slice(0, MAX_ROWS).map((entry) => {
    const row = comparison.files.indexOf(entry);
    const open = () => {
      lastRow = row;
      dialog.close();
      void show(compared, entry);
    };
    const isPair = pairs.get(entry)?.every((file) => file !== null);
    const path = button(fileText(entry.right ?? entry.left ?? '', 'contents-file'), open, {
      class: 'link contents-path-link',
      'data-row': row,
      title: isPair ? 'Compare both files' : 'Open the file',
    });
    return el(
      'tr',
      {},
      el('td', { class: `contents-kind contents-${entry.kind}` }, entry.kind),
      el('td', {}, path),
      el('td', { class: 'contents-what' }, visible(changeSentence(entry), 300)),
    );
  });
  const heads = ['Change', 'File', 'What changed'].map((words) => el('th', { scope: 'col' }, words));
  const more = shown.length - body.length;
  return [
    el('table', {}, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...body)),
    ...(more > 0
      ? [el('p', {}, `${formatCount(more)} more are not listed here: the saved list contains all of them.`)]
      : []),
  ];
}

/** Opens the comparison of both files, or the only one. */
async function show({ pairs }: Compared, entry: ContentsEntry): Promise<void> {
  const files = (pairs.get(entry) ?? []).flatMap((one) => (one ? [one.file] : []));
  if (files.length === 2) await compareFiles(files);
  else await openFiles(files);
  announcement.value = {
    text: 'The comparison of the folders is kept.',
    action: { label: 'Back to the list', run: () => openContents(null) },
  };
}
