/**
 * Files of any version from the schema alone, with chance content: what the corpus has no file of can be tested too. The
 * counts fit, so that they read to the end; what the numbers mean does not.
 */
import type { Schema, SchemaCount, SchemaField } from '@lithoscope/core';

/** A whole number from 0 below a limit. */
export type Chance = (below: number) => number;

/** Numbers that follow from a seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const SIZES: Record<string, number> = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, f32: 4 };
const LAST = 0xffffffff;

/** A file of the schema's version. */
export function writeBySchema(schema: Schema, chance: Chance): Uint8Array {
  return new Writer(schema, chance).file();
}

class Writer {
  readonly #bytes: number[] = [];
  readonly #structs;
  /** The same wherever the file says it. */
  readonly #counts: Partial<Record<SchemaCount, number>>;
  /** Deformation vertices by node. */
  #deformation: number[] = [];
  #node = 0;

  constructor(
    readonly schema: Schema,
    readonly chance: Chance,
  ) {
    this.#structs = new Map(schema.structs.map((struct) => [struct.id, struct]));
    const lodDistanceCount = chance(3);
    this.#counts = {
      lodCount: lodDistanceCount + 1,
      lodDistanceCount,
      nodeCount: 1 + chance(4),
      childModelCount: 1 + chance(2),
      animationCount: chance(3),
    };
  }

  file(): Uint8Array {
    const { sections } = this.schema;
    for (const [i, { name, struct }] of sections.entries()) {
      this.#string(name);
      const next = this.#bytes.length;
      this.#integer(LAST, 4);
      this.#fields(this.#fieldsOf(struct).slice(2));
      if (i === sections.length - 1) break;
      // A section that no version describes, now and then, and bytes after the fields.
      if (this.chance(3) === 0)
        this.#bytes.push(...Array.from({ length: 1 + this.chance(9) }, () => this.chance(256)));
      this.#setNext(next);
      if (this.chance(4) > 0) continue;
      this.#string('Stranger');
      const stranger = this.#bytes.length;
      this.#integer(LAST, 4);
      this.#bytes.push(1, 2, 3);
      this.#setNext(stranger);
    }
    return Uint8Array.from(this.#bytes);
  }

  #setNext(at: number): void {
    const end = this.#bytes.length;
    for (let i = 0; i < 4; i++) this.#bytes[at + i] = (end >>> (8 * i)) & 0xff;
  }

  #fieldsOf(struct: number): SchemaField[] {
    return this.#structs.get(struct)?.fields ?? [];
  }

  #fields(fields: readonly SchemaField[]): void {
    const written = new Map<string, number>();
    for (const field of fields) {
      if (field.repeat === 'tree') {
        this.#tree(field);
        continue;
      }
      const count = this.#countOf(field, written);
      for (let i = 0; i < count; i++) {
        if (field.per === 'nodeCount') this.#node = i;
        if (field.struct >= 0) this.#fields(this.#fieldsOf(field.struct));
        else written.set(field.name, this.#scalar(field, this.#valueOf(field, fields)));
      }
    }
  }

  #countOf({ repeat, count, counter, per }: SchemaField, written: ReadonlyMap<string, number>): number {
    if (repeat === 'counted') return (written.get(counter) ?? 0) + count;
    if (repeat !== 'per') return count;
    if (per === 'deformationVertexCount') return this.#deformation[this.#node] ?? 0;
    return ((per && this.#counts[per]) || 0) + count;
  }

  /** A small number for who counts something, anything else for the rest. */
  #valueOf({ name, sets, type }: SchemaField, fields: readonly SchemaField[]): number {
    const known = sets === '' || sets === 'keyframeCount' ? undefined : this.#counts[sets];
    const counts = sets !== '' || fields.some(({ counter }) => counter === name);
    if (known !== undefined) return known;
    const value = counts ? this.chance(4) : this.chance(2 ** (8 * Math.min(SIZES[type] ?? 1, 2)));
    if (sets) this.#counts[sets] = value;
    if (name === 'Version') return this.schema.version;
    return value;
  }

  /** A chain or a fan, at random: so many nodes, each with the number of its children. */
  #tree({ struct }: SchemaField): void {
    const total = this.#counts.nodeCount ?? 1;
    this.#deformation = [];
    let open = 1;
    for (let left = total; left > 0; left--) {
      // The last closes what is open; before that one at least stays open.
      const most = left - open;
      const least = open === 1 && left > 1 ? 1 : 0;
      const children = left === 1 ? 0 : least + this.chance(most - least + 1);
      open += children - 1;
      this.#counts.childCount = children;
      const deformation = this.chance(3);
      this.#counts.deformationVertexCount = deformation;
      this.#deformation.push(deformation);
      this.#fields(this.#fieldsOf(struct));
    }
  }

  #scalar({ name, type }: SchemaField, value: number): number {
    // By this the version is known (abc.md §2).
    if (name === 'FileToken') this.#string('MonolithExport Model File v6');
    else if (type === 'string') this.#string('abcdefgh'.slice(0, this.chance(9)));
    else if (type === 'bytes') this.#integer(0, 1);
    else if (type === 'f32')
      for (const byte of new Uint8Array(Float32Array.of(value / 16).buffer)) this.#bytes.push(byte);
    else this.#integer(value, SIZES[type] ?? 1);
    return value;
  }

  #string(text: string): void {
    this.#integer(text.length, 2);
    this.#bytes.push(...Buffer.from(text, 'latin1'));
  }

  #integer(value: number, size: number): void {
    for (let i = 0; i < size; i++) this.#bytes.push(Math.floor(value / 256 ** i) % 256);
  }
}
