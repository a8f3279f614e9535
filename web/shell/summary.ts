/** The line that says what the file is, how much is in it and whether it is sound. */
import type { Finding } from '@lithoscope/core';
import { effect } from '@preact/signals-core';
import { button, el, fileText, icon } from '../dom.ts';
import { formatOffset } from '../hex/geometry.ts';
import { activeFile, type OpenFile, select } from '../state.ts';
import { counted, countsOf, formatCount, identify, verdictOf } from '../structure/describe.ts';
import { selectionOf } from '../structure/marks.ts';
import { ALERT, CHECK } from './icons.ts';

export function mountSummary(host: HTMLElement): void {
  const list = findingsList();
  document.body.append(list);
  effect(() => {
    const file = activeFile.value;
    list.hidePopover();
    const damaged = file?.abc.findings.some(({ severity }) => severity === 'error') ?? false;
    host.classList.toggle('summary-damaged', damaged);
    host.replaceChildren(...(file ? [identity(file), counts(file), verdict(file, list)] : []));
  });
}

function identity({ info }: OpenFile): HTMLElement {
  const { title, version, games } = identify(info);
  const element = el('p', { class: 'summary-identity' }, el('strong', {}, title));
  for (const part of [version, games]) {
    if (part) element.append(el('span', { class: part === games ? 'summary-games' : '' }, part));
  }
  return element;
}

function counts({ info }: OpenFile): HTMLElement {
  const list = el('ul', { class: 'summary-counts' });
  for (const { count, noun } of countsOf(info)) {
    const words = counted(count, noun).slice(formatCount(count).length);
    list.append(el('li', {}, el('strong', {}, formatCount(count)), words));
  }
  return list;
}

function verdict(file: OpenFile, list: HTMLElement): HTMLElement {
  const { findings, findingsTruncated, info } = file.abc;
  const { severity, text, finding } = verdictOf(findings, findingsTruncated);
  const serious = severity === 'error' || severity === 'warning';
  const element = el('div', { class: `verdict severity-${serious ? severity : 'ok'}` });
  // What is no model is not damaged, and what it is stands at the left already.
  if (info.format === 'abc') {
    const words = severity === 'error' ? `Damaged: ${text}` : text;
    element.append(
      serious ? icon(...ALERT) : icon(CHECK),
      el('span', { class: 'verdict-text', title: words }, fileText(words)),
    );
  }
  if (severity === 'error' && finding) {
    element.append(button('Show', () => goTo(file, finding), { class: 'button-small' }));
  }
  if (findings.length > 0) {
    const count = formatCount(findings.length);
    const label = findingsTruncated ? `${count}+ findings` : counted(findings.length, 'finding');
    const opener = el('button', { type: 'button', class: 'button-small' }, label);
    opener.popoverTargetElement = list;
    element.append(opener);
  }
  return element;
}

/** The findings of the active file; filled when it opens. */
function findingsList(): HTMLElement {
  const list = el('div', { class: 'findings', popover: 'auto', role: 'region', 'aria-label': 'Findings' });
  list.addEventListener('beforetoggle', (event) => {
    const file = activeFile.value;
    if (event.newState === 'open' && file) list.replaceChildren(findingItems(file, list));
  });
  list.addEventListener('toggle', (event) => {
    const opener = document.querySelector('.verdict button:last-child');
    if (event.newState !== 'open' || !opener) return;
    const { right, bottom } = opener.getBoundingClientRect();
    list.style.top = `${bottom + 6}px`;
    list.style.left = `${Math.max(8, right - list.offsetWidth)}px`;
  });
  return list;
}

function findingItems(file: OpenFile, list: HTMLElement): HTMLElement {
  const items = file.abc.findings.map((finding) => {
    const choose = () => {
      list.hidePopover();
      goTo(file, finding);
    };
    const item = button(findingText(finding), choose, { class: `finding severity-${finding.severity}` });
    return el('li', {}, item);
  });
  return el('ul', {}, ...items);
}

function findingText({ severity, message, remedy, offset, path, count }: Finding): HTMLElement {
  const place = path ? `${path} · ${formatOffset(offset)}` : formatOffset(offset);
  const times = count > 1 ? ` · ${formatCount(count)} times` : '';
  return el(
    'span',
    {},
    el('span', { class: 'finding-severity' }, severity),
    fileText(message, 'finding-message'),
    fileText(remedy, 'finding-remedy'),
    fileText(`${place}${times}`, 'finding-place mono'),
  );
}

function goTo(file: OpenFile, finding: Finding): void {
  const selection = selectionOf(file, finding);
  if (selection) select(file, selection);
}
