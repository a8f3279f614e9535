/** Changing bytes by what the data inspector reads in them. */

import type { OpenFile } from '../../document/open-file.ts';
import { isStillInFront } from '../../edit/history.ts';
import { made } from '../../edit/value/field.ts';
import { openInline, type Typed } from '../../edit/value/inline.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { ByteInterpretation } from './interpretations.ts';
import { readingText, readReading } from './reading-text.ts';

export interface ReadingEdit {
  readonly file: OpenFile;
  readonly start: number;
  readonly reading: Pick<ByteInterpretation, 'kind' | 'name' | 'length'>;
  readonly little: boolean;
  place(): DOMRect | null;
  back(): void;
}

const ANGLES = ', or three angles in degrees about X, then Y, then Z';

/** Opens the editor for a reading; nothing happens while its bytes are not there. */
export function openReading(edit: ReadingEdit, typed: Typed): void {
  const { file, start, reading, little } = edit;
  const { kind, name, length } = reading;
  const since = file.content.peek();
  const bytesNow = () => file.content.peek().parsed.at(start, start + length) ?? new Uint8Array(length);
  const before = readingText(kind, bytesNow(), little);
  openInline({
    label: `${name}${little ? '' : ' in big-endian'} at ${formatOffset(start)}`,
    hint: `${length} bytes${kind === 'quaternion' ? `: X, Y, Z, W${ANGLES}` : ''}`,
    text: before,
    typed,
    place: edit.place,
    problem: (text) => {
      const read = readReading(kind, text, bytesNow(), little);
      return 'problem' in read ? read.problem : '';
    },
    commit: (text) => {
      const read = readReading(kind, text, bytesNow(), little);
      if ('problem' in read) return null;
      return made(file, {
        label: `Change ${name} at ${formatOffset(start)}`,
        operations: [{ op: 'bytes', start, end: start + length, value: read.value }],
        before,
        after: read.text,
      });
    },
    back: edit.back,
    isThere: () => isStillInFront(file, since),
  });
}
