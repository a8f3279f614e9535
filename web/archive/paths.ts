/** Paths of archive entries: displayed, compared, and made safe for a disk. */

/** Control characters, and marks that turn the direction of what is around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches them on purpose
const UNSEEN = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Half of a character of UTF-16. */
const HALF = /\p{Surrogate}/gu;

/** Plain ASCII without an empty part or `.`, like nearly all paths of games. */
const PLAIN = /^(?!\.?(?:\/|$))[ -.0-[\]-~]+(?:\/(?!\.?(?:\/|$))[ -.0-[\]-~]+)*$/;

/**
 * A stored path → with `/` between folders and without empty parts, letters as stored. Invisible characters get a visible
 * one: `␀` for NUL, `�` for direction marks and lone surrogates.
 */
export function readablePath(stored: string): string {
  if (PLAIN.test(stored)) return stored;
  const parts = stored.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const shown = parts.join('/').replace(UNSEEN, signOf).replace(HALF, '\ufffd');
  return shown || '(no name)';
}

function signOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : '\ufffd';
}

/** Normalizes a path for comparison: games ignore case and the direction of slashes. */
export function comparable(path: string): string {
  return path.replaceAll('\\', '/').toLowerCase();
}

/** Names of devices in Windows, with any ending. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** Characters of a name, of up to three bytes each, and of a whole path, that any disk takes. */
const MAX_NAME = 80;
const MAX_PATH = 1000;

/**
 * A path that stays within the folder that it is written to, on any system: no `..`, no drive, no name of a device, no
 * character that Windows refuses. Two paths may become one.
 */
export function safePath(path: string): string {
  const parts = readablePath(path).split('/').map(safeName);
  const safe = parts.join('/');
  if (safe.length <= MAX_PATH) return safe;
  // Too deep for any disk: the name alone, in a folder of its own.
  return `_deep/${parts.at(-1) ?? '_'}`;
}

function safeName(name: string): string {
  const plain = name
    .replace(UNSEEN, '_')
    .replace(/[<>:"|?*\ufffd\u2400-\u2421]/g, '_')
    // Windows drops them, which would name another file.
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  const free = RESERVED.test(plain) ? `_${plain}` : plain;
  if (free.length <= MAX_NAME) return free || '_';
  const ending = /\.[^.]{1,12}$/.exec(free)?.[0] ?? '';
  return free.slice(0, MAX_NAME - ending.length).replace(HALF, '_') + ending;
}

/** Paths of one folder or zip, made safe. Those that would coincide on a case-insensitive disk get numbers. */
export class FreePaths {
  readonly #taken = new Set<string>();

  take(path: string): string {
    const wanted = safePath(path);
    let free = wanted;
    for (let n = 2; this.#taken.has(free.toLowerCase()); n++) free = numbered(wanted, n);
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

/** `MODELS/HERO (2).ABC` */
function numbered(path: string, n: number): string {
  const dot = path.lastIndexOf('.');
  const at = dot > path.lastIndexOf('/') + 1 ? dot : path.length;
  return `${path.slice(0, at)} (${n})${path.slice(at)}`;
}
