/** The surface of a model: its skins, or colours for weights, influences or winding, with their legend. */

import type { Weights } from '@lithoscope/core';
import { Color } from 'three';
import type { DrawnFile } from '../document/open-file.ts';
import type { Coloring } from '../document/view.ts';

import { el, fileText } from '../ui/dom.ts';
import { cssColor } from '../ui/theme.ts';
import type { ModelLook, ModelView } from './model-view.ts';
import { tokenColor } from './palette.ts';
import type { ModelInputs } from './scene-inputs.ts';
import { SkinTextures } from './skin-textures.ts';

type SurfaceLook = Pick<ModelLook, 'covers' | 'missing' | 'coloring'>;

const CLAY: SurfaceLook = { covers: new Map(), missing: null, coloring: 'none' };

/** Owns its textures until `dispose`. */
export class Surface {
  /** Empty unless the colours have a meaning. */
  readonly legend = el('div', { class: 'scene-legend' });
  readonly #file: DrawnFile;
  readonly #textures: SkinTextures;
  /** What the current vertex colours depend on. */
  #colored: readonly unknown[] = [];

  /** @param takesDxt whether the GPU supports DXT textures */
  constructor(file: DrawnFile, takesDxt: boolean) {
    this.#file = file;
    this.#textures = new SkinTextures(takesDxt);
  }

  /** Updates skins and colours. */
  look(model: ModelView, lod: number, inputs: ModelInputs): SurfaceLook {
    const file = this.#file;
    const { coloring } = inputs.options;
    const { node = -1 } = inputs.selected;
    if (coloring === 'none') {
      this.legend.replaceChildren();
      this.#colored = [];
      return { ...CLAY, ...this.#skins(inputs) };
    }
    if (!file.model) return CLAY;
    const wanted = [model.meshes, coloring, node, inputs.theme];
    if (wanted.some((value, i) => value !== this.#colored[i])) {
      this.#colored = wanted;
      this.legend.replaceChildren(...legend(coloring, file, node));
      if (coloring !== 'winding') {
        for (const [piece, mesh] of model.meshes.entries()) {
          mesh?.setColors(vertexColors(coloring, file.model.weights(piece, lod), node));
        }
      }
    }
    // Without a selected node there are no weights to show.
    return coloring === 'weights' && node < 0 ? { ...CLAY, ...this.#skins(inputs) } : { ...CLAY, coloring };
  }

  dispose(): void {
    this.#textures.dispose();
  }

  /** A model without skins is clay; once one slot has a skin, the other slots show that theirs is missing. */
  #skins({ skins, options }: ModelInputs): Pick<SurfaceLook, 'covers' | 'missing'> {
    const covers = this.#textures.use(skins, options.filtering);
    return { covers, missing: skins.size > 0 ? this.#textures.missing : null };
  }
}

/** Colours from weight 0 to weight 1, all light enough for the shading to be visible. */
const HEAT = ['--heat-0', '--heat-1', '--heat-2', '--heat-3', '--heat-4'];
/** Colours of one to six influences; no known file has more, which would look like six. */
const INFLUENCES = [
  '--influences-1',
  '--influences-2',
  '--influences-3',
  '--influences-4',
  '--influences-5',
  '--influences-6',
];
const NONE = '--influences-0';

/** Colours with three numbers per vertex. @param node whose weights are shown; −1 for no node */
function vertexColors(coloring: Coloring, weights: Weights, node: number): Float32Array {
  return coloring === 'weights' ? heat(weights, node) : influences(weights);
}

function heat({ start, node: nodes, bias }: Weights, node: number): Float32Array {
  const ramp = HEAT.map(tokenColor);
  return colorsOf(start, (color, from, to) => {
    let share = 0;
    let all = 0;
    for (let w = from; w < to; w++) {
      const part = bias[w] ?? 0;
      all += part;
      if (nodes[w] === node) share += part;
    }
    // With an infinite sum of biases there are no shares.
    const part = all > 0 && Number.isFinite(all) ? share / all : 0;
    const place = Math.min(Math.max(part, 0), 1) * (ramp.length - 1);
    const step = Math.min(Math.floor(place), ramp.length - 2);
    color.copy(ramp[step] as Color).lerp(ramp[step + 1] as Color, place - step);
  });
}

function influences({ start }: Weights): Float32Array {
  const none = tokenColor(NONE);
  const colors = INFLUENCES.map(tokenColor);
  return colorsOf(start, (color, from, to) => {
    color.copy(colors[Math.min(to - from, colors.length) - 1] ?? none);
  });
}

function colorsOf(start: Uint32Array, paint: (color: Color, from: number, to: number) => void): Float32Array {
  const out = new Float32Array(Math.max(0, start.length - 1) * 3);
  const color = new Color();
  for (let vertex = 0; vertex + 1 < start.length; vertex++) {
    paint(color, start[vertex] ?? 0, start[vertex + 1] ?? 0);
    color.toArray(out, vertex * 3);
  }
  return out;
}

/** The legend of a colouring. */
function legend(coloring: Coloring, file: DrawnFile, node: number): HTMLElement[] {
  if (coloring === 'winding') {
    return [
      row(swatch('--info'), 'Front: the side that the normals point to'),
      row(swatch('--error'), 'Back'),
    ];
  }
  if (coloring === 'influences') {
    return [
      el('div', {}, 'Nodes per vertex'),
      row(...INFLUENCES.flatMap((token, i) => [swatch(token), String(i + 1)])),
    ];
  }
  const name = file.info.nodes[node]?.name;
  if (name === undefined) return [el('div', {}, 'Weights: select a node to see what it moves.')];
  const bar = el('span', { class: 'legend-bar' });
  bar.style.background = `linear-gradient(to right, ${HEAT.map((token) => cssColor(token)).join(', ')})`;
  return [el('div', {}, 'Weights of ', fileText(name)), row('0', bar, '1')];
}

function row(...content: (HTMLElement | string)[]): HTMLElement {
  return el('div', { class: 'legend-row' }, ...content);
}

function swatch(token: string): HTMLElement {
  const element = el('span', { class: 'legend-swatch' });
  element.style.background = cssColor(token);
  return element;
}
