/** Worker's side of the export of a model of the library: it asks the page for what the model depends on. */
import type { AbcFile, Features } from '@lithoscope/core';
import type { DtxLibrary } from '@lithoscope/dtx';
import type { Exchange } from '@lithoscope/exchange';
import { poseAmong } from '../../explain/animations.ts';
import { type ModelNames, namesIn } from '../../explain/dependencies.ts';
import { identify } from '../../explain/file-kind.ts';
import { baseName } from '../../lib/file-names.ts';
import { reasonOf } from '../../lib/reason.ts';
import { decodePicture } from '../../textures/decode.ts';
import { dtxDecoder } from '../../textures/dtx-picture.ts';
import type { AlphaMode, GlbOptions, GlbSkin, GlbSource } from '../../to-glb/input.ts';
import { meantAnimations } from '../../to-glb/names.ts';
import { skinFrom } from '../../to-glb/skins.ts';
import { toGlb } from '../../to-glb/to-glb.ts';
import { posedPieces, poseInWords } from '../../to-obj/input.ts';
import { leftOutOf, type ObjFile, toObj } from '../../to-obj/to-obj.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { type Job, sparingly } from '../../ui/tasks/serve.ts';
import type { GlbPlan, ObjPlan, Plan } from './several.ts';

/** A file with its bytes. */
export interface GlbFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Opens a model, until the end of the order. */
export type Open = (file: GlbFile) => Promise<AbcFile>;

/** Features and dependencies of a model in the library; the page resolves them. */
export interface Needed extends ModelNames {
  readonly features: Features;
  readonly lodCount: number;
}

/** The answer to `Needed`: resolved dependencies, and what becomes of the model. */
export interface Resolved {
  /** Files that supply animations. @see GlbSource */
  readonly sources: readonly (GlbFile & Pick<GlbSource, 'child'>)[];
  /** Texture files. */
  readonly textures: readonly (readonly [slot: number, texture: GlbFile])[];
  /** Alpha mode of every texture. */
  readonly alphaMode: AlphaMode;
  readonly plan: Plan;
  /** Of the names of the files, without folder and extension. */
  readonly stem: string;
  /** Of the names of the pictures of an OBJ. */
  readonly prefix: string;
}

/** A model in another format. */
export interface Converted {
  /** The model, then what it refers to. */
  readonly files: readonly ObjFile[];
  /** What is inexact or not in it, in sentences. */
  readonly leftOut: readonly string[];
  /** Indices of the names of animations in the plan that the model has. */
  readonly meant: readonly number[];
}

/** An order for a model of the library. Progress is 0 to 1. */
export interface AloneTask {
  readonly order: GlbFile;
  readonly progress: number;
  readonly question: Needed;
  readonly answer: Resolved;
  readonly result: Converted;
}

/** What a conversion works with. */
export interface Tools {
  readonly open: Open;
  loadDtx(): Promise<DtxLibrary>;
  loadExchange(): Promise<Exchange>;
}

interface Work<Of extends Plan = Plan> {
  readonly name: string;
  readonly model: AbcFile;
  readonly sources: readonly GlbSource[];
  readonly skins: ReadonlyMap<number, GlbSkin>;
  readonly plan: Of;
  /** Gets sentences. */
  readonly leftOut: string[];
}

/** @throws Error with a sentence, if nothing can be made of the model */
export async function convertAlone(
  file: GlbFile,
  tools: Tools,
  job: Job<AloneTask>,
): Promise<Handed<Converted>> {
  const model = await tools.open(file);
  const { features, lodCount } = model.info;
  const resolved = await job.ask({ features, lodCount, ...namesIn(model.info) });
  const { plan } = resolved;
  const leftOut: string[] = [];
  const skins = await skinsOf(resolved, tools, leftOut);
  const sources = await sourcesOf(resolved, tools, leftOut);
  const work = { name: file.name, model, sources, skins, leftOut };
  const { files, meant } =
    plan.format === 'glb'
      ? await glbOf({ ...work, plan }, resolved, tools, job)
      : { files: await objOf({ ...work, plan }, resolved), meant: [] };
  return new Handed(
    { files, leftOut, meant },
    files.map(({ bytes }) => bytes.buffer),
  );
}

async function glbOf(
  { name, model, sources, skins, plan, leftOut }: Work<GlbPlan>,
  { stem }: Resolved,
  { loadExchange }: Tools,
  { progress }: Job<AloneTask>,
): Promise<Omit<Converted, 'leftOut'>> {
  const { lods } = plan.options;
  const { lodCount } = model.info;
  if (lods !== 'all' && lodCount > 0 && !lods.some((lod) => lod < lodCount))
    throw new Error(`it does not have level ${lods.join(' or ')}: its last level is ${lodCount - 1}.`);
  const { animations, meant } = animationsOf(plan, model, sources, leftOut);
  const input = { name, file: model, sources, skins, editing: await loadExchange() };
  const { bytes, report } = await toGlb(
    input,
    { ...plan.options, animations },
    { progress: sparingly(progress) },
  );
  leftOut.push(
    ...report.notes.filter(({ severity }) => severity === 'warning').map(({ message }) => message),
  );
  return { files: [{ name: `${stem}.glb`, bytes }], meant };
}

function animationsOf(
  { animations }: GlbPlan,
  model: AbcFile,
  sources: readonly GlbSource[],
  leftOut: string[],
): { animations: GlbOptions['animations']; meant: readonly number[] } {
  if (typeof animations === 'string') return { animations, meant: [] };
  const { clips, meant } = meantAnimations(animations, model, sources);
  const missing = animations.filter((_, i) => !meant.includes(i));
  if (missing.length > 0) leftOut.push(`It has no animation named ${missing.join(' or ')}.`);
  return { animations: clips, meant };
}

async function objOf(
  { name, model, sources, skins, plan, leftOut }: Work<ObjPlan>,
  { stem, prefix }: Resolved,
): Promise<readonly ObjFile[]> {
  const { lod, animation, timeMs, scale } = plan;
  const found = await poseAmong(model, { animation, timeMs, lod, loop: false }, async () => sources);
  if (!('request' in found)) throw new Error(`it ${found.problem}`);
  const frame = model.evaluate(found.request);
  if (!frame) throw new Error('this pose cannot be computed from the data that could be read.');
  const pieces = posedPieces(model, frame, lod);
  const { mirrorZ } = model.info.space;
  const input = { name, pose: poseInWords(model, found.request), pieces, skins, mirrorZ };
  const { files, report } = toObj(input, { scale }, stem, prefix);
  const lost = leftOutOf(report);
  if (lost) leftOut.push(lost);
  if (model.findings.some(({ severity }) => severity === 'error'))
    leftOut.push('The file has errors: only what could be read is exported.');
  return files;
}

/** The files that supply animations: those that can be read and are models. */
async function sourcesOf(
  { sources }: Resolved,
  { open }: Tools,
  leftOut: string[],
): Promise<readonly GlbSource[]> {
  const opened: GlbSource[] = [];
  for (const { child, ...source } of sources) {
    try {
      opened.push({ child, name: source.name, file: await open(source) });
    } catch (error) {
      leftOut.push(`The animations of ${baseName(source.name)} are missing: ${reasonOf(error)}`);
    }
  }
  return opened;
}

async function skinsOf(
  { textures, alphaMode }: Resolved,
  { loadDtx }: Tools,
  leftOut: string[],
): Promise<ReadonlyMap<number, GlbSkin>> {
  const skins = new Map<number, GlbSkin>();
  const decoded = new Map<string, GlbSkin | null>();
  for (const [slot, texture] of textures) {
    let skin = decoded.get(texture.name);
    if (skin === undefined) {
      try {
        skin = await readSkin(texture, alphaMode, loadDtx);
      } catch (error) {
        skin = null;
        leftOut.push(
          `The skin ${baseName(texture.name)} cannot be read: ${reasonOf(error).replace(/\.$/, '')}.`,
        );
      }
    }
    decoded.set(texture.name, skin);
    if (skin) skins.set(slot, skin);
  }
  return skins;
}

/** Reads a skin like the command line; formats that only browsers decode, like the page. */
async function readSkin(
  { name, bytes }: GlbFile,
  alphaMode: AlphaMode,
  loadDtx: Tools['loadDtx'],
): Promise<GlbSkin | null> {
  const kind = identify(name, bytes);
  if (kind !== 'jpeg' && kind !== 'webp' && kind !== 'bmp')
    return skinFrom(name, bytes, alphaMode, { textures: loadDtx });
  const [level] = (await decodePicture({ kind, bytes }, dtxDecoder(loadDtx))).picture.levels;
  return level ? { name, width: level.width, height: level.height, rgba: level.data, alphaMode } : null;
}
