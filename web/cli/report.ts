/** What comes of many files, written as each is done. */
import { CHECK_JSON } from '../explain/report.ts';
import type { Context } from './context.ts';
import type { Format, Style } from './output.ts';

/** Writes what comes of files, each as soon as it is known, so that thousands need no memory; counts them. */
export class Report {
  /** Files that were done. */
  done = 0;
  /** Those of them of which something is wrong or missing. */
  inPart = 0;
  /** Files that were not done, and arguments that name none. */
  failed = 0;
  readonly style: Style;
  #written = 0;

  constructor(
    readonly context: Context,
    readonly format: Format,
  ) {
    this.style = { json: format !== 'text', color: context.color };
  }

  /** Says why nothing came of a file, or of an argument. */
  readonly reject = (problem: string): void => {
    this.failed++;
    this.context.warn(problem);
  };

  begin(): Promise<void> {
    return this.#write(this.format === 'json' ? CHECK_JSON.begin : '');
  }

  /** @param text words with their line breaks, or a line of JSON without one */
  file(text: string): Promise<void> {
    const isFirst = this.#written++ === 0;
    if (this.format === 'json') return this.#write(CHECK_JSON.file(text, isFirst));
    return this.#write(this.format === 'ndjson' ? `${text}\n` : text);
  }

  /** @param summary a line without its break, for people; '' for none */
  end(summary: string): Promise<void> {
    if (this.format === 'json') return this.#write(CHECK_JSON.end(this.#written));
    return this.#write(this.format === 'text' && summary !== '' ? `${summary}\n` : '');
  }

  get code(): 0 | 1 | 2 {
    return this.failed > 0 ? 2 : this.inPart > 0 ? 1 : 0;
  }

  async #write(text: string): Promise<void> {
    if (text !== '') await this.context.write(text);
  }
}
