/** Offsets, bytes and shares as text. */

/** A half-open range of offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** `0x6E07`; `digits` pads with zeros on the left. */
export function formatOffset(offset: number, digits = 0): string {
  return `0x${offset.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** `0A` */
export function hexDigits(byte: number): string {
  return HEX[byte] ?? '';
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** RFC 4648 §4, with padding. */
export function toBase64(bytes: Uint8Array): string {
  // A multiple of 3, so that only the last part is padded; more arguments could overflow the stack.
  const CHUNK = 3 * 4096;
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  }
  return text;
}

/** The bytes of hex digits, two for each byte, in either case, with any white space; null for other text. */
export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f\s]*$/i.test(text)) return null;
  const bytes = readHex(text);
  return 'wrong' in bytes ? null : bytes;
}

/** Separators between bytes. */
const SEPARATOR = /[\s,;:]+/;

/**
 * The bytes of hex text: `0A 0B`, `0x0A,0x0B`, `\x0a\x0b`, `{ 0xA, 0xB }`, `0a0b`; or the first wrong word. A single digit is
 * wrong, since it may be half of a byte; `0xA` is a byte.
 */
export function readHex(text: string): Uint8Array<ArrayBuffer> | { readonly wrong: string } {
  const inner = /\{([^{}]*)\}/.exec(text)?.[1] ?? text;
  const digits: string[] = [];
  for (const word of inner.replaceAll('\\x', ' 0x').split(SEPARATOR)) {
    const { prefix = '', hex = '' } = /^(?<prefix>0x)?(?<hex>[0-9a-f]*)$/i.exec(word)?.groups ?? { hex: '?' };
    const whole = prefix !== '' && hex.length === 1 ? `0${hex}` : hex;
    if (hex === '?' || whole.length % 2 !== 0 || (prefix !== '' && hex === '')) return { wrong: word };
    digits.push(whole);
  }
  const all = digits.join('');
  const bytes = new Uint8Array(all.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(all.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** A share in percent, rounded to a tenth: `99.9 %`, `< 0.1 %`. Only nothing is 0 %, and only the whole is 100 %. */
export function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0 %';
  if (part === whole) return '100 %';
  const tenths = Math.round((part / whole) * 1000);
  if (tenths === 0) return '< 0.1 %';
  return `${Math.min(tenths, 999) / 10} %`;
}
