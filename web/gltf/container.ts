/** The two forms of a glTF: one binary file (GLB), or JSON with its buffers beside it. */

import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { isObject, type Json } from './json.ts';
import { NotImported } from './not-imported.ts';
import { whatIs } from './what-is.ts';

export interface Container {
  readonly json: Json;
  /** The binary chunk of a GLB; null without one. */
  readonly binary: Uint8Array | null;
}

/** JSON text is read at once, at several times its size; and texts have an end in JavaScript. */
const MOST_JSON = 256 << 20;

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** @throws NotImported with a sentence, for anything else */
export function openContainer(name: string, bytes: Uint8Array): Container {
  if (bytes.length === 0) throw new NotImported(`${shortName(name)} is empty: it has 0 bytes.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 4 && view.getUint32(0, true) === MAGIC) return openBinary(name, bytes, view);
  if (firstSign(bytes) === 0x7b) return { json: parse(name, bytes, 'it'), binary: null };
  const { what, help } = whatIs(bytes, name);
  throw new NotImported(`${shortName(name)} is ${what}. ${help}`.trim());
}

function openBinary(name: string, bytes: Uint8Array, view: DataView): Container {
  const cut = (needs: number) =>
    new NotImported(
      `${shortName(name)} is cut off: it has ${formatCount(bytes.length)} of ${formatCount(needs)} bytes.`,
    );
  if (bytes.length < 12) throw cut(12);
  checkVersion(name, String(view.getUint32(4, true)));
  const length = view.getUint32(8, true);
  if (length > bytes.length) throw cut(length);
  let json: Json | null = null;
  let binary: Uint8Array | null = null;
  // What is behind the length is not the GLB's; and a last word that is too short for a chunk is padding.
  for (let at = 12; at + 8 <= length; ) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + 8;
    if (size > length - start) throw cut(start + size);
    const chunk = bytes.subarray(start, start + size);
    if (json === null) {
      if (type !== JSON_CHUNK) {
        throw new NotImported(`${shortName(name)} is damaged: the first chunk of a GLB must be its JSON.`);
      }
      json = parse(name, chunk, 'its JSON chunk');
    } else if (type === BINARY_CHUNK && binary === null) binary = chunk;
    at = start + size;
  }
  if (json === null) throw new NotImported(`${shortName(name)} is a GLB with nothing in it.`);
  return { json, binary };
}

/** @param part of the file: `it`, `its JSON chunk` */
function parse(name: string, bytes: Uint8Array, part: string): Json {
  if (bytes.length > MOST_JSON) {
    throw new NotImported(
      `${shortName(name)} has ${formatCount(bytes.length)} bytes of JSON, more than can be read at once. Export it as GLB.`,
    );
  }
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new NotImported(`${shortName(name)} is damaged: ${part} cannot be read as JSON.`);
  }
  if (!isObject(json)) throw new NotImported(`${shortName(name)} is JSON, but not glTF.`);
  const asset = json.asset;
  if (!isObject(asset))
    throw new NotImported(`${shortName(name)} is JSON, but not glTF: it does not have an “asset”.`);
  const { version, minVersion } = asset;
  if (typeof version !== 'string') {
    throw new NotImported(`${shortName(name)} is JSON, but not glTF: it does not have a version.`);
  }
  // A newer one says so by `minVersion` when it cannot be read as the older.
  checkVersion(name, typeof minVersion === 'string' ? minVersion : version.replace(/^2\.\d+$/, '2.0'));
  return json;
}

function checkVersion(name: string, version: string): void {
  if (version === '2' || version === '2.0') return;
  const is = `${shortName(name)} is glTF ${shown(version)}`;
  throw new NotImported(
    /^[01](\.|$)/.test(version)
      ? `${is}, which is too old to be read: export it as glTF 2.0.`
      : `${is}, but only 2.0 can be read.`,
  );
}

/** The first that is no blank, and no mark of the byte order. */
function firstSign(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[at] as number)) at++;
  return bytes[at] ?? 0;
}

/** A name for a sentence. */
export function shortName(name: string): string {
  const bare = baseName(name);
  return bare.length > 60 ? `${bare.slice(0, 60)}…` : bare || 'The file';
}

/** What a file says, for a sentence: without marks that turn the text around it. */
export function shown(text: string): string {
  const plain = text.slice(0, 60).replaceAll(/[^\x20-\x7e]/g, '·');
  return text.length > 60 ? `${plain}…` : plain;
}
