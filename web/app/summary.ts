/** What the current file is and holds: two quiet lines at the top of the outline. */

import type { Info } from '@lithoscope/core';
import { computed } from '@preact/signals-core';
import { clipCounts } from '../document/animation-clips.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { convertCommand, isConvertible, openConvert } from '../edit/open-dialogs.ts';
import {
  type Count,
  counted,
  countsOf,
  formatCount,
  formatMegabytes,
  identityOf,
  pluralOf,
} from '../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';
import { verdictOf } from '../explain/verdict.ts';
import { button, el, fileText, setAttribute } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import './summary.css';
import { isReadFormat, whyReadOnly } from '../explain/formats.ts';

/** Builds the lines, which stand at the top of the outline. */
export function summary(): HTMLElement {
  const element = el('section', { class: 'summary', 'aria-label': 'Summary of the file' });
  // Other open files may contribute animations.
  const lent = computed(() => (activeFile.value ? clipCounts(activeFile.value).lent : ''));
  effect(() => {
    const file = activeFile.value;
    element.hidden = !file;
    if (!file) return;
    const { title, version, games } = identityOf(file.info);
    const parts = countParts(file, lent.value);
    const name = [title, version, games].filter(Boolean).join(' · ');
    setAttribute(element, 'title', [name, parts.map((part) => part.textContent).join(' · ')].join('\n'));
    element.replaceChildren(
      identity(file),
      el('p', { class: 'summary-counts' }, ...parts),
      ...errorLine(file),
    );
  });
  return element;
}

/** Above the view of a narrow page: why there is nothing to see. */
export function unreadableLine(): HTMLElement {
  const element = el('p', { class: 'unreadable-line' });
  effect(() => {
    const file = activeFile.value;
    element.hidden = !file || !isUnreadable(file);
    if (file && !element.hidden)
      element.replaceChildren(fileText(file.name), `: ${identityOf(file.info).title}.`);
  });
  return element;
}

const isUnreadable = ({ info, parsed, archive }: OpenFile) =>
  !archive && !parsed.isPartial && !isReadFormat(info.format);

function identity(file: OpenFile): HTMLElement {
  const { title, version, games } = identityOf(file.info);
  // Games name the engine well enough.
  const readOnly = !file.parsed.isEditable && whyReadOnly(file.info.format) ? 'read-only' : '';
  const words = [games === '' ? title : '', version, readOnly, games].filter(Boolean);
  const parts = words.map((text) =>
    text === version ? versionElement(file, version) : el('span', {}, text),
  );
  return el('p', { class: isUnreadable(file) ? 'summary-sentence' : 'summary-identity' }, ...parts);
}

/** The version; a button if the model can be converted. */
function versionElement(file: OpenFile, version: string): HTMLElement {
  if (!isConvertible(file)) return el('span', { class: 'summary-version' }, version);
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
function countParts({ info, parsed, archive }: OpenFile, lent: string): HTMLElement[] {
  if (archive) {
    return [
      el('span', {}, counted(archive.entryCount, 'entry')),
      el('span', {}, counted(archive.folderCount, 'folder')),
    ];
  }
  if (parsed.isPartial) return [el('span', {}, PARTIALLY_LOADED)];
  return inOrder(info).map(({ count, noun }) =>
    el(
      'span',
      {},
      el('strong', {}, formatCount(count)),
      ` ${pluralOf(noun, count)}`,
      ...(noun === LENT && lent !== '' ? [' + ', fileText(lent)] : []),
    ),
  );
}

const PARTIALLY_LOADED = `Partially loaded: the file is larger than ${formatMegabytes(MAX_PARSED_BYTES)}`;

/** The count to which animations of other files are added. */
const LENT = 'animation';

/** What the tabs do not count comes first: the second line has room for few. */
function inOrder(info: Info): Count[] {
  const isSize = ({ noun }: Count) => noun === 'face' || noun === 'vertex';
  return countsOf(info).toSorted((a, b) => Number(isSize(b)) - Number(isSize(a)));
}

/** The worst error, in its own words. */
function errorLine({ parsed }: OpenFile): HTMLElement[] {
  const { severity, finding } = verdictOf(parsed);
  if (severity !== 'error' || !finding) return [];
  return [el('p', { class: 'summary-error severity-error' }, fileText(finding.message))];
}
