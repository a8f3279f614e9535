/** The commands of bookmarks. */

import { MAX_BOOKMARKS } from '../../document/bookmark.ts';
import { bookmarkSelection, bookmarksOf, nextBookmark } from '../../document/bookmarks.ts';
import { rangeBetween } from '../../document/caret.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { showBytes } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';
import { showAnalysis } from '../analysis/current.ts';

const hasFile = () => activeFile.value !== null;
const hasSelection = () => (activeFile.value?.selection.value ?? null) !== null;
const hasBookmarks = () => activeFile.value !== null && bookmarksOf(activeFile.value).length > 0;

/** To edit the bookmark of an id in the view *Bookmarks*. */
export const editRequests = new PanelRequest<number>();

function add(): void {
  const file = activeFile.peek();
  const selection = file?.selection.peek();
  if (!file || !selection) return;
  const { start, end } = selection;
  const known = bookmarksOf(file).find((mark) => mark.start === start && mark.end === end);
  const mark = known ?? bookmarkSelection(file, selection);
  if (!mark) {
    announcement.value = `A file can have ${MAX_BOOKMARKS} bookmarks: delete one first.`;
    return;
  }
  showAnalysis('bookmarks');
  editRequests.send(mark.id);
}

function step(direction: 1 | -1): void {
  const file = activeFile.peek();
  if (!file) return;
  const marks = bookmarksOf(file);
  const from = file.selection.peek()?.start ?? file.caret.peek().offset;
  const mark = nextBookmark(marks, from, direction);
  if (!mark) return;
  showBytes();
  select(file, rangeBetween(file.parsed, mark.start, mark.end - 1), 'analysis');
  announcement.value = `${mark.name || formatOffset(mark.start)}: bookmark ${marks.indexOf(mark) + 1} of ${marks.length}`;
}

export const bookmarkCommands: readonly Command[] = [
  {
    id: 'bookmarks.add',
    label: 'Bookmark the selected bytes',
    group: 'Go',
    key: 'b',
    enabled: hasSelection,
    run: add,
  },
  {
    id: 'bookmarks.next',
    label: 'Next bookmark',
    group: 'Go',
    key: 'Ctrl+F2',
    enabled: hasBookmarks,
    run: () => step(1),
  },
  {
    id: 'bookmarks.previous',
    label: 'Previous bookmark',
    group: 'Go',
    key: 'Ctrl+Shift+F2',
    enabled: hasBookmarks,
    run: () => step(-1),
  },
  {
    id: 'analysis.bookmarks',
    label: 'List the bookmarks',
    group: 'View',
    enabled: hasFile,
    run: () => showAnalysis('bookmarks'),
  },
];
