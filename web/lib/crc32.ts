/** CRC-32 as in zip, PNG and gzip (polynomial 0xEDB88320, reflected). */
export class Crc32 {
  #state = 0xffffffff;

  add(bytes: Uint8Array): void {
    let state = this.#state;
    for (let i = 0; i < bytes.length; i++) {
      state = (CRC_TABLE[(state ^ (bytes[i] as number)) & 0xff] as number) ^ (state >>> 8);
    }
    this.#state = state;
  }

  get value(): number {
    return (this.#state ^ 0xffffffff) >>> 0;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
