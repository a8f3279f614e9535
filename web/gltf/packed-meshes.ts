/** Meshes whose numbers are packed by Draco, put where those of others are. */

import type { Pace } from '../lib/pace.ts';
import type { Accessors } from './accessors.ts';
import type { Buffers } from './buffers.ts';
import { DRACO } from './extensions.ts';
import { countAt, indexOf, type Json, objectAt, wrong } from './json.ts';
import { NotImported } from './not-imported.ts';
import type { ImportParts, UnpackDraco } from './parts.ts';

export class PackedMeshes {
  readonly #accessors: Accessors;
  readonly #buffers: Buffers;
  readonly #pace: Pace;
  readonly #load: ImportParts['draco'];
  #draco: UnpackDraco | null = null;

  constructor(accessors: Accessors, buffers: Buffers, pace: Pace, load: ImportParts['draco']) {
    this.#accessors = accessors;
    this.#buffers = buffers;
    this.#pace = pace;
    this.#load = load;
  }

  /**
   * Unpacks what a primitive has packed, so that its accessors can be read; nothing when it has nothing.
   * @param attributes of the primitive
   */
  async unpack(primitive: Json, attributes: Json, place: string): Promise<void> {
    const extensions = objectAt(primitive, 'extensions', place);
    const def = extensions && objectAt(extensions, DRACO, `${place}.extensions`);
    if (!def) return;
    const path = `${place}.extensions.${DRACO}`;
    const ids = objectAt(def, 'attributes', path) ?? wrong(path, 'does not have attributes');
    const wanted = Object.keys(ids)
      .filter((name) => Object.hasOwn(attributes, name))
      .map((name) => ({
        id: countAt(ids, name, `${path}.attributes`),
        accessor: this.#index(attributes, name, place),
      }));
    if (!this.#load) {
      // They may be there unpacked as well.
      if (wanted.length > 0 && wanted.every(({ accessor }) => this.#accessors.isStored(accessor))) return;
      throw new NotImported(
        'The meshes are compressed with Draco, which is not supported here. Export without compression (in Blender: Data › Compression).',
      );
    }
    const { bytes } = this.#buffers.viewAt(def.bufferView, `${path}.bufferView`);
    // A mesh that is named many times is unpacked as often.
    this.#buffers.take(bytes.length, path);
    const unpacked = await this.#unpacked(bytes, wanted, path);
    if (!unpacked) return wrong(path, 'cannot be unpacked');
    await this.#pace.step(this.#accessors.done);
    for (const [i, { accessor }] of wanted.entries()) {
      const array = unpacked.attributes[i];
      if (array) await this.#accessors.fill(accessor, array);
    }
    if (primitive.indices !== undefined) {
      await this.#accessors.fill(this.#index(primitive, 'indices', place), unpacked.indices);
    }
  }

  async #unpacked(
    bytes: Uint8Array,
    wanted: readonly { id: number; accessor: number }[],
    path: string,
  ): Promise<ReturnType<UnpackDraco>> {
    const numbers = wanted.map(({ id, accessor }) => {
      const { size, component } = this.#accessors.shape(accessor);
      return { id, components: size, like: component.array };
    });
    this.#draco ??= (await this.#load?.()) ?? null;
    try {
      return this.#draco?.(bytes, numbers) ?? null;
    } catch {
      return wrong(path, 'cannot be unpacked');
    }
  }

  #index(json: Json, key: string, place: string): number {
    return indexOf(json[key], `${place}.${key}`, this.#accessors.count, 'accessors');
  }
}
