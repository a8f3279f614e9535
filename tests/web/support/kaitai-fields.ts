/** What the parser finds that Kaitai's own compiler makes of a description. */
import { parse } from 'yaml';
import { parserOf } from '../../bench/kaitai.ts';

/** A number, and where it is in the file. */
export interface KaitaiNumber {
  readonly offset: number;
  readonly value: number;
}

interface Span {
  readonly start: number;
  readonly ioOffset: number;
  readonly arr?: readonly Span[];
}

type Struct = Record<string, unknown> & { readonly _debug: Record<string, Span> };

const isStruct = (value: unknown): value is Struct =>
  typeof value === 'object' && value !== null && '_debug' in value;

/** Fields elsewhere in the file that belong to a description; other instances only help to read. */
const ELSEWHERE = ['root', 'contents', 'resource'];

const camel = (id: string): string => id.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

/** Makes a reader of a description: every number of a file, by offset. */
export async function kaitaiNumbers(ksy: string): Promise<(bytes: Uint8Array) => KaitaiNumber[]> {
  const { seq } = parse(ksy) as { seq: { id: string }[] };
  const own = new Set([...seq.map(({ id }) => camel(id)), ...ELSEWHERE]);
  const read = await parserOf<Struct>(ksy, true);
  return (bytes) => {
    const numbers: KaitaiNumber[] = [];
    const add = (value: unknown, { start, ioOffset, arr }: Span): void => {
      if (typeof value === 'number') numbers.push({ offset: ioOffset + start, value });
      else if (Array.isArray(value)) {
        value.forEach((element, i) => {
          const span = arr?.[i];
          if (span) add(element, span);
        });
      } else if (isStruct(value)) addStruct(value, () => true);
    };
    const addStruct = (struct: Struct, isShown: (name: string) => boolean): void => {
      for (const name of ELSEWHERE) void struct[name];
      for (const [key, span] of Object.entries(struct._debug)) {
        const name = key.replace(/^_m_/, '');
        // What is computed has no place.
        if (isShown(name) && name in struct && span.start !== undefined) add(struct[name], span);
      }
    };
    addStruct(read(bytes), (name) => own.has(name));
    return numbers.sort((a, b) => a.offset - b.offset);
  };
}
