/** Imports one GLB or glTF, in the program or in one of its threads. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import type { AbcFile } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import type { Openers } from '../../archive/opened.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import { targetWords } from '../../explain/targets.ts';
import { convertedTo } from '../../from-glb/converted.ts';
import { importModel } from '../../from-glb/import.ts';
import type { ImportOptions } from '../../from-glb/options.ts';
import { type ImportNote, type ImportResult, NotImported } from '../../from-glb/report.ts';
import { type Understood, understand } from '../../from-glb/understand.ts';
import { namedBy } from '../../gltf/beside.ts';
import { readGltf } from '../../gltf/read.ts';
import type { GltfSource } from '../../gltf/source.ts';
import { baseName, withoutExtension } from '../../lib/file-names.ts';
import { meantNames } from '../../to-glb/names.ts';
import { named } from '../../to-glb/report.ts';
import { bytesAt, loadDraco, modelAt } from '../files.ts';
import { CommandError, lowerFirst, paint } from '../output.ts';
import type { ImportSettings, Outcome, Place, PlacedItem, Target } from '../tasks.ts';
import { expectFree, notWritten, placeBeside, placeIn, writeTogether } from '../write.ts';
import { type ImportedTexture, importedTextures } from './textures.ts';

/** Changes that are listed in text output. */
const MAX_LISTED = 1000;

interface Result {
  /** Of the GLB. */
  readonly name: string;
  /** null: nothing is written. */
  readonly output: string | null;
  /** Path of the skin that was made; null without one, or when nothing is written. */
  readonly skinOutput: string | null;
  readonly textures: readonly ImportedTexture[];
  readonly understood: Understood;
  readonly options: ImportOptions;
  readonly imported: ImportResult;
  /** The model of `--merge`. */
  readonly into: string | null;
}

const LABELS = { error: 'Error', warning: 'Warning', info: 'Info' } as const;

/** `hero.glb: Warning NAMES_CHANGED: …` */
function noteLine(name: string, { severity, code, message, help }: ImportNote): string {
  return [`${name}: ${LABELS[severity]} ${code}: ${message}`, help].filter(Boolean).join(' ');
}

/** Lines for the file, what was understood, and each change, with their line breaks; or one line of JSON without. */
function importedText(result: Result, settings: ImportSettings): string {
  const { name, output, skinOutput, textures, imported } = result;
  const { report, bytes, way, skin } = imported;
  const isWritten = output !== null && !settings.dryRun;
  if (settings.json)
    return toJson({
      file: name,
      output,
      size: bytes.length,
      written: isWritten,
      way,
      ...(settings.to !== null && { format: settings.to }),
      skin: skin && { slot: skin.slot, output: skinOutput },
      ...(settings.textures && {
        textures: textures.map(({ slot, place, bytes }) => ({
          slot,
          output: place?.output ?? null,
          size: bytes.length,
        })),
      }),
      report,
    });
  const { version, pieces, vertices, triangles, nodes, sockets, animations, keys, changes } = report;
  const counts = [
    settings.to === null ? `version ${version}` : targetWords(settings.to),
    counted(bytes.length, 'byte'),
    counted(pieces, 'piece'),
    counted(vertices, 'vertex'),
    counted(triangles, 'triangle'),
    counted(nodes, 'node'),
    ...(sockets > 0 ? [counted(sockets, 'socket')] : []),
    counted(animations, 'animation'),
    counted(keys, 'key'),
  ];
  const where =
    output === null
      ? ''
      : ` → ${[output, skinOutput].flatMap((path) => (path === null ? [] : printable(path))).join(' and ')}`;
  const lines = [
    `${paint(settings, 'bold', printable(name))}${where}${isWritten ? '' : ' (not written)'}: ${counts.join(', ')}`,
    `  ${printable(understoodWords(result))}`,
    ...textures.map(
      ({ slot, name: file, words }) => `  Texture of slot ${slot}: ${printable(file)}, ${words}`,
    ),
    ...changes
      .slice(0, MAX_LISTED)
      .map(({ path, message }) => `  ${printable(path ? `${path}: ${message}` : message)}`),
  ];
  if (changes.length > MAX_LISTED) lines.push(`  … and ${formatCount(changes.length - MAX_LISTED)} more`);
  return `${lines.join('\n')}\n`;
}

/** `Read 8 meshes with 1,200 triangles, …`: the content of the source, and what became of it. */
function understoodWords({ understood, options, imported, into }: Result): string {
  const { from, height, joints, skins, sockets, meshes, materials, animations } = understood;
  const triangles = meshes.reduce((sum, mesh) => sum + mesh.triangles, 0);
  const strings = animations.reduce((sum, animation) => sum + animation.strings, 0);
  const found = [
    `${counted(meshes.length, 'mesh')} with ${counted(triangles, 'triangle')}`,
    joints > 0 ? `${counted(joints, 'joint')} in ${counted(skins, 'skin')}` : 'no skin',
    ...(sockets > 0 ? [counted(sockets, 'socket')] : []),
    counted(materials.length, 'material'),
    strings > 0
      ? `${counted(animations.length, 'animation')} with ${counted(strings, 'frame string')}`
      : counted(animations.length, 'animation'),
    `${Number(height.toPrecision(3))} high`,
  ];
  const origin = from === null ? '' : `, exported by Lithoscope from ${from}`;
  const scaled = `scale ${Number(options.scale.toPrecision(6))}`;
  const made = {
    new: scaled,
    template: `restored from what the export kept of ${from}`,
    merge: `merged into ${into}`,
  }[imported.way];
  return `Read ${found.join(', ')}${origin}; ${made}.`;
}

/** Names that a message lists. */
const MOST_NAMES = 200;

export interface ImportTelling {
  readonly signal?: AbortSignal;
  /** Called with the share of the work that is done, 0 to 1. */
  progress?(done: number): void;
  /** Called with each note before the file is written; absent: notes are in the outcome. */
  say?(line: string): void;
}

/**
 * Imports a file. Its content never makes this throw. Rejects with the signal's reason when aborted, and then leaves no
 * file.
 */
export async function importFile(
  openers: Openers,
  { target, place }: PlacedItem,
  settings: ImportSettings,
  { signal, progress, say }: ImportTelling = {},
): Promise<Outcome<'import'>> {
  let base: AbcFile | null = null;
  try {
    const { force, dryRun } = settings;
    // Before any work: a link may lead out of the folder.
    if (place) await placeIn(place);
    const beside = place && settings.options.paletteSkin ? besideOf(place) : null;
    if (place && !force) await expectFree(place);
    if (beside && !force) await expectFree(beside);
    base = settings.base && (await baseAt(openers, settings.base));
    const watch = { ...(signal && { signal }), ...(progress && { progress }) };
    const name = baseName(target.name);
    const source = await readGltf(name, await withFilesBeside(name, target), watch, {
      draco: loadDraco,
    });
    const editing = await openers.exchange();
    const understood = understand(editing, source);
    const { options, meant } = optionsOf(target, source, understood, settings);
    const core = {
      open: (_: string, bytes: Uint8Array) => openers.lithoscope.open(bytes),
      editing,
    };
    const model = await importModel(source, options, core, base, watch);
    signal?.throwIfAborted();
    const imported =
      settings.to === null ? model : convertedTo(settings.to, model, await openers.converting());
    const { notes } = imported.report;
    const textures = settings.textures
      ? await texturesOf(openers, editing, source, imported, place, target)
      : { textures: [], problems: [] };
    if (settings.base && imported.way !== 'merge') throw notMerged(settings.base, notes);
    const lines = [
      ...(settings.json ? [] : notes.map((note) => noteLine(target.name, note))),
      ...textures.problems.map((problem) => `${target.name}: ${problem}`),
    ];
    if (say) lines.forEach(say);
    const { skin } = imported;
    if (place && !dryRun) {
      const others = [
        ...(skin && beside ? [{ place: beside, bytes: skin.png }] : []),
        ...textures.textures.flatMap((one) => (one.place ? { place: one.place, bytes: one.bytes } : [])),
      ];
      await writeTogether({ place, bytes: imported.bytes }, others, force);
    }
    const result = {
      name: target.name,
      output: place?.output ?? null,
      skinOutput: (skin && beside?.output) ?? null,
      textures: textures.textures,
      understood,
      options,
      imported,
      into: settings.base?.name ?? null,
    };
    return {
      text: importedText(result, settings),
      notes: say ? [] : lines,
      inPart: textures.problems.length > 0 || notes.some(({ severity }) => severity !== 'info'),
      meant,
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    // A fault of one file does not stop the others.
    if (error instanceof CommandError) return { problem: error.message };
    const reason =
      error instanceof NotImported ? `not imported: ${lowerFirst(error.message)}` : notWritten(error);
    return { problem: `${target.name}: ${reason}` };
  } finally {
    base?.release();
  }
}

/** The textures of an imported model. */
async function texturesOf(
  openers: Openers,
  editing: Exchange,
  { document }: GltfSource,
  imported: ImportResult,
  place: Place | null,
  target: Target,
) {
  const model = await openers.lithoscope.openAny(imported.bytes);
  try {
    const name = place ? basename(place.path) : `${withoutExtension(baseName(target.name))}.abc`;
    return await importedTextures(openers, editing, document, imported, model, { name, place });
  } finally {
    model.release();
  }
}

/** Why a GLB cannot be merged into a model. @param notes of the import as a new model */
function notMerged(base: Target, [note]: readonly ImportNote[]): NotImported {
  const reasons: Record<string, string> = {
    SKELETON_CHANGED: 'its skeleton differs',
    OTHER_MODEL: 'it was exported from another model with the same skeleton',
  };
  const why = reasons[note?.code ?? ''] ?? 'it was not exported from that model';
  return new NotImported(
    `It cannot be merged into ${base.name}: ${why}. ${note?.help ?? ''} Without --merge it becomes a new model.`,
  );
}

/** The place of a model's skin: a PNG of its name. */
function besideOf(place: Place): Place {
  return placeBeside(place, basename(place.path).replace(/\.(abc|lt[abc])$/i, '.png'));
}

/** @throws {CommandError} when it cannot be read, or is no model */
async function baseAt(openers: Openers, target: Target): Promise<AbcFile> {
  const file = await modelAt(openers, target);
  if (file.info.format === 'abc') return file;
  file.release();
  throw new CommandError(
    `${target.name} is not a model that a GLB can be merged into (lithoscope check shows what it is).`,
  );
}

/** The user's options; the source suggests the others. */
function optionsOf(
  target: Target,
  { document }: GltfSource,
  { suggested }: Understood,
  { options: asked, animations, alone }: ImportSettings,
): { options: ImportOptions; meant: readonly number[] } {
  const options = { ...suggested, ...asked };
  if (animations === 'all') return { options, meant: [] };
  if (animations === 'none') return { options: { ...options, animations: [] }, meant: [] };
  const names = document.animations.map(({ name }) => name);
  const { indices, meant } = meantNames(animations, names);
  const missing = animations.filter((_, i) => !meant.includes(i));
  if (missing.length > 0 && alone) {
    const has = names.length > 0 ? `it has ${named(names, MOST_NAMES)}` : 'it has none';
    throw new CommandError(
      `${target.name} does not contain the animation "${missing.join('", "')}": ${has}.`,
    );
  }
  return { options: { ...options, animations: indices }, meant };
}

/** Files that a glTF may name: more would not be one model. */
const MOST_FILES = 256;
/** Size limit for JSON that is searched for file names, bytes. */
const MOST_JSON = 256 * 2 ** 20;

/**
 * A GLB or glTF and the files in its folder that it names, by those names. Files elsewhere and unreadable ones are left out: the
 * import reports them if it needs them.
 * @throws {CommandError} when the GLB or glTF itself cannot be read
 */
async function withFilesBeside(name: string, target: Target): Promise<Map<string, Uint8Array>> {
  const bytes = await bytesAt(target);
  const files = new Map([[name, bytes]]);
  const { locator } = target;
  if (!('file' in locator) || !/\.gltf$/i.test(target.name) || bytes.length > MOST_JSON) return files;
  const folder = dirname(await realpath(locator.file).catch(() => locator.file));
  for (const uri of namedBy(bytes).slice(0, MOST_FILES)) {
    const file = await realpath(resolve(folder, uri)).catch(() => null);
    if (file === null || files.has(uri) || !file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
      continue;
    try {
      files.set(uri, await bytesAt({ ...target, name: file, locator: { file }, problem: '' }));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
    }
  }
  return files;
}
