/** An ABC in an LTB (docs/format/abc.md §1.3). */

const WRAPPER_SIZE = 35;
const LAST = 0xffffffff;

/** The file in a wrapper of FileType 4. Its offsets are moved along: they count from byte 0. */
export function wrapped(model: Uint8Array, fileType = 4): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(WRAPPER_SIZE + model.length);
  bytes.set(model, WRAPPER_SIZE);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 9, true);
  bytes.set(new TextEncoder().encode('LTBHeader'), 2);
  view.setUint32(11, 25, true);
  view.setUint16(15, fileType, true);
  view.setUint16(17, 3, true);
  for (let at = WRAPPER_SIZE; at !== LAST; ) {
    const link = at + 2 + view.getUint16(at, true);
    const next = view.getUint32(link, true);
    at = next === LAST ? LAST : next + WRAPPER_SIZE;
    view.setUint32(link, at, true);
  }
  return bytes;
}
