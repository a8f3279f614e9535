/** Film camera: draws the frames of a film, with a fixed or orbiting camera. */

import { Vector3 } from 'three';
import { clipInfo } from '../../document/animation-clips.ts';
import type { AnimationLayer, Clip, OpenFile } from '../../document/open-file.ts';
import { advance } from '../../document/playback-clock.ts';
import { shownBackground } from '../../document/view.ts';
import { turnedBox } from '../../scene/framing.ts';
import type { Moment, Shot, ShotCamera, Studio } from '../../scene/studio.ts';
import type { FrameSource } from './encode.ts';
import { type FilmPlan, filmOptions, type Size } from './plan.ts';
import type { Subject } from './state.ts';

/** Greatest vertical component of a direction: a camera that looks straight down has no up direction. */
const MAX_UP = 0.999;
/** Films from this size on draw marks at double scale: lines of one pixel would be hard to see. */
const LARGE = 1000;

/** Draws the frames of films of one file. */
export class Camera {
  readonly #file: OpenFile;
  readonly #studio: Studio;
  /** The framing camera, and the film that it is for. */
  #framed: { of: string; camera: ShotCamera } | null = null;

  constructor(file: OpenFile, studio: Studio) {
    this.#file = file;
    this.#studio = studio;
  }

  /** The frames of a film at full size. */
  film(subject: Subject, plan: FilmPlan, [width, height]: Size): FrameSource {
    return {
      width,
      height,
      count: plan.count,
      rate: plan.rate,
      frame: (i) => this.frame(subject, plan, [width, height], i),
    };
  }

  /** @param scale relative to the film's size: below 1 for a preview */
  frame(subject: Subject, plan: FilmPlan, [width, height]: Size, i: number, scale = 1): HTMLCanvasElement {
    const { overlays } = filmOptions;
    const { elapsedMs, timeMs, turn } = plan.moment(i);
    const marks = Math.min(width, height) >= LARGE && width % 2 === 0 && height % 2 === 0 ? 2 : 1;
    return this.#studio.shoot({
      moment: subject ? this.#momentAt(subject, timeMs, elapsedMs) : null,
      camera: this.#camera(subject, plan),
      turn: turn * 360,
      width: width / marks,
      height: height / marks,
      ratio: marks * scale,
      ground: groundOf(),
      overlays: overlays.peek(),
      isFilmed: subject !== null,
    });
  }

  /** Running layers and models at sockets start with the film. */
  #momentAt(clip: Clip, timeMs: number, elapsedMs: number): Moment {
    const layers = this.#studio.moment.layers.map((layer): AnimationLayer => {
      const length = layer.runs ? (clipInfo(this.#file, layer.clip)?.length ?? 0) : 0;
      if (!(length > 0)) return layer;
      return {
        ...layer,
        timeMs: advance({ timeMs: 0, backwards: false }, elapsedMs, length, 'loop').timeMs,
      };
    });
    return { clip, timeMs, attachedMs: elapsedMs, layers };
  }

  #camera(subject: Subject, plan: FilmPlan): ShotCamera {
    if (filmOptions.camera.peek() === 'view') return { from: 'view' };
    const turns = plan.moment(plan.count - 1).turn > 0;
    const marks = filmOptions.overlays.peek();
    const of = JSON.stringify([subject, turns, marks]);
    if (this.#framed?.of !== of) {
      const { moment } = this.#studio;
      const clip = subject ?? moment.clip;
      const seen = subject
        ? this.#studio.boundsOver(clip, moment.layers, marks)
        : this.#studio.boundsAt(null, marks);
      const box = turns ? turnedBox(seen) : seen;
      const direction = this.#side();
      this.#framed = { of, camera: { from: 'frame', box, ...(direction && { direction }) } };
    }
    return this.#framed.camera;
  }

  /** Direction from the target to the user's camera; null until the user has moved it. */
  #side(): Vector3 | null {
    const camera = this.#file.look.camera.peek();
    if (!camera) return null;
    const side = new Vector3(...camera.position).sub(new Vector3(...camera.target)).normalize();
    return Math.abs(side.y) < MAX_UP && side.lengthSq() > 0 ? side : null;
  }
}

function groundOf(): Shot['ground'] {
  const { ground, colour, format } = filmOptions;
  const wanted = ground.peek();
  const isVideo = format.peek() === 'webm' || format.peek() === 'mp4';
  if (wanted === 'colour') return colour.peek() as `#${string}`;
  if (wanted === 'view' || (wanted === 'transparent' && isVideo)) return shownBackground();
  return wanted;
}
