/**
 * Drawing of library pictures: the worker's protocol, how it reads files, and the renderer it shares between models.
 */

import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { type Box3, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import type { Locator } from '../../archive/locator.ts';
import { readWhole } from '../../archive/read.ts';
import type { Skin, SkinPicture } from '../../document/open-file.ts';
import type { ModelNames } from '../../explain/dependencies.ts';
import { refusal } from '../../explain/describe.ts';
import { identify, isPicture } from '../../explain/file-kind.ts';
import { isModelFormat } from '../../explain/formats.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { loadOnce } from '../../lib/once.ts';
import { refusedBySize, statedSize, type Texels } from '../../pictures/picture.ts';
import { frameBox, viewDirection } from '../../scene/framing.ts';
import { PieceMesh } from '../../scene/model-view.ts';
import { PLAIN_LOOK, PLAIN_PALETTE, type PlainModel } from '../../scene/plain-model.ts';
import type { Look } from '../../scene/shading.ts';
import { Lights } from '../../scene/shading.ts';
import { SkinTextures, takesDxt, tameFiltering } from '../../scene/skin-textures.ts';
import type { LibraryKind } from '../../store/library.ts';
import { decodePicture } from '../../textures/decode.ts';
import { dtxDecoder } from '../../textures/dtx-picture.ts';

/** A file as the worker receives it. */
export interface WorkFile {
  readonly id: number;
  /** Path. */
  readonly name: string;
  readonly kind: LibraryKind;
  readonly size: number | null;
  readonly locator: Locator;
}

/** Files that a picture needs, by name; the page resolves them. */
export interface Dependencies extends ModelNames {
  /** First frame of a sprite; '' for other files. */
  readonly frame: string;
}

/** The dependencies that were found. */
export interface ResolvedDependencies {
  readonly skins: readonly (readonly [slot: number, texture: WorkFile])[];
  readonly frame: WorkFile | null;
  readonly children: readonly (readonly [child: number, model: WorkFile])[];
}

/** Why a file has no picture or cannot play. */
export interface Failure {
  /** One or two words, for a placeholder. */
  readonly word: string;
  /** A sentence. */
  readonly reason: string;
  /** Missing dependencies that would give a picture; null if none would. */
  readonly wants: Dependencies | null;
}

/** A picture, or why it failed. */
export type Drawing = { readonly picture: Blob; readonly wants: Dependencies } | Failure;

export interface PictureWork {
  /** Draws the picture of a file. */
  readonly draw: {
    readonly order: WorkFile;
    readonly question: Dependencies;
    readonly answer: ResolvedDependencies;
    readonly result: Drawing;
  };
  /** Keeps a model open for playback until the order is withdrawn; reports when frames can be requested. */
  readonly play: {
    readonly order: { readonly player: number; readonly file: WorkFile };
    readonly progress: 'ready';
    readonly question: Dependencies;
    readonly answer: ResolvedDependencies;
    readonly result: Failure;
  };
  /** Draws a moment of a player; null after its end. */
  readonly frame: {
    readonly order: { readonly player: number; readonly timeMs: number };
    readonly result: ImageBitmap | null;
  };
}

/** Longest side of a skin in a picture, texels. */
const SKIN_SIDE = 256;
/** Maximum texels of a skin that is decoded: a quarter of the page's limit. */
const MAX_TEXELS = 2048 * 2048;
/** Skins cached for following models. */
const KEPT_SKINS = 32;

export const loadCore = loadOnce(() => Lithoscope.load());
export const loadDtx = loadOnce(() => DtxLibrary.load());

/** Why a file has no picture. */
export class NoPicture extends Error {
  /** One or two words for a placeholder. */
  readonly word: string;

  /** Missing dependencies. */
  readonly wants: Dependencies | null;

  constructor(word: string, reason: string, wants: Dependencies | null = null) {
    super(reason);
    this.word = word;
    this.wants = wants;
  }
}

export function readFile({ locator }: WorkFile): Promise<Uint8Array<ArrayBuffer>> {
  return readWhole(locator, MAX_PARSED_BYTES);
}

/** Parses a model, which the caller releases. Throws NoPicture for other files. */
export async function openModel(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<AbcFile> {
  const file = await (await loadCore()).openAny(bytes);
  if (isModelFormat(file.info.format)) return file as AbcFile;
  const reason = refusal(name, file.info, file.findings);
  file.release();
  throw new NoPicture('Not a model', reason);
}

/** Path of the first frame of a sprite. Throws NoPicture if there is none. */
export async function firstFrame(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const file = (await loadDtx()).sprites.open(bytes);
  const [frame] = file.sprite?.frames ?? [];
  const reason = refusal(name, file.info, file.findings);
  file.release();
  if (frame === undefined) throw new NoPicture('Cannot be read', reason);
  return frame;
}

/** A small version of a texture. Throws an error with the reason. */
export async function smallTexture(file: WorkFile, bytes: Uint8Array<ArrayBuffer>): Promise<Texels> {
  const kind = identify(file.name, bytes);
  if (!isPicture(kind))
    throw new NoPicture('Cannot be read', `${file.name} is not a texture that this page can read.`);
  const refused = refusedBySize(kind, bytes);
  if (refused) throw new NoPicture('Cannot be read', `${file.name} ${refused}.`);
  return (await decodePicture({ kind, bytes }, dtxDecoder(loadDtx))).thumbnail;
}

/** By file id, least recently used first. */
const skins = new Map<number, Skin | null>();

/** A small skin; null if it cannot be read, so that the slot is drawn as missing. */
export async function skinOf(file: WorkFile): Promise<Skin | null> {
  let skin = skins.get(file.id);
  if (skin === undefined) skin = await readSkin(file).catch(() => null);
  skins.delete(file.id);
  skins.set(file.id, skin);
  const [oldest] = skins.keys();
  if (skins.size > KEPT_SKINS && oldest !== undefined) skins.delete(oldest);
  return skin;
}

async function readSkin(file: WorkFile): Promise<Skin | null> {
  const bytes = await readFile(file);
  const kind = identify(file.name, bytes);
  if (!isPicture(kind) || refusedBySize(kind, bytes)) return null;
  const size = statedSize(kind, bytes);
  if (!size || size.width * size.height > MAX_TEXELS) return null;
  const { picture } = await decodePicture({ kind, bytes }, dtxDecoder(loadDtx));
  return { name: file.name, picture: smaller(picture), alpha: false };
}

/** Only the mipmap levels that a picture needs. */
function smaller(picture: SkinPicture): SkinPicture {
  const { levels } = picture.decoded ?? picture;
  const fits = levels.findIndex(({ width, height }) => Math.max(width, height) <= SKIN_SIDE);
  const shown = fits < 0 ? levels.slice(-1) : levels.slice(fits);
  return { format: 'rgba', levels: shown.map((level) => ({ ...level, data: level.data.slice() })) };
}

/** Field of view, as in the page's camera, degrees. */
const FIELD_OF_VIEW = 32;
/** Distance of the clipping planes from the model, in its radius. */
const DEPTH = 3;

export class ModelPainter {
  readonly canvas: OffscreenCanvas;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW);

  /** Throws without WebGL. @param side of the pictures, pixels; @param lost called when the context is lost */
  constructor(side: number, lost: () => void) {
    this.canvas = new OffscreenCanvas(side, side);
    this.canvas.addEventListener('webglcontextlost', lost);
    this.#renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true });
    this.#renderer.debug.checkShaderErrors = false;
    tameFiltering(this.#renderer);
    new Lights(this.#scene, this.#camera).paint(PLAIN_PALETTE);
    this.#keepShaders();
  }

  /** Whether the GPU supports DXT textures in sRGB. */
  get takesDxt(): boolean {
    return takesDxt(this.#renderer);
  }

  /** Draws a model that fills the canvas. @param box framed box; world space, not empty */
  draw(model: PlainModel, box: Box3): void {
    const camera = this.#camera;
    const { position, target, radius } = frameBox(box, viewDirection(box), FIELD_OF_VIEW, 1);
    const distance = position.distanceTo(target);
    camera.position.copy(position);
    camera.lookAt(target);
    camera.near = Math.max(distance - radius * DEPTH, distance * 0.02);
    camera.far = distance + radius * DEPTH;
    camera.updateProjectionMatrix();
    this.#scene.add(model.object);
    this.#renderer.render(this.#scene, camera);
    this.#scene.remove(model.object);
  }

  /** Releases the last drawn objects. */
  forget(): void {
    this.#renderer.renderLists.dispose();
  }

  /** Keeps materials alive: without them, each picture would compile its own shaders. */
  #keepShaders(): void {
    const textures = new SkinTextures(false);
    const kept = [null, textures.missing].map((cover) => {
      const mesh = new PieceMesh(TRIANGLE, 1);
      const look: Look = { ...PLAIN_LOOK, cover, marked: 0, tint: 0 };
      mesh.paint(look);
      // Without edges and back faces.
      return mesh.object.clear();
    });
    this.#scene.add(...kept);
    this.#renderer.compile(this.#scene, this.#camera);
    this.#scene.remove(...kept);
  }
}

const TRIANGLE = {
  corners: Uint32Array.of(0, 1, 2),
  uvs: new Float32Array(9),
  faces: Uint32Array.of(0),
};
