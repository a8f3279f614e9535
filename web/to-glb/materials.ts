/** Skins as materials: one for each MaterialIndex in use. */
import type { Material, Texture } from '@gltf-transform/core';
import { baseName, withoutExtension } from '../lib/file-names.ts';
import { type Building, type Unlit, UnlitExtension } from './building.ts';
import { materialExtras } from './extras.ts';
import type { GlbSkin } from './input.ts';
import { Names } from './names.ts';
import { isSamePicture, pngOf } from './skins.ts';

/** Texels less opaque than this are holes, as the page draws them. */
const ALPHA_CUTOFF = 0.1;
/** Colour of a material without a skin: light grey. */
const PLAIN = 0.8;
/** Constants of glTF. */
const REPEAT = 10497;
const CLAMP_TO_EDGE = 33071;
const LINEAR = 9729;
const LINEAR_MIPMAP_LINEAR = 9987;

export class Materials {
  readonly #building: Building;
  readonly #unlit: Unlit | null;
  readonly #bySlot = new Map<number, Material>();
  /** One image for a skin, however many slots have it. */
  readonly #images: { readonly skin: GlbSkin; readonly image: Texture }[] = [];
  readonly #names = new Names();

  constructor(building: Building) {
    this.#building = building;
    this.#unlit = building.options.unlit
      ? building.document.createExtension(UnlitExtension).createUnlit()
      : null;
  }

  get images(): number {
    return this.#images.length;
  }

  /** The material of a slot, made at first use. */
  of(slot: number): Material {
    const material = this.#bySlot.get(slot) ?? this.#make(slot);
    this.#bySlot.set(slot, material);
    return material;
  }

  #make(slot: number): Material {
    const { document, input, features } = this.#building;
    const skin = input.skins.get(slot);
    const name = skin && withoutExtension(baseName(skin.name));
    const material = document
      .createMaterial(this.#names.unique(name || `Skin ${slot}`))
      .setMetallicFactor(0)
      .setRoughnessFactor(1)
      // Old models have one-sided cloth and hair, and the games draw both sides.
      .setDoubleSided(true)
      .setExtras(materialExtras(slot, skin));
    if (this.#unlit) material.setExtension(UnlitExtension.EXTENSION_NAME, this.#unlit);
    const image = skin && this.#image(skin);
    if (!image) return material.setBaseColorFactor([PLAIN, PLAIN, PLAIN, 1]);
    material.setBaseColorTexture(image).setAlphaMode(skin.alphaMode);
    if (skin.alphaMode === 'MASK') material.setAlphaCutoff(ALPHA_CUTOFF);
    const wrap = features.tiledSkins ? REPEAT : CLAMP_TO_EDGE;
    material
      .getBaseColorTextureInfo()
      ?.setWrapS(wrap)
      .setWrapT(wrap)
      .setMagFilter(LINEAR)
      .setMinFilter(LINEAR_MIPMAP_LINEAR);
    return material;
  }

  #image(skin: GlbSkin): Texture | null {
    const known = this.#images.find((one) => isSamePicture(one.skin, skin));
    if (known) return known.image;
    const { width, height, rgba, name } = skin;
    if (!(width > 0 && height > 0 && rgba.length === 4 * width * height)) {
      this.#building.notes.warn('SKIN_LEFT_OUT', `Skipped the skin ${name}: it is empty (0 pixels).`);
      return null;
    }
    const image = this.#building.document
      .createTexture(baseName(name))
      .setMimeType('image/png')
      .setImage(pngOf(skin));
    this.#images.push({ skin, image });
    return image;
  }
}
