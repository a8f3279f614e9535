/** Numbers as they are stored: their size, sign and byte order. */

export interface Scalar {
  readonly kind: 'unsigned' | 'signed' | 'float' | 'character';
  /** 1 to 8, or 16 bytes; of a float 4 or 8. */
  readonly size: number;
  readonly isBig: boolean;
}

/** As text: `u16`, `s32be`, `f32`. */
export function scalarName({ kind, size, isBig }: Scalar): string {
  const letter = { unsigned: 'u', signed: 's', float: 'f', character: 'char' }[kind];
  return (kind === 'character' ? letter : `${letter}${size * 8}`) + (isBig && size > 1 ? 'be' : '');
}

/** A number of up to 53 bits exactly, a longer one nearly. Out of bounds it is NaN. */
export function readNumber(view: DataView, at: number, { kind, size, isBig }: Scalar): number {
  if (at < 0 || at + size > view.byteLength) return Number.NaN;
  if (kind === 'float') return size === 4 ? view.getFloat32(at, !isBig) : view.getFloat64(at, !isBig);
  if (size === 4) return kind === 'signed' ? view.getInt32(at, !isBig) : view.getUint32(at, !isBig);
  if (size === 2) return kind === 'signed' ? view.getInt16(at, !isBig) : view.getUint16(at, !isBig);
  if (size === 1) return kind === 'signed' ? view.getInt8(at) : view.getUint8(at);
  return Number(readInteger(view, at, { kind, size, isBig }));
}

/** An integer of any size, exactly. */
export function readInteger(view: DataView, at: number, { kind, size, isBig }: Scalar): bigint {
  let value = 0n;
  for (let i = 0; i < size; i++) {
    value = (value << 8n) | BigInt(view.getUint8(isBig ? at + i : at + size - 1 - i));
  }
  return kind === 'signed' ? BigInt.asIntN(size * 8, value) : value;
}
