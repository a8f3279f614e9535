/**
 * Models of the library in other formats: one through the export dialog, several as GLB or OBJ in a zip, with skins and
 * child models as found.
 */

import { ZipWriter } from '../../archive/zip-writer.ts';
import { proposedLevels } from '../../document/drawn-together.ts';
import { activeFile } from '../../document/state.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { baseName, modelName, withoutExtension } from '../../lib/file-names.ts';
import { isWithdrawn } from '../../lib/reason.ts';
import { expectRoom, listed, ZIP, zipName } from '../../library/extract.ts';
import { openFiles } from '../../library/open.ts';
import { zipPaths } from '../../library/zip.ts';
import { LongTask } from '../../opening/long-task.ts';
import { saveTarget } from '../../opening/save-target.ts';
import { sourceOf } from '../../opening/sources/library-file.ts';
import { isAtHand, libraryDependencies } from '../../opening/textures/in-library.ts';
import { reasonOf } from '../../store/core.ts';
import type { LibraryFile } from '../../store/library.ts';
import { announcement, dismissNotice, notify } from '../../store/notices.ts';
import { named } from '../../to-glb/report.ts';
import type { ObjFile } from '../../to-obj/to-obj.ts';
import type { Converted, GlbFile, Needed, Resolved } from './alone.ts';
import { levelsOf } from './choice.ts';
import { openExport } from './dialog.ts';
import { exportWorkers } from './exporters.ts';
import type { Plan } from './several.ts';
import { type Asked, askForSeveral } from './several-dialog.ts';

/** Models converted in parallel: each worker holds a model, its textures and its GLB. */
const MAX_WORKERS = 8;

/** Exports models with options from a dialog. */
export async function exportModels(models: readonly LibraryFile[]): Promise<void> {
  const [first] = models;
  if (!first) return;
  dismissNotice();
  const refused = (error: unknown) => notify(`Not exported: ${reasonOf(error)}`);
  try {
    if (models.length > 1) {
      askForSeveral(models.length, (asked) => void exportZip(models, asked).catch(refused));
    } else {
      await openFiles([first]);
      // Another file may have become active in the meantime.
      if (activeFile.peek()?.source.entry === first) openExport('glb');
    }
  } catch (error) {
    refused(error);
  }
}

/** Names of what was exported and what was not. */
interface Outcome {
  readonly total: number;
  readonly format: string;
  /** Lines for models that are not in the zip, and for what the others lack. */
  readonly failures: readonly string[];
  readonly leftOut: readonly string[];
  /** Names of animations that no model has. */
  readonly unknown: readonly string[];
}

async function exportZip(models: readonly LibraryFile[], { plan, choice }: Asked): Promise<void> {
  const format = plan.format.toUpperCase();
  const target = await saveTarget(zipName(models).replace(/\.zip$/, ` ${format}.zip`), ZIP);
  if (!target) return;
  const total = models.length;
  const words = (done: string) => `Exporting ${done} of ${formatCount(total)} as ${format}…`;
  const task = new LongTask(`Exporting as ${format}`, words, total);
  const zip = new ZipWriter(target);
  const paths = zipPaths(models.map((file) => ({ ...file, path: pathAs(plan.format, file.path) })));
  const taken = new Set(paths.map((path) => path.toLowerCase()));
  const failures: string[] = [];
  // By model: the order does not depend on which is converted first.
  const leftOut: string[][] = models.map(() => []);
  const meant = new Set<number>();
  // Free workers take models from one queue; results are written one at a time.
  const queue = models.entries();
  let written: Promise<void> = Promise.resolve();
  const write = (i: number, files: readonly ObjFile[]): Promise<void> => {
    written = written.then(async () => {
      for (const { name, bytes } of files) {
        expectRoom(zip.size + bytes.length, target);
        await zip.add(`${folderOf(paths[i] ?? '')}${name}`, bytes, models[i]?.time ?? null);
      }
    });
    return written;
  };
  // After a write error no worker may begin the next model.
  let hasFailed = false;
  const isOver = () => task.isCancelled || hasFailed;
  const size = Math.min(navigator.hardwareConcurrency || 2, MAX_WORKERS, total);
  const converter = exportWorkers(size);
  /** Null if the export ended before the conversion did. */
  const convert = async (i: number, model: LibraryFile): Promise<Converted | null> => {
    const path = paths[i] ?? '';
    const folder = folderOf(path);
    const stem = withoutExtension(path.slice(folder.length));
    // Pictures of two models may want one name: HERO_A with B.DTX, and HERO with A_B.DTX.
    for (let n = 1; ; n++) {
      const file = await fileOf(model);
      if (isOver()) return null;
      const notes: string[] = [];
      const prefix = n === 1 ? `${stem}_` : `${stem}_${n}_`;
      const converted = await converter.run('file', file, {
        transfer: [file.bytes.buffer],
        signal: task.signal,
        answers: async (needed) => ({
          ...(await resolve(model, needed, { plan, choice }, notes)),
          stem,
          prefix,
        }),
      });
      const beside = converted.files.slice(1).map(({ name }) => `${folder}${name}`.toLowerCase());
      if (beside.some((name) => taken.has(name))) continue;
      for (const name of beside) taken.add(name);
      return { ...converted, leftOut: [...notes, ...converted.leftOut] };
    }
  };
  const work = async (): Promise<void> => {
    for (const [i, model] of queue) {
      if (isOver()) return;
      const result = await convert(i, model).catch((error) => {
        if (!isWithdrawn(error)) failures.push(`${model.path}: ${reasonOf(error)}`);
        return null;
      });
      if (isOver()) return;
      if (result) {
        await write(i, result.files);
        leftOut[i] = result.leftOut.map((sentence) => `${model.path}: ${sentence}`);
        for (const name of result.meant) meant.add(name);
      }
      await task.step();
    }
  };
  let isDone = false;
  try {
    await Promise.all(
      Array.from({ length: size }, () =>
        work().catch((error) => {
          hasFailed = true;
          throw error;
        }),
      ),
    );
    if (!task.isCancelled && failures.length < total) {
      await zip.end();
      await target.finish();
      isDone = true;
    }
  } finally {
    converter.end();
    task.end();
    if (!isDone) await target.abandon();
  }
  const unknown = namesOf(plan).filter((_, i) => !meant.has(i));
  say({ total, format, failures, leftOut: leftOut.flat(), unknown }, isDone);
}

/** Names and patterns of animations that the user wants. */
function namesOf(plan: Plan): readonly string[] {
  return plan.format === 'glb' && typeof plan.animations !== 'string' ? plan.animations : [];
}

async function fileOf(file: LibraryFile): Promise<GlbFile> {
  const source = sourceOf(file);
  return { name: source.name, bytes: new Uint8Array(await (await source.read()).arrayBuffer()) };
}

/**
 * The dependencies of a model in the library, resolved like in the view.
 * @param notes gets a sentence for what is not found or cannot be read
 */
async function resolve(
  model: LibraryFile,
  needed: Needed,
  { plan, choice }: Asked,
  notes: string[],
): Promise<Omit<Resolved, 'stem' | 'prefix'>> {
  const { skins, children } = libraryDependencies(model, needed);
  const read = async <Key>(wanted: readonly Wanted<Key>[]): Promise<(readonly [Key, GlbFile])[]> => {
    const files = await Promise.all(
      wanted.map(async ({ key, found, words }) => {
        const file = found && isAtHand(found, model) ? found : null;
        if (!file) notes.push(`${words} was not found.`);
        const read =
          file && (await fileOf(file).catch((error) => void notes.push(`${words}: ${reasonOf(error)}`)));
        return read ? [[key, read] as const] : [];
      }),
    );
    return files.flat();
  };
  const lenders = lendsAnimations(plan) ? children.filter(({ name }) => name !== '') : [];
  const slots = choice.skins ? skins : [];
  const textures = slots.map(({ slot, found }) => ({ key: slot, found, words: `The skin for slot ${slot}` }));
  const sources = lenders.map(({ child, name, found }) => ({
    key: child,
    found,
    words: `The child model ${baseName(name)}`,
  }));
  return {
    sources: (await read(sources)).map(([child, file]) => ({ child, ...file })),
    textures: await read(textures),
    alphaMode: choice.alphaOfAll,
    plan: withLevels(plan, needed),
  };
}

/** A file that a model depends on. */
interface Wanted<Key> {
  readonly key: Key;
  readonly found: LibraryFile | null;
  /** What it is, for a sentence. */
  readonly words: string;
}

/** Whether a model needs the animations of its child models. */
function lendsAnimations(plan: Plan): boolean {
  if (plan.format === 'obj') return plan.animation !== 'bind';
  return plan.animations !== 'own' && plan.animations !== 'none';
}

/** If levels are collapses, `all` means those that the view proposes. */
function withLevels(plan: Plan, { features, lodCount }: Needed): Plan {
  if (plan.format === 'obj' || plan.options.lods !== 'all') return plan;
  const info = { features, lodCount };
  const lods = levelsOf({ levels: 'all', lods: new Set() }, { info, shown: 0, steps: proposedLevels(info) });
  return { ...plan, options: { ...plan.options, lods } };
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** `MODELS/HERO.ABC` → `MODELS/HERO.glb` */
function pathAs(format: Plan['format'], path: string): string {
  return `${folderOf(path)}${modelName(path) || 'model'}.${format}`;
}

function say({ total, format, failures, leftOut, unknown }: Outcome, isDone: boolean): void {
  const done = total - failures.length;
  const details = listed([...failures, ...leftOut]);
  const nowhere = isDone && unknown.length > 0 ? ` No model has an animation named ${named(unknown)}.` : '';
  if (!isDone && failures.length < total) announcement.value = 'Export cancelled.';
  else if (failures.length > 0) {
    const result = isDone ? `The zip contains ${counted(done, 'model')}.` : 'Nothing was exported.';
    const words = `${counted(failures.length, 'model')} could not be exported. ${result}${nowhere}`;
    notify(words, undefined, details);
  } else if (leftOut.length > 0) {
    const words = `Exported ${counted(done, 'model')} as ${format}, some of them inexact or incomplete.${nowhere}`;
    notify(words, undefined, details);
  } else announcement.value = `Exported ${counted(done, 'model')} as ${format}.`;
}
