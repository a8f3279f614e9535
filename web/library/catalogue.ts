/** Saves a contact sheet as a web page of its own, in a zip: images, names and facts, and models that open in the viewer. */
import {
  type CatalogueItem,
  CataloguePaths,
  cataloguePage,
  factsWords,
  VIEWER_FOLDER,
} from '../archive/catalogue.ts';
import { ZipWriter } from '../archive/zip-writer.ts';
import { namesIn } from '../explain/dependencies.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { factsFrom } from '../explain/facts.ts';
import { isModelFormat } from '../explain/formats.ts';
import { LongTask } from '../opening/long-task.ts';
import { parseFile, readSource } from '../opening/read.ts';
import { saveTarget } from '../opening/save-target.ts';
import { sourceOf } from '../opening/sources/library-file.ts';
import { isAtHand, libraryDependencies } from '../opening/textures/in-library.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import type { LibraryFile } from '../store/library.ts';
import { announcement, dismissNotice, notify } from '../store/notices.ts';
import { imageOf, picturedAmong } from './contact-sheet.ts';
import { expectRoom, listed, ZIP, zipName } from './extract.ts';

/** Saves the files that have images, with what belongs to the models. */
export async function saveCatalogue(files: readonly LibraryFile[]): Promise<void> {
  dismissNotice();
  try {
    await save(picturedAmong(files));
  } catch (error) {
    notify(`The contact sheet was not saved: ${reasonOf(error)}`);
  }
}

async function save(files: readonly LibraryFile[]): Promise<void> {
  const name = zipName(files);
  const target = await saveTarget(name.replace(/\.zip$/, ' catalogue.zip'), ZIP);
  if (!target) return;
  const zip = new ZipWriter(target);
  const total = files.length;
  const words = (done: string) => `Adding ${done} of ${formatCount(total)}…`;
  const task = new LongTask('Making a contact sheet', words, total);
  const paths = new CataloguePaths<LibraryFile>();
  const put = async (path: string, bytes: Uint8Array<ArrayBuffer>) => {
    expectRoom(zip.size + bytes.length, target);
    await zip.add(path, bytes, null);
  };
  const add = async (file: LibraryFile) => {
    const { path, isNew } = paths.of(file, `${file.source.name}/${file.path}`);
    if (isNew) await put(path, new Uint8Array(await (await sourceOf(file).read()).arrayBuffer()));
    return path;
  };
  const items: CatalogueItem[] = [];
  const failures: string[] = [];
  let isDone = false;
  try {
    for (const [path, bytes] of await viewerFiles()) await put(`${VIEWER_FOLDER}/${path}`, bytes);
    for (const [i, file] of files.entries()) {
      if (task.isCancelled) break;
      try {
        items.push(await itemOf(file, `images/${i}.png`, put, add, task.signal));
      } catch (error) {
        failures.push(`${file.path}: ${reasonOf(error)}`);
      }
      await task.step();
    }
    if (!task.isCancelled && items.length > 0) {
      for (const [path, text] of cataloguePage(name.replace(/\.zip$/, ''), items))
        await put(path, new TextEncoder().encode(text));
      await zip.end();
      await target.finish();
      isDone = true;
    }
  } finally {
    task.end();
    if (!isDone) await target.abandon();
  }
  if (failures.length > 0)
    notify(`${counted(failures.length, 'file')} could not be read.`, undefined, listed(failures));
  else
    announcement.value = isDone
      ? `Saved a contact sheet of ${counted(items.length, 'file')}: unpack it, and serve it from a web server.`
      : 'The contact sheet was not saved.';
}

/** The viewer for other pages, which is beside this page. Rejects with the end of a sentence. */
async function viewerFiles(): Promise<(readonly [string, Uint8Array<ArrayBuffer>])[]> {
  const missing = 'the viewer is not beside this page.';
  const get = async (name: string) => {
    const answer = await fetch(new URL(`embed/${name}`, document.baseURI)).catch(() => null);
    if (!answer?.ok) throw new Error(missing);
    return answer;
  };
  const names: unknown = await (await get('viewer.json')).json().catch(() => null);
  if (!Array.isArray(names)) throw new Error(missing);
  const files: (readonly [string, Uint8Array<ArrayBuffer>])[] = [];
  for (const name of names)
    if (typeof name === 'string' && /^[\w.-]+$/.test(name))
      files.push([name, new Uint8Array(await (await get(name)).arrayBuffer())]);
  return files;
}

/** @param image path of its image @param put writes bytes @param add writes a file of the library, once */
async function itemOf(
  file: LibraryFile,
  image: string,
  put: (path: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  add: (file: LibraryFile) => Promise<string>,
  signal: AbortSignal,
): Promise<CatalogueItem> {
  const core = await loadCore();
  if (!core) throw new Error('The part of the page that reads models could not be loaded.');
  const { parsed } = await parseFile(core, await readSource(sourceOf(file)));
  try {
    const { info } = parsed;
    const facts = factsWords(factsFrom(parsed));
    const isModel = isModelFormat(info.format);
    const path = `${file.source.name}/${file.path}`;
    const shown = await imageOf(file, signal);
    const bytes = shown && (await pngOf(shown));
    if (bytes) await put(image, bytes);
    const common = { path, facts, image: bytes ? image : null };
    if (!isModel) return { ...common, model: null };
    const { skins, children } = libraryDependencies(file, namesIn(info));
    const atHand = (found: LibraryFile | null | undefined) => (found && isAtHand(found, file) ? found : null);
    const worn: [number, string][] = [];
    for (const { slot, found } of skins) {
      const skin = atHand(found);
      if (skin) worn.push([slot, await add(skin)]);
    }
    const bases: string[] = [];
    for (const { found } of children) {
      const base = atHand(found);
      if (base) bases.push(await add(base));
    }
    return { ...common, model: { file: await add(file), skins: worn, bases } };
  } finally {
    parsed.release();
  }
}

async function pngOf(image: HTMLImageElement): Promise<Uint8Array<ArrayBuffer> | null> {
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob && new Uint8Array(await blob.arrayBuffer());
}
