/** Reads zips (APPNOTE 6.3.10) with their zip64 fields, independently of the page, of whatever is there of them. */

export interface ReadEntry {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Of the local header. */
  readonly offset: number;
  /** Seconds since 1970, of the field of Info-ZIP. */
  readonly time: number | null;
}

/** The bytes [start, end). */
export type ReadPart = (start: number, end: number) => Uint8Array;

/** The entries of a zip without a comment. Throws for what is not in order. */
export function readZip(size: number, part: ReadPart): ReadEntry[] {
  const view = (start: number, length: number) => {
    const bytes = part(start, start + length);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const expect = (is: boolean, what: string) => {
    if (!is) throw new Error(what);
  };
  const end = view(size - 22, 22);
  expect(end.getUint32(0, true) === 0x06054b50, 'no end record');
  let count = end.getUint16(10, true);
  let length = end.getUint32(12, true);
  let offset = end.getUint32(16, true);
  let directoryEnd = size - 22;
  if (count === 0xffff || length === 0xffffffff || offset === 0xffffffff) {
    const locator = view(size - 42, 20);
    expect(locator.getUint32(0, true) === 0x07064b50, 'no zip64 locator');
    const at = Number(locator.getBigUint64(8, true));
    const record = view(at, 56);
    expect(record.getUint32(0, true) === 0x06064b50, 'no zip64 end record');
    expect(Number(record.getBigUint64(4, true)) === 44, 'its size is wrong');
    count = Number(record.getBigUint64(32, true));
    length = Number(record.getBigUint64(40, true));
    offset = Number(record.getBigUint64(48, true));
    directoryEnd = at;
  }
  expect(offset + length === directoryEnd, 'the directory does not end at the end record');
  const directory = view(offset, length);
  const entries: ReadEntry[] = [];
  let at = 0;
  while (at < length) {
    const u16 = (place: number) => directory.getUint16(at + place, true);
    const u32 = (place: number) => directory.getUint32(at + place, true);
    expect(u32(0) === 0x02014b50, 'no header in the directory');
    const [nameLength, extraLength, commentLength] = [u16(28), u16(30), u16(32)];
    const name = new TextDecoder('utf-8', { fatal: true }).decode(
      part(offset + at + 46, offset + at + 46 + nameLength),
    );
    let [time, packed, whole, local]: [number | null, number, number, number] = [
      null,
      u32(20),
      u32(24),
      u32(42),
    ];
    let field = at + 46 + nameLength;
    const extraEnd = field + extraLength;
    while (field < extraEnd) {
      let value = field + 4;
      const next = value + directory.getUint16(field + 2, true);
      const big = () => {
        value += 8;
        return Number(directory.getBigUint64(value - 8, true));
      };
      const id = directory.getUint16(field, true);
      if (id === 0x5455) time = directory.getInt32(value + 1, true);
      if (id === 1) {
        if (whole === 0xffffffff) whole = big();
        if (packed === 0xffffffff) packed = big();
        if (local === 0xffffffff) local = big();
        expect(value === next, 'a zip64 field has numbers that nothing asks for');
      }
      field = next;
    }
    expect(field === extraEnd, 'extra fields do not end where they say');
    const header = view(local, 30);
    expect(header.getUint32(0, true) === 0x04034b50, `no local header of ${name}`);
    expect(header.getUint16(26, true) === nameLength, 'two names of one file');
    entries.push({
      name,
      method: u16(10),
      flags: u16(8),
      crc: u32(16),
      packed,
      size: whole,
      offset: local,
      time,
    });
    at = extraEnd + commentLength;
  }
  expect(at === length && entries.length === count, `${count} entries are said to be there`);
  return entries;
}
