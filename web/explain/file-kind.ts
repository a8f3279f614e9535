/** The kind of a file, by its name and first bytes, before parsing. */

export type PictureKind = 'dtx' | 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp' | 'tga' | 'pcx';

/** 'model' is also any unknown file: the core parses it, and identifies other formats. */
export type FileKind = PictureKind | 'rez' | 'zip' | 'gltf' | 'sprite' | 'model';

/** First bytes that `identify` needs; all bytes of a shorter file. */
export const HEAD_BYTES = 160;

const PICTURES: readonly FileKind[] = [
  'dtx',
  'png',
  'jpeg',
  'webp',
  'gif',
  'bmp',
  'tga',
  'pcx',
] satisfies PictureKind[];

export const isPicture = (kind: FileKind): kind is PictureKind => PICTURES.includes(kind);

/**
 * Identifies a file by its signature, otherwise by its name. The signatures of BMP and PCX are short, so the extension has to
 * agree. TGA has none: its extension decides, with a valid image type.
 * @param head the first HEAD_BYTES, or more
 */
export function identify(name: string, head: Uint8Array): FileKind {
  const named = kindNamed(name);
  const starts = (...signature: number[]) => signature.every((byte, i) => head[i] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (starts(0xff, 0xd8, 0xff)) return 'jpeg';
  if (/^RIFF.{4}WEBP/s.test(String.fromCharCode(...head.subarray(0, 12)))) return 'webp';
  if (/^GIF8[79]a/.test(String.fromCharCode(...head.subarray(0, 6)))) return 'gif';
  if (starts(0x67, 0x6c, 0x54, 0x46)) return 'gltf';
  if (starts(0, 0, 0, 0) && isDtxVersion(head)) return 'dtx';
  const archive = archiveSignature(head);
  if (archive) return archive;
  const isNamed =
    named === 'bmp'
      ? starts(0x42, 0x4d) && head.length >= 26
      : named === 'pcx'
        ? starts(0x0a) && (head[1] ?? 9) <= 5 && head[2] === 1 && head.length > 128
        : named === 'tga'
          ? head.length >= 18 && (head[2] ?? 0) <= MAX_TGA_TYPE
          : // These have signatures, and so would have been known by them.
            !['dtx', 'png', 'jpeg', 'webp', 'gif'].includes(named ?? '');
  return (isNamed && named) || 'model';
}

/** Render styles of the Jupiter engine have the extension of its models: `RS_FULLBRIGHT.LTB`. */
const RENDER_STYLE = /(^|[\\/])rs_[^\\/]*\.ltb$/i;

/** The kind of a file by its name alone; null when it is unknown. */
export function kindNamed(name: string): FileKind | null {
  if (RENDER_STYLE.test(name)) return null;
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return ENDINGS.get(ending) ?? null;
}

/** Kind of a file of a library. `other` files are listed, but not read. */
export type LibraryKind = 'model' | 'texture' | 'sprite' | 'archive' | 'other';

/** The kind of a file of a library, by its name only. */
export function libraryKindOf(name: string): LibraryKind {
  const kind = kindNamed(name);
  if (kind === 'model' || kind === 'sprite') return kind;
  if (kind === 'rez' || kind === 'zip') return 'archive';
  return kind && isPicture(kind) ? 'texture' : 'other';
}

const ENDINGS: ReadonlyMap<string, FileKind> = new Map<string, FileKind>([
  ['abc', 'model'],
  ['ltb', 'model'],
  ['lta', 'model'],
  ['ltc', 'model'],
  ['spr', 'sprite'],
  ['dtx', 'dtx'],
  ['png', 'png'],
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
  ['webp', 'webp'],
  ['gif', 'gif'],
  ['bmp', 'bmp'],
  ['tga', 'tga'],
  ['pcx', 'pcx'],
  ['glb', 'gltf'],
  ['gltf', 'gltf'],
  ['rez', 'rez'],
  ['zip', 'zip'],
  ['pk3', 'zip'],
  ['lith', 'zip'],
]);

/** Whether a file may be the texture of a model, by its name. */
export function isTextureName(name: string): boolean {
  const kind = kindNamed(name);
  return kind !== null && isPicture(kind);
}

/** Whether a file is a pattern or description of the user's own structures, by its name. */
export const isPatternName = (name: string): boolean => /\.(hexpat|ksy)$/i.test(name);

/** Whether a path names an archive by its ending. */
export function isArchiveName(path: string): boolean {
  const kind = kindNamed(path);
  return kind === 'rez' || kind === 'zip';
}

/** Whether a name or address is that of a bundle: a zip with a model, the files beside it, and its view (docs/links.md). */
export function isBundleName(name: string): boolean {
  return /\.lith$/i.test(name);
}

/** Signatures at the start of a zip: an entry, no entry, and two of split archives. */
const ZIP_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', 'PK\x07\x08', 'PK00PK\x03\x04'];

/** The kind of archive with these first bytes; null for other files. */
export function archiveSignature(head: Uint8Array): 'rez' | 'zip' | null {
  const text = String.fromCharCode(...head.subarray(0, 32));
  if (text.slice(2).startsWith('RezMgr Version 1')) return 'rez';
  return ZIP_SIGNATURES.some((signature) => text.startsWith(signature)) ? 'zip' : null;
}

/** Types are 0 … 3, and 9 … 11 with run lengths. */
const MAX_TGA_TYPE = 11;

/** −2, −3 or −5 as i32 at 4 (docs/format/dtx.md). */
function isDtxVersion(bytes: Uint8Array): boolean {
  const low = bytes[4] ?? 0;
  return [0xfe, 0xfd, 0xfb].includes(low) && bytes[5] === 0xff && bytes[6] === 0xff && bytes[7] === 0xff;
}
