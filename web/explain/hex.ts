/** Offsets and bytes as hexadecimal text. */

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
