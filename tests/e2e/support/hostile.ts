/** Files whose every text is meant to break a page that shows it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** This property of the window is set if anything of a file is run. */
export const TRAP = 'trapped';

const run = `window.${TRAP}=1`;

/** Texts as bytes of one character each. The marks that turn the direction of text are in UTF-8. */
const HOSTILE_TEXTS: readonly string[] = [
  `<img src=x onerror="${run}">`,
  `"><svg onload=${run}><b>`,
  '__proto__',
  `<script>${run}</script>`,
  'constructor',
  'A'.repeat(65_535),
  'null\0in\0side\0',
  Buffer.from('abc\u202e\u2066cba\u200f').toString('latin1'),
  `javascript:${run}`,
  'line\r\nline\ttab\x1b[31m\x07',
  '\u00ff'.repeat(300),
  `'\`\${${run}}\``,
  'hasOwnProperty',
  '',
  '%s%n%00../../..',
];

/** What `lithoscope fields` says of a leaf. */
interface Field {
  offset: number;
  length: number;
  path: string;
  type: string;
  value: string | number;
}

/** A file with another text in every string but the names of its sections, and its chain of sections mended. */
export function withHostileTexts(path: string): Buffer {
  const file = readFileSync(path);
  const lines = execFileSync(process.execPath, ['dist-cli/lithoscope.mjs', 'fields', path], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const moved = new Map<number, number>();
  const links: number[] = [];
  const parts: Buffer[] = [];
  let size = 0;
  let texts = 0;
  for (const line of lines.trim().split('\n')) {
    const field: Field = JSON.parse(line);
    moved.set(field.offset, size);
    if (field.path.endsWith('.NextSectionOffset')) links.push(size);
    const framing = /^\w+\.(Type|FileToken)$/.test(field.path);
    const part =
      field.type === 'string' && !framing
        ? stored(HOSTILE_TEXTS[texts++ % HOSTILE_TEXTS.length] ?? '')
        : file.subarray(field.offset, field.offset + field.length);
    parts.push(part);
    size += part.length;
  }
  const made = Buffer.concat(parts);
  for (const link of links) {
    const next = moved.get(made.readUInt32LE(link));
    if (next !== undefined) made.writeUInt32LE(next, link);
  }
  return made;
}

/** A string as it lies in a file: its length, then its characters. */
function stored(text: string): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16LE(text.length);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
}
