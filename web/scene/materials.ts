/** How the surface of a piece is drawn: one material whose settings follow the view. */

import {
  BackSide,
  Color,
  DoubleSide,
  FrontSide,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Texture,
} from 'three';
import type { Coloring, Shading } from '../document/view.ts';

import type { Palette } from './palette.ts';

/** What a piece is covered with in the textured view. */
export interface Cover {
  readonly map: Texture;
  readonly alpha: boolean;
}

/** How a model is seen that is laid over another one. */
export interface Ghost {
  readonly color: Color;
  /** 0 … 1. */
  readonly opacity: number;
}

/** All that the surface of a piece depends on. */
export interface Look {
  readonly palette: Pick<Palette, 'model' | 'selected' | 'ink' | 'wire' | 'front' | 'back'>;
  /** Null: as the model is. */
  readonly ghost: Ghost | null;
  readonly shading: Shading;
  readonly xray: boolean;
  readonly wireframe: boolean;
  /** The backs of faces have a colour of their own. */
  readonly backfaces: boolean;
  /** Null: plain clay. */
  readonly cover: Cover | null;
  readonly coloring: Coloring;
  /** 0 … 1, how much of the selection's colour is in it. */
  readonly marked: number;
  /** −1 … 1, how much darker or lighter than the palette's model colour. */
  readonly tint: number;
}

/** How much of a model that one sees through is left. */
const XRAY_OPACITY = 0.28;
/** Texels less opaque than this are holes: they must not hide what is behind them. */
const LEAST_ALPHA = 0.1;
const LIGHTNESS_STEP = 0.045;
/** How much of a ghost's own colour is in its skin. */
const GHOST_TINT = 0.6;

const WHITE = new Color(0xffffff);

/** Old models have cloth and hair of one side only: both sides show, and offset so that lines stay on top. */
export function surfaceMaterial(): MeshStandardMaterial {
  return new MeshStandardMaterial({
    roughness: 0.82,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

export function wireMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({ wireframe: true, transparent: true, depthWrite: false });
}

/** Sets a surface to a look. */
export function paintSurface(material: MeshStandardMaterial, look: Look): void {
  const { palette, shading, coloring, xray, marked, ghost } = look;
  const side = showsBacks(look) ? FrontSide : DoubleSide;
  const cover = shading === 'textured' && coloring === 'none' ? look.cover : null;
  const vertexColors = coloring === 'weights' || coloring === 'influences';
  const blends = xray || (cover?.alpha ?? false) || (ghost !== null && ghost.opacity < 1);
  const flat = shading === 'flat';
  const map = cover?.map ?? null;
  // These are parts of the shader's program.
  if (
    material.vertexColors !== vertexColors ||
    material.flatShading !== flat ||
    (material.map === null) !== (map === null) ||
    material.side !== side ||
    material.transparent !== blends
  ) {
    material.needsUpdate = true;
  }
  material.visible = shading !== 'wire';
  material.flatShading = flat;
  material.vertexColors = vertexColors;
  material.side = side;
  material.map = map;
  material.transparent = blends;
  material.depthWrite = !xray;
  material.opacity = (xray ? XRAY_OPACITY : 1) * (ghost?.opacity ?? 1);
  // Where both surfaces are the same, the ghost lies over the other one: its opacity leads from one to the other.
  material.polygonOffsetFactor = ghost ? 0 : 1;
  material.polygonOffsetUnits = ghost ? 0 : 1;
  material.alphaTest = cover?.alpha && !xray ? LEAST_ALPHA : 0;
  if (coloring === 'winding') material.color.copy(palette.front);
  else if (map || vertexColors) material.color.copy(WHITE);
  else material.color.copy(palette.model).offsetHSL(0, 0, look.tint * LIGHTNESS_STEP);
  if (ghost) material.color.lerp(ghost.color, GHOST_TINT);
  material.color.lerp(palette.selected, marked * 0.45);
  material.emissive.copy(palette.selected).multiplyScalar(marked * 0.18);
}

function showsBacks({ coloring, backfaces }: Look): boolean {
  return coloring === 'winding' || backfaces;
}

/** The backs of faces where they have a colour of their own. */
export function backMaterial(): MeshStandardMaterial {
  const material = surfaceMaterial();
  material.side = BackSide;
  // At the outline, where fronts and backs meet, the fronts win.
  material.polygonOffsetFactor = 4;
  return material;
}

/** Sets the backs to a look; says whether they show. */
export function paintBack(material: MeshStandardMaterial, look: Look): boolean {
  material.color.copy(look.palette.back);
  return showsBacks(look) && look.shading !== 'wire';
}

/** Sets the edges to a look, and says whether they show: drawn over the surface they are fainter than alone. */
export function paintWire(
  material: MeshBasicMaterial,
  { palette, shading, wireframe, marked, ghost }: Look,
): boolean {
  const alone = shading === 'wire';
  material.opacity = (alone ? 0.8 : 0.45) * (ghost?.opacity ?? 1);
  material.color.copy(alone ? palette.wire : palette.ink).lerp(palette.selected, alone ? marked : 0);
  if (ghost) material.color.copy(ghost.color);
  return wireframe || alone;
}
