/** One problem of the list: what was found, what it means, what to do, and where. */

import type { Finding, FindingPlace } from '@lithoscope/core';
import { counted, formatCount } from '../../explain/describe.ts';
import { formatOffset } from '../../explain/hex.ts';
import { el, fileText, visible } from '../../ui/dom.ts';

/** The element of a finding; its buttons are the places, in the order of `finding.places`. */
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
  return el(
    'li',
    { class: 'problem' },
    el('div', { id: described }, head, el('p', {}, fileText(message))),
    ...labelled('Effect', effect),
    ...labelled('Remedy', remedy),
    ...places.slice(0, 1).map((place) => firstPlace(place, described)),
    ...furtherPlaces(finding, described),
  );
}

function labelled(label: string, text: string): HTMLElement[] {
  if (!text) return [];
  return [el('p', { class: 'problem-detail' }, el('span', {}, label), ' ', fileText(text))];
}

/** The button of a place; Tab reaches it when one stands on the problem. */
function placeButton(
  { offset, path }: FindingPlace,
  described: string,
  ...rest: (Node | string)[]
): HTMLElement {
  const place = formatOffset(offset);
  return el(
    'button',
    {
      type: 'button',
      class: 'problem-place mono',
      tabindex: -1,
      title: path && `Select ${visible(path)}`,
      'aria-label': path && `${place} ${visible(path)}`,
      'aria-describedby': described,
    },
    el('span', { class: 'problem-offset' }, place),
    ...rest,
  );
}

function firstPlace(place: FindingPlace, described: string): HTMLElement {
  return placeButton(place, described, ' ', place.path ? fileText(place.path) : 'the file as a whole');
}

/** Where else it was found: offsets to choose from, and how many places there are besides. */
function furtherPlaces({ places, count }: Finding, described: string): HTMLElement[] {
  if (count <= 1) return [];
  const buttons = places.slice(1).map((place) => placeButton(place, described));
  const line = el('p', { class: 'problem-further' }, el('span', {}, 'Also at'), ...buttons);
  const rest = count - places.length;
  if (rest > 0) line.append(el('span', {}, counted(rest, 'more place')));
  return [line];
}
