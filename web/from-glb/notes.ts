/** What an import tells the user, filled on the way. */
import type { ImportNote } from './report.ts';

export class ImportNotes {
  readonly notes: ImportNote[] = [];

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
