/** Words of the list about a file. Unknown values are a dash, never zero. */

import { counted, formatCount, formatMegabytes } from '../../explain/describe.ts';
import type { Facts } from '../../explain/facts.ts';
import { isModelFormat } from '../../explain/formats.ts';
import { isSerious, verdictOf } from '../../explain/verdict.ts';
import type { LibraryFile } from '../../store/library.ts';
import { endingOf } from './order.ts';
import type { SortKey } from './settings.ts';

/** For unknown values: the file was not read, or has no such value. */
export const UNKNOWN = '–';

export const SORT_WORDS: Readonly<Record<SortKey, string>> = {
  name: 'Name',
  folder: 'Folder',
  kind: 'Kind',
  version: 'Version',
  size: 'Size',
  faces: 'Faces',
  nodes: 'Nodes',
  animations: 'Animations',
  problems: 'Problems',
};

/** `12 KB`, `3.4 MB`, `640 B`. */
export function sizeWords(bytes: number | null): string {
  if (bytes === null) return UNKNOWN;
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 2 ** 20 ? `${formatCount(Math.round(bytes / 1024))} KB` : formatMegabytes(bytes);
}

/** `v12`; '' if the format has no versions. */
export function versionWords({ format, version }: Facts): string {
  if (format === 'spr' || version === 0) return '';
  return `v${version}`.replace('-', '−');
}

/** Second line of a row: kind and version, size, contents. */
export function factWords(file: LibraryFile, facts: Facts | null): string[] {
  const size = sizeWords(facts?.size ?? file.size);
  const ending = endingOf(file);
  if (!facts)
    return [ending, size, file.kind === 'other' || file.kind === 'archive' ? '' : UNKNOWN].filter(Boolean);
  const version = [facts.format.toUpperCase(), versionWords(facts)].filter(Boolean).join(' ');
  if (isModelFormat(facts.format)) {
    const counts = [counted(facts.faces, 'face'), counted(facts.animations, 'animation')];
    return [versionWords(facts), size, ...counts].filter(Boolean);
  }
  if (facts.width > 0) return [version, size, `${facts.width} × ${facts.height}`];
  return [facts.format === 'unknown' ? ending : version, size].filter(Boolean);
}

export interface VerdictWords {
  readonly state: 'unread' | 'ok' | 'warning' | 'error' | 'refused';
  /** `2 errors, 1 warning: the game will not load it`. */
  readonly text: string;
}

/** Verdict of a file, in words and for an icon. Null if it has none. */
export function verdictWords(file: LibraryFile, facts: Facts | null): VerdictWords | null {
  if (file.problem !== '') return { state: 'error', text: file.problem };
  if (file.kind === 'other' || file.kind === 'archive') return null;
  if (!facts) return { state: 'unread', text: 'Not read yet' };
  const { severity, text } = verdictOf(facts);
  if (facts.engine.verdict === 'refused') return { state: 'refused', text };
  return { state: isSerious(severity) ? severity : 'ok', text };
}
