/** Modal dialogs: the frame, the way out, and what ends with them. */

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
  /** Without heading and cross to be seen: one field, or a question that has to be answered. */
  readonly kind?: 'bare' | 'question';
  /** Stands beside the heading. */
  readonly about?: HTMLElement;
  /** Builds its content, in a scope that ends when it closes. */
  build(dialog: Dialog): readonly Node[];
  /** What gets the focus; else what the browser finds first. */
  focus?(dialog: Dialog): HTMLElement | null | undefined;
  /** Escape or a press beside it while work goes on: stops that. @returns false where there is nothing to stop, and it closes */
  stop?(): boolean;
  /** A press beside it leaves it open: what is chosen in it took some time. */
  readonly stays?: boolean;
  closed?(): void;
}

let count = 0;

/** Opens a dialog. Each opening makes another one: files come and go, and options are read anew. */
export const openDialog = (options: DialogOptions): Dialog => new Dialog(options);

export type { Dialog };

class Dialog {
  readonly element: HTMLDialogElement;
  /** Heading and cross. It stands before the content, unless that holds it. */
  readonly header: HTMLElement;
  readonly #own = page.run(() => scope());

  /** Opens it. The focus returns to where it was when it closes. */
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
      // This event comes late: what closed the dialog may have moved the focus since.
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
      options.closed?.();
    });
    document.body.append(this.element);
    showOver(this.element);
    options.focus?.(this)?.focus();
  }

  /** Runs in its scope. */
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
