/** The files of a link that come over the network, or are packed in the link itself. */
import type { FileSource } from '../document/open-file.ts';
import { resolveAddress } from '../opening/remote/address.ts';
import { fetchSource } from '../opening/remote/source.ts';
import { sampleAt, sampleSources } from '../opening/samples.ts';
import { reasonOf } from '../store/core.ts';
import { visible } from '../ui/dom.ts';
import type { PackedFile } from './codecs.ts';
import { type Arrival, arrived, type Companion, companionsOf, type Named } from './companions.ts';
import { askForHosts, foreignAddresses } from './hosts.ts';
import type { Link } from './link.ts';
import type { Unpacker } from './unpacker.ts';

/** Maximum length of the name of a packed file, characters. */
const MAX_NAME = 255;

/** A file packed in the link. Rejects with a sentence for the user. */
export async function packedSource(name: string, data: string, unpacker: Unpacker): Promise<FileSource> {
  const blob = await unpacker.unpack(data);
  return { name: name.slice(0, MAX_NAME), read: async () => blob, packed: data };
}

/**
 * Fetches and unpacks all files at once; a failed one is left out, and the user is told.
 * @param model the model that they belong to; without it no other server is asked
 */
export async function fetchCompanions(
  link: Link,
  sentences: string[],
  unpacker: Unpacker,
  left: AbortSignal,
  model: Promise<unknown>,
): Promise<Companion[]> {
  const fetched = new Map<string, Promise<Arrival>>();
  const fetchOnce = (url: URL, kind: Named['kind']): Promise<Arrival> => {
    const arrival = fetched.get(url.href) ?? fetchCompanion(url, kind);
    fetched.set(url.href, arrival);
    return arrival;
  };
  const foreign = foreignAddresses(link);
  const asked = new Set(foreign.map(({ href }) => href));
  const isAllowed = model.then(
    (came) => came !== null && foreign.length > 0 && askForHosts(foreign, left),
    () => false,
  );
  const named = companionsOf(link, async ({ kind, supplied }) => {
    const resolved = resolveAddress(supplied.url);
    if ('problem' in resolved) {
      sentences.push(resolved.problem);
      return null;
    }
    const { url } = resolved;
    if (!asked.has(url.href)) return fetchOnce(url, kind);
    // The model does not wait for the user's answer.
    const retried = isAllowed.then((allowed) => (allowed ? arrivedLate(fetchOnce(url, kind)) : null));
    return { result: { source: null, retried }, along: [] };
  });
  const unpacking = [
    ...(link.packedBases ?? []).map((file) => ({ kind: 'base' as const, file })),
    ...(link.packedTextures ?? []).map((file) => ({ kind: 'texture' as const, file })),
  ].map(({ kind, file }) => unpackCompanion(kind, file, unpacker, sentences));
  const unpacked = await Promise.all(unpacking);
  return [...(await named), ...unpacked.filter((companion) => companion !== null)];
}

async function arrivedLate(arrival: Promise<Arrival>): Promise<FileSource | null> {
  const { source, retried } = (await arrival).result;
  return source ?? retried;
}

async function unpackCompanion(
  kind: Named['kind'],
  { name, data, place }: PackedFile,
  unpacker: Unpacker,
  sentences: string[],
): Promise<Companion | null> {
  try {
    const source = await packedSource(name, data, unpacker);
    const supplied = { ...(place !== undefined && { place }), url: name };
    return { kind, supplied, ...arrived(source) };
  } catch (error) {
    sentences.push(`${visible(name, MAX_NAME)}: ${reasonOf(error)}`);
    return null;
  }
}

/** A sample at a socket brings its skins. */
async function fetchCompanion(url: URL, kind: Named['kind']): Promise<Arrival> {
  const sample = kind === 'attached' ? await sampleAt(url) : null;
  if (!sample) return { result: await fetchSource(url), along: [] };
  const { model, textures } = await sampleSources(sample);
  return arrived(model, textures);
}
