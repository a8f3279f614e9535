/** Files by address, which a link or the user names, and the files beside them. */

import { askForParts } from '../../archive/http.ts';
import { archiveKind } from '../../archive/locator.ts';
import { bytesSource } from '../../archive/source.ts';
import { animationSourcesOf } from '../../document/animation-clips.ts';
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { addTextures } from '../../document/textures.ts';
import { isArchiveName } from '../../explain/file-kind.ts';
import { baseName, modelName } from '../../lib/file-names.ts';
import { reasonOf } from '../../store/core.ts';
import { notify } from '../../store/notices.ts';
import { openSources } from '../open.ts';
import { identified } from '../read.ts';
import { isSampleAddress, type ModelSources, sampleAt, sampleSources } from '../samples.ts';
import { archiveFrom, openInLibrary } from '../sources/arrive.ts';
import type { NewSource } from '../sources/list.ts';
import { slotStates } from '../textures/slots.ts';
import { fileName, resolveAddress } from './address.ts';
import { FetchCancelled, fetchIfThere, remoteSource } from './fetch.ts';
import { fetchWithRetry, showFetches } from './progress-list.ts';

/** Opens the file at an address, or reloads and shows it when it is open. */
export async function openAddress(address: string): Promise<void> {
  try {
    const found = await sourcesAt(address);
    if (!found) return;
    if ('archive' in found) {
      await openInLibrary([found.archive]);
      return;
    }
    const { model, textures, bases } = found;
    await openSources([model], { textures, bases, playsFirst: true });
    await openBeside(model);
  } catch (error) {
    notify(reasonOf(error));
  }
}

/** The content at an address: a file with its textures and bases, or an archive. */
type AtAddress = ModelSources | { readonly archive: NewSource };

/**
 * The file at an address; a sample brings its skins and bases. Null if it could not be fetched, which was reported.
 * Rejects with a sentence for the user if the page may not read from there.
 * @param expectsArchive treats the file as an archive, whatever its name
 */
export async function sourcesAt(address: string, expectsArchive = false): Promise<AtAddress | null> {
  const resolved = resolveAddress(address);
  if ('problem' in resolved) throw new Error(resolved.problem);
  const sample = await sampleAt(resolved.url);
  if (sample) return sampleSources(sample);
  const { url } = resolved;
  const parts = expectsArchive || isArchiveName(url.pathname) ? await archiveInParts(url) : null;
  if (parts) return { archive: parts };
  showFetches();
  const { blob, retried } = await fetchWithRetry(url);
  const content = blob ?? (await retried);
  if (!content) return null;
  const source = remoteSource(url, content);
  const archive = archiveFrom(await identified(source, content));
  return archive ? { archive } : { model: source, textures: [], bases: [] };
}

/** A fetched file as a source. */
export interface SourceResult {
  /** Null if the fetch failed. */
  readonly source: FileSource | null;
  /** The file after a retry; null if the user dismisses the failure. */
  readonly retried: Promise<FileSource | null>;
}

/** Fetches the file at an address. */
export async function fetchSource(url: URL): Promise<SourceResult> {
  showFetches();
  const { blob, retried } = await fetchWithRetry(url);
  const asSource = (content: Blob | null) => content && remoteSource(url, content);
  return { source: asSource(blob), retried: retried.then(asSource) };
}

/**
 * An archive that is fetched in parts, so that only the directory and opened entries are transferred; null if the server
 * does not support that, or the file is not an archive.
 */
async function archiveInParts(url: URL): Promise<NewSource | null> {
  try {
    const parts = await askForParts(url.href, AbortSignal.timeout(TIMEOUT_MS));
    const archive = parts && (await archiveKind(bytesSource(parts.head)));
    if (!parts || !archive) return null;
    const { size, version } = parts;
    const locator = { url: url.href, size, version };
    return { kind: 'archive', name: fileName(url), archive, locator, url: url.href };
  } catch {
    // Fetching the whole file will report the reason.
    return null;
  }
}

const TIMEOUT_MS = 30_000;

/** Most child models that are requested. */
const MAX_BASES = 8;
/** Most slots whose texture is requested, and most addresses that are tried for each. */
const MAX_SLOTS = 8;
const MAX_TRIES = 4;

/**
 * Fetches missing child models and skins of an open model from beside its address. The user did not ask for them: each
 * needs one request, their number is limited, and failures are ignored.
 * @param source of the model; does nothing without an address, or for a sample, which is complete
 * @returns whether a child model was found
 */
export async function openBeside(source: FileSource): Promise<boolean> {
  const { url } = source;
  const file = files.peek().find((open) => open.source === source);
  if (!url || !file?.model || isSampleAddress(url)) return false;
  showFetches();
  const asked = new Set<string>();
  const bring = (addresses: readonly URL[]) => firstThere(addresses, asked);
  try {
    const [bases, skins] = await Promise.all([
      Promise.all(missingBases(file).map((name) => bring(baseAddresses(name, url)))),
      Promise.all(missingSkins(file).map((names) => bring(skinAddresses(names, url)))),
    ]);
    addTextures(skins.filter((skin) => skin !== null));
    const came = bases.filter((base) => base !== null);
    if (came.length > 0) await openSources([], { bases: came });
    return came.length > 0;
  } catch (error) {
    // The user cancelled: request nothing more.
    if (error instanceof FetchCancelled) return false;
    throw error;
  }
}

/** The first file that exists; requests no address twice. Rejects with FetchCancelled. */
async function firstThere(addresses: readonly URL[], asked: Set<string>): Promise<FileSource | null> {
  for (const address of addresses) {
    if (asked.has(address.href)) continue;
    asked.add(address.href);
    const blob = await fetchIfThere(address);
    if (blob) return remoteSource(address, blob);
  }
  return null;
}

/** Names of missing child models, as written in the file. */
function missingBases(file: OpenFile): string[] {
  const missing = animationSourcesOf(file).filter((source) => source.file === null);
  const names = missing.map(({ name }) => name).filter((name) => modelName(name) !== baseName(name));
  return [...new Set(names)].slice(0, MAX_BASES);
}

/** The possible names of the texture of each slot without one. */
function missingSkins(file: OpenFile): (readonly string[])[] {
  return slotStates(file)
    .filter(({ source, chosen }) => source === null && chosen !== null)
    .slice(0, MAX_SLOTS)
    .map(({ match }) => match.lookedFor);
}

/**
 * Possible addresses of a child model: in the folder of the model, then by its path, from the folder that both paths
 * contain (`…/Models/Chars/hero.abc` and `Models\base.abc`).
 */
export function baseAddresses(name: string, model: string): URL[] {
  const parts = name.split(/[\\/]/).filter((part) => !/^\.*$/.test(part));
  const last = parts.at(-1);
  if (last === undefined) return [];
  const folders = new URL(model).pathname.split('/').slice(0, -1);
  const root = folders.findLastIndex((folder) => sameFolder(folder, parts[0] ?? ''));
  const named =
    root >= 0 && parts.length > 1
      ? [...folders.slice(0, root + 1), ...parts.slice(1).map(encodeURIComponent)]
      : [];
  const beside = new URL(encodeURIComponent(last), model);
  return named.length > 0 ? [beside, new URL(named.join('/'), model)] : [beside];
}

/** Possible addresses of a texture: in the folder of skins beside that of models, as in the games, or with the model. */
export function skinAddresses(names: readonly string[], model: string): URL[] {
  const plain = names.filter((name) => !/^\.*$/.test(name));
  const { pathname } = new URL(model);
  const folders = pathname.split('/').slice(0, -1);
  const at = folders.findLastIndex((folder) => /^models(_|$)/i.test(folder));
  const skins = folders
    .map((folder, i) => (i === at ? folder.replace(/^models/i, skinsFor) : folder))
    .join('/');
  const inFolder = (folder: string) =>
    plain.map((name) => new URL(`${folder}/${encodeURIComponent(name)}`, model));
  return [...(at >= 0 ? inFolder(skins) : []), ...inFolder(folders.join('/'))].slice(0, MAX_TRIES);
}

/** The name of the folder of skins, in the case of that of models: `MODELS` → `SKINS`. */
function skinsFor(models: string): string {
  if (models === models.toUpperCase()) return 'SKINS';
  return models.startsWith('M') ? 'Skins' : 'skins';
}

function sameFolder(encoded: string, name: string): boolean {
  try {
    return decodeURIComponent(encoded).toLowerCase() === name.toLowerCase();
  } catch {
    return false;
  }
}
