/** Offsets and bytes as text. */

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

/** The bytes of hex digits, two a byte, in either case and with any blanks between bytes; null when it is something else. */
export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.replace(/\s+/g, '');
  if (digits.length % 2 > 0 || !/^[0-9a-f]*$/i.test(digits)) return null;
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}
