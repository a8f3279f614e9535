/** What an import tells the user, filled on the way. */
import { formatCount } from '../explain/describe.ts';
import type { ImportNote } from './report.ts';

export class ImportNotes {
  readonly notes: ImportNote[] = [];

  /** A game would not take the file. @param message a sentence for the user @param help what to do, a sentence */
  fail(code: string, message: string, help: string): void {
    this.notes.push({ code, severity: 'error', message, help });
  }

  /** The file is not all of the source, or not exact. */
  warn(code: string, message: string, help = ''): void {
    this.notes.push({ code, severity: 'warning', message, help });
  }

  /** Worth knowing, but nothing is lost. */
  tell(code: string, message: string, help = ''): void {
    this.notes.push({ code, severity: 'info', message, help });
  }
}

/** A sentence as it is shown: names in it are cut, and what turns the direction of the text or has no shape stays out. */
export function readable(sentence: string): string {
  const cut = sentence.replaceAll(/(["“][^"”]{60})[^"”]+(["”])/gu, '$1…$2').replaceAll(/\p{C}/gu, '�');
  return cut.length > LONGEST ? `${cut.slice(0, LONGEST)}…` : cut;
}

const LONGEST = 1000;

/** Names for a sentence, so many of them; a file may have thousands, of any length. */
export function named(names: Iterable<string>, most = 3): string {
  const all = [...names];
  const shown = all
    .slice(0, most)
    // What turns the direction of the text or has no shape stays out of the sentence.
    .map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name).replaceAll(/\p{C}/gu, '�'));
  const more = all.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}
