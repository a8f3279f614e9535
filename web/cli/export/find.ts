/** What a model names, in the folders and archives that it may lie in. */
import { basename, resolve } from 'node:path';
import {
  findTexture,
  matchSlot,
  type NamedModel,
  type SlotMatch,
  TextureIndex,
} from '../../explain/skin-matching.ts';
import type { Target } from '../target.ts';
import { type Roots, rootKey } from '../tasks.ts';

/** A file by the path that names are compared with. */
interface Named {
  readonly name: string;
  readonly target: Target;
}

type Index = TextureIndex<Named>;

/** The path of a file that names in other files are compared with: on the disk, or in its archive. */
export function ownPath({ name, origin: { kind, root } }: Target): string {
  return kind === 'archive' ? name.slice(root.length + '!/'.length) : resolve(name);
}

/** The name of a file as an export has it: nothing of the user's own folders. */
export function toldName(target: Target): string {
  const { kind, path } = target.origin;
  return kind === 'archive' ? ownPath(target) : (path ?? basename(target.name));
}

export class Finder {
  readonly animations: readonly Target[];
  readonly #skins: readonly Index[];
  readonly #roots: Roots['found'];
  readonly #textures = new Map<string, Index>();
  readonly #models = new Map<string, Index>();

  constructor({ skins, animations, found }: Roots) {
    this.animations = animations;
    this.#skins = skins.map(indexOf);
    this.#roots = found;
  }

  /** The texture of a slot: of what `--skins` names, then of the model's own folder or archive. */
  skin(target: Target, model: NamedModel, slot: number): SlotMatch<Target> {
    const own = this.#indexIn(this.#textures, target, 'textures');
    const { found, ...match } = matchSlot([...this.#skins, own], model, slot);
    return { ...match, found: found?.target ?? null };
  }

  /** The file that a model means by the name of a child model; null when it is not there, or the model itself. */
  child(target: Target, name: string): Target | null {
    const models = this.#indexIn(this.#models, target, 'models');
    const found = name === '' ? null : findTexture([models], name, ownPath(target));
    return found && found.name !== ownPath(target) ? found.target : null;
  }

  #indexIn(indices: Map<string, Index>, target: Target, kind: 'textures' | 'models'): Index {
    const key = rootKey(target);
    let index = indices.get(key);
    if (!index) {
      index = indexOf(this.#roots.get(key)?.[kind] ?? []);
      indices.set(key, index);
    }
    return index;
  }
}

function indexOf(targets: readonly Target[]): Index {
  return new TextureIndex(targets.map((target) => ({ name: ownPath(target), target })));
}
