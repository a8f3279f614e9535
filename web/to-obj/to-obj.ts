/** One pose of a model as Wavefront OBJ with MTL and skins as PNG (docs/export.md). */
import { safePath } from '../archive/paths.ts';
import { formatF32 } from '../explain/values.ts';
import { baseName, withoutExtension } from '../lib/file-names.ts';
import type { GlbSkin } from '../to-glb/input.ts';
import { Names } from '../to-glb/names.ts';
import { trianglesLeftOut } from '../to-glb/report.ts';
import { hasAlpha, isSamePicture, pngOf } from '../to-glb/skins.ts';
import { type Space, spaceOf } from '../to-glb/space.ts';
import type { ObjInput, ObjOptions, ObjPiece } from './input.ts';

/** A file of an export. */
export interface ObjFile {
  /** Without folders; the OBJ and the MTL name the others by it. */
  readonly name: string;
  /** All of it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What is in an OBJ. */
export interface ObjReport {
  /** Over all pieces. */
  readonly vertices: number;
  /** Over all pieces. */
  readonly triangles: number;
  /** One for each skin slot of the pieces. */
  readonly materials: number;
  /** PNGs beside it. */
  readonly images: number;
  /** Triangles that are left out, as a vertex has no finite position. */
  readonly leftOut: number;
}

/** A pose in another format. */
export interface ObjResult {
  /** The OBJ, its MTL where there is a material, and the PNGs that this names. */
  readonly files: readonly ObjFile[];
  /** What is in it, and what is not. */
  readonly report: ObjReport;
}

/** Colour of a material without a skin: light grey. */
const PLAIN = 0.8;
/** Text that is joined before it is encoded, characters. */
const PORTION = 1 << 16;

/**
 * Writes a pose: right-handed, upright, looking along +Z, as a GLB. Numbers are the shortest decimals of their 32 bits.
 * @param stem of the names of the files
 * @param prefix of the names of the pictures, where those of several models lie in one folder
 */
export function toObj(
  { name, pose, pieces, skins, mirrorZ }: ObjInput,
  { scale }: ObjOptions,
  stem = safePath(withoutExtension(baseName(name))) || 'model',
  prefix = '',
): ObjResult {
  const materials = new Materials(skins, plainName(prefix));
  const text = new Lines();
  text.add(`# ${oneLine(baseName(name))}, ${oneLine(pose)}, by Lithoscope`);
  if (pieces.length > 0) text.add(`mtllib ${oneLine(stem)}.mtl`);
  const writer = new PieceWriter(text, spaceOf(mirrorZ), scale);
  for (const piece of pieces) writer.write(piece, materials.of(piece.slot));
  const files = [{ name: `${stem}.obj`, bytes: text.bytes() }];
  if (pieces.length > 0) files.push({ name: `${stem}.mtl`, bytes: materials.bytes() }, ...materials.images);
  const { vertices, triangles, leftOut } = writer;
  const report = {
    vertices,
    triangles,
    materials: materials.count,
    images: materials.images.length,
    leftOut,
  };
  return { files, report };
}

/** What an export left out, as a sentence; '' for nothing. */
export function leftOutOf({ leftOut }: ObjReport): string {
  return leftOut === 0 ? '' : trianglesLeftOut(leftOut);
}

/** Indices of an OBJ count over all objects, from 1. */
class PieceWriter {
  vertices = 0;
  triangles = 0;
  leftOut = 0;
  #uvs = 0;

  constructor(
    readonly text: Lines,
    readonly space: Space,
    readonly scale: number,
  ) {}

  write({ name, positions, normals, corners, uvs }: ObjPiece, material: string): void {
    const { text, space, scale } = this;
    const count = positions.length / 3;
    text.add(`o ${oneLine(name) || 'piece'}`);
    for (let at = 0; at < positions.length; at += 3) text.add(`v ${vectorAt(space, positions, at, scale)}`);
    const numbers = this.#writeUvs(uvs);
    for (let at = 0; at < 3 * count; at += 3) text.add(`vn ${vectorAt(space, normals, at, 1)}`);
    text.add(`usemtl ${material}`);
    // A mirror reverses the winding.
    const order = space.mirrors ? [0, 2, 1] : [0, 1, 2];
    for (let first = 0; first + 2 < corners.length; first += 3) {
      const parts = order.map((i) => {
        const vertex = this.vertices + (corners[first + i] ?? 0) + 1;
        return `${vertex}/${numbers[first + i]}/${vertex}`;
      });
      if (order.every((i) => isPlaced(positions, corners[first + i] ?? 0))) {
        text.add(`f ${parts.join(' ')}`);
        this.triangles++;
      } else this.leftOut++;
    }
    this.vertices += count;
  }

  /** Writes each pair of coordinates once. @returns their indices by corner */
  #writeUvs(uvs: Float32Array): Uint32Array {
    const known = new Map<string, number>();
    const numbers = new Uint32Array(uvs.length / 2);
    for (let corner = 0; corner < numbers.length; corner++) {
      // OBJ counts from the lower left.
      const pair = `${finite(uvs[2 * corner] ?? 0)} ${finite(Math.fround(1 - (uvs[2 * corner + 1] ?? 0)))}`;
      let number = known.get(pair);
      if (number === undefined) {
        number = ++this.#uvs;
        known.set(pair, number);
        this.text.add(`vt ${pair}`);
      }
      numbers[corner] = number;
    }
    return numbers;
  }
}

/** A material for each slot, and a picture for each skin. */
class Materials {
  readonly images: ObjFile[] = [];
  readonly #skins: ReadonlyMap<number, GlbSkin>;
  readonly #prefix: string;
  readonly #bySlot = new Map<number, string>();
  readonly #byPicture: { readonly skin: GlbSkin; readonly file: string }[] = [];
  readonly #names = new PlainNames();
  readonly #fileNames = new PlainNames();
  readonly #text = new Lines();

  constructor(skins: ReadonlyMap<number, GlbSkin>, prefix: string) {
    this.#skins = skins;
    this.#prefix = prefix;
  }

  get count(): number {
    return this.#bySlot.size;
  }

  /** The name of a slot's material, made at first use. */
  of(slot: number): string {
    const known = this.#bySlot.get(slot);
    if (known !== undefined) return known;
    const skin = this.#skins.get(slot);
    const wanted = skin ? plainName(withoutExtension(baseName(skin.name))) : '';
    const name = this.#names.unique(wanted || `Skin_${slot}`);
    this.#bySlot.set(slot, name);
    const image = skin && this.#imageOf(skin);
    const shade = image ? 1 : PLAIN;
    this.#text.add(`newmtl ${name}`);
    this.#text.add(`Kd ${shade} ${shade} ${shade}`);
    this.#text.add('Ks 0 0 0');
    this.#text.add('illum 1');
    if (image) this.#text.add(`map_Kd ${image}`);
    if (image && hasAlpha(skin)) this.#text.add(`map_d ${image}`);
    return name;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#text.bytes();
  }

  #imageOf(skin: GlbSkin): string | null {
    const known = this.#byPicture.find((one) => isSamePicture(one.skin, skin));
    if (known) return known.file;
    const { width, height, rgba, name } = skin;
    if (!(width > 0 && height > 0 && rgba.length === 4 * width * height)) return null;
    const stem = plainName(safePath(withoutExtension(baseName(name)))) || 'skin';
    const file = `${this.#fileNames.unique(`${this.#prefix}${stem}`)}.png`;
    this.images.push({ name: file, bytes: pngOf(skin) });
    this.#byPicture.push({ skin, file });
    return file;
  }
}

/** Unique names of one word, ignoring case: a disk may not distinguish case. */
class PlainNames {
  readonly #names = new Names();
  readonly #taken = new Set<string>();

  unique(wanted: string): string {
    for (;;) {
      const name = plainName(this.#names.unique(wanted));
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

/** Lines that are encoded as UTF-8 in portions: one string of all would be long. */
class Lines {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  readonly #encoder = new TextEncoder();
  #text = '';

  add(line: string): void {
    this.#text += `${line}\n`;
    if (this.#text.length >= PORTION) this.#flush();
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.#flush();
    const all = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  #flush(): void {
    if (this.#text !== '') this.#parts.push(this.#encoder.encode(this.#text));
    this.#text = '';
  }
}

function vectorAt({ x, z }: Space, values: Float32Array, at: number, scale: number): string {
  const number = (i: number, sign: number) => finite(Math.fround(sign * scale * (values[at + i] ?? 0)));
  return `${number(0, x)} ${number(1, 1)} ${number(2, z)}`;
}

/** A number for OBJ, which has no NaN or infinities; without −0, which would look odd. */
const finite = (value: number) => (Number.isFinite(value) ? formatF32(value + 0) : '0');

function isPlaced(positions: Float32Array, vertex: number): boolean {
  const at = 3 * vertex;
  return [0, 1, 2].every((i) => Number.isFinite(positions[at + i]));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWRITABLE = /[\x00-\x1f\x7f\u2028\u2029\\]+/g;

/** A name as the rest of a line: it may contain any characters, and a line break would begin another statement. */
const oneLine = (text: string) => text.replace(UNWRITABLE, ' ').trim().slice(0, 200);

/** A name of one word: many programs end names at a space. */
const plainName = (text: string) => oneLine(text).replace(/[\s/:*?"<>|#]+/g, '_');
