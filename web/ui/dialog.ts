/** Modal dialogs: frame, closing, and the scope that ends with them. */

import { button, el, icon } from './dom.ts';
import { CROSS } from './icons.ts';
import { showOver } from './keyboard.ts';
import { page, scope } from './scope.ts';
import './overlays.css';

export interface DialogOptions {
  /** Classes of the element, besides `dialog`. */
  readonly class: string;
  /** Its heading, which names it. */
  readonly title: string | readonly (Node | string)[];
  /** Without visible heading and cross: a single field, or a question that must be answered. */
  readonly kind?: 'bare' | 'question';
  /** Shown beside the heading. */
  readonly about?: HTMLElement;
  /** Builds its content, in a scope that ends when it closes. */
  build(dialog: Dialog): readonly Node[];
  /** Element that gets the focus; otherwise the first focusable one. */
  focus?(dialog: Dialog): HTMLElement | null | undefined;
  /** Stops pending work on Escape or a press outside. @returns false if nothing was stopped: the dialog then closes */
  stop?(): boolean;
  /** A press outside does not close it, since its choices took some time. */
  readonly stays?: boolean;
  closed?(): void;
}

let count = 0;

/** Opens a new dialog. */
export const openDialog = (options: DialogOptions): Dialog => new Dialog(options);

export type { Dialog };

class Dialog {
  readonly element: HTMLDialogElement;
  /** Heading and cross; inserted before the content, unless the content has it. */
  readonly header: HTMLElement;
  readonly #own = page.run(() => scope());

  /** Opens the dialog. The focus is restored when it closes. */
  constructor(options: DialogOptions) {
    const id = `dialog-${++count}`;
    const title = typeof options.title === 'string' ? [options.title] : options.title;
    const heading = el('h2', { id }, ...title);
    const cross = { class: 'button-quiet', 'aria-label': 'Close' };
    this.header = el(
      'header',
      {},
      options.about ? el('div', { class: 'dialog-title' }, heading, options.about) : heading,
      ...(options.kind ? [] : [button(icon(CROSS), () => this.close(), cross)]),
    );
    this.element = el('dialog', { class: `dialog ${options.class}`, 'aria-labelledby': id });
    if (options.kind === 'question') this.element.setAttribute('role', 'alertdialog');
    this.header.classList.toggle('visually-hidden', options.kind === 'bare');
    const before = document.activeElement;
    const content = this.#own.run(() => options.build(this));
    this.element.append(
      ...(content.some((node) => node.contains(this.header)) ? [] : [this.header]),
      ...content,
    );
    this.element.addEventListener('cancel', (event) => {
      if (options.stop?.()) event.preventDefault();
    });
    this.element.addEventListener('click', (event) => {
      const isBeside = event.target === this.element && !options.stays && options.kind !== 'question';
      if (isBeside && !options.stop?.()) this.close();
    });
    this.element.addEventListener('close', () => {
      this.#own.end();
      this.element.remove();
      // The event is asynchronous: the focus may have been moved since.
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
      options.closed?.();
    });
    document.body.append(this.element);
    showOver(this.element);
    options.focus?.(this)?.focus();
  }

  /** Runs in the scope of the dialog. */
  run<T>(build: () => T): T {
    return this.#own.run(build);
  }

  get isOpen(): boolean {
    return this.element.open;
  }

  close(): void {
    this.element.close();
  }
}
