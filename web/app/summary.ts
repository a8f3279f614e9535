/** The line that says what the file is, how much is in it and whether it is sound. */

import type { Info } from '@lithoscope/core';
import { counted, countsOf, formatCount, formatMegabytes, identify, pluralOf } from '../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';
import { isSerious, verdictOf } from '../explain/verdict.ts';
import type { OpenFile } from '../store/open-file.ts';
import { activeFile } from '../store/state.ts';
import { goToFinding } from '../structure/problems/current.ts';
import { ENGINE_MARKS } from '../structure/problems/engine-line.ts';
import { button, el, fileText, icon } from '../ui/dom.ts';
import { ALERT } from '../ui/icons.ts';
import { showProblems } from '../ui/layout.ts';
import { effect } from '../ui/scope.ts';
import './summary.css';

export function mountSummary(host: HTMLElement): void {
  effect(() => {
    const file = activeFile.value;
    const troubled = file !== null && isSerious(verdictOf(file.parsed).severity);
    host.classList.toggle('summary-troubled', troubled);
    host.replaceChildren(...(file ? [identity(file), contents(file), verdict(file)] : []));
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

/** How much is in the file, or why that is not said. */
function contents({ info, parsed }: OpenFile): HTMLElement {
  return parsed.isPartial ? el('p', { class: 'summary-bytes-only' }, PARTIALLY_LOADED) : counts(info);
}

const PARTIALLY_LOADED = `Partially loaded: it is larger than ${formatMegabytes(MAX_PARSED_BYTES)}`;

function counts(info: Info): HTMLElement {
  const list = el('ul', { class: 'summary-counts' });
  for (const { count, noun } of countsOf(info)) {
    list.append(el('li', {}, el('strong', {}, formatCount(count)), ` ${pluralOf(noun, count)}`));
  }
  return list;
}

/** Whether the file is sound; leads to the findings. */
function verdict(file: OpenFile): HTMLElement {
  const { findings, findingsTruncated } = file.parsed;
  const { severity, text, finding } = verdictOf(file.parsed);
  const answer = file.parsed.engine.verdict;
  const mark =
    isSerious(severity) && answer !== 'refused' ? { paths: ALERT, severity } : ENGINE_MARKS[answer];
  const element = el('div', { class: `verdict severity-${mark.severity}` });
  // What is no model, texture or sprite is not damaged, and what it is stands at the left already.
  if (file.model || file.texture || file.sprite) {
    const words = severity === 'error' && finding ? `${text}. ${finding.message}` : text;
    const opener = button(icon(...mark.paths), showProblems, {
      class: 'verdict-button',
      title: `${words}\nShow the list of problems`,
    });
    opener.append(el('span', { class: 'verdict-text' }, fileText(words)));
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
