/** Finds the skins and child models of a model, in the folders and archives that they may lie in. */
import { basename, resolve } from 'node:path';
import {
  type Dependencies,
  dependenciesOf,
  findTexture,
  type ModelNames,
  TextureIndex,
} from '../../explain/dependencies.ts';
import { type Roots, rootKey, type Target } from '../tasks.ts';

/** A file under the path that names in other files are compared with. */
export interface FoundFile {
  readonly name: string;
  readonly target: Target;
}

type Index = TextureIndex<FoundFile>;

/** The path of a file that names in other files are compared with: on the disk, or in its archive. */
export function ownPath({ name, origin: { kind, root } }: Target): string {
  return kind === 'archive' ? name.slice(root.length + '!/'.length) : resolve(name);
}

/** The name of a file in exports: without the user's own folders. */
export function toldName(target: Target): string {
  const { kind, path } = target.origin;
  return kind === 'archive' ? ownPath(target) : (path ?? basename(target.name));
}

export class Finder {
  /** Of `--anim-from`. */
  readonly animations: readonly Target[];
  readonly #skins: readonly Index[];
  readonly #roots: Roots['found'];
  /** By `rootKey`; made at first use. */
  readonly #indices = new Map<string, { readonly textures: Index; readonly models: Index }>();

  constructor({ skins, animations, found }: Roots) {
    this.animations = animations;
    this.#skins = skins.map(indexOf);
    this.#roots = found;
  }

  /** Looks for skins in what `--skins` names, then, as for child models, in the model's own folder or archive. */
  dependencies(target: Target, names: ModelNames): Dependencies<FoundFile> {
    const path = ownPath(target);
    const { textures, models } = this.#beside(target);
    return dependenciesOf(names, {
      path,
      textures: [...this.#skins, textures],
      model(name) {
        const found = findTexture([models], name, path);
        return found?.name === path ? null : found;
      },
    });
  }

  #beside(target: Target) {
    const key = rootKey(target);
    const { textures, models } = this.#roots.get(key) ?? { textures: [], models: [] };
    const indices = this.#indices.get(key) ?? { textures: indexOf(textures), models: indexOf(models) };
    this.#indices.set(key, indices);
    return indices;
  }
}

function indexOf(targets: readonly Target[]): Index {
  return new TextureIndex(targets.map((target) => ({ name: ownPath(target), target })));
}
