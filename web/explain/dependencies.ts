/** What belongs to a model: the skins of its slots, and the child models whose animations it plays (abc.md §3, §6). */
import type { Info } from '@lithoscope/core';
import {
  bareName,
  baseName,
  endsWithPath,
  plainPath,
  sharedFolders,
  withoutExtension,
} from '../lib/file-names.ts';
import { slotsOf } from './facts.ts';

/** Child models that count: real models name up to 16, but a file may claim 65,535. */
export const MAX_CHILDREN = 32;

/** The names in a model of the files that belong to it. Plain data. */
export interface ModelNames {
  readonly commandString: string;
  /** Skin slots that have faces. */
  readonly slots: readonly number[];
  /** Names of child models with their indices in the file. */
  readonly children: readonly (readonly [child: number, name: string])[];
}

export function namesIn(info: Info): ModelNames {
  const { commandString, childModels } = info;
  const children = childModels.slice(1, 1 + MAX_CHILDREN);
  return {
    commandString,
    slots: slotsOf(info),
    children: children.map(({ name }, i) => [i + 1, name]),
  };
}

/** Where to look for the files of a model. */
export interface Places<File> {
  /** The model's own path, with its folders. */
  readonly path: string;
  /** In order of precedence. */
  readonly textures: readonly TextureSet<File>[];
  /** The model that a name refers to; null when it is missing, or the model itself. */
  model(name: string): File | null;
}

export interface Dependencies<File> {
  /** One for each slot. */
  readonly skins: readonly SlotMatch<File>[];
  readonly children: readonly {
    readonly child: number;
    readonly name: string;
    readonly found: File | null;
  }[];
}

/** Finds the files that belong to a model. */
export function dependenciesOf<File>(
  { commandString, slots, children }: ModelNames,
  { path, textures, model }: Places<File>,
): Dependencies<File> {
  const named = { name: path, commandString, slots };
  return {
    skins: slots.map((slot) => matchSlot(textures, named, slot)),
    children: children.map(([child, name]) => ({ child, name, found: name === '' ? null : model(name) })),
  };
}

/**
 * Indexes files by the names that other files use for them: `Models\\Base.abc` finds `base.abc`. The function returns null for
 * a missing file.
 */
export function filesByName<T extends { readonly name: string }>(
  files: readonly T[],
): (name: string) => T | null {
  // Of several files with the same name, the first counts.
  const byName = new Map(files.toReversed().map((file) => [bareName(file.name), file]));
  return (name) => {
    const wanted = bareName(name);
    return wanted === '' ? null : (byName.get(wanted) ?? null);
  };
}

/** The rules that find a texture, in the order in which they are tried. */
export type MatchRule = 'hint' | 'folder' | 'suffix' | 'name' | 'variant' | 'head';

export interface SlotMatch<T> {
  /** MaterialIndex; 0 in v6. */
  readonly slot: number;
  readonly found: T | null;
  /** Null when nothing was found. */
  readonly rule: MatchRule | null;
  /** Names of files that would match, in the order in which they are tried. */
  readonly lookedFor: readonly string[];
}

/** The data of a model that determine the names of its textures. */
export interface NamedModel {
  /** With the folders it was found in. */
  readonly name: string;
  readonly commandString: string;
  /** Every slot that its pieces have. */
  readonly slots: readonly number[];
}

/** A possible path of a texture, without extension. */
interface Candidate {
  readonly rule: MatchRule;
  readonly path: string;
}

/** Textures that can be found by path. */
export interface TextureSet<T> {
  /**
   * The texture whose path ends with `path`; of several the nearest. Null when there is none.
   * @param path without extension
   * @param near name of the file that uses it, with its folders
   */
  at(path: string, near: string): T | null;
}

/**
 * Finds the texture of a slot by the rules of abc.md §6, or the names that it could have.
 * @param sets in order of precedence for each name
 */
export function matchSlot<T>(sets: readonly TextureSet<T>[], model: NamedModel, slot: number): SlotMatch<T> {
  const candidates = candidatesOf(model, slot);
  const lookedFor = namesOf(candidates);
  for (const { rule, path } of candidates) {
    const found = textureAt(sets, path, model.name);
    if (found) return { slot, found, rule, lookedFor };
  }
  return { slot, found: null, rule: null, lookedFor };
}

/** The name of a new texture of a slot: the first that games look for; where they look for none, one with the slot. */
export function textureNameOf(model: NamedModel, slot: number): string {
  const [name] = namesOf(candidatesOf(model, slot));
  return name ?? `${withoutExtension(baseName(model.name))}_${slot}.dtx`;
}

/**
 * Finds a texture by its path, otherwise by the file's name alone.
 * @param near name of the file that uses it, with its folders
 */
export function findTexture<T>(sets: readonly TextureSet<T>[], path: string, near: string): T | null {
  const stem = withoutExtension(path);
  return textureAt(sets, stem, near) ?? textureAt(sets, baseName(stem), near);
}

function textureAt<T>(sets: readonly TextureSet<T>[], path: string, near: string): T | null {
  for (const set of sets) {
    const found = set.at(path, near);
    if (found) return found;
  }
  return null;
}

/** Textures by their names. */
export class TextureIndex<T extends { readonly name: string }> implements TextureSet<T> {
  readonly #byStem = new Map<string, T[]>();

  /** @param textures of equally good matches, the first is taken */
  constructor(textures: readonly T[]) {
    for (const texture of textures) {
      const stem = baseName(withoutExtension(plainPath(texture.name)));
      const same = this.#byStem.get(stem);
      if (same) same.push(texture);
      else this.#byStem.set(stem, [texture]);
    }
  }

  /** The nearest texture, a DTX before others. */
  at(path: string, near: string): T | null {
    const wanted = plainPath(path);
    const from = plainPath(near);
    const fitting = (this.#byStem.get(baseName(wanted)) ?? []).filter(({ name }) =>
      endsWithPath(withoutExtension(plainPath(name)), wanted),
    );
    const rank = ({ name }: T) => sharedFolders(plainPath(name), from) * 2 + (/\.dtx$/i.test(name) ? 1 : 0);
    return fitting.reduce<T | null>((best, next) => (best && rank(best) >= rank(next) ? best : next), null);
  }
}

function candidatesOf({ name, commandString, slots }: NamedModel, slot: number): Candidate[] {
  const hints = hintsIn(commandString).filter((hint) => hint.slot === slot);
  const found = hints.flatMap(({ file }): Candidate[] => {
    const path = withoutExtension(file);
    // The user may have dropped other folders than those of the game.
    return [
      { rule: 'hint', path },
      { rule: 'hint', path: baseName(path) },
    ];
  });
  return [...found, ...suffixesOf(slot, slots).flatMap((suffix) => byName(name, suffix))];
}

/** Suffixes of a slot. A model's only slot takes the plain name, whatever its number. */
function suffixesOf(slot: number, slots: readonly number[]): readonly string[] {
  if (slot === 0) return [''];
  const only = slots.length === 1 ? [''] : [];
  return slot === 1 ? ['_head', ...only] : only;
}

function byName(modelName: string, suffix: string): Candidate[] {
  const path = withoutExtension(modelName);
  const stem = baseName(path);
  const variant = stem.replace(/_(multi|pv|hh)$/i, '');
  // Old tools write names in capitals: suffixes should look the same.
  const loud = stem === stem.toUpperCase();
  const add = (text: string, end: string) => text + (loud ? end.toUpperCase() : end);
  const candidates: Candidate[] = [];
  const consider = (rule: MatchRule, candidate: string) => {
    candidates.push({ rule: suffix === '_head' ? 'head' : rule, path: candidate });
  };
  for (const inSkins of skinsPaths(path)) {
    consider('folder', add(inSkins, suffix));
    consider('suffix', add(inSkins, `${suffix}_a`));
  }
  consider('name', add(stem, suffix));
  consider('suffix', add(stem, `${suffix}_a`));
  if (variant !== stem) consider('variant', add(variant, suffix));
  return candidates;
}

/**
 * `nolf/models_pv/chars/a` → `nolf/skins_pv/chars/a`, and `skins_pv/chars/a` for skins that are in another source than
 * the models; none when no folder of models is in the path.
 */
function skinsPaths(path: string): string[] {
  const parts = path.split(/[\\/]/);
  const at = parts.findLastIndex((part, i) => i < parts.length - 1 && /^models(_|$)/i.test(part));
  if (at < 0) return [];
  const changed = (parts[at] ?? '').replace(/^models/i, 'skins');
  const within = [changed, ...parts.slice(at + 1)].join('/');
  return at === 0 ? [within] : [[...parts.slice(0, at), within].join('/'), within];
}

/** `ModelEditTexture file [slot]` in a command string; names with spaces are in quotes or brackets (abc.md §7). */
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
    if (!names.has(plainPath(stem)))
      names.set(plainPath(stem), stem + (/[a-z]/.test(stem) ? '.dtx' : '.DTX'));
  }
  return [...names.values()];
}
