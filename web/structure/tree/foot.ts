/** The foot of the tree: the array around the focus, with a jump to an element and its table. */

import type { StructureNode } from '@lithoscope/core';
import { typeText } from '../../document/field-facts.ts';
import { button, el, fileText } from '../../ui/dom.ts';
import { keyLabel } from '../../ui/keyboard.ts';

interface FootEvents {
  /** Go to an element. */
  jump(array: StructureNode, index: number): void;
  /** Show the elements as a table. */
  table(array: StructureNode): void;
  /** The focus should move to the rows. */
  leave(): void;
}

export class TreeFoot {
  readonly element: HTMLElement;
  readonly #name = el('span', { class: 'tree-foot-name' });
  readonly #input = el('input', {
    type: 'text',
    inputmode: 'numeric',
    class: 'tree-jump mono',
    autocomplete: 'off',
  });
  readonly #table: HTMLButtonElement;
  #array: StructureNode | null = null;

  constructor(readonly events: FootEvents) {
    this.#table = button('Table', () => this.#array && events.table(this.#array), {
      class: 'button-small',
      title: `Show the elements as a table (${keyLabel('Ctrl+Enter')})`,
    });
    this.element = el('div', { class: 'tree-foot' }, this.#name, this.#input, this.#table);
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    this.#input.addEventListener('input', () => this.#input.removeAttribute('aria-invalid'));
    this.show(null);
  }

  /** Shows the tools for an array. */
  show(array: StructureNode | null): void {
    if (array?.path === this.#array?.path && array?.count === this.#array?.count && array) return;
    this.#array = array;
    this.#input.value = '';
    this.#input.removeAttribute('aria-invalid');
    this.#input.hidden = !array || array.count === 0;
    this.#table.hidden = !hasTable(array);
    this.element.hidden = array === null;
    if (!array) return;
    const type = el('span', { class: 'tree-foot-type' }, typeText(array));
    this.#name.replaceChildren(fileText(array.name), ' ', type);
    const range = `0 … ${array.count - 1}`;
    this.#input.placeholder = range;
    this.#input.title = `Go to an element, ${range}: type its number in the tree or here`;
    this.#input.setAttribute('aria-label', `Go to element of ${array.name}, ${range}`);
  }

  /** Begins the number of an element with a digit and focuses the field. @returns false when it is hidden */
  type(digit: string): boolean {
    if (this.#input.hidden) return false;
    this.#input.value = digit;
    this.#input.focus();
    return true;
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.#jump();
    else if (event.key === 'Escape') {
      this.#input.value = '';
      this.events.leave();
    } else return;
    event.preventDefault();
  }

  #jump(): void {
    const array = this.#array;
    const text = this.#input.value.trim();
    const index = text === '' ? Number.NaN : Number(text);
    if (!array || !Number.isInteger(index) || index < 0 || index >= array.count) {
      this.#input.setAttribute('aria-invalid', 'true');
      return;
    }
    this.#input.value = '';
    this.events.jump(array, index);
    this.events.leave();
  }
}

/** Whether the elements of an array have fields to make columns of. */
function hasTable(array: StructureNode | null): boolean {
  return array !== null && array.count > 0 && !/^([iu]\d+|f32|string|bytes|chars)$/.test(array.type);
}
