/** Worker that imports glTF. The page stays responsive whatever a file contains, and terminates the worker if it must. */
import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { Exchange } from '@lithoscope/exchange';
import dracoWasm from 'three/examples/jsm/libs/draco/gltf/draco_decoder.wasm?url';
import { type Converter, convertedTo } from '../from-glb/converted.ts';
import { importModel } from '../from-glb/import.ts';
import type { ImportOptions } from '../from-glb/options.ts';
import { NotImported, whyNotImported } from '../from-glb/report.ts';
import { skinsOf } from '../from-glb/source-skins.ts';
import { understand } from '../from-glb/understand.ts';
import { meaning, namedBy } from '../gltf/beside.ts';
import { readGltf } from '../gltf/read.ts';
import type { GltfSource } from '../gltf/source.ts';
import { loadOnce } from '../lib/once.ts';
import { Handed } from '../ui/tasks/protocol.ts';
import { serve, sparingly } from '../ui/tasks/serve.ts';
import { drawablePictures } from './drawable.ts';
import { asOneGlb } from './one-glb.ts';
import type { GltfTask, ImportWork, Made, ReadGltf, Target } from './protocol.ts';

/** The parsed source. */
let source: GltfSource | null = null;

serve<ImportWork>(
  {
    async read(task, job) {
      const read = await readTask(task, { progress: sparingly(job.progress) });
      return new Handed(read, read.glb ? [read.glb.buffer] : []);
    },
    async make({ options, target }, job) {
      const made = await make(options, target, { progress: sparingly(job.progress) });
      const imported = made.imported ? [made.imported.buffer] : [];
      return new Handed(made, [
        made.result.bytes.buffer,
        ...imported,
        ...made.skins.map(({ bytes }) => bytes.buffer),
      ]);
    },
  },
  {
    words(error) {
      // For bug reports.
      if (!(error instanceof NotImported)) console.error(error);
      return whyNotImported(error);
    },
  },
);

interface Watch {
  /** @param done 0 to 1 */
  progress(done: number): void;
}

async function readTask({ name, file, companions }: GltfTask, watch: Watch): Promise<ReadGltf> {
  // Modules load while the file is read; errors are reported when they are needed.
  parts().catch(() => {});
  const bytes = await bytesOf(file);
  const files = new Map([[name, bytes]]);
  // A folder may contain many unrelated files.
  const isNamed = meaning(companions.size > 0 ? namedBy(bytes) : []);
  for (const [path, blob] of companions) if (isNamed(path)) files.set(path, await bytesOf(blob));
  source = await readGltf(name, files, watch, { draco });
  const { description } = source;
  const [, editing] = await parts();
  const understood = understand(editing, source);
  return {
    understood,
    from: description && {
      name: description.file,
      bytes: description.bytes,
      crc32: description.crc32,
      format: description.modelFormat,
      version: description.version,
    },
    hasTemplate: source.template !== null,
    glb:
      understood.notShown === null
        ? await asOneGlb(source.document, await drawablePictures(source.document))
        : null,
  };
}

/** Draco decoder, loaded on demand. */
async function draco() {
  try {
    const [{ openDraco }, response] = await Promise.all([import('../gltf/draco.ts'), fetch(dracoWasm)]);
    if (!response.ok) throw new Error(response.statusText);
    return openDraco(await response.arrayBuffer());
  } catch {
    throw new NotImported(
      'The part of the page that reads meshes packed with Draco could not be loaded. Check the connection, then open the file again.',
    );
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Modules that read and write models. */
const loadCore = loadOnce(() => Lithoscope.load());
const loadExchange = loadOnce(() => Exchange.load());

async function parts(): Promise<[Lithoscope, Exchange]> {
  try {
    return await Promise.all([loadCore(), loadExchange()]);
  } catch {
    throw new NotImported(
      'The part of the page that writes models (WebAssembly) could not be loaded. Check the connection, then try again.',
    );
  }
}

/** What makes models of other formats, loaded with the first of them. */
const loadConverting = loadOnce(async () => {
  const { Converting } = await import('@lithoscope/converting');
  return Converting.load();
});

async function converting(): Promise<Converter> {
  return loadConverting().catch(() => {
    throw new NotImported(
      'The part of the page that converts models could not be loaded. Check the connection, then try again.',
    );
  });
}

async function make(options: ImportOptions, target: Target, watch: Watch): Promise<Made> {
  if (!source) throw new Error('There is nothing to import.');
  const [library, changing] = await parts();
  const opened: AbcFile[] = [];
  const open = (_: string, bytes: Uint8Array) => {
    const file = library.open(bytes);
    opened.push(file);
    return file;
  };
  try {
    const base = target.way === 'merge' ? open(target.name, target.bytes) : null;
    const wanted = target.way === 'new' ? { ...source, template: null } : source;
    const tools = { open, editing: changing };
    const result = await importModel(wanted, options, tools, base, watch);
    const skins = skinsOf(source.document, open('', result.bytes).info, result.sources, result.skin);
    const to = target.way === 'new' ? target.to : null;
    if (to === null) return { result, imported: null, ...skins };
    return { result: convertedTo(to, result, await converting()), imported: result.bytes, ...skins };
  } finally {
    for (const file of opened) file.release();
  }
}
