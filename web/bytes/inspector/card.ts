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
import { BOOKMARK, COPY, DOWN, MORE, PENCIL, PLUS, REFERENCES, TRASH, UP } from '../../ui/icons.ts';
import { commandItem, menuButton, openMenu } from '../../ui/menu.ts';

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
  const crumbs = facts.chain.map((node, at) => crumb(file, node, at === facts.chain.length - 1));
  const last = crumbs.pop() ?? el('span', {}, 'Outside all sections');
  const steps = crumbs.flatMap((step, at) => {
    // An element follows its list without a sign.
    const isElement = (facts.chain[at]?.index ?? -1) >= 0;
    if (at === 0 || isElement) return [step];
    return [el('span', { class: 'card-separator', 'aria-hidden': 'true' }, '›'), step];
  });
  const path = el(
    'nav',
    { class: 'card-crumbs', 'aria-label': 'Path of the selection', hidden: steps.length === 0 },
    ...steps,
  );
  const title = el('div', { class: 'card-head' }, el('h3', { class: 'card-title' }, last), tools(file));
  const value = valueLine(file, facts, card);
  const place = [facts.type, facts.place].filter(Boolean).join(', ');
  const line = el(
    'div',
    { class: 'card-small' },
    el('span', { class: 'card-place' }, [place, facts.inParent].filter(Boolean).join(' · ')),
    ...referenceOfFormat(file, facts),
  );
  return [path, title, ...value, ...explanations(facts), line];
}

/** A step of the path. */
function crumb(file: OpenFile, node: FieldFacts['chain'][number], isLast: boolean): HTMLElement {
  const { start, end, path, name, label } = node;
  const element = button(fileText(name), () => select(file, { start, end, path }, 'inspector'), {
    class: 'card-crumb',
    title: `Select ${visible(path)}`,
    'aria-current': isLast && 'location',
  });
  if (label) element.append(' ', fileText(label, 'card-label'));
  return element;
}

/** The value with the button that changes it, and what it refers to. */
function valueLine(file: OpenFile, { value, reference }: FieldFacts, card: HTMLElement): HTMLElement[] {
  const edit = pencil(file, card);
  const shown: HTMLElement[] = value ? [fileText(value, 'card-value mono'), ...edit] : edit;
  const parts: HTMLElement[] =
    shown.length > 0 ? [el('div', { class: edit.length > 0 ? 'card-box' : undefined }, ...shown)] : [];
  if (reference) parts.push(referenceLink(reference));
  return parts.length > 0 ? [el('div', { class: 'card-line' }, ...parts)] : [];
}

/** A link to the field in the format reference, which opens in one and the same tab. */
function referenceOfFormat({ info }: OpenFile, { chain }: FieldFacts): HTMLElement[] {
  const href = formatLink(info, chain);
  if (!href) return [];
  const title = `${visible(chain.at(-1)?.name ?? '')} in the format reference`;
  return [el('a', { class: 'card-link', href, target: 'lithoscope-docs', title }, 'Format reference')];
}

/** The target of the value; a link, unless it is a skin slot, which has no bytes. */
function referenceLink(reference: Reference): HTMLElement {
  const text = fileText(`→ ${reference.text}`);
  if (reference.path === null) return el('div', {}, text);
  const go = () => follow(reference, 'inspector');
  return button(text, go, { class: 'card-link', title: `Go to ${visible(reference.text)} (F12)` });
}

/** The card as one sentence, for the live region. */
export function spoken(facts: FieldFacts): string {
  const node = facts.chain.at(-1);
  const parts = [
    visible(node?.path ?? 'Outside all sections', MAX_SPOKEN_LENGTH),
    facts.type,
    visible(facts.value, MAX_SPOKEN_LENGTH),
    facts.reference && `refers to ${visible(facts.reference.text, MAX_SPOKEN_LENGTH)}`,
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

// Tools of the card: references, bookmark, the element in its list, and editing the value

/** Commands on an element of a list, those that belong together side by side. */
const ELEMENT_COMMANDS: readonly (readonly (readonly [id: string, icon: readonly string[]])[])[] = [
  [
    ['edit.duplicate', COPY],
    ['edit.insert', [PLUS]],
  ],
  [
    ['edit.up', [UP]],
    ['edit.down', [DOWN]],
  ],
  // Apart from the others, so that a slip of the pointer removes nothing.
  [['edit.remove', TRASH]],
];

function tools(file: OpenFile): HTMLElement {
  const isElement = whyFixed(file) === '' && (file.selection.peek()?.path ?? '').endsWith(']');
  const openElement = (at: HTMLElement) =>
    openMenu(
      'The element in its list',
      ELEMENT_COMMANDS.map((items) => items.map(([id, paths]) => commandItem(id, { icon: paths }))),
      at,
    );
  const element = isElement
    ? [menuButton([icon(...MORE)], 'The element in its list', openElement, 'button-quiet card-more')]
    : [];
  return el(
    'div',
    { class: 'card-tools' },
    ...element,
    commandButton(command('go.references'), icon(...REFERENCES), 'button-quiet'),
    commandButton(command('bookmarks.add'), icon(BOOKMARK), 'button-quiet'),
  );
}

/** The path of the selected value, or of the one that holds the selection; null without one, or if it cannot be changed. */
function valuePath(file: OpenFile): string | null {
  const selection = file.selection.peek();
  const node = selection && file.parsed.isEditable ? file.parsed.resolve(selection.path) : null;
  const isWhole = node?.start === selection?.start && node?.end === selection?.end;
  if (!node || (!isWhole && node.kind !== 'leaf')) return null;
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
    place: () => card.querySelector('.card-value, .card-box, .card-place')?.getBoundingClientRect() ?? null,
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
