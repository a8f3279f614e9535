/** What an overlay is, and what it is drawn from. */

import type { AnimationInfo, Frame, ModelElement, PoseRequest, V6Interpretation } from '@lithoscope/core';
import type { Object3D } from 'three';
import type { Clip, DrawnFile, Skin } from '../../document/open-file.ts';
import type { Draft } from '../../document/previews.ts';
import type { view } from '../../document/view.ts';

import type { Theme } from '../../ui/theme.ts';
import type { Projection } from '../picking.ts';
import type { PieceMesh } from '../piece-mesh.ts';

/** The values of all view options. */
export type ViewOptions = { readonly [Option in keyof typeof view]: (typeof view)[Option]['value'] };

/** Every value of the store that the look and the pose of one model depend on. */
export interface ModelInputs {
  readonly options: ViewOptions;
  readonly theme: Theme;
  readonly request: PoseRequest;
  readonly interpretation: V6Interpretation;
  readonly hidden: ReadonlySet<number>;
  readonly skins: ReadonlyMap<number, Skin>;
  readonly selected: ModelElement;
  readonly highlighted: ModelElement;
}

/** Every value of the store that a picture of a file depends on, besides camera and size. */
export interface SceneInputs extends ModelInputs {
  readonly clip: Clip;
  /** Of the clip; null for the bind pose. */
  readonly animation: AnimationInfo | null;
  readonly mirrorZ: boolean;
  readonly lodByDistance: boolean;
  readonly draft: Draft | null;
}

/** What is in the picture; file space. */
export interface Shown {
  readonly file: DrawnFile;
  readonly inputs: SceneInputs;
  readonly frame: Frame;
  readonly lod: number;
  /** By piece; null for a hidden one. The same array until one of them is another. */
  readonly meshes: readonly (PieceMesh | null)[];
  /** Nothing but the models is drawn: a saved picture. */
  readonly isPlain: boolean;
  /** The joints of the skeleton are shown. */
  readonly joints: boolean;
  /** Diagonal of the model as it was opened. */
  readonly size: number;
}

/** One kind of marks over the model of one file. */
export interface Overlay {
  /** In file space. Its owner disposes of it. */
  readonly object: Object3D;
  /** Labels over the picture. */
  readonly element?: HTMLElement;
  /** A sentence about what is seen, or why nothing is; else ''. */
  readonly note?: string;
  update(shown: Shown): void;
  /** Takes the theme's colours. */
  paint(): void;
  /** Moves the labels to where the camera sees their marks. */
  place?(projection: Projection): void;
}
