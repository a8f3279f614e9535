/**
 * Worker that converts models, and its protocol. The page stays responsive whatever a file contains, and terminates the
 * worker if it must.
 */
import { type AbcFile, type Features, Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { Exchange } from '@lithoscope/exchange';
import { ZipWriter } from '../../archive/zip-writer.ts';
import { type ModelNames, namesIn } from '../../explain/dependencies.ts';
import { refusal } from '../../explain/describe.ts';
import { identify } from '../../explain/file-kind.ts';
import { isModelFormat } from '../../explain/formats.ts';
import { loadOnce } from '../../lib/once.ts';
import { decodePicture } from '../../textures/decode.ts';
import { dtxDecoder } from '../../textures/dtx-picture.ts';
import type { AlphaMode, GlbOptions, GlbSkin } from '../../to-glb/input.ts';
import type { GlbResult } from '../../to-glb/report.ts';
import { skinFrom } from '../../to-glb/skins.ts';
import { toGlb } from '../../to-glb/to-glb.ts';
import type { ObjInput, ObjOptions } from '../../to-obj/input.ts';
import { type ObjReport, toObj } from '../../to-obj/to-obj.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { type Job, serve, sparingly } from '../../ui/tasks/serve.ts';

const loadCore = loadOnce(() => Lithoscope.load());
const loadDtx = loadOnce(() => DtxLibrary.load());
const loadExchange = loadOnce(() => Exchange.load());

serve<ExportWork>({
  task: (task, { progress }) => withOpen(async (open) => convert(task, await open(task), open, progress)),
  file: (file, job) => withOpen((open) => convertAlone(file, open, job)),
  obj: writeObj,
});

type Open = (file: GlbFile) => Promise<AbcFile>;

/** Runs a conversion and releases the files that it opened. */
async function withOpen(make: (open: Open) => Promise<GlbResult>): Promise<Handed<GlbResult>> {
  const opened: AbcFile[] = [];
  try {
    const library = await loadCore();
    const result = await make(async ({ name, bytes }) => {
      const file = await library.openAny(bytes);
      opened.push(file);
      if (!isModelFormat(file.info.format)) throw new Error(refusal(name, file.info, file.findings));
      return file;
    });
    return new Handed(result, [result.bytes.buffer]);
  } finally {
    for (const file of opened) file.release();
  }
}

async function convert(
  { name, sources, skins, options }: GlbTask,
  file: AbcFile,
  open: Open,
  progress: (done: number) => void,
): Promise<GlbResult> {
  const input = {
    name,
    file,
    sources: await Promise.all(
      sources.map(async (source) => ({ child: source.child, name: source.name, file: await open(source) })),
    ),
    skins: new Map(skins),
    editing: await loadExchange(),
  };
  return toGlb(input, options, { progress: sparingly(progress) });
}

async function writeObj({ skins, options, ...pose }: ObjTask): Promise<Handed<ObjZip>> {
  const { files, report } = toObj({ ...pose, skins: new Map(skins) }, options);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new ZipWriter({ write: async (part) => void parts.push(part) });
  for (const { name, bytes } of files) await zip.add(name, bytes, null);
  await zip.end();
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return new Handed({ bytes, report }, [bytes.buffer]);
}

/** Converts a model of the library, after asking the page for its dependencies. */
async function convertAlone(file: GlbFile, open: Open, job: Job<ExportWork['file']>): Promise<GlbResult> {
  const model = await open(file);
  const { sources, textures, alphaMode, options } = await job.ask(dependenciesOf(model));
  const skins: [number, GlbSkin][] = [];
  const decoded = new Map<string, GlbSkin | null>();
  for (const [slot, texture] of textures) {
    let skin = decoded.get(texture.name);
    if (skin === undefined) skin = await readSkin(texture, alphaMode).catch(() => null);
    decoded.set(texture.name, skin);
    if (skin) skins.push([slot, skin]);
  }
  // Files that cannot be read, or are not models, supply no animations.
  const readable: GlbTask['sources'][number][] = [];
  for (const source of sources) {
    const isReadable = await open(source).then(
      () => true,
      () => false,
    );
    if (isReadable) readable.push(source);
  }
  return convert({ ...file, sources: readable, skins, options }, model, open, job.progress);
}

function dependenciesOf({ info }: AbcFile): GlbDependencies {
  const { features, lodCount } = info;
  return { features, lodCount, ...namesIn(info) };
}

/** Reads a skin like the command line; formats that only browsers decode, like the page. */
async function readSkin({ name, bytes }: GlbFile, alphaMode: AlphaMode): Promise<GlbSkin | null> {
  const kind = identify(name, bytes);
  if (kind !== 'jpeg' && kind !== 'webp' && kind !== 'bmp')
    return skinFrom(name, bytes, alphaMode, { textures: loadDtx });
  const [level] = (await decodePicture({ kind, bytes }, dtxDecoder(loadDtx))).picture.levels;
  return level ? { name, width: level.width, height: level.height, rgba: level.data, alphaMode } : null;
}

/** A file with its bytes. */
export interface GlbFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A model with everything that its GLB needs. */
export interface GlbTask extends GlbFile {
  /** Files that supply animations. @see GlbSource */
  readonly sources: readonly {
    readonly child: number;
    readonly name: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }[];
  readonly skins: readonly (readonly [slot: number, skin: GlbSkin])[];
  readonly options: GlbOptions;
}

/** Features and dependencies of a model in the library; the page resolves them. */
export interface GlbDependencies extends ModelNames {
  readonly features: Features;
  readonly lodCount: number;
}

/** The answer to `GlbDependencies`: resolved dependencies and options. */
export interface GlbResolved {
  readonly sources: GlbTask['sources'];
  /** Texture files. */
  readonly textures: readonly (readonly [slot: number, texture: GlbFile])[];
  /** Alpha mode of every texture. */
  readonly alphaMode: AlphaMode;
  readonly options: GlbOptions;
}

/** A pose with everything that its OBJ needs. */
export interface ObjTask extends Omit<ObjInput, 'skins'> {
  readonly skins: GlbTask['skins'];
  readonly options: ObjOptions;
}

/** The files of an OBJ in a zip, with a report. */
export interface ObjZip {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: ObjReport;
}

/** Orders: a complete model, a model whose dependencies the worker asks for, and a pose. Progress is 0 to 1. */
export interface ExportWork {
  readonly obj: { readonly order: ObjTask; readonly result: ObjZip };
  readonly task: { readonly order: GlbTask; readonly progress: number; readonly result: GlbResult };
  readonly file: {
    readonly order: GlbFile;
    readonly progress: number;
    readonly question: GlbDependencies;
    readonly answer: GlbResolved;
    readonly result: GlbResult;
  };
}
