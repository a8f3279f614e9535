/** Exports one model as GLB or OBJ, in the program or in one of its threads. */
import type { AbcFile, PoseRequest } from '@lithoscope/core';
import type { Openers } from '../../archive/opened.ts';
import { childNamed, poseAmong } from '../../explain/animations.ts';
import { type Dependencies, namesIn } from '../../explain/dependencies.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { isModelFormat } from '../../explain/formats.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import { baseName, withoutExtension } from '../../lib/file-names.ts';
import { reasonOf } from '../../lib/reason.ts';
import type { GlbInput, GlbOptions, GlbSkin, GlbSource } from '../../to-glb/input.ts';
import { meantAnimations } from '../../to-glb/names.ts';
import { type GlbNote, type GlbReport, named } from '../../to-glb/report.ts';
import { skinFrom } from '../../to-glb/skins.ts';
import { toGlb } from '../../to-glb/to-glb.ts';
import { posedPieces, poseInWords } from '../../to-obj/input.ts';
import { leftOutOf, type ObjReport, toObj } from '../../to-obj/to-obj.ts';
import { bytesAt, modelAt } from '../files.ts';
import { CommandError, paint } from '../output.ts';
import type { ExportSettings, ObjPose, Outcome, Place, PlacedItem, Target } from '../tasks.ts';
import { expectFree, notWritten, placeBeside, placeIn, writeTogether } from '../write.ts';
import { type Finder, type FoundFile, ownPath, toldName } from './find.ts';

/** Names that a message lists: real models have up to some hundred animations. */
const MOST_ANIMATIONS = 200;
const MOST_NAMES = 8;

/** What an export works with. */
interface Work {
  readonly openers: Openers;
  readonly finder: Finder;
  readonly target: Target;
  readonly place: Place | null;
  readonly settings: ExportSettings;
  readonly file: AbcFile;
  readonly dependencies: Dependencies<FoundFile>;
  /** Files to release at the end. */
  readonly opened: AbcFile[];
  readonly notes: GlbNote[];
}

/** A model in another format. */
interface Made {
  /** The first is the one that the user named; the others lie beside it. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly counts: readonly string[];
  readonly report: GlbReport | ObjReport;
  readonly notes: readonly GlbNote[];
}

/**
 * Exports a model. Its content never makes this throw. Rejects with the signal's reason when aborted, and then leaves no
 * file.
 */
export async function exportModel(
  openers: Openers,
  finder: Finder,
  { target, place }: PlacedItem,
  settings: ExportSettings,
  signal?: AbortSignal,
): Promise<Outcome<'export'>> {
  const opened: AbcFile[] = [];
  const notes: GlbNote[] = [];
  try {
    // Before any work: a link may lead out of the folder.
    if (place) await placeIn(place);
    if (place && !settings.force) await expectFree(place);
    const file = await openModel(openers, target);
    opened.push(file);
    const dependencies = finder.dependencies(target, namesIn(file.info));
    const work: Work = { openers, finder, target, place, settings, file, dependencies, opened, notes };
    const { made, meant } = settings.pose
      ? { made: await objOf(work, settings.pose), meant: [] }
      : await glbOf(work, signal);
    signal?.throwIfAborted();
    if (place && !settings.dryRun) await write(made, place, settings.force);
    notes.push(...made.notes);
    return {
      text: exportedText(target, place, { ...made, notes }, settings),
      notes: [],
      // Errors of the file are a warning too.
      inPart: notes.some(({ severity }) => severity === 'warning'),
      meant,
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    // A fault of one model does not stop the others.
    return {
      problem: error instanceof CommandError ? error.message : `${target.name}: ${notWritten(error)}`,
    };
  } finally {
    for (const file of opened) file.release();
  }
}

async function write({ files }: Made, place: Place, force: boolean): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  const beside = others.map(({ name, bytes }) => ({ place: placeBeside(place, name), bytes }));
  await writeTogether({ place, bytes: file.bytes }, beside, force);
}

/** @throws {CommandError} when it cannot be read, or is no model */
export async function openModel(openers: Openers, target: Target): Promise<AbcFile> {
  const file = await modelAt(openers, target);
  if (isModelFormat(file.info.format)) return file;
  file.release();
  throw new CommandError(
    `${target.name} is not a model that can be exported (lithoscope check shows what it is).`,
  );
}

async function glbOf(
  work: Work,
  signal: AbortSignal | undefined,
): Promise<{ made: Made; meant: readonly number[] }> {
  const { input, meant, options } = await inputOf(work);
  const { bytes, report } = await toGlb(input, options, signal ? { signal } : {});
  const { meshes, joints, animations, images, notes } = report;
  const counts = [
    counted(meshes, 'mesh'),
    counted(joints, 'joint'),
    counted(animations, 'animation'),
    counted(images, 'skin'),
    deviationWords(report),
  ];
  return { made: { files: [{ name: input.name, bytes }], counts, report, notes }, meant };
}

/** The greatest distance of a vertex from its place in the file's model, file units. */
function deviationWords({ deviations, morphDeviation }: GlbReport): string {
  const greatest = deviations.reduce((most, { bound }) => Math.max(most, bound), morphDeviation);
  return greatest > 0 ? `deviation up to ${Number(greatest.toPrecision(3))}` : 'vertices exact';
}

async function inputOf(
  work: Work,
): Promise<{ input: GlbInput; options: GlbOptions; meant: readonly number[] }> {
  const { target, settings, file } = work;
  const { lods, scale, unlit, template, maxMorphTargets } = settings;
  const { lodCount } = file.info;
  if (lods !== 'all' && lodCount > 0 && !lods.some((lod) => lod < lodCount))
    throw new CommandError(
      `${target.name} does not have level ${lods.join(' or ')}: its last level is ${lodCount - 1}.`,
    );
  const isOwn = settings.animations === 'none' || settings.animations === 'own';
  const sources = isOwn ? [] : await sourcesOf(work);
  const { animations, meant } = animationsOf(work, sources);
  const skins = await skinsOf(work);
  const editing = await work.openers.exchange();
  return {
    input: { name: toldName(target), file, sources, skins, editing },
    options: { lods, animations, scale, unlit, template, maxMorphTargets, interpretation: {} },
    meant,
  };
}

/** The animations that are exported, and which of the names that the user gave mean one. */
function animationsOf(
  { target, settings, notes, file }: Work,
  sources: readonly GlbSource[],
): { animations: GlbOptions['animations']; meant: readonly number[] } {
  const { animations, alone } = settings;
  if (typeof animations === 'string') return { animations, meant: [] };
  const { clips, meant, known } = meantAnimations(animations, file, sources);
  const missing = animations.filter((_, i) => !meant.includes(i));
  if (missing.length > 0) {
    const has = known.length > 0 ? `it has ${named(known, MOST_ANIMATIONS)}` : 'it has none';
    const message = `the animation "${missing.join('", "')}": ${has}.`;
    if (alone) throw new CommandError(`${target.name} does not contain ${message}`);
    notes.push({ code: 'ANIMATION_NOT_FOUND', severity: 'info', message: `It does not contain ${message}` });
  }
  return { animations: clips, meant };
}

/** The files that lend their animations: those that the user names, then the child models that are found. */
async function sourcesOf({ openers, finder, target, settings, file, dependencies, opened, notes }: Work) {
  const sources: GlbSource[] = [];
  const add = async (source: Target, child: number) => {
    try {
      const lender = await openModel(openers, source);
      opened.push(lender);
      sources.push({ child, name: toldName(source), file: lender });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      notes.push({ code: 'CHILD_MODEL_UNREADABLE', severity: 'warning', message: error.message });
    }
  };
  for (const given of finder.animations) {
    if (ownPath(given) === ownPath(target)) continue;
    await add(given, childNamed(file.info, given.name));
  }
  if (!settings.children) return sources;
  const given = new Set(sources.map(({ child }) => child));
  const missing: string[] = [];
  for (const { child, name, found } of dependencies.children) {
    if (given.has(child)) continue;
    if (found) await add(found.target, child);
    else missing.push(baseName(name));
  }
  if (missing.length > 0)
    notes.push({
      code: 'CHILD_MODEL_MISSING',
      severity: 'info',
      message: `Child models not found: ${named(missing, MOST_NAMES)}. Their animations are not in the GLB.`,
    });
  return sources;
}

/** The skins that are found, by slot; none when none are wanted. */
async function skinsOf({ openers, settings, dependencies, notes }: Work): Promise<Map<number, GlbSkin>> {
  const skins = new Map<number, GlbSkin>();
  const decoded = new Map<FoundFile, GlbSkin>();
  for (const { slot, found, lookedFor } of settings.skins ? dependencies.skins : []) {
    if (!found) {
      const names = lookedFor.length > 0 ? `: looked for ${named(lookedFor, MOST_NAMES)}` : '';
      const message = `No skin was found for slot ${formatCount(slot)}${names}.`;
      notes.push({ code: 'SKIN_MISSING', severity: 'info', message });
      continue;
    }
    const { target } = found;
    try {
      const skin =
        decoded.get(found) ??
        (await skinFrom(toldName(target), await bytesAt(target), settings.alphaMode, openers));
      decoded.set(found, skin);
      skins.set(slot, skin);
    } catch (error) {
      const reason = reasonOf(error);
      const message =
        error instanceof CommandError
          ? reason
          : `${target.name} cannot be decoded: ${reason.replace(/\.$/, '')}.`;
      notes.push({ code: 'SKIN_UNREADABLE', severity: 'warning', message });
    }
  }
  return skins;
}

/** One pose as OBJ, MTL and PNGs. @throws {CommandError} when the model does not have this pose */
async function objOf(work: Work, pose: ObjPose): Promise<Made> {
  const { target, place, settings, file } = work;
  const { lods, scale } = settings;
  const name = toldName(target);
  const [lod = 0] = lods === 'all' ? [] : lods;
  const skins = await skinsOf(work);
  const request = await requestOf(work, name, pose, lod);
  const frame = file.evaluate(request);
  if (!frame)
    throw new CommandError(`${name}: this pose cannot be computed from the data that could be read.`);
  const pieces = posedPieces(file, frame, lod);
  const { mirrorZ } = file.info.space;
  // Pictures begin with the name of the model too, as other models may go into the same folder.
  const stem = withoutExtension(baseName(place?.path ?? name));
  const { files, report } = toObj(
    { name, pose: poseInWords(file, request), pieces, skins, mirrorZ },
    { scale },
    stem,
    `${stem}_`,
  );
  const lost = leftOutOf(report);
  const notes: GlbNote[] = lost ? [{ code: 'TRIANGLES_LEFT_OUT', severity: 'warning', message: lost }] : [];
  const { vertices, triangles, materials, images } = report;
  const counts = [
    counted(vertices, 'vertex'),
    counted(triangles, 'triangle'),
    counted(materials, 'material'),
    counted(images, 'skin'),
  ];
  return { files, counts, report, notes };
}

/** The pose by its name: of the model itself, else of a model that lends it its animations. */
async function requestOf(
  work: Work,
  name: string,
  { animation, timeMs }: ObjPose,
  lod: number,
): Promise<PoseRequest> {
  const { file } = work;
  const words = { animation, timeMs, lod, loop: false };
  // An OBJ has one animation: it does not matter which child models without it are missing.
  const found = await poseAmong(file, words, () => sourcesOf({ ...work, notes: [] }));
  if ('request' in found) return found.request;
  throw new CommandError(`${name} ${found.problem}`);
}

/** A line for the model and one for each note, each with its line break; or one line of JSON without. */
function exportedText(
  { name }: Target,
  place: Place | null,
  { files, counts, report, notes }: Made,
  settings: ExportSettings,
): string {
  const output = place?.output ?? null;
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const isWritten = output !== null && !settings.dryRun;
  if (settings.json)
    return toJson({ file: name, output, size, written: isWritten, report: { ...report, notes } });
  const where = `${output === null ? '' : ` → ${printable(output)}`}${isWritten ? '' : ' (not written)'}`;
  const all = [counted(size, 'byte'), ...counts].join(', ');
  const headline = `${paint(settings, 'bold', printable(name))}${where}: ${all}`;
  const lines = notes.map(({ severity, code, message }) => {
    const label =
      severity === 'warning' ? paint(settings, 'yellow', 'Warning') : paint(settings, 'cyan', 'Info');
    return `  ${label} ${code}: ${printable(message)}`;
  });
  return `${[headline, ...lines].join('\n')}\n`;
}
