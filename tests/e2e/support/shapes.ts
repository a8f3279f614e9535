/** Files of few bytes and very many parts: what a list in the page must not make an element for each of. */

/** Writes the format's values one after the other, little-endian. */
class Writer {
  readonly #parts: Buffer[] = [];

  u16(value: number): this {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(value);
    return this.bytes(bytes);
  }
  u32(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return this.bytes(bytes);
  }
  string(text: string): this {
    return this.u16(text.length).bytes(Buffer.from(text, 'latin1'));
  }
  zeros(count: number): this {
    return this.bytes(Buffer.alloc(count));
  }
  bytes(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }
  done(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

type Section = readonly [name: string, data: Buffer];

/** A file of sections that follow each other. */
function fileOf(sections: readonly Section[]): Buffer {
  const out = new Writer();
  let at = 0;
  sections.forEach(([name, data], i) => {
    at += 2 + name.length + 4 + data.length;
    out.string(name).u32(i === sections.length - 1 ? 0xffffffff : at);
    out.bytes(data);
  });
  return out.done();
}

interface Counts {
  readonly nodes?: number;
  readonly pieces?: number;
  readonly children?: number;
}

/** The header of a v12 file with one level and no LOD distance (abc.md §3.2). */
function header({ nodes = 0, pieces = 0, children = 0 }: Counts): Section {
  const out = new Writer().u32(12).u32(0).u32(0).u32(nodes).u32(pieces).u32(children);
  out.u32(0).u32(0).u32(0).u32(1).u32(0).u32(0).u32(0).u32(0);
  return ['Header', out.string('').zeros(4).zeros(64).done()];
}

/** One node at the origin, without weight sets. */
function oneNode(): Section {
  const out = new Writer().string('root').u16(0).zeros(1);
  const one = Buffer.alloc(4);
  one.writeFloatLE(1);
  for (let i = 0; i < 16; i++) out.bytes(i % 5 === 0 ? one : Buffer.alloc(4));
  return ['Nodes', out.u32(0).u32(0).done()];
}

/** The start of a piece: slot 0, no specular, no weight of level, nothing extra. */
function piece(out: Writer, name: string): Writer {
  return out.u16(0).zeros(12).u16(0).string(name);
}

/** Pieces without a face, each named by its number. */
export function emptyPieces(count: number): Buffer {
  const out = new Writer().u32(0).u32(count);
  for (let i = 0; i < count; i++) piece(out, `p${i}`).u32(0).u32(0);
  return fileOf([header({ pieces: count, nodes: 1 }), ['Pieces', out.done()], oneNode()]);
}

/** So many child models, of which none is open; after them as many sections without a name. */
export function childModels(count: number): Buffer {
  const out = new Writer().u16(count);
  for (let i = 0; i < count; i++) out.string(`c${i}.abc`).u32(0).zeros(28);
  const empty = Array.from({ length: count }, (): Section => ['', Buffer.alloc(0)]);
  const head = header({ children: count, nodes: 1 });
  return fileOf([head, oneNode(), ['ChildModels', out.done()], ...empty]);
}

/** A triangle whose first vertex has so many weights, each of a node that is not there. */
export function weights(count: number): Buffer {
  const out = piece(new Writer().u32(count).u32(1), 'p').u32(1);
  for (let corner = 0; corner < 3; corner++) out.zeros(8).u16(corner);
  out.u32(3).u16(count).u16(0);
  for (let i = 0; i < count; i++) out.u32(0xffff).zeros(16);
  out.zeros(24);
  for (let i = 0; i < 2; i++) out.zeros(28);
  return fileOf([header({ pieces: 1, nodes: 1 }), ['Pieces', out.done()], oneNode()]);
}

/** Sockets sections that each break off: a finding each. */
export function brokenSections(count: number): Buffer {
  const one = new Writer().u32(1).done();
  const broken = Array.from({ length: count }, (): Section => ['Sockets', one]);
  return fileOf([header({}), ...broken]);
}
