/**
 * Bundles (.lith), read: a zip of a model, the files beside it, and a link whose addresses are names in the zip
 * (docs/links.md). A bundle comes from anywhere: its link is read as any link is, and nothing in it is fetched.
 */
import { counted, formatMegabytes } from '../../explain/describe.ts';
import { fileAt, sourceOf } from '../../opening/sources/library-file.ts';
import type { LibraryFile, LibrarySource } from '../../store/library.ts';
import { visible } from '../../ui/dom.ts';
import { LINK_LIMITS, LinkBudget, MAX_BUNDLE_BYTES } from '../budget.ts';
import { arrived, type Companion, companionsOf } from '../companions.ts';
import { parseLink } from '../format.ts';
import type { Link } from '../link.ts';

/** The file with the link. */
export const LINK_FILE = 'link.txt';

/** What a bundle holds. */
export interface Bundle {
  readonly model: LibraryFile;
  /** Its view, and the files beside the model by their names. */
  readonly link: Link;
  readonly companions: readonly Companion[];
  /** What of it is left out, a sentence each. */
  readonly sentences: readonly string[];
}

/** Files that are named in a sentence; characters of a name. */
const MAX_NAMES = 5;
const MAX_NAME = 100;

/**
 * Reads a bundle that is listed in the library. Rejects with a sentence if its link cannot be read.
 * @returns null if it has no link, or the link names no model in it
 */
export async function readBundle(
  source: LibrarySource,
  budget = new LinkBudget(MAX_BUNDLE_BYTES),
): Promise<Bundle | null> {
  const written = fileAt(source, LINK_FILE);
  if (!written || written.problem || (written.size ?? 0) > LINK_LIMITS.characters) return null;
  const text = await (await sourceOf(written).read()).text();
  const link = ofBundle(parseLink(text.trim(), budget));
  const model = link.model === undefined ? null : fileAt(source, link.model);
  if (model?.kind !== 'model') return null;
  const left = { missing: new Set<string>(), remote: new Set<string>(), large: new Set<string>() };
  const taken = new Set<LibraryFile>([model]);
  const companions = await companionsOf(link, async ({ kind, supplied: { url } }) => {
    const file = fileAt(source, url);
    // Else a file of a kind of its own would be opened as that: a GLB by the import, an archive in the library.
    const fits = file?.kind === (kind === 'texture' ? 'texture' : 'model');
    if (!file || !fits) {
      (/^[a-z][a-z\d+.-]*:/i.test(url) ? left.remote : left.missing).add(url);
      return null;
    }
    if (!taken.has(file) && !budget.take('bytes', file.size ?? 0)) {
      left.large.add(url);
      return null;
    }
    taken.add(file);
    return arrived(sourceOf(file));
  });
  return { model, link, companions, sentences: sentencesOf(budget, left) };
}

/** A link without what has no meaning in a bundle: the address or content of a file, and the search of the library. */
function ofBundle(link: Link): Link {
  const { entry, name, size, sha256, local, find, keepView, data, packedBases, packedTextures, ...kept } =
    link;
  return { ...kept, unknownParts: [] };
}

function sentencesOf(
  budget: LinkBudget,
  { missing, remote, large }: { readonly [Why in 'missing' | 'remote' | 'large']: ReadonlySet<string> },
): string[] {
  const files = counted(remote.size, 'file');
  return [
    budget.sentence,
    missing.size > 0 ? `Not in the bundle: ${namesOf(missing)}.` : '',
    remote.size > 0
      ? `The bundle refers to ${files} by address, which ${remote.size === 1 ? 'was' : 'were'} not loaded: a bundle contains its own files.`
      : '',
    large.size > 0
      ? `Not opened: ${namesOf(large)}. The files of a bundle can have at most ${formatMegabytes(MAX_BUNDLE_BYTES)} in total.`
      : '',
  ].filter(Boolean);
}

function namesOf(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, MAX_NAMES).map((name) => visible(name, MAX_NAME));
  const more = names.size > shown.length ? ` and ${names.size - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}
