/** Pose requests to the core: clip, time, layers, transition and interpretation of a file. */

import type { AbcFile, Layer, PoseRequest, Vec3 } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { boundOrigin } from '../explain/animations.ts';
import { clipModel } from './animation-clips.ts';
import { type AnimationLayer, BIND_POSE, type Clip, type DrawnFile } from './open-file.ts';

const requests = new WeakMap<DrawnFile, ReadonlySignal<PoseRequest>>();

/** The current pose request of a file: the same object until something changes. Reads signals. */
export function poseRequest(file: DrawnFile): PoseRequest {
  let request = requests.get(file);
  if (!request) {
    request = computed(() => requestOf(file));
    requests.set(file, request);
  }
  return request.value;
}

function requestOf(file: DrawnFile): PoseRequest {
  const { clip, timeMs, mode, transition } = file.playback;
  const base = clipSource(file, clip.value) ?? { animation: BIND_POSE.animation };
  const { value: running } = transition;
  const layers = file.playback.layers.value.flatMap((layer) => layerOf(file, layer));
  return {
    ...base,
    timeMs: timeMs.value,
    loop: mode.value === 'loop',
    lod: file.look.lod.value,
    ...(layers.length > 0 && { layers }),
    ...(running && {
      transition: { from: running.from, fraction: Math.min(running.elapsedMs / running.durationMs, 1) },
    }),
    ...(file.info.features.interpretation && { interpretation: file.look.interpretation.value }),
  };
}

/** Whether each layer of the pose request runs with the animation. Reads signals. */
export function runningLayers(file: DrawnFile): boolean[] {
  return file.playback.layers.value.flatMap((layer) => layerOf(file, layer).map(() => layer.runs));
}

/** The pose request for a time of any clip. Reads signals. */
export function requestFor(file: DrawnFile, clip: Clip, timeMs: number, loop: boolean): PoseRequest {
  return {
    ...(clipSource(file, clip) ?? { animation: BIND_POSE.animation }),
    timeMs,
    loop,
    lod: file.look.lod.value,
    ...(file.info.features.interpretation && { interpretation: file.look.interpretation.value }),
  };
}

/** The animation of a clip, and the offset of its root in this file; null if the clip's file is not open. */
function clipSource(
  file: DrawnFile,
  clip: Clip,
): { animation: number; source?: AbcFile; origin?: Vec3 } | null {
  const { child, animation } = clip;
  // The core finds the origin of the file's own animations itself.
  if (child === 0) return { animation };
  const source = clipModel(file, clip);
  const name = source?.info.animations[animation]?.name;
  if (!source || name === undefined) return null;
  return { animation, source, origin: boundOrigin(file.info, child, name) };
}

/** A layer for the core; empty if it is off, or its file is not open. */
function layerOf(file: DrawnFile, { clip, timeMs, weightSet, on }: AnimationLayer): Layer[] {
  const source = on ? clipModel(file, clip) : null;
  if (!source?.info.animations[clip.animation]) return [];
  return [
    {
      animation: clip.animation,
      timeMs,
      loop: file.playback.mode.value !== 'once',
      ...(clip.child > 0 && { source }),
      ...(weightSet >= 0 && { weightSet }),
    },
  ];
}
