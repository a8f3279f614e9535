/** Skins as textures of the graphics card, and what a driver cannot do with them. */
import {
  type CompressedPixelFormat,
  CompressedTexture,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  NearestFilter,
  RepeatWrapping,
  RGBA_S3TC_DXT1_Format,
  RGBA_S3TC_DXT3_Format,
  RGBA_S3TC_DXT5_Format,
  SRGBColorSpace,
  type Texture,
  type WebGLRenderer,
} from 'three';
import type { Skin, SkinPicture } from '../document/open-file.ts';
import type { Filtering } from '../document/view.ts';
import type { Cover } from './shading.ts';

const COMPRESSED: Readonly<Record<string, CompressedPixelFormat>> = {
  dxt1: RGBA_S3TC_DXT1_Format,
  dxt3: RGBA_S3TC_DXT3_Format,
  dxt5: RGBA_S3TC_DXT5_Format,
};

/** Greys of the checkerboard for a missing skin, and its squares per repeat of the texture. */
const CHECKER = [172, 158];
const SQUARES = 16;

/** Whether the GPU supports DXT textures in sRGB. */
export function takesDxt({ extensions }: Pick<WebGLRenderer, 'extensions'>): boolean {
  return (
    extensions.has('WEBGL_compressed_texture_s3tc') && extensions.has('WEBGL_compressed_texture_s3tc_srgb')
  );
}

/** Textures of the skins in use: one per skin, however many pieces use it, disposed of when no piece does. */
export class SkinTextures {
  readonly missing: Cover = { map: checker(), alpha: false };
  readonly #takesDxt: boolean;
  readonly #textures = new Map<Skin, Texture>();

  /** @param takesDxt whether the GPU supports DXT textures in sRGB */
  constructor(takesDxt: boolean) {
    this.#takesDxt = takesDxt;
  }

  /** Covers by slot; disposes of the textures of other skins. */
  use(skins: ReadonlyMap<number, Skin>, filtering: Filtering = 'smooth'): ReadonlyMap<number, Cover> {
    const used = new Set(skins.values());
    for (const [skin, texture] of this.#textures) {
      if (used.has(skin)) continue;
      texture.dispose();
      this.#textures.delete(skin);
    }
    const covers = new Map<number, Cover>();
    for (const [slot, skin] of skins) {
      const map = this.#textures.get(skin) ?? makeTexture(skin.picture, this.#takesDxt);
      if (!map) continue;
      this.#textures.set(skin, map);
      filter(map, filtering);
      covers.set(slot, { map, alpha: skin.alpha });
    }
    return covers;
  }

  dispose(): void {
    this.use(new Map());
    this.missing.map.dispose();
  }
}

function filter(map: Texture, filtering: Filtering): void {
  const wanted = filtering === 'texels' ? NearestFilter : LinearFilter;
  if (map.magFilter === wanted) return;
  map.magFilter = wanted;
  map.needsUpdate = true;
}

/** The texture of a picture; null without pixels that can be shown. */
export function makeTexture(picture: SkinPicture, takesDxt: boolean): Texture | null {
  const [first] = picture.levels;
  if (!first || first.width === 0 || first.height === 0) return null;
  const format = COMPRESSED[picture.format];
  if (!format) return rgbaTexture(picture);
  // GPUs cannot generate mipmaps of compressed textures, and reject sizes that are not whole blocks.
  const fits = takesDxt && picture.levels.length > 1 && first.width % 4 === 0 && first.height % 4 === 0;
  const decoded = fits ? null : picture.decoded;
  if (decoded) return decoded.format === 'rgba' ? makeTexture(decoded, takesDxt) : null;
  if (!takesDxt) return null;
  const texture = new CompressedTexture([...picture.levels], first.width, first.height, format);
  return finished(texture, picture.levels.length > 1);
}

function rgbaTexture({ levels }: SkinPicture): Texture | null {
  const [first] = levels;
  if (!first) return null;
  const texture = new DataTexture(first.data, first.width, first.height);
  texture.mipmaps = [...levels];
  return finished(texture, levels.length > 1);
}

function finished(texture: Texture, hasLevels: boolean): Texture {
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = hasLevels ? LinearMipmapLinearFilter : LinearFilter;
  texture.anisotropy = 4;
  // (0, 0) is the first texel, as in the file (abc.md §5).
  texture.flipY = false;
  texture.needsUpdate = true;
  return texture;
}

function checker(): Texture {
  const data = new Uint8Array(SQUARES * SQUARES * 4);
  for (let i = 0; i < SQUARES * SQUARES; i++) {
    const grey = CHECKER[(i + Math.floor(i / SQUARES)) % 2] ?? 0;
    data.set([grey, grey, grey, 255], i * 4);
  }
  const texture = new DataTexture(data, SQUARES, SQUARES);
  texture.generateMipmaps = true;
  const result = finished(texture, true);
  result.magFilter = NearestFilter;
  return result;
}

/** Matches Mesa's software driver in a renderer's name: “llvmpipe (LLVM 15.0.6, 256 bits)”, also within ANGLE's. */
const MESA_SOFTWARE = /llvmpipe/i;

/** WebKit's name for every driver; on Apple platforms it is the real one. */
const HIDDEN = 'Apple GPU';
const APPLE = /^(Mac|iP)/;

/**
 * Disables anisotropic filtering on a driver that cannot cope with it: Mesa's software driver (22.3) takes seconds to
 * minutes for a few triangles, and the browser freezes. WebKit on Linux hides the driver, so it is disabled there too.
 * @param platform `navigator.platform`: `Linux x86_64`
 */
export function tameFiltering(
  renderer: Pick<WebGLRenderer, 'getContext' | 'capabilities' | 'domElement'>,
  platform: string = navigator.platform,
): void {
  const name = driverName(renderer.getContext());
  if (!MESA_SOFTWARE.test(name) && (name !== HIDDEN || APPLE.test(platform))) return;
  const tame = () => {
    renderer.capabilities.getMaxAnisotropy = () => 1;
  };
  tame();
  // three queries the capabilities again when the context is restored; its own listener was registered first.
  renderer.domElement.addEventListener('webglcontextrestored', tame);
}

/** Firefox gives the name without the extension, of which it warns; Chromium only with it. */
function driverName(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER));
  if (name !== 'WebKit WebGL') return name;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : name;
}
