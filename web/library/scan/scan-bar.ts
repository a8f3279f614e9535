/** Scan bar: checks all files of the library, with progress and result. */
import { counted, formatCount } from '../../explain/describe.ts';
import { spoken } from '../../store/notices.ts';
import { button, el, icon, setAttribute } from '../../ui/dom.ts';
import { CHECKLIST, CROSS } from '../../ui/icons.ts';
import { effect } from '../../ui/scope.ts';
import { checkRequest, reportRequest } from '../commands.ts';
import { isReportOpen, report, reportPanel } from './report-panel.ts';
import { cancelScan, checkAll, checkable, type Scan, scan, watchLibrary } from './scan.ts';

/**
 * Fills the bar. Must be called within a scope.
 * @param host the content of the panel, over which the report opens
 */
export function mountScanBar(box: HTMLElement, host: HTMLElement): void {
  watchLibrary();
  box.classList.add('scan-bar');
  const checkWords = el('span', {}, 'Check all');
  const check = button(icon(...CHECKLIST), start, { class: 'scan-check', 'aria-label': 'Check all' });
  check.append(checkWords);
  const progress = el('progress', { 'aria-label': 'Checking the library' });
  const words = el('span', { class: 'scan-words' });
  const cancel = button(icon(CROSS), cancelScan, {
    class: 'button-quiet',
    'aria-label': 'Cancel the check',
    title: 'Cancel the check',
  });
  const result = button('', () => (isReportOpen.value = true), { class: 'scan-result' });
  box.append(result, words, progress, cancel, check);
  checkRequest.on(start);
  reportRequest.on(() => (isReportOpen.value = true));
  effect(() => {
    const now = scan.value;
    const total = checkable.value.length;
    const { checked, unread, damaged } = report.value;
    const known = checked.length + unread.length;
    check.hidden = now !== null && !now.isQuiet;
    check.disabled = total === 0;
    const left = total - checked.length;
    setAttribute(
      check,
      'title',
      left > 0
        ? `Read ${counted(left, 'file')} and list their problems`
        : 'All files are checked: show the report',
    );
    for (const element of [progress, cancel]) element.hidden = now === null;
    words.hidden = now === null;
    result.hidden = known === 0 || now !== null;
    // Beside the result the icon is enough.
    checkWords.hidden = known > 0;
    result.textContent = resultWords(damaged, unread.length, known, total);
    result.classList.toggle('scan-damaged', damaged + unread.length > 0);
    setAttribute(result, 'title', `${result.textContent}. Show the report`);
    if (!now) return;
    progress.max = now.total;
    progress.value = now.done;
    words.textContent = progressWords(now);
  });
  // Announces the result of a requested check.
  let wasAsked = false;
  effect(() => {
    const now = scan.value;
    if (now === null && wasAsked) spoken.value = `Check: ${result.textContent}.`;
    wasAsked = now !== null && !now.isQuiet;
  });
  effect(() => {
    if (!isReportOpen.value) return;
    const panel = reportPanel();
    const behind = [...host.children].filter((child): child is HTMLElement => child instanceof HTMLElement);
    const stays = behind.filter((child) => !child.inert);
    for (const child of stays) child.inert = true;
    host.classList.add('report-host');
    host.append(panel);
    return () => {
      panel.remove();
      for (const child of stays) child.inert = false;
      result.focus();
    };
  });
}

function start(): void {
  if (!checkAll() || report.peek().checked.length === checkable.peek().length) isReportOpen.value = true;
}

/** `3 of 444 with errors`; until all are known, `120 of 444: no errors`. */
function resultWords(damaged: number, unread: number, known: number, total: number): string {
  const failed = unread > 0 ? `, ${formatCount(unread)} unreadable` : '';
  if (known < total) {
    const found = damaged > 0 ? `${formatCount(damaged)} with errors` : 'no errors';
    return `${formatCount(known)} of ${formatCount(total)}: ${found}${failed}`;
  }
  return damaged > 0
    ? `${formatCount(damaged)} of ${formatCount(total)} with errors${failed}`
    : `No errors in ${counted(total, 'file')}${failed}`;
}

/** `120 of 444, 12 s left` */
function progressWords({ done, total, remainingMs }: Scan): string {
  const left = remainingMs === null ? '' : `, ${durationWords(remainingMs)} left`;
  return `${formatCount(done)} of ${formatCount(total)}${left}`;
}

/** `8 s`, `3 min`. */
function durationWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
