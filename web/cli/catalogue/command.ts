/** `lithoscope catalogue`: a web page of models and textures, whose models open in the viewer. */
import { resolve } from 'node:path';
import type { AbcFile } from '@lithoscope/core';
import {
  type CatalogueItem,
  CataloguePaths,
  cataloguePage,
  factsWords,
  VIEWER_FOLDER,
} from '../../archive/catalogue.ts';
import { hasFormat } from '../../archive/opened.ts';
import { poseNamed } from '../../explain/animations.ts';
import { namesIn } from '../../explain/dependencies.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { factsFrom } from '../../explain/facts.ts';
import { printable } from '../../explain/report.ts';
import { baseName } from '../../lib/file-names.ts';
import { decodePicture } from '../../pictures/decode.ts';
import { encodePng } from '../../pictures/encode.ts';
import { hasAlpha } from '../../pictures/new-texture.ts';
import type { Texels } from '../../pictures/picture.ts';
import { posedPieces } from '../../to-obj/input.ts';
import type { Context } from '../context.ts';
import { Finder, toldName } from '../export/find.ts';
import { rootsOf } from '../export/roots.ts';
import { bytesAt, openToCheck } from '../files.ts';
import type { Program } from '../grammar.ts';
import { CommandError, type ExitCode, paint, UsageError } from '../output.ts';
import { READABLE, targetsOf } from '../targets.ts';
import type { Target } from '../tasks.ts';
import { folderAt, notWritten, placeIn, temporaryFor, writeWhole } from '../write.ts';
import { drawPose } from './draw.ts';

interface CatalogueOptions {
  readonly output?: string;
  readonly title?: string;
  readonly skins?: readonly string[];
  readonly force?: boolean;
}

/** Widest image of a texture, texels. */
const MAX_SIDE = 192;

export function catalogueCommand(program: Program): void {
  program
    .command('catalogue')
    .about(
      'make a web page of models and textures',
      'Writes a folder with a web page: an image, the name and facts of each file. Its models open in a viewer, with skins and animations. Any web server can serve it.',
      'catalogue MODELS -o OUT',
      'catalogue "GAME.REZ!/CHARS/**/*.abc" -o OUT --skins SKINS.REZ --title "Characters"',
    )
    .paths()
    .text('-o, --output <FOLDER>', 'the folder that is written')
    .text('--title <TEXT>', 'heading of the page (default: the first PATH)')
    .texts(
      '--skins <FOLDER|ARCHIVE>',
      'look for skins here first, then in the folder or archive of the model',
    )
    .option('--force', 'replace existing files')
    .action((paths: string[], options: CatalogueOptions) =>
      program.run((context) => catalogue(context, paths, options)),
    );
}

async function catalogue(
  context: Context,
  paths: readonly string[],
  { output, title, skins = [], force = false }: CatalogueOptions,
): Promise<ExitCode> {
  if (output === undefined) throw new UsageError('catalogue needs -o FOLDER.');
  const signal = context.stopSignal();
  context.progress.show('Looking for files…');
  const { targets, problems } = await targetsOf(context, paths, { ...READABLE, archives: false });
  for (const problem of problems) context.warn(problem);
  const settings = { skins: true, children: true, animations: 'all' } as const;
  const found = await rootsOf(
    context,
    skins,
    [],
    settings,
    targets.map((target) => ({ target })),
  );
  const maker = new Maker(context, new Finder(found), await folderAt(output), output, force);
  const items: CatalogueItem[] = [];
  let failed = problems.length;
  for (const [i, target] of targets.entries()) {
    signal.throwIfAborted();
    context.progress.show(`Adding ${formatCount(i + 1)} of ${formatCount(targets.length)}: ${target.name}`);
    try {
      const item = await maker.item(target, i);
      if (item) items.push(item);
    } catch (error) {
      failed++;
      context.warn(error instanceof CommandError ? error.message : `${target.name}: ${notWritten(error)}`);
    }
  }
  if (items.length > 0) {
    try {
      await maker.viewer();
      // Last: it says that all others are there.
      for (const [path, text] of cataloguePage(title ?? baseName(paths[0] ?? ''), items))
        await maker.write(path, new TextEncoder().encode(text));
    } catch (error) {
      throw error instanceof CommandError ? error : new CommandError(`${output}: ${notWritten(error)}`);
    }
  }
  const words = `${counted(items.length, 'file')} in ${printable(output)}`;
  await context.write(`${paint(context, failed > 0 ? 'red' : 'green', words)}\n`);
  return failed > 0 ? 2 : 0;
}

class Maker {
  readonly #paths = new CataloguePaths<string>();

  constructor(
    readonly context: Context,
    readonly finder: Finder,
    readonly root: string,
    readonly output: string,
    readonly force: boolean,
  ) {}

  /** Writes a file of the catalogue. @param path within it */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    const { root, output, force } = this;
    const place = { root, path, output: `${output}/${path}`, temporary: temporaryFor(root, path) };
    await writeWhole({ ...place, target: await placeIn(place), force }, [bytes]);
  }

  /** Copies the viewer. */
  async viewer(): Promise<void> {
    const files = await this.context.viewer().catch(() => {
      throw new CommandError('The viewer is not next to this program: build it first (npm run build).');
    });
    for (const [name, bytes] of files) await this.write(`${VIEWER_FOLDER}/${name}`, bytes);
  }

  /** Writes what belongs to a file. Null of what is of no known format. */
  async item(target: Target, number: number): Promise<CatalogueItem | null> {
    const { context } = this;
    const file = await openToCheck(context, target);
    try {
      if (!hasFormat(file)) return null;
      const facts = factsWords(factsFrom(file));
      const shown = 'topology' in file ? drawn(file) : await this.#texture(target);
      let image: string | null = null;
      if (shown) {
        image = `images/${number}.png`;
        await this.write(image, encodePng(shown, hasAlpha(shown)));
      }
      const path = toldName(target);
      if (!('topology' in file)) return { path, facts, image, model: null };
      const { skins, children } = this.finder.dependencies(target, namesIn(file.info));
      const worn: [number, string][] = [];
      for (const { slot, found } of skins) if (found) worn.push([slot, await this.#file(found.target)]);
      const bases: string[] = [];
      for (const { found } of children) if (found) bases.push(await this.#file(found.target));
      return { path, facts, image, model: { file: await this.#file(target), skins: worn, bases } };
    } finally {
      file.release();
    }
  }

  async #file(target: Target): Promise<string> {
    const { path, isNew } = this.#paths.of(
      target.origin.kind === 'archive' ? target.name : resolve(target.name),
      toldName(target),
    );
    if (isNew) await this.write(path, await bytesAt(target));
    return path;
  }

  /** The image of a texture; null of a sprite, and of what cannot be decoded. */
  async #texture(target: Target): Promise<Texels | null> {
    try {
      return fitted(await decodePicture(target.name, await bytesAt(target), this.context));
    } catch {
      return null;
    }
  }
}

/** The model in its bind pose; null when that cannot be computed. */
function drawn(model: AbcFile): Texels | null {
  const pose = poseNamed(model, { animation: 'bind', timeMs: 0, lod: 0, loop: false }, undefined);
  const frame = 'request' in pose ? model.evaluate(pose.request) : null;
  return frame && drawPose(posedPieces(model, frame, 0), model.info.space.mirrorZ);
}

/** Scaled down by whole factors: each texel is the mean of its square. */
function fitted(image: Texels): Texels {
  const { width, height, data } = image;
  const by = Math.ceil(Math.max(width, height) / MAX_SIDE);
  if (by <= 1) return image;
  const [wide, high] = [Math.max(1, Math.floor(width / by)), Math.max(1, Math.floor(height / by))];
  const small = new Uint8Array(wide * high * 4);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        let count = 0;
        for (let i = 0; i < by * by; i++) {
          const [from, row] = [x * by + (i % by), y * by + Math.floor(i / by)];
          if (from >= width || row >= height) continue;
          sum += data[(row * width + from) * 4 + channel] ?? 0;
          count++;
        }
        small[(y * wide + x) * 4 + channel] = sum / count;
      }
    }
  }
  return { width: wide, height: high, data: small };
}
