/** A typed element in one expression; the page's only helper for building DOM. */

type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string;

/**
 * Makes an HTML element. Attributes that are false or undefined are left out, true becomes an empty
 * attribute. Strings become text nodes, so text from files is safe in them.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** Text from a file: isolated, so that its direction cannot reorder what stands around it. */
export function fileText(text: string, className = ''): HTMLElement {
  return el('bdi', { class: className || undefined }, visible(text));
}

/** Control characters and marks of text direction, by which a name could pass for another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Maximum length of text that is laid out: a name may have 64 KB. */
const MAX_LENGTH = 2000;

/** Text cut to a length, with a visible sign for each invisible character. */
export function visible(text: string, maxLength = MAX_LENGTH): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replace(UNSEEN, (character) => (character.charCodeAt(0) < 0x100 ? '·' : '\ufffd'));
}

/** A push button with a visible label. */
export function button(label: Child, run: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', run);
  return element;
}

/** Maximum number of options: files may have any number of names, and browsers create all options at once. */
const MAX_OPTIONS = 1000;

/** Options of a select; after the first 1,000, the number of the others. */
export function optionsOf<T>(
  items: readonly T[],
  option: (item: T, index: number) => HTMLOptionElement,
): HTMLOptionElement[] {
  const options = items.slice(0, MAX_OPTIONS).map(option);
  const rest = items.length - options.length;
  if (rest > 0) options.push(el('option', { disabled: true }, `${rest} more are not listed`));
  return options;
}

/** A line icon on a 24 × 24 grid from SVG path data; hidden from assistive technology. */
export function icon(...paths: string[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  setAttributes(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon' });
  for (const d of paths) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

/** Sets an attribute, or removes it for false and undefined; no write if nothing changes. */
export function setAttribute(element: Element, name: string, value: Attributes[string]): void {
  if (value === undefined || value === false) {
    element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

const SVG = 'http://www.w3.org/2000/svg';

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
}
