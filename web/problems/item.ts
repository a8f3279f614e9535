/** One problem of the list: what was found, what it means, what to do, and where. */
import type { Finding, FindingPlace } from '@lithoscope/core';
import { el, fileText } from '../dom.ts';
import { formatOffset } from '../hex/geometry.ts';
import { counted, formatCount } from '../structure/describe.ts';

/** The element of a finding; the places are its buttons, in the order of `finding.places`. */
export function problemItem(finding: Finding, index: number): HTMLElement {
  const { severity, code, message, effect, remedy, count, places } = finding;
  const described = `problem-${index}`;
  const head = el(
    'p',
    { class: 'problem-head' },
    el('span', { class: `problem-severity severity-${severity}` }, severity),
    el('span', { class: 'problem-code mono' }, code),
  );
  if (count > 1) head.append(el('span', { class: 'problem-count' }, `${formatCount(count)} times`));
  const where = el(
    'div',
    { class: 'problem-places' },
    ...places.map((place) => placeButton(place, described)),
  );
  const rest = count - places.length;
  if (rest > 0) where.append(el('span', { class: 'problem-rest' }, `and ${counted(rest, 'more place')}`));
  return el(
    'li',
    { class: 'problem' },
    el('div', { id: described }, head, el('p', { class: 'problem-message' }, fileText(message))),
    ...labelled('Effect', effect),
    ...labelled('Remedy', remedy),
    where,
  );
}

function labelled(label: string, text: string): HTMLElement[] {
  if (!text) return [];
  return [el('p', { class: 'problem-detail' }, el('span', {}, label), ' ', fileText(text))];
}

function placeButton({ offset, path }: FindingPlace, described: string): HTMLElement {
  const place = el('span', { class: 'mono' }, formatOffset(offset));
  return el(
    'button',
    { type: 'button', class: 'problem-place', tabindex: -1, 'aria-describedby': described },
    place,
    ' ',
    path ? fileText(path, 'mono') : 'the file as a whole',
  );
}
