/** Motion trails: the ways of nodes and sockets over the animation, computed by the core. */

import type { Layer, Marker, PoseRequest } from '@lithoscope/core';
import { Group } from 'three';
import { clipModel } from '../../document/animation-clips.ts';
import type { DrawnFile, TrailOf } from '../../document/open-file.ts';
import { runningLayers } from '../../document/pose-request.ts';
import { socketsOf } from '../../document/previews.ts';
import { trailName, trailsOf } from '../../document/trails.ts';
import { counted } from '../../explain/describe.ts';
import { roundedText } from '../../explain/values.ts';
import { el, fileText, visible } from '../../ui/dom.ts';
import { placesOf } from '../element-places.ts';
import { Dots } from '../lines.ts';
import { freeTop, type Taken } from '../overlays/names.ts';
import { tokenColor } from '../palette.ts';
import { type Projection, projectPoint } from '../picking.ts';
import type { Overlay, Shown } from '../scene-inputs.ts';
import { type Moments, NEEDS_ANIMATION, trailMoments } from './moments.ts';
import { Way } from './way.ts';

/** Most moments of a trail, and most transforms that are computed for one: nodes up to the root × layers × moments. */
const MAX_MOMENTS = 1200;
const MAX_TRANSFORMS = 2_000_000;
/** Most trails that are described. */
const MAX_SAID = 4;
/** Maximum length of a name in a sentence, characters. */
const MAX_NAME = 40;
/** Size of the mark of the present, CSS pixels. */
const PRESENT = 13;

/** The trail of one node or socket. */
class Trail {
  readonly of: TrailOf;
  readonly way = new Way();
  readonly label: HTMLElement;
  /** What the places were computed from. */
  computedFrom: readonly unknown[] = [];
  /** The place of the node or socket in the current pose; empty when it has none. */
  present: readonly number[] = [];

  constructor(of: TrailOf, name: string) {
    this.of = of;
    this.label = fileText(name, 'scene-label');
  }
}

export class Trails implements Overlay {
  readonly object = new Group();
  readonly element = el('div');
  note = '';
  readonly #file: DrawnFile;
  readonly #ways = new Group();
  readonly #present = new Dots(PRESENT);
  readonly #trails = new Map<string, Trail>();
  #moments: Moments | null = null;
  #momentsOf: readonly unknown[] = [];

  constructor(file: DrawnFile) {
    this.#file = file;
    this.object.add(this.#ways, this.#present.object);
  }

  update(shown: Shown): void {
    const { inputs } = shown;
    const { clip, animation, request } = inputs;
    const wanted = animation && clip.animation >= 0 ? trailsOf(this.#file, inputs.selected) : [];
    this.#keepOnly(wanted);
    if (!animation || clip.animation < 0) {
      this.note = NEEDS_ANIMATION;
    } else if (wanted.length === 0) this.note = 'Motion trails: select a node or a socket.';
    const present: number[] = [];
    for (const trail of this.#trails.values()) {
      this.#compute(trail, shown);
      trail.way.split(request.timeMs);
      const [place = []] = placesOf(trail.of, shown);
      trail.present = place;
      present.push(...place);
    }
    this.#present.set(present);
    const { nodes } = shown.frame;
    const [x = 0, z = 0] = inputs.options.inPlace ? [nodes[3], nodes[11]] : [];
    this.#ways.position.set(x, 0, z);
    if (wanted.length > 0) this.note = this.#words();
  }

  paint(): void {
    const [past, future] = [tokenColor('--past'), tokenColor('--future')];
    for (const { way } of this.#trails.values()) way.paint(past, future);
    this.#present.paint(tokenColor('--panel'), tokenColor('--select'));
  }

  place(projection: Projection): void {
    const taken: Taken[] = [];
    for (const { label, present } of this.#trails.values()) {
      const at = present.length > 0 ? projectPoint(present, 0, projection) : null;
      label.hidden = at === null;
      if (!at) continue;
      const top = freeTop(taken, at, label.textContent ?? '');
      label.style.transform = `translate(${at.left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    }
  }

  #keepOnly(wanted: readonly TrailOf[]): void {
    const keys = new Map(wanted.map((of) => [`${of.node}/${of.socket}`, of]));
    for (const [key, { way, label }] of this.#trails) {
      if (keys.has(key)) continue;
      this.#ways.remove(way.object);
      way.dispose();
      label.remove();
      this.#trails.delete(key);
    }
    for (const [key, of] of keys) {
      if (this.#trails.has(key)) continue;
      const trail = new Trail(of, trailName(this.#file, of));
      trail.way.paint(tokenColor('--past'), tokenColor('--future'));
      this.#trails.set(key, trail);
      this.#ways.add(trail.way.object);
      this.element.append(trail.label);
    }
  }

  /** Computes a trail when something that it depends on has changed. */
  #compute(trail: Trail, { inputs }: Shown): void {
    const { model } = this.#file;
    const marker = this.#markerOf(trail.of);
    const runs = runningLayers(this.#file);
    const request = stillRequest(inputs.request, runs);
    const { source, animation, loop, layers = [] } = request;
    const moments = marker && this.#momentsFor(inputs, marker, layers.length);
    const { inPlace } = inputs.options;
    const from = [
      ...[source, animation, loop, moments, inPlace, inputs.interpretation, marker?.node],
      ...(marker?.place ?? []),
      ...layers.flatMap((layer, i) => [
        ...[layer.source, layer.animation, layer.weightSet, runs[i]],
        // Running layers keep their distance from the present, but for the rounding.
        Math.round(layer.timeMs),
      ]),
    ];
    if (
      from.length === trail.computedFrom.length &&
      from.every((value, i) => value === trail.computedFrom[i])
    )
      return;
    trail.computedFrom = from;
    if (!model || !marker || !moments) {
      trail.way.set(new Float32Array(), { times: new Float64Array(), isKey: [], step: 1 });
      return;
    }
    const times = timesOf(moments.times, layers, runs, this.#file);
    const places = model.trail(request, marker, times) ?? new Float32Array();
    const root = inPlace ? model.trail(request, { node: 0, place: [0, 0, 0] }, times) : null;
    if (root) {
      for (let i = 0; i < places.length; i += 3) {
        places[i] = (places[i] ?? 0) - (root[i] ?? 0);
        places[i + 2] = (places[i + 2] ?? 0) - (root[i + 2] ?? 0);
      }
    }
    trail.way.set(places, moments);
  }

  /** Null where there is no such node. */
  #markerOf({ node, socket }: TrailOf): Marker | null {
    const at = socket === undefined ? undefined : socketsOf(this.#file)[socket];
    const marker: Marker = at
      ? { node: at.node, place: [...at.location] }
      : { node: node ?? -1, place: [0, 0, 0] };
    return this.#file.info.nodes[marker.node] ? marker : null;
  }

  #momentsFor({ clip, animation }: Shown['inputs'], { node }: Marker, layers: number): Moments | null {
    const { nodes } = this.#file.info;
    let depth = 1;
    for (let up = nodes[node]?.parent ?? -1; up >= 0; up = nodes[up]?.parent ?? -1) depth++;
    const most = Math.max(2, Math.min(MAX_MOMENTS, Math.floor(MAX_TRANSFORMS / depth / (1 + layers))));
    const source = clipModel(this.#file, clip);
    const of = [source, clip.animation, animation?.length, most];
    if (of.some((value, i) => value !== this.#momentsOf[i])) {
      this.#momentsOf = of;
      const { times } = source?.keyframes(clip.animation) ?? { times: new Float64Array() };
      this.#moments = animation && trailMoments(times, animation.length, most);
    }
    return this.#moments;
  }

  /** `Motion trails: Hand_R (12 keys, 134.2 units), Foot_L (12 keys, 80 units)` */
  #words(): string {
    const trails = [...this.#trails.values()];
    const said = trails.slice(0, MAX_SAID).map(({ of, way }) => {
      const name = visible(trailName(this.#file, of), MAX_NAME);
      if (way.count === 0) return `${name} (none)`;
      return `${name} (${counted(way.keys, 'key')}, ${roundedText(Number(way.length.toFixed(1)))} units)`;
    });
    const more = trails.length - said.length;
    if (more > 0) said.push(`${more} more`);
    const { step } = this.#moments ?? { step: 1 };
    const dots = step > 1 ? `; a dot every ${step} frames` : '';
    return `Motion trail${trails.length > 1 ? 's' : ''}: ${said.join(', ')}${dots}`;
  }
}

/** The request without what passes: the time, and the transition. Running layers have their distance from the present. */
function stillRequest(request: PoseRequest, runs: readonly boolean[]): PoseRequest {
  const { transition: _, layers, ...base } = request;
  if (!layers) return { ...base, timeMs: 0 };
  const still = (layer: Layer, i: number) =>
    runs[i] ? { ...layer, timeMs: layer.timeMs - request.timeMs } : layer;
  return { ...base, timeMs: 0, layers: layers.map(still) };
}

/** The times of the animation and of its layers, moment by moment, as `AbcFile.trail` takes them. */
function timesOf(
  moments: Float64Array,
  layers: readonly Layer[],
  runs: readonly boolean[],
  { info }: DrawnFile,
): Float64Array {
  const row = 1 + layers.length;
  const times = new Float64Array(moments.length * row);
  for (const [i, moment] of moments.entries()) {
    times[i * row] = moment;
    for (const [k, layer] of layers.entries()) {
      const { timeMs, animation, source, loop } = layer;
      const of = source && 'info' in source ? (source.info as typeof info) : info;
      const length = of.animations[animation]?.length ?? 0;
      const time = runs[k] ? timeMs + moment : timeMs;
      times[i * row + 1 + k] = loop && time < 0 && length > 0 ? length - (-time % length) : time;
    }
  }
  return times;
}
