/** The summary of the file: its format, its contents and its problems, in one line of any width. */

import type { Info } from '@lithoscope/core';
import { computed } from '@preact/signals-core';
import { clipCounts } from '../document/animation-clips.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { convertCommand, isConvertible, openConvert } from '../edit/open-dialogs.ts';
import { editButtons } from '../edit/panels.ts';
import {
  counted,
  countsOf,
  formatCount,
  formatMegabytes,
  identityOf,
  pluralOf,
} from '../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';
import { isSerious, verdictOf } from '../explain/verdict.ts';
import { exportMenuCommand } from '../export/commands.ts';
import { ENGINE_MARKS } from '../structure/problems/engine-line.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, fileText, icon, setAttribute } from '../ui/dom.ts';
import { nameElement } from '../ui/focus.ts';
import { ALERT } from '../ui/icons.ts';
import { showPanel } from '../ui/layout.ts';
import { effect, onResize } from '../ui/scope.ts';
import './summary.css';

/** A part of the line. */
interface Part {
  element: HTMLElement;
  /** Parts with the highest rank are hidden first when the line is too narrow; those without a rank always stay. */
  rank?: number;
}

/** Number of counts that outrank the games: pieces, nodes and animations. */
const MAIN_COUNTS = 3;

const RANK = { version: 1, consequence: 2, mainCounts: 3, lent: 5, games: 6, message: 7, counts: 8 } as const;

export function mountSummary(host: HTMLElement): void {
  let parts: Part[] = [];
  const line = el('div', { class: 'summary-line' });
  host.append(line, editButtons(), exportButton());
  // Other open files may contribute animations.
  const lent = computed(() => (activeFile.value ? clipCounts(activeFile.value).lent : ''));
  effect(() => {
    const file = activeFile.value;
    const made = file ? [identity(file), counts(file, lent.value), verdict(file)] : [];
    parts = made.flatMap((group) => group.parts);
    line.replaceChildren(...made.map(({ element }) => element));
    // In the next frame: here it would force a layout of the whole page in the middle of its update.
    const asked = requestAnimationFrame(() => leaveOut(line, parts));
    return () => cancelAnimationFrame(asked);
  });
  onResize(line, () => leaveOut(line, parts));
}

function exportButton(): HTMLButtonElement {
  const element = nameElement('export button', commandButton(exportMenuCommand, 'Export', 'export-button'));
  element.append(el('span', { 'aria-hidden': 'true' }, '▾'));
  setAttribute(element, 'aria-haspopup', 'menu');
  return element;
}

/** Hides parts until the others fit in one line. */
function leaveOut(host: HTMLElement, parts: readonly Part[]): void {
  for (const { element } of parts) element.hidden = false;
  host.classList.remove('summary-tight');
  const ranked = parts.filter((part) => part.rank !== undefined);
  const droppable = ranked.sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0));
  // Measured once, so that the line is laid out only once more.
  let excess = host.scrollWidth - host.clientWidth;
  const widths = droppable.map(({ element }) => element.getBoundingClientRect().width);
  for (const [i, { element }] of droppable.entries()) {
    if (excess <= 0) return;
    element.hidden = true;
    excess -= widths[i] ?? 0;
  }
  host.classList.toggle('summary-tight', excess > 0);
}

interface Group {
  element: HTMLElement;
  parts: Part[];
}

function group(className: string, title: string, parts: Part[]): Group {
  return { element: el('p', { class: className, title }, ...parts.map(({ element }) => element)), parts };
}

function identity(file: OpenFile): Group {
  const { info, parsed } = file;
  const { title, version, games } = identityOf(info);
  const words = [title, version, games].filter(Boolean).join(' · ');
  const parts: Part[] = [{ element: el('strong', {}, title) }];
  if (version) parts.push({ element: versionElement(file, version), rank: RANK.version });
  if (games) parts.push({ element: el('span', {}, games), rank: RANK.games });
  // A file of an unknown format has only this part: a sentence, which may wrap.
  const alone = info.format !== 'abc' && info.format !== 'dtx' && !parsed.isPartial;
  return group(alone ? 'summary-identity summary-alone' : 'summary-identity', words, parts);
}

/** The version; a button if the model can be converted. */
function versionElement(file: OpenFile, version: string): HTMLElement {
  if (!isConvertible(file)) return el('span', {}, version);
  const element = button(version, () => openConvert(file, element), {
    class: 'summary-version',
    title: `${version}: ${convertCommand.label}`,
    'aria-label': `${version}: ${convertCommand.label}`,
  });
  return element;
}

/**
 * The contents of the file, or why they are not known.
 * @param lent animations that it plays from other files, in words
 */
function counts({ info, parsed, archive }: OpenFile, lent: string): Group {
  if (archive) {
    const words = [counted(archive.entryCount, 'entry'), counted(archive.folderCount, 'folder')];
    return group(
      'summary-counts',
      words.join(' · '),
      words.map((text) => ({ element: el('span', {}, text), rank: RANK.mainCounts })),
    );
  }
  if (parsed.isPartial) {
    return group('summary-counts', PARTIALLY_LOADED, [
      { element: el('span', {}, PARTIALLY_LOADED), rank: RANK.games },
    ]);
  }
  return group('summary-counts', countWords(info, lent).join(' · '), countParts(info, lent));
}

const PARTIALLY_LOADED = `Partially loaded: it is larger than ${formatMegabytes(MAX_PARSED_BYTES)}`;

function countParts(info: Info, lent: string): Part[] {
  return countsOf(info).flatMap(({ count, noun }, i) => [
    {
      element: el('span', {}, el('strong', {}, formatCount(count)), ` ${pluralOf(noun, count)}`),
      rank: i < MAIN_COUNTS ? RANK.mainCounts + i / MAIN_COUNTS : RANK.counts + i,
    },
    ...(noun === LENT && lent !== ''
      ? [{ element: el('span', { class: 'summary-lent' }, '+ ', fileText(lent)), rank: RANK.lent }]
      : []),
  ]);
}

/** The count to which animations of other files are added. */
const LENT = 'animation';

function countWords(info: Info, lent: string): string[] {
  return countsOf(info).map(({ count, noun }) => {
    const words = `${formatCount(count)} ${pluralOf(noun, count)}`;
    return noun === LENT && lent !== '' ? `${words} + ${lent}` : words;
  });
}

/** The verdict and its consequence: a button that leads to the problems. */
function verdict(file: OpenFile): Group {
  const { severity, state, consequence, finding } = verdictOf(file.parsed);
  const answer = file.parsed.engine.verdict;
  const mark =
    isSerious(severity) && answer !== 'refused' ? { paths: ALERT, severity } : ENGINE_MARKS[answer];
  const parts: Part[] = [{ element: el('strong', { class: 'verdict-state' }, state) }];
  let words = state;
  // No game loads any other kind of file, and the left of the line already names its kind.
  if (file.model || file.texture || file.sprite || file.parsed.isPartial) {
    parts.push({ element: el('span', {}, `: ${consequence}`), rank: RANK.consequence });
    words += `: ${consequence}.`;
    const said = finding && consequence.startsWith(finding.message.slice(0, -1));
    if (severity === 'error' && finding && !said) {
      const message = el('span', { class: 'verdict-message' }, fileText(finding.message));
      parts.push({ element: message, rank: RANK.message });
      words += ` ${finding.message}`;
    }
  }
  const element = button(icon(...mark.paths), () => showPanel('problems'), {
    class: `verdict-button severity-${mark.severity}`,
    'aria-label': words,
    title: `${words}\nShow the list of problems (E)`,
  });
  element.append(...parts.map((part) => part.element));
  return { element, parts };
}
