/** The line that says what the file is, how much is in it and whether it is sound. */
import { effect } from '@preact/signals-core';
import { button, el, fileText, icon } from '../dom.ts';
import { goToFinding } from '../problems/current.ts';
import { activeFile, type OpenFile } from '../state.ts';
import { counted, countsOf, formatCount, identify, verdictOf } from '../structure/describe.ts';
import { ALERT, CHECK } from './icons.ts';
import { showProblems } from './layout.ts';
import './summary.css';

export function mountSummary(host: HTMLElement): void {
  effect(() => {
    const file = activeFile.value;
    const damaged = file?.abc.findings.some(({ severity }) => severity === 'error') ?? false;
    host.classList.toggle('summary-damaged', damaged);
    host.replaceChildren(...(file ? [identity(file), counts(file), verdict(file)] : []));
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

/** Whether the file is sound; leads to the findings. */
function verdict(file: OpenFile): HTMLElement {
  const { findings, findingsTruncated, info } = file.abc;
  const { severity, text: said, finding } = verdictOf(findings, findingsTruncated);
  const serious = severity === 'error' || severity === 'warning';
  const element = el('div', { class: `verdict severity-${serious ? severity : 'ok'}` });
  // What is no model is not damaged, and what it is stands at the left already.
  if (info.format === 'abc') {
    const words = severity === 'error' ? `Damaged: ${said}` : said;
    const text = el('span', { class: 'verdict-text' }, fileText(words));
    const opener = button(serious ? icon(...ALERT) : icon(CHECK), showProblems, {
      class: 'verdict-button',
      title: `${words}\nShow the list of problems`,
    });
    opener.append(text);
    element.append(opener);
  }
  if (severity === 'error' && finding) {
    element.append(button('Show', () => goToFinding(file, finding), { class: 'button-small' }));
  }
  if (findings.length > 0) {
    const count = formatCount(findings.length);
    const label = findingsTruncated ? `${count}+ findings` : counted(findings.length, 'finding');
    element.append(
      button(label, showProblems, { class: 'button-small', title: 'Show the list of problems' }),
    );
  }
  return element;
}
