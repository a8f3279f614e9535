/** The files in a link as addresses, which the element takes: they last as long as the link is shown. */

import type { PackedFile } from '../links/codecs.ts';
import type { LinkedFiles } from '../links/embedded.ts';
import { encode } from '../links/format.ts';
import type { Link } from '../links/link.ts';
import type { Unpacker } from '../links/unpacker.ts';

/** Characters of a name that stand in an address. */
const MAX_NAME = 255;

export class UnpackedFiles implements LinkedFiles {
  readonly #made: string[] = [];
  model: string | undefined;
  bases: readonly string[] = [];
  skins: readonly string[] = [];

  /** Rejects with a sentence when the model cannot be unpacked; of the files beside it, those that cannot are left out. */
  async unpack(link: Link, unpacker: Unpacker): Promise<void> {
    const { name = 'model.abc', data, packedBases = [], packedTextures = [] } = link;
    if (data !== undefined) this.model = this.#addressOf(await unpacker.unpack(data), name);
    this.bases = await this.#addressesOf(packedBases, unpacker, false);
    this.skins = await this.#addressesOf(packedTextures, unpacker, true);
  }

  release(): void {
    for (const address of this.#made) URL.revokeObjectURL(address);
  }

  async #addressesOf(
    packed: readonly PackedFile[],
    unpacker: Unpacker,
    areSkins: boolean,
  ): Promise<string[]> {
    const words: string[] = [];
    for (const { name, place, data } of packed) {
      const file = await unpacker.unpack(data).catch(() => null);
      if (!file) continue;
      const before = areSkins && place !== undefined ? `${place}:` : '';
      words.push(before + this.#addressOf(file, name));
    }
    return words;
  }

  /** With the name after the #: models and skins find each other by their names. */
  #addressOf(file: Blob, name: string): string {
    const address = URL.createObjectURL(file);
    this.#made.push(address);
    return `${address}#${encode(name.slice(0, MAX_NAME))}`;
  }
}
