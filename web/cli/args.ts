/** The command line's grammar. */
import { parseArgs } from 'node:util';
import type { TemplateProgram } from '../explain/templates.ts';
import type { CompareCommand } from './compare.ts';
import { EDIT_OPTIONS, type EditCommand, parseEdit } from './edit/args.ts';
import { EXPORT_OPTIONS, type ExportCommand, parseExport } from './export/args.ts';
import { IMPORT_OPTIONS, type ImportCommand, parseImport } from './import/args.ts';
import { UsageError } from './output.ts';

export const USAGE = `Shows what is inside LithTech .abc models, .dtx textures and .spr sprites, on the disk
and in REZ archives and zips.

  lithoscope info FILE             what the file holds, as JSON
  lithoscope fields FILE           every field in file order, as JSON lines
  lithoscope check PATH… [--json | --ndjson]
                                   what is wrong with files, where, and what to do
                                   about it; a path is a file, a folder (all .abc,
                                   .dtx and .spr files in it), a pattern such as
                                   "**/*.abc", an archive with all in it, or - for
                                   a list of paths from stdin, one a line
  lithoscope compare A B [--json]  what sets two files apart: elements that were added,
                                   removed or moved, and values before → after
  lithoscope pose FILE --anim NAME|INDEX|bind --time MS
             [--lod N] [--anim-from FILE] [--loop]
                                   posed nodes and vertices, as JSON
  lithoscope template FILE --for imhex|010
                                   the template that reads the file in ImHex
                                   (.hexpat) or 010 Editor (.bt)
  lithoscope list ARCHIVE [--json]
                                   what a REZ, zip or pk3 holds: size, tab, path
  lithoscope extract ARCHIVE [PATTERN…] -o FOLDER [--force]
                                   its files into a folder, with their paths
  lithoscope export PATH… -o FILE.glb|FOLDER [--skins FOLDER] [--anim-from FILE]
             [--anims NAMES] [--lod N] [--scale N] [--json | --ndjson] [OPTIONS]
                                   models as GLB, for Blender and game engines;
                                   a path as for check
  lithoscope import PATH… -o FILE.abc|FOLDER [--merge ORIGINAL.ABC] [--version 6|9-12]
             [--scale N] [--json | --ndjson] [OPTIONS]
                                   GLB and glTF as models; one that was exported from
                                   here becomes that model again with what was changed
                                   in Blender: with --merge every other byte is the
                                   original's, without it numbers are within 1e-4;
                                   a path as for check
  lithoscope set FILE PATH=VALUE… -o OUT
                                   other values in a file; the paths are those of
                                   fields
  lithoscope fix PATH… [--only CODE] -o OUT
                                   what check finds and can be mended safely
  lithoscope edit FILE OPS.json -o OUT
                                   a list of changes (public/schema/edit.schema.json)
  lithoscope convert PATH… --to VERSION -o OUT
                                   models in another version
  lithoscope --help | --version

A file in an archive is GAME.REZ!/MODELS/X.ABC, in any case; the path after !/ may
be a folder or a pattern: "GAME.REZ!/**/*.abc".

Options of pose and template:
  --anim NAME|INDEX|bind  the animation, or the bind pose
  --time MS               time in the animation, milliseconds
  --lod N                 level of detail, 0 is the finest
  --anim-from FILE        take the animation from this file (older name: --base)
  --loop                  repeat the animation after its end
  --for imhex|010         the program that is to read the template

Options of export:
  -o, --output PATH       a file that ends in .glb, for one model, or a folder, below
                          which models have the folders that they were found in
  --skins FOLDER|ARCHIVE  look for skins (DTX, PNG, TGA, PCX) there, before the folder
                          or archive of the model; can be given again
  --no-skins              without skins
  --alpha opaque|mask|blend
                          what the alpha of skins does (default opaque, as in games)
  --anim-from FILE        the animations of this model too; can be given again
  --no-children           without the animations of child models, which are looked for
                          in the folder or archive of the model
  --anims all|own|none|NAMES
                          which animations: names as "walk*,run", in any case
                          (default all)
  --lod N[,N…]|all        which levels of detail (default 0)
  --scale N               scale of the topmost node (default 1)
  --unlit                 materials that look the same in any light
  --no-template           without the bytes of the file that only a way back to ABC needs
  --morphs N              v6: morph targets at most (default 256)
  --dry-run               say what would be written, and write nothing

Options of import; what is not given is as the GLB suggests it:
  -o, --output PATH       a file that ends in .abc, for one model, or a folder
  --merge ORIGINAL.ABC    the model that it goes back into: what does not differ keeps
                          its bytes
  --version 6|9|10|11|12  of a new model (default 12, or that of the export)
  --scale N               units for one of glTF; a human is about 100 units
  --up y|z                the axis that points up
  --turn 0|90|180|270     degrees about the upright axis
  --centre                the origin becomes the middle of the box around the model
  --palette-skin          make a skin from the colours of materials without a texture:
                          a PNG beside the model
  --levels N[,N…]         levels of detail after the first: shares of its triangles, as
                          0.5,0.25; of v6 the last counts
  --distances N[,N…]      up to which distance each level but the last is shown, units
  --anims all|none|NAMES  which animations: names as "walk*,run", in any case
                          (default all)
  --dry-run               say what would be written, and write nothing

Options of set, fix, edit and convert, whose FILE may be a PATH as well:
  -o, --output OUT        a file, for one that is named itself; a folder, below which
                          files have the folders that they were found in; or an archive
                          (.rez, .zip): the one that they lie in, with all else in it
  --in-place              replaces the files themselves, or the archive that they lie in
  --only CODE             of fix: findings of this code alone; can be given again
  --to VERSION            of convert: one of the conversions that info --json lists
  --dry-run               say what would change (path: before → after), write nothing
  --force                 make changes that leave the file with errors, or that some
                          program rejects
  PATH=VALUE              Header.InternalRadius=20, "Nodes.Nodes[0].Name=root",
                          "Sockets.Sockets[0].Location={"X": 1}", Name=hex:0300414243;
                          text may stand in quotes, several values are JSON

Options of several commands:
  --json                  findings as JSON (public/schema/check.schema.json), a list,
                          a comparison, or reports as JSON
  --ndjson                findings or reports as JSON lines, one file a line
  -o, --output FOLDER     where extract writes; it is made when it is not there
  --force                 replace files that are there

Exit codes: 0 sound; 1 the content has an error, or something was exported or imported
only in part, or not changed as asked (stderr says why); of compare 0 the same, 1
different, whatever is wrong with the files; 2 wrong usage, or a file that cannot be opened or
written. A name that begins with - is given as --anim=-NAME.
`;

export interface CheckCommand {
  name: 'check';
  files: string[];
  output: 'text' | 'json' | 'ndjson';
}

export interface ExtractCommand {
  name: 'extract';
  archive: string;
  /** Of paths in the archive; none: all files. */
  patterns: string[];
  folder: string;
  /** Files that are there are replaced. */
  force: boolean;
}

export interface PoseCommand {
  name: 'pose';
  file: string;
  animation: string;
  timeMs: number;
  lod: number;
  loop: boolean;
  /** File that the animation is taken from; the model's own when absent. */
  animationSource: string | undefined;
}

export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'info' | 'fields'; file: string }
  | CheckCommand
  | CompareCommand
  | { name: 'list'; archive: string; json: boolean }
  | ExtractCommand
  | ExportCommand
  | ImportCommand
  | EditCommand
  | { name: 'template'; file: string; program: TemplateProgram }
  | PoseCommand;

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

interface Parsed {
  values: Record<string, unknown>;
  positionals: string[];
}

/** Options by command; every command also takes --help. */
const OPTIONS = {
  info: {},
  fields: {},
  check: { json: { type: 'boolean' }, ndjson: { type: 'boolean' } },
  compare: { json: { type: 'boolean' } },
  list: { json: { type: 'boolean' } },
  extract: { output: { type: 'string', short: 'o' }, force: { type: 'boolean' } },
  export: EXPORT_OPTIONS,
  import: IMPORT_OPTIONS,
  ...EDIT_OPTIONS,
  pose: {
    anim: { type: 'string' },
    time: { type: 'string' },
    lod: { type: 'string' },
    'anim-from': { type: 'string' },
    // Its name before 2026-11.
    base: { type: 'string' },
    loop: { type: 'boolean' },
  },
  template: { for: { type: 'string' } },
} satisfies Record<string, Options>;

/** Node's parseArgs, but its complaints are one sentence for the user. */
function parse(args: readonly string[], options: NonNullable<Options>): Parsed {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${(message.split(/\. |\n/, 1)[0] ?? message).replace(/\.$/, '')}.`);
  }
}

function oneFile(command: string, files: readonly string[]): string {
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new UsageError(`${command} takes one file; ${files.length} given.`);
  }
  return file;
}

/** A number in decimal; `undefined` stays. @throws {UsageError} for anything else */
function number(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new UsageError(`${option} takes a number, not "${text}".`);
  }
  return value;
}

function parsePose(values: Record<string, unknown>, files: readonly string[]): PoseCommand {
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : undefined);
  const animation = text('anim');
  const time = text('time');
  const file = oneFile('pose', files);
  if (animation === undefined) throw new UsageError('pose needs --anim NAME, INDEX or bind.');
  if (time === undefined && animation !== 'bind') throw new UsageError('pose needs --time MS.');
  const lod = number('--lod', text('lod') ?? '0');
  if (!Number.isInteger(lod) || lod < 0) throw new UsageError('--lod takes 0 or a whole number above.');
  return {
    name: 'pose',
    file,
    animation,
    timeMs: number('--time', time ?? '0'),
    lod,
    loop: values.loop === true,
    animationSource: text('anim-from') ?? text('base'),
  };
}

function parseCheck({ json, ndjson }: Record<string, unknown>, files: string[]): CheckCommand {
  if (files.length === 0) throw new UsageError('check needs at least one file, folder, pattern or archive.');
  if (json && ndjson) throw new UsageError('check takes --json or --ndjson, not both.');
  return { name: 'check', files, output: ndjson ? 'ndjson' : json ? 'json' : 'text' };
}

function parseCompare({ json }: Record<string, unknown>, files: readonly string[]): CompareCommand {
  const [left, right] = files;
  if (left === undefined || right === undefined || files.length > 2) {
    throw new UsageError(`compare takes two files; ${files.length} given.`);
  }
  return { name: 'compare', left, right, json: json === true };
}

function parseExtract(values: Record<string, unknown>, positionals: string[]): ExtractCommand {
  const [archive, ...patterns] = positionals;
  const { output: folder, force } = values;
  if (archive === undefined) throw new UsageError('extract needs an archive.');
  if (typeof folder !== 'string' || folder === '') throw new UsageError('extract needs -o FOLDER.');
  return { name: 'extract', archive, patterns, folder, force: force === true };
}

/** @throws {UsageError} unless it is a program that there are templates for */
function programOf(value: unknown): TemplateProgram {
  if (value === 'imhex' || value === '010') return value;
  throw new UsageError(`template needs --for imhex or --for 010.`);
}

function isCommand(name: string): name is keyof typeof OPTIONS {
  return Object.hasOwn(OPTIONS, name);
}

/**
 * Reads the arguments after the program's name.
 * @throws {UsageError} with one sentence when they make no command
 */
export function parseCommand(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError('No command given.');
  if (name === '--help' || name === '-h' || name === 'help') return { name: 'help' };
  if (name === '--version') return { name: 'version' };
  if (!isCommand(name)) throw new UsageError(`There is no command "${name}".`);
  const { values, positionals } = parse(rest, OPTIONS[name]);
  if (values.help) return { name: 'help' };
  switch (name) {
    case 'check':
      return parseCheck(values, positionals);
    case 'compare':
      return parseCompare(values, positionals);
    case 'list':
      return { name, archive: oneFile(name, positionals), json: values.json === true };
    case 'extract':
      return parseExtract(values, positionals);
    case 'export':
      return parseExport(values, positionals);
    case 'import':
      return parseImport(values, positionals);
    case 'set':
    case 'fix':
    case 'edit':
    case 'convert':
      return parseEdit(name, values, positionals);
    case 'pose':
      return parsePose(values, positionals);
    case 'template':
      return { name, file: oneFile(name, positionals), program: programOf(values.for) };
    default:
      return { name, file: oneFile(name, positionals) };
  }
}
