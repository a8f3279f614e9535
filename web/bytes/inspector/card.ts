/** Field cards: the selection's card below the bytes with its controls, and the hover card's content. */

import { MARK_COLORS } from '../../document/bookmark.ts';
import type { Bookmark } from '../../document/bookmarks.ts';
import type { FieldFacts } from '../../document/field-facts.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { follow, type Reference } from '../../document/references.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { addValueHost } from '../../edit/value/commands.ts';
import { valueNode, whyFixed } from '../../edit/value/editable.ts';
import { editValue } from '../../edit/value/open-value.ts';
import { formatLink } from '../../explain/format-link.ts';
import { command } from '../../store/commands.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, fileText, icon, visible } from '../../ui/dom.ts';
import { COPY, DOWN, PENCIL, PLUS, TRASH, UP } from '../../ui/icons.ts';

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
 * The card below the bytes. The steps of the path are buttons that select the structures around the selection.
 * @param card the element that will hold these lines
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

/** A link to the field in the format reference, which opens in one and the same tab. */
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

/** The target of the value; a link, unless it is a skin slot, which has no bytes. */
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

// Tools of the card: editing the value, and changing an element of a list

/** Commands on an element of a list. */
const ELEMENT_TOOLS: readonly (readonly [id: string, icon: readonly string[]])[] = [
  ['edit.duplicate', COPY],
  ['edit.insert', [PLUS]],
  ['edit.up', [UP]],
  ['edit.down', [DOWN]],
  // Apart from the others (inspector.css), so that a slip of the pointer removes nothing.
  ['edit.remove', TRASH],
];

/** The path of the selected value; null when the selection is no value or cannot be changed. */
function valuePath(file: OpenFile): string | null {
  const selection = file.selection.peek();
  const node = selection && file.parsed.isEditable ? file.parsed.resolve(selection.path) : null;
  if (!node || node.start !== selection?.start || node.end !== selection.end) return null;
  return valueNode(file.parsed, node)?.path ?? null;
}

/** Edits the selected value in a card. @returns false when no value is selected */
function editIn(card: HTMLElement, back?: () => void): boolean {
  const file = activeFile.peek();
  const path = file && valuePath(file);
  if (!file || !path) return false;
  editValue({
    file,
    path,
    place: () => card.querySelector('.card-value, .card-place')?.getBoundingClientRect() ?? null,
    back: back ?? (() => card.querySelector<HTMLElement>('.card-edit')?.focus()),
  });
  return true;
}

/** Makes the value of a card editable, by double click and by command. */
export function editInCard(card: HTMLElement): void {
  addValueHost({ element: card, edit: (back) => editIn(card, back) });
  card.addEventListener('dblclick', ({ target }) => {
    if (target instanceof Element && target.closest('.card-value')) editIn(card);
  });
}

/** The button beside the value. */
function pencil(file: OpenFile, card: HTMLElement): HTMLElement[] {
  const path = valuePath(file);
  if (path === null) return [];
  return [
    button(icon(...PENCIL), () => editIn(card), {
      class: 'button-quiet card-edit',
      title: `Change ${visible(path)}`,
      'aria-label': `Change ${visible(path)}`,
    }),
  ];
}

/** The buttons of an element of a list. */
function elementTools(file: OpenFile): HTMLElement[] {
  const path = file.selection.peek()?.path ?? '';
  if (whyFixed(file) || !path.endsWith(']')) return [];
  const buttons = ELEMENT_TOOLS.map(([id, paths]) =>
    commandButton(command(id), icon(...paths), 'button-quiet'),
  );
  return [
    el('div', { class: 'card-tools', role: 'group', 'aria-label': 'The element in its list' }, ...buttons),
  ];
}
