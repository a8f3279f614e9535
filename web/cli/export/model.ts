/** Exports one model: in the program, or in one of its threads. */
import type { AbcFile } from '@lithoscope/core';
import type { Openers } from '../../archive/opened.ts';
import { childNamed } from '../../explain/bindings.ts';
import { namesIn } from '../../explain/dependencies.ts';
import { formatCount } from '../../explain/describe.ts';
import { slotsOf } from '../../explain/facts.ts';
import { baseName, withoutExtension } from '../../lib/file-names.ts';
import type { GlbInput, GlbOptions, GlbSkin, GlbSource } from '../../to-glb/input.ts';
import { meantAnimations } from '../../to-glb/named-clips.ts';
import { named } from '../../to-glb/notes.ts';
import type { GlbNote } from '../../to-glb/report.ts';
import { skinFrom } from '../../to-glb/skins.ts';
import { toGlb } from '../../to-glb/to-glb.ts';
import { bytesAt, modelAt } from '../files.ts';
import { CommandError } from '../output.ts';
import type { Place, Target } from '../target.ts';
import type { ExportSettings, ObjPose, Outcome, PlacedItem } from '../tasks.ts';
import { expectFree, notWritten, placeBeside, placeIn, writeTogether } from '../write.ts';
import { type Finder, ownPath, toldName } from './find.ts';
import { objOf } from './obj.ts';
import { countsOf, exportedText, type Made } from './report.ts';

/** Names that are listed: real models have up to some hundred animations. */
const MOST_ANIMATIONS = 200;
const MOST_NAMES = 8;

/** What an export works with. */
interface Work {
  readonly openers: Openers;
  readonly finder: Finder;
  readonly target: Target;
  readonly place: Place | null;
  readonly settings: ExportSettings;
  /** What is released at the end. */
  readonly opened: AbcFile[];
  readonly notes: GlbNote[];
}

/**
 * Exports a model. What it contains never throws; rejects with the signal's reason when that is aborted, and then leaves
 * nothing.
 */
export async function exportModel(
  openers: Openers,
  finder: Finder,
  { target, place }: PlacedItem,
  settings: ExportSettings,
  signal?: AbortSignal,
): Promise<Outcome<'export'>> {
  const work: Work = { openers, finder, target, place, settings, opened: [], notes: [] };
  try {
    // Before any work: a link may lead elsewhere.
    if (place) await placeIn(place);
    if (place && !settings.force) await expectFree(place);
    const file = await openModel(work, target);
    const { made, meant } = settings.pose
      ? { made: await poseOf(work, file, settings.pose), meant: [] }
      : await glbOf(work, file, signal);
    signal?.throwIfAborted();
    if (place && !settings.dryRun) await write(made, place, settings.force);
    const notes = [...work.notes, ...made.notes];
    const size = made.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const result = { name: target.name, output: place?.output ?? null, size, made: { ...made, notes } };
    return {
      text: exportedText(result, settings),
      notes: [],
      // Errors of the file are a warning too.
      inPart: notes.some(({ severity }) => severity === 'warning'),
      meant,
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    // Whatever is wrong with one model, the others are exported.
    return {
      problem: error instanceof CommandError ? error.message : `${target.name}: ${notWritten(error)}`,
    };
  } finally {
    for (const file of work.opened) file.release();
  }
}

async function write({ files }: Made, place: Place, force: boolean): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  const beside = others.map(({ name, bytes }) => ({ place: placeBeside(place, name), bytes }));
  await writeTogether({ place, bytes: file.bytes }, beside, force);
}

/**
 * Opens a model.
 * @param opened has the file then, whatever it is
 * @throws {CommandError} when it cannot be read, or is no model
 */
export async function openModel(
  { openers, opened }: Pick<Work, 'openers' | 'opened'>,
  target: Target,
): Promise<AbcFile> {
  const file = await modelAt(openers, target);
  opened.push(file);
  if (file.info.format !== 'abc')
    throw new CommandError(
      `${target.name} is no model that can be exported (lithoscope check says what it is).`,
    );
  return file;
}

async function glbOf(
  work: Work,
  file: AbcFile,
  signal: AbortSignal | undefined,
): Promise<{ made: Made; meant: readonly number[] }> {
  const { input, meant, options } = await inputOf(work, file);
  const { bytes, report } = await toGlb(input, options, signal ? { signal } : {});
  const { notes } = report;
  return { made: { files: [{ name: input.name, bytes }], counts: countsOf(report), report, notes }, meant };
}

async function poseOf(work: Work, file: AbcFile, pose: ObjPose): Promise<Made> {
  const { target, place, settings } = work;
  const { lods, scale } = settings;
  // An OBJ has one animation: it does not matter which child models without it are missing.
  const sources = () => sourcesOf({ ...work, notes: [] }, file);
  const skins = settings.skins ? await skinsOf(work, file) : new Map<number, GlbSkin>();
  const name = toldName(target);
  const [lod = 0] = lods === 'all' ? [] : lods;
  return objOf({ name, file, sources, skins }, { ...pose, lod, scale }, stemOf(place?.path ?? name));
}

const stemOf = (path: string) => withoutExtension(baseName(path));

async function inputOf(
  work: Work,
  file: AbcFile,
): Promise<{ input: GlbInput; options: GlbOptions; meant: readonly number[] }> {
  const { target, settings } = work;
  const { lods, scale, unlit, template, maxMorphTargets } = settings;
  const { lodCount } = file.info;
  if (lods !== 'all' && lodCount > 0 && !lods.some((lod) => lod < lodCount))
    throw new CommandError(`${target.name} has no level ${lods.join(' or ')}: the last is ${lodCount - 1}.`);
  const sources =
    settings.animations === 'none' || settings.animations === 'own' ? [] : await sourcesOf(work, file);
  const { animations, meant } = animationsOf(work, file, sources);
  const skins = settings.skins ? await skinsOf(work, file) : new Map<number, GlbSkin>();
  return {
    input: { name: toldName(target), file, sources, skins },
    options: { lods, animations, scale, unlit, template, maxMorphTargets, interpretation: {} },
    meant,
  };
}

/** The animations that are exported, and which of the names that the user gave mean one. */
function animationsOf(
  { target, settings, notes }: Work,
  file: AbcFile,
  sources: readonly GlbSource[],
): { animations: GlbOptions['animations']; meant: readonly number[] } {
  const { animations, alone } = settings;
  if (typeof animations === 'string') return { animations, meant: [] };
  const { clips, meant, known } = meantAnimations(animations, file, sources);
  const missing = animations.filter((_, i) => !meant.includes(i));
  if (missing.length > 0) {
    const has = known.length > 0 ? `it has ${named(known, MOST_ANIMATIONS)}` : 'it has none';
    const message = `no animation "${missing.join('", "')}": ${has}.`;
    if (alone) throw new CommandError(`${target.name} has ${message}`);
    notes.push({ code: 'ANIMATION_NOT_FOUND', severity: 'info', message: `It has ${message}` });
  }
  return { animations: clips, meant };
}

/** The files that lend their animations: those that the user names, then the child models that are found. */
async function sourcesOf(work: Work, file: AbcFile): Promise<GlbSource[]> {
  const { finder, target, settings, notes } = work;
  const sources: GlbSource[] = [];
  const add = async (source: Target, child: number) => {
    try {
      sources.push({ child, name: toldName(source), file: await openModel(work, source) });
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
  for (const [child, name] of namesIn(file.info).children) {
    if (given.has(child)) continue;
    const found = finder.child(target, name);
    if (found) await add(found, child);
    else missing.push(baseName(name));
  }
  if (missing.length > 0)
    notes.push({
      code: 'CHILD_MODEL_MISSING',
      severity: 'info',
      message: `Child models that were not found: ${named(missing, MOST_NAMES)}. Their animations are not in the GLB.`,
    });
  return sources;
}

/** The skins that are found, by slot. */
async function skinsOf({ openers, finder, target, settings, notes }: Work, file: AbcFile) {
  const slots = slotsOf(file.info);
  const model = { name: ownPath(target), commandString: file.info.commandString, slots };
  const skins = new Map<number, GlbSkin>();
  const decoded = new Map<Target, GlbSkin>();
  for (const slot of slots) {
    const { found, lookedFor } = finder.skin(target, model, slot);
    if (!found) {
      const names = lookedFor.length > 0 ? `: looked for ${named(lookedFor, MOST_NAMES)}` : '';
      const message = `No skin was found for slot ${formatCount(slot)}${names}.`;
      notes.push({ code: 'SKIN_MISSING', severity: 'info', message });
      continue;
    }
    try {
      const skin =
        decoded.get(found) ??
        (await skinFrom(toldName(found), await bytesAt(found), settings.alphaMode, openers.textures));
      decoded.set(found, skin);
      skins.set(slot, skin);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message =
        error instanceof CommandError
          ? reason
          : `${found.name} cannot be decoded: ${reason.replace(/\.$/, '')}.`;
      notes.push({ code: 'SKIN_UNREADABLE', severity: 'warning', message });
    }
  }
  return skins;
}
