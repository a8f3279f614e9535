/** The content of the field cards: below the bytes for the selection, and at the pointer. */

import { MARK_COLORS } from '../../document/bookmark.ts';
import type { Bookmark } from '../../document/bookmarks.ts';
import type { FieldFacts } from '../../document/field-facts.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { follow, type Reference } from '../../document/references.ts';
import { select } from '../../document/selection.ts';
import { formatLink } from '../../explain/format-link.ts';

import { button, el, fileText, visible } from '../../ui/dom.ts';
import { elementTools, pencil } from './card-tools.ts';

/** Characters of a path or value in the live region. */
const MAX_SPOKEN_LENGTH = 200;

/** The card at the pointer: a few lines without controls. */
export function hoverCard(facts: FieldFacts): HTMLElement[] {
  const path = facts.chain.at(-1)?.path ?? 'Outside all sections';
  const lines = [fileText(path, 'card-path mono')];
  if (facts.value) lines.push(fileText(facts.value, 'card-value mono'));
  if (facts.reference) lines.push(el('div', {}, '→ ', fileText(facts.reference.text)));
  lines.push(
    el('div', { class: 'card-place' }, [facts.type, facts.place, facts.inParent].filter(Boolean).join(' · ')),
  );
  return [...lines, ...explanations(facts)];
}

/**
 * The card below the bytes: the steps of the path are buttons that select the structures around.
 * @param card what holds the lines
 */
export function selectionCard(file: OpenFile, facts: FieldFacts, card: HTMLElement): HTMLElement[] {
  const crumbs = el('nav', { class: 'card-crumbs', 'aria-label': 'Path of the selection' });
  facts.chain.forEach((node, at) => {
    if (at > 0)
      crumbs.append(
        el('span', { class: 'card-separator', 'aria-hidden': 'true' }, node.index < 0 ? '›' : ''),
      );
    const { start, end, path, label } = node;
    const crumb = button(fileText(node.name), () => select(file, { start, end, path }, 'inspector'), {
      class: 'card-crumb',
      title: `Select ${visible(path)}`,
      'aria-current': at === facts.chain.length - 1 && 'location',
    });
    if (label) crumb.append(' ', fileText(label, 'card-label'));
    crumbs.append(crumb);
  });
  const lines: HTMLElement[] = [crumbs];
  const value = facts.value ? [fileText(facts.value, 'card-value card-value-large mono')] : [];
  const tools = pencil(file, card);
  if (value.length + tools.length > 0) lines.push(el('div', { class: 'card-line' }, ...value, ...tools));
  if (facts.reference) lines.push(referenceLink(facts.reference));
  const place = [facts.type, facts.place, facts.inParent].filter(Boolean).join(' · ');
  return [
    ...lines,
    el('div', { class: 'card-place' }, place),
    ...explanations(facts),
    ...referenceOfFormat(file, facts),
    ...elementTools(file),
  ];
}

/** The way to what the format reference says about the field. One tab has it, however often it is asked. */
function referenceOfFormat({ info }: OpenFile, { chain }: FieldFacts): HTMLElement[] {
  const href = formatLink(info, chain);
  if (!href) return [];
  const title = `${visible(chain.at(-1)?.name ?? '')} in the format reference`;
  return [
    el(
      'div',
      {},
      el('a', { class: 'card-link', href, target: 'lithoscope-docs', title }, 'In the format reference'),
    ),
  ];
}

/** What the value names; a skin slot has no bytes to go to. */
function referenceLink(reference: Reference): HTMLElement {
  const text = fileText(`→ ${reference.text}`);
  if (reference.path === null) return el('div', {}, text);
  const go = () => follow(reference, 'inspector');
  return el(
    'div',
    {},
    button(text, go, { class: 'card-link', title: `Go to ${visible(reference.text)} (F12)` }),
  );
}

/** The card as one sentence, for the live region. */
export function spoken(facts: FieldFacts): string {
  const node = facts.chain.at(-1);
  const parts = [
    visible(node?.path ?? 'Outside all sections', MAX_SPOKEN_LENGTH),
    facts.type,
    visible(facts.value, MAX_SPOKEN_LENGTH),
    facts.reference && `names ${visible(facts.reference.text, MAX_SPOKEN_LENGTH)}`,
    facts.place,
    ...facts.bookmarks.map(({ name }) => `bookmark ${visible(name, MAX_SPOKEN_LENGTH)}`),
    facts.finding?.message,
  ];
  return parts.filter(Boolean).join(', ');
}

function bookmarkLine({ name, note, color }: Bookmark): HTMLElement {
  const flag = el('span', { class: 'card-flag', 'aria-hidden': 'true' });
  flag.style.setProperty('--hue', `var(${MARK_COLORS[color]})`);
  const text = note ? `${name}: ${note}` : name;
  return el('div', {}, flag, el('span', { class: 'visually-hidden' }, 'Bookmark '), fileText(text));
}

function explanations({ doc, state, finding, bookmarks }: FieldFacts): HTMLElement[] {
  const lines = bookmarks.map(bookmarkLine);
  if (doc) lines.push(el('div', { class: 'card-doc' }, doc));
  if (state) lines.push(el('div', { class: 'card-doc' }, state));
  if (finding) {
    lines.push(
      el(
        'div',
        { class: `card-finding severity-${finding.severity}` },
        fileText(finding.message),
        ' ',
        fileText(finding.remedy),
      ),
    );
  }
  return lines;
}
