/** Which texture a slot of a model means, by the names of both (abc.md §6). Pure. */
import { baseName } from '../../explain/file-names.ts';

/** Why a texture was found, in the order in which they are tried. */
export type MatchRule = 'hint' | 'folder' | 'suffix' | 'name' | 'variant' | 'head';

export interface SlotMatch<T> {
  /** MaterialIndex; 0 in v6. */
  readonly slot: number;
  readonly found: T | null;
  /** Null when nothing was found. */
  readonly rule: MatchRule | null;
  /** Names of files that would have been taken, in the order in which they were looked for. */
  readonly lookedFor: readonly string[];
}

/** What of a model says how its textures are called. */
export interface NamedModel {
  /** With the folders it was found in. */
  readonly name: string;
  readonly commandString: string;
  /** Every slot that its pieces have. */
  readonly slots: readonly number[];
}

/** A place where a texture may be: its path without extension. */
interface Candidate {
  readonly rule: MatchRule;
  readonly path: string;
}

/** Textures by their names, asked for any number of models. */
export class TextureIndex<T extends { readonly name: string }> {
  readonly #byStem = new Map<string, T[]>();

  /** @param textures of those that fit equally well, the first is taken */
  constructor(textures: readonly T[]) {
    for (const texture of textures) {
      const stem = baseName(withoutExtension(plain(texture.name)));
      const same = this.#byStem.get(stem);
      if (same) same.push(texture);
      else this.#byStem.set(stem, [texture]);
    }
  }

  /** Finds the texture of a slot, or says which names it could have had. */
  match(model: NamedModel, slot: number): SlotMatch<T> {
    const candidates = candidatesOf(model, slot);
    for (const { rule, path } of candidates) {
      const found = this.#find(path, model.name);
      if (found) return { slot, found, rule, lookedFor: namesOf(candidates) };
    }
    return { slot, found: null, rule: null, lookedFor: namesOf(candidates) };
  }

  /**
   * The texture of a path: the one at the end of whose path all of it stands, else the file's name alone.
   * @param near name of the file that wants it, with its folders
   */
  find(path: string, near: string): T | null {
    const stem = withoutExtension(path);
    return this.#find(stem, near) ?? this.#find(baseName(stem), near);
  }

  /** The texture at the end of whose path `path` stands: the one nearest to the model, a DTX before others. */
  #find(path: string, modelName: string): T | null {
    const wanted = plain(path);
    const fitting = (this.#byStem.get(baseName(wanted)) ?? []).filter(({ name }) =>
      endsWithPath(withoutExtension(plain(name)), wanted),
    );
    const rank = ({ name }: T) => sharedFolders(name, modelName) * 2 + (/\.dtx$/i.test(name) ? 1 : 0);
    return fitting.reduce<T | null>((best, next) => (best && rank(best) >= rank(next) ? best : next), null);
  }
}

function candidatesOf({ name, commandString, slots }: NamedModel, slot: number): Candidate[] {
  const hints = hintsIn(commandString).filter((hint) => hint.slot === slot);
  const found = hints.flatMap(({ file }): Candidate[] => {
    const path = withoutExtension(file);
    // The folders of the game are not always those that were dropped.
    return [
      { rule: 'hint', path },
      { rule: 'hint', path: baseName(path) },
    ];
  });
  return [...found, ...suffixesOf(slot, slots).flatMap((suffix) => byName(name, suffix))];
}

/** What slots add to the model's name. The only slot of a model takes the plain name, whatever its number. */
function suffixesOf(slot: number, slots: readonly number[]): readonly string[] {
  if (slot === 0) return [''];
  const only = slots.length === 1 ? [''] : [];
  return slot === 1 ? ['_head', ...only] : only;
}

function byName(modelName: string, suffix: string): Candidate[] {
  const path = withoutExtension(modelName);
  const stem = baseName(path);
  const inSkins = skinsPath(path);
  const variant = stem.replace(/_(multi|pv|hh)$/i, '');
  // Old tools write names in capitals: the names that are looked for should look alike.
  const loud = stem === stem.toUpperCase();
  const add = (text: string, end: string) => text + (loud ? end.toUpperCase() : end);
  const candidates: Candidate[] = [];
  const consider = (rule: MatchRule, candidate: string) => {
    candidates.push({ rule: suffix === '_head' ? 'head' : rule, path: candidate });
  };
  if (inSkins) {
    consider('folder', add(inSkins, suffix));
    consider('suffix', add(inSkins, `${suffix}_a`));
  }
  consider('name', add(stem, suffix));
  consider('suffix', add(stem, `${suffix}_a`));
  if (variant !== stem) consider('variant', add(variant, suffix));
  return candidates;
}

/** `models_pv/chars/a` → `skins_pv/chars/a`; null when no folder of models is in the path. */
function skinsPath(path: string): string | null {
  const parts = path.split(/[\\/]/);
  const at = parts.findLastIndex((part, i) => i < parts.length - 1 && /^models(_|$)/i.test(part));
  if (at < 0) return null;
  const changed = (parts[at] ?? '').replace(/^models/i, 'skins');
  return [...parts.slice(0, at), changed, ...parts.slice(at + 1)].join('/');
}

/** `ModelEditTexture file [slot]` in a command string; a name with spaces stands in quotes or brackets (abc.md §7). */
function hintsIn(commandString: string): { file: string; slot: number }[] {
  const hints = commandString.matchAll(
    /(?:^|;)\s*ModelEditTexture\s+(?:"([^"]*)"|\(([^)]*)\)|([^\s;]+))(?:\s+(\d+))?/gi,
  );
  return [...hints].map(([, quoted, bracketed, bare, slot]) => ({
    file: (quoted ?? bracketed ?? bare ?? '').trim(),
    slot: Number(slot ?? 0),
  }));
}

function namesOf(candidates: readonly Candidate[]): string[] {
  const names = new Map<string, string>();
  for (const { path } of candidates) {
    const stem = baseName(path);
    if (!names.has(plain(stem))) names.set(plain(stem), stem + (/[a-z]/.test(stem) ? '.dtx' : '.DTX'));
  }
  return [...names.values()];
}

/** A path as it is compared: one kind of slash, one case. */
function plain(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./\\]*$/, '');
}

function endsWithPath(path: string, end: string): boolean {
  return end !== '' && (path === end || path.endsWith(`/${end}`));
}

function sharedFolders(a: string, b: string): number {
  const left = plain(a).split('/').slice(0, -1);
  const right = plain(b).split('/').slice(0, -1);
  const different = left.findIndex((folder, i) => folder !== right[i]);
  return different < 0 ? left.length : different;
}
