/** The line of a motion trail, with a dot at each moment and larger ones at keys; past and future have their colours. */

import { BufferAttribute, Color, DoubleSide, DynamicDrawUsage, Group } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { Dots } from '../lines.ts';
import { disposeAll } from '../model-view.ts';
import type { Moments } from './moments.ts';

/** CSS pixels. */
const WIDTH = 2;
const FRAME_DOT = 4;
const KEY_DOT = 8;
/** As lines over the model (lines.ts). */
const OVER_THE_MODEL = 10;

const WHITE = new Color(0xffffff);

/** Dots of two colours. */
class TwoColoured {
  readonly dots: Dots;
  #times: Float64Array = new Float64Array();

  constructor(size: number) {
    this.dots = new Dots(size);
    // The rim sets them off from the line.
    this.dots.paint(WHITE, WHITE);
    this.dots.object.material.vertexColors = true;
  }

  set(places: number[], times: number[]): void {
    this.#times = Float64Array.from(times);
    this.dots.set(places);
    const { geometry } = this.dots.object;
    const { count } = geometry.getAttribute('position');
    const colors = new BufferAttribute(new Float32Array(count * 3), 3).setUsage(DynamicDrawUsage);
    geometry.setAttribute('color', colors);
  }

  color(now: number, past: Color, future: Color): void {
    const colors = this.dots.object.geometry.getAttribute('color');
    if (!colors) return;
    for (let i = 0; i < colors.count; i++) {
      const { r, g, b } = (this.#times[i] ?? 0) <= now ? past : future;
      colors.setXYZ(i, r, g, b);
    }
    colors.needsUpdate = true;
  }
}

/** In file space. */
export class Way {
  readonly object = new Group();
  readonly #line: LineSegments2;
  readonly #frames = new TwoColoured(FRAME_DOT);
  readonly #keys = new TwoColoured(KEY_DOT);
  #past = WHITE;
  #future = WHITE;
  /** Times at the ends of the lines. */
  #times: readonly number[] = [];
  /** Number of moments up to the present; −1: not coloured yet. */
  #split = -1;
  /** Number of keys, of moments, and length in units. */
  keys = 0;
  count = 0;
  length = 0;

  constructor() {
    const material = new LineMaterial({
      linewidth: WIDTH,
      vertexColors: true,
      side: DoubleSide,
      depthTest: false,
      transparent: true,
    });
    this.#line = new LineSegments2(new LineSegmentsGeometry(), material);
    this.#line.frustumCulled = false;
    this.#line.renderOrder = OVER_THE_MODEL;
    this.object.add(this.#line, this.#frames.dots.object, this.#keys.dots.object);
  }

  /** @param places three numbers a moment; moments with a number that is not finite are omitted */
  set(places: Float32Array, { times, isKey }: Moments): void {
    const ends: number[] = [];
    const kept: number[] = [];
    const dots = { frames: [] as number[], keys: [] as number[] };
    const at = { frames: [] as number[], keys: [] as number[] };
    let last: number[] | null = null;
    this.length = 0;
    for (let i = 0; i < places.length / 3; i++) {
      const place = [...places.subarray(i * 3, i * 3 + 3)];
      if (!place.every(Number.isFinite)) continue;
      const time = times[i] ?? 0;
      kept.push(time);
      const kind = isKey[i] ? 'keys' : 'frames';
      dots[kind].push(...place);
      at[kind].push(time);
      if (last) {
        ends.push(...last, ...place);
        this.length += Math.hypot(...place.map((value, axis) => value - (last?.[axis] ?? 0)));
      }
      last = place;
    }
    this.#times = kept;
    this.count = kept.length;
    this.keys = at.keys.length;
    this.#frames.set(dots.frames, at.frames);
    this.#keys.set(dots.keys, at.keys);
    this.#line.visible = ends.length > 0;
    const { geometry } = this.#line;
    if (ends.length > 0) {
      this.#line.geometry = new LineSegmentsGeometry()
        .setPositions(ends)
        .setColors(new Float32Array(ends.length));
      geometry.dispose();
    }
    this.#split = -1;
  }

  paint(past: Color, future: Color): void {
    this.#past = past;
    this.#future = future;
    this.#split = -1;
  }

  /** Colours what is before and after a time. */
  split(now: number): void {
    const split = this.#times.filter((time) => time <= now).length;
    if (split === this.#split) return;
    this.#split = split;
    this.#frames.color(now, this.#past, this.#future);
    this.#keys.color(now, this.#past, this.#future);
    const start = this.#line.geometry.getAttribute('instanceColorStart');
    if (!start) return;
    for (let i = 0; i < this.count - 1; i++) {
      const { r, g, b } = i < split - 1 ? this.#past : this.#future;
      start.array.set([r, g, b, r, g, b], i * 6);
    }
    start.needsUpdate = true;
  }

  dispose(): void {
    disposeAll(this.object);
  }
}
