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
import type { Cover } from './shading.ts';

const COMPRESSED: Readonly<Record<string, CompressedPixelFormat>> = {
  dxt1: RGBA_S3TC_DXT1_Format,
  dxt3: RGBA_S3TC_DXT3_Format,
  dxt5: RGBA_S3TC_DXT5_Format,
};

/** Greys of the cover for a slot without a skin, and squares of it along one turn of the texture. */
const CHECKER = [172, 158];
const SQUARES = 16;

/** Whether a graphics card takes DXT pictures in the colours that they are made for. */
export function takesDxt({ extensions }: Pick<WebGLRenderer, 'extensions'>): boolean {
  return (
    extensions.has('WEBGL_compressed_texture_s3tc') && extensions.has('WEBGL_compressed_texture_s3tc_srgb')
  );
}

/** Textures for the skins in use: one a skin, however many pieces wear it, and gone when none does. */
export class SkinTextures {
  readonly missing: Cover = { map: checker(), alpha: false };
  readonly #takesDxt: boolean;
  readonly #textures = new Map<Skin, Texture>();

  /** @param takesDxt whether the card takes DXT in sRGB */
  constructor(takesDxt: boolean) {
    this.#takesDxt = takesDxt;
  }

  /** Covers by slot; textures of other skins are given back. */
  use(skins: ReadonlyMap<number, Skin>): ReadonlyMap<number, Cover> {
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
      covers.set(slot, { map, alpha: skin.alpha });
    }
    return covers;
  }

  dispose(): void {
    this.use(new Map());
    this.missing.map.dispose();
  }
}

/** A texture of a picture; null when it has no pixels that could be shown. */
export function makeTexture(picture: SkinPicture, takesDxt: boolean): Texture | null {
  const [first] = picture.levels;
  if (!first || first.width === 0 || first.height === 0) return null;
  const format = COMPRESSED[picture.format];
  if (!format) return rgbaTexture(picture);
  // A card cannot make the smaller levels of a compressed picture, and takes none that is cut within a block.
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

/** What tells of Mesa's software driver in a renderer's name: “llvmpipe (LLVM 15.0.6, 256 bits)”, also within ANGLE's. */
const MESA_SOFTWARE = /llvmpipe/i;

/** What WebKit says of every driver; on the systems of Apple it is true. */
const HIDDEN = 'Apple GPU';
const APPLE = /^(Mac|iP)/;

/**
 * Takes anisotropic filtering from a renderer whose driver does not get on with it: Mesa's software driver (22.3) loops
 * over texels for seconds, then for minutes, on a few triangles, and the browser stands still. WebKit on Linux does not
 * tell the driver: there it is taken for that one.
 * @param platform of the browser, `Linux x86_64`
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
  // three asks anew what the driver can; its own listener came first.
  renderer.domElement.addEventListener('webglcontextrestored', tame);
}

/** Firefox tells it at once, and warns of the extension; Chromium tells it only by the extension. */
function driverName(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER));
  if (name !== 'WebKit WebGL') return name;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : name;
}
