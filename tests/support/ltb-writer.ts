/** A small compiled model by docs/format/ltb.md, independently of the core that reads it. */

/** Little-endian numbers and texts, one after the other. */
class Bytes {
  readonly #list: number[] = [];

  u8(...values: number[]): this {
    this.#list.push(...values);
    return this;
  }

  u16(...values: number[]): this {
    for (const value of values) this.u8(value & 0xff, value >> 8);
    return this;
  }

  u32(...values: number[]): this {
    this.#list.push(...new Uint8Array(Uint32Array.from(values).buffer));
    return this;
  }

  f32(...values: number[]): this {
    this.#list.push(...new Uint8Array(Float32Array.from(values).buffer));
    return this;
  }

  text(text: string): this {
    return this.u16(text.length).u8(...new TextEncoder().encode(text));
  }

  all(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#list);
  }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A triangle on a node that moves up by 3 in a second. */
export function compiledModel({
  childModels = [] as readonly string[],
  version = 25,
  /** Of hit boxes on the root, each three times as long in X, rotated by 90° about Z. */
  boxes = [] as readonly (readonly [x: number, y: number, z: number, node: number])[],
} = {}): Uint8Array<ArrayBuffer> {
  const out = new Bytes().u8(1, 0).u16(9).u32(0, 0, 0, 0).u32(version);
  const keyBytes = 2 * (12 + 16);
  out.u32(2, 1, 1, 1, childModels.length + 1, 1, 3, 3, 1, 1, 0, 0, 0, 0, keyBytes);
  out.text('ShadowEnable').f32(96).u32(boxes.length);
  for (const [x, y, z, node] of boxes) {
    out.f32(x, y, z, 6, 2, 2).f32(0, 1, 0, -1, 0, 0, 0, 0, 1).u32(node);
    if (version > 23) out.f32(Math.sqrt(11));
  }
  // One piece of one rigid level.
  out.u32(1).text('body').u32(1).f32(0).u32(0, 0);
  out.u32(1, 0, 1, 2, 3, 0).u8(0).u32(4);
  out.u32(4 * 9 + 3 * 32 + 6);
  out.u32(3, 1, 1, 1, 0x13, 0, 0, 0, 0);
  for (const [x, y] of [
    [0, 0],
    [0, 2],
    [1, 2],
  ] as const) {
    out.f32(x, y, 0, 0, 0, -1, x, y / 2);
  }
  out.u16(0, 1, 2).u8(1, 0);
  out.text('root').u16(0).u8(0);
  out.f32(...IDENTITY).u32(0);
  // No weight sets; child models without the model itself.
  out.u32(0, childModels.length + 1);
  for (const name of childModels) out.text(name);
  out.u32(1).f32(10, 20, 10).text('rise').u32(0, 150, 2);
  out.u32(0).text('').u32(1000).text('FOOTSTEP_KEY 1');
  out.u8(0).f32(0, 0, 0, 0, 3, 0).f32(0, 0, 0, 1, 0, 0, 0, 1);
  out.u32(1).u32(0).text('hand').f32(0, 0, 0, 1, 0, 1, 0, 2, 2, 2);
  out.u32(1).text('rise').f32(10, 20, 10, 0, 0, 0);
  for (const _ of childModels) out.u32(0);
  return out.all();
}
