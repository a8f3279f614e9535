/** Puts a sample into files. */
import { type GLTF, VertexLayout, WebIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer';
import { Making } from './making.ts';

/** The bytes of a sample by the names of its files, that of the model first. */
export type SampleFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

const writer = () =>
  new WebIO().setLogger(new Making().document.getLogger()).registerExtensions(ALL_EXTENSIONS);

export type Json = GLTF.IGLTF;

/** @param change of the JSON text before it is written */
export async function written(
  file: string,
  making: Making,
  change?: (json: Json, binary: Uint8Array) => Uint8Array | undefined,
): Promise<SampleFiles> {
  const root = making.document.getRoot();
  if (root.listAccessors().length === 0) making.buffer.dispose();
  if (!change) {
    await MeshoptEncoder.ready;
    const io = writer().setVertexLayout(VertexLayout.SEPARATE);
    io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
    return new Map([[file, new Uint8Array(await io.writeBinary(making.document))]]);
  }
  const { json, resources } = await writer().writeJSON(making.document, { basename: 'model' });
  const [buffer] = json.buffers ?? [];
  const binary = resources[buffer?.uri ?? ''] ?? new Uint8Array(0);
  const changed = change(json, binary) ?? binary;
  if (file.endsWith('.gltf')) {
    const text = new TextEncoder().encode(JSON.stringify(json));
    return new Map([
      [file, text],
      ...Object.entries(resources).map(([name, bytes]) => [name, new Uint8Array(bytes)] as const),
    ]);
  }
  if (buffer) {
    delete buffer.uri;
    buffer.byteLength = changed.length;
  }
  return new Map([[file, packed(json, changed)]]);
}

/** A GLB of a JSON text and the bytes of its first buffer. */
function packed(json: unknown, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const chunks = [
    { type: 0x4e4f534a, bytes: text, filler: 0x20 },
    ...(binary.length > 0 ? [{ type: 0x004e4942, bytes: binary, filler: 0 }] : []),
  ].map((chunk) => ({ ...chunk, length: Math.ceil(chunk.bytes.length / 4) * 4 }));
  const out = new Uint8Array(chunks.reduce((sum, { length }) => sum + 8 + length, 12));
  const view = new DataView(out.buffer);
  for (const [i, value] of [0x46546c67, 2, out.length].entries()) view.setUint32(4 * i, value, true);
  let at = 12;
  for (const { type, bytes, filler, length } of chunks) {
    view.setUint32(at, length, true);
    view.setUint32(at + 4, type, true);
    out.fill(filler, at + 8, at + 8 + length);
    out.set(bytes, at + 8);
    at += 8 + length;
  }
  return out;
}
