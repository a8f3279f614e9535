/** Onion skins: the model at moments before and after the present, translucent and tinted. */

import type { PoseRequest } from '@lithoscope/core';
import { type Color, Group } from 'three';
import { clipModel } from '../../document/animation-clips.ts';
import type { DrawnFile, Skin } from '../../document/open-file.ts';
import { runningLayers } from '../../document/pose-request.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { countDrawn } from '../model-view.ts';
import { type Palette, readPalette, tokenColor } from '../palette.ts';
import { PosedModel } from '../posed-model.ts';
import type { ModelInputs, Overlay, Shown } from '../scene-inputs.ts';
import { NEEDS_ANIMATION, type OnionMoment, onionMoments } from './moments.ts';

/** Most triangles of all skins together: at 72 bytes each, in the memory of the page and on the graphics card. */
const MAX_TRIANGLES = 300_000;
/** Opacity of the skin next to the present, and its decrease with each step. */
const OPACITY = 0.35;
/** How far a skin is behind a surface of the model at the same place: units of the depth buffer. */
const BEHIND = 4;
const FADING = 0.75;

const NO_SKINS: ReadonlyMap<number, Skin> = new Map();

/** One skin. */
interface Ghost {
  readonly model: PosedModel;
  request: PoseRequest;
  /** What `request` was made of. */
  of: PoseRequest | null;
  timeMs: number;
}

export class Onion implements Overlay {
  readonly object = new Group();
  note = '';
  readonly #file: DrawnFile;
  readonly #ghosts: Ghost[] = [];
  #palette: Palette = readPalette();
  #past: Color = tokenColor('--past');
  #future: Color = tokenColor('--future');
  /** The options of the skins, and what they are made of. */
  #options: ModelInputs['options'] | null = null;
  #optionsOf: unknown = null;

  constructor(file: DrawnFile) {
    this.#file = file;
  }

  update(shown: Shown): void {
    const moments = this.#momentsIn(shown);
    this.#ghosts.forEach(({ model }, i) => {
      model.object.visible = i < moments.length;
    });
    for (const [i, moment] of moments.entries()) this.#draw(i, moment, shown);
  }

  paint(): void {
    this.#palette = readPalette();
    this.#past = tokenColor('--past');
    this.#future = tokenColor('--future');
  }

  /** The moments to draw; says in `note` what is left out. */
  #momentsIn({ inputs, meshes }: Shown): OnionMoment[] {
    const { clip, animation, options, request } = inputs;
    if (!animation || clip.animation < 0) {
      this.note = NEEDS_ANIMATION;
      return [];
    }
    if (inputs.isPlaying && !options.onionPlaying) {
      this.note = 'Onion skins: shown when paused.';
      return [];
    }
    const { onionBefore: before, onionAfter: after, onionStep: step } = options;
    const keys = clipModel(this.#file, clip)?.keyframes(clip.animation).times ?? new Float64Array();
    const all = onionMoments({ before, after, step }, keys, animation.length, request.timeMs);
    const { triangles } = countDrawn(meshes);
    const most = Math.max(1, Math.floor(MAX_TRIANGLES / Math.max(triangles, 1)));
    const drawn = all.slice(0, most);
    const past = drawn.filter(({ steps }) => steps < 0).length;
    const fewer =
      drawn.length < all.length
        ? ` (${formatCount(all.length - drawn.length)} fewer: the model has ${counted(triangles, 'triangle')})`
        : '';
    this.note = `Onion skins: ${past} before, ${drawn.length - past} after${fewer}`;
    return drawn;
  }

  #draw(i: number, { timeMs, steps }: OnionMoment, { inputs, frame }: Shown): void {
    const plain = this.#inputsOf(inputs);
    let ghost = this.#ghosts[i];
    if (!ghost) {
      const { request } = inputs;
      ghost = { model: new PosedModel(this.#file, false, plain), request, of: null, timeMs: 0 };
      this.#ghosts.push(ghost);
      this.object.add(ghost.model.object);
    }
    if (ghost.of !== inputs.request || ghost.timeMs !== timeMs) {
      ghost.of = inputs.request;
      ghost.timeMs = timeMs;
      const request = requestAt(inputs.request, timeMs, runningLayers(this.#file));
      // The same object for the same pose, which is then not computed again.
      if (!isSameRequest(ghost.request, request)) ghost.request = request;
    }
    const color = steps < 0 ? this.#past : this.#future;
    const opacity = OPACITY * FADING ** (Math.abs(steps) - 1);
    ghost.model.update({ ...plain, request: ghost.request }, this.#palette, { color, opacity });
    for (const mesh of ghost.model.meshes) {
      if (!mesh) continue;
      mesh.object.material.polygonOffsetFactor = BEHIND;
      mesh.object.material.polygonOffsetUnits = BEHIND;
    }
    const { object } = ghost.model;
    const nodes = ghost.model.frame?.nodes;
    if (inputs.options.inPlace && nodes)
      object.position.set(
        (frame.nodes[3] ?? 0) - (nodes[3] ?? 0),
        0,
        (frame.nodes[11] ?? 0) - (nodes[11] ?? 0),
      );
    else object.position.set(0, 0, 0);
  }

  /** Plain surfaces: a skin is recognised by its tint. */
  #inputsOf(inputs: ModelInputs): ModelInputs {
    if (this.#optionsOf !== inputs.options || !this.#options) {
      this.#optionsOf = inputs.options;
      const { options } = inputs;
      const shading = options.shading === 'wire' ? 'wire' : 'shaded';
      this.#options = {
        ...options,
        shading,
        coloring: 'none',
        xray: false,
        wireframe: false,
        backfaces: false,
      };
    }
    return { ...inputs, options: this.#options, skins: NO_SKINS, selected: NOTHING, highlighted: NOTHING };
  }
}

const NOTHING = Object.freeze({});

/** The request of the present at another time, without the transition to it. @param runs whether each layer runs along */
function requestAt(request: PoseRequest, timeMs: number, runs: readonly boolean[]): PoseRequest {
  const { transition: _, layers, ...rest } = request;
  if (!layers) return { ...rest, timeMs };
  const along = timeMs - request.timeMs;
  const moved = layers.map((layer, i) => (runs[i] ? { ...layer, timeMs: layer.timeMs + along } : layer));
  return { ...rest, timeMs, layers: moved };
}

function isSameRequest(a: PoseRequest, b: PoseRequest): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof PoseRequest)[];
  return names.every((name) => a[name] === b[name]);
}
