/** Files whose every text is meant to break a page that shows it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** This property of the window is set if anything of a file is run. */
export const TRAP = 'trapped';

const run = `window.${TRAP}=1`;

/** Texts as bytes of one character each. The marks that turn the direction of text are in UTF-8. */
export const HOSTILE_TEXTS: readonly string[] = [
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

/** A section's head is its name and the offset of the next one; of the last, this. */
const LAST = 0xffffffff;

/** Where a section's name begins, where its data does, and where the next one is. */
interface SectionPlace {
  readonly start: number;
  readonly data: number;
  readonly next: number;
}

function sectionsOf(file: Buffer): SectionPlace[] {
  const sections: SectionPlace[] = [];
  for (let start = 0; start !== LAST; ) {
    const link = start + 2 + file.readUInt16LE(start);
    const next = file.readUInt32LE(link);
    sections.push({ start, data: link + 4, next });
    start = next;
  }
  return sections;
}

/** A file of sections: each its name and its data. */
function chained(sections: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  sections.forEach(([name, data], at) => {
    const head = stored(name);
    const link = Buffer.alloc(4);
    size += head.length + link.length + data.length;
    link.writeUInt32LE(at === sections.length - 1 ? LAST : size);
    parts.push(head, link, data);
  });
  return Buffer.concat(parts);
}

/** The sections of a file, to make another of. */
function takenApart(file: Buffer): [name: string, data: Buffer][] {
  return sectionsOf(file).map(({ start, data, next }) => [
    file.toString('latin1', start + 2, data - 4),
    file.subarray(data, next === LAST ? file.length : next),
  ]);
}

/** A file, and after its own sections one of every hostile name. */
export function withHostileSections(file: Buffer): Buffer {
  const more = HOSTILE_TEXTS.map((name, at): [string, Buffer] => [name, Buffer.alloc(at, 0x41)]);
  return chained([...takenApart(file), ...more]);
}

/** For every hostile text a file in which one section, another in each, has it for a name. */
export function withHostileName(file: Buffer): Buffer[] {
  return HOSTILE_TEXTS.map((text, at) => {
    const sections = takenApart(file);
    const renamed = sections[at % sections.length];
    if (renamed) renamed[0] = text;
    return chained(sections);
  });
}

/** For every hostile text a file whose header begins with it, where v6 says what it is. */
export function withHostileToken(file: Buffer): Buffer[] {
  return HOSTILE_TEXTS.map((text) => {
    const [[name, data] = ['', Buffer.alloc(0)], ...others] = takenApart(file);
    const rest = data.subarray(2 + data.readUInt16LE(0));
    return chained([[name, Buffer.concat([stored(text), rest])], ...others]);
  });
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

/** Where a DTX header (v−5) says how many sections follow its pictures, and where its commands are. */
const SECTION_COUNT = 14;
const COMMANDS = { at: 36, length: 128 };

/** For every hostile text a texture with it for commands, and for the type and name of a section, as far as it fits. */
export function withHostileCommands(path: string): Buffer[] {
  return HOSTILE_TEXTS.map((text) => {
    const texture = Buffer.from(readFileSync(path));
    texture.writeUInt16LE(1, SECTION_COUNT);
    filled(text, COMMANDS.length).copy(texture, COMMANDS.at);
    const head = [filled(text, 15), filled(text, 10), Buffer.alloc(3), Buffer.alloc(4)];
    return Buffer.concat([texture, ...head]);
  });
}

/** A text as it lies in a field of fixed length. */
function filled(text: string, length: number): Buffer {
  const field = Buffer.alloc(length);
  field.write(text, 'latin1');
  return field;
}
