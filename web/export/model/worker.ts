/** The worker that converts models: the page stays smooth whatever a file does, and ends the worker if it must. */
import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { namesIn } from '../../explain/dependencies.ts';
import { refusal } from '../../explain/describe.ts';
import { identify } from '../../explain/file-kind.ts';
import { loadOnce } from '../../lib/once.ts';
import { ZipWriter } from '../../library/extract/zip.ts';
import { decodePicture } from '../../textures/decode.ts';
import { dtxDecoder } from '../../textures/dtx-picture.ts';
import type { AlphaMode, GlbSkin } from '../../to-glb/input.ts';
import type { GlbResult } from '../../to-glb/report.ts';
import { skinFrom } from '../../to-glb/skins.ts';
import { toGlb } from '../../to-glb/to-glb.ts';
import { toObj } from '../../to-obj/to-obj.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { type Job, serve, sparingly } from '../../ui/tasks/serve.ts';
import type { ExportWork, GlbFile, GlbTask, GlbWants, ObjTask, ObjZip } from './protocol.ts';

const loadCore = loadOnce(() => Lithoscope.load());
const loadDtx = loadOnce(() => DtxLibrary.load());

serve<ExportWork>({
  task: (task, { progress }) => withOpen((open) => convert(task, open(task), open, progress)),
  file: (file, job) => withOpen((open) => convertAlone(file, open, job)),
  obj: writeObj,
});

type Open = (file: GlbFile) => AbcFile;

/** Releases what is opened meanwhile. */
async function withOpen(make: (open: Open) => Promise<GlbResult>): Promise<Handed<GlbResult>> {
  const opened: AbcFile[] = [];
  try {
    const library = await loadCore();
    const result = await make(({ name, bytes }) => {
      const file = library.open(bytes);
      opened.push(file);
      if (file.info.format !== 'abc') throw new Error(refusal(name, file.info, file.findings));
      return file;
    });
    return new Handed(result, [result.bytes.buffer]);
  } finally {
    for (const file of opened) file.release();
  }
}

function convert(
  { name, sources, skins, options }: GlbTask,
  file: AbcFile,
  open: Open,
  progress: (done: number) => void,
): Promise<GlbResult> {
  const input = {
    name,
    file,
    sources: sources.map((source) => ({ child: source.child, name: source.name, file: open(source) })),
    skins: new Map(skins),
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

/** Asks the page for what the model names. */
async function convertAlone(file: GlbFile, open: Open, job: Job<ExportWork['file']>): Promise<GlbResult> {
  const model = open(file);
  const { sources, textures, alphaMode, options } = await job.ask(wantsOf(model));
  const skins: [number, GlbSkin][] = [];
  const decoded = new Map<string, GlbSkin | null>();
  for (const [slot, texture] of textures) {
    let skin = decoded.get(texture.name);
    if (skin === undefined) skin = await readSkin(texture, alphaMode).catch(() => null);
    decoded.set(texture.name, skin);
    if (skin) skins.push([slot, skin]);
  }
  // What cannot be read, or is no model, lends nothing.
  const lenders = sources.filter((source) => {
    try {
      return open(source) !== null;
    } catch {
      return false;
    }
  });
  return convert({ ...file, sources: lenders, skins, options }, model, open, job.progress);
}

function wantsOf({ info }: AbcFile): GlbWants {
  const { features, lodCount } = info;
  return { features, lodCount, ...namesIn(info) };
}

/** As the command line reads it; what only a browser decodes, as the page does. */
async function readSkin({ name, bytes }: GlbFile, alphaMode: AlphaMode): Promise<GlbSkin | null> {
  const kind = identify(name, bytes);
  if (kind !== 'jpeg' && kind !== 'bmp') return skinFrom(name, bytes, alphaMode, loadDtx);
  const [level] = (await decodePicture({ kind, bytes }, dtxDecoder(loadDtx))).picture.levels;
  return level ? { name, width: level.width, height: level.height, rgba: level.data, alphaMode } : null;
}
