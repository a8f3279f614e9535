/** What is shown of a file: clip, time, layers, transition and reading as one question to the core. */

import type { AbcFile, Layer, PoseRequest, Vec3 } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { boundOrigin } from '../explain/animations.ts';
import { clipModel } from './animation-clips.ts';
import { type AnimationLayer, BIND_POSE, type Clip, type DrawnFile } from './open-file.ts';

const requests = new WeakMap<DrawnFile, ReadonlySignal<PoseRequest>>();

/** The pose that the store asks for: the same object until something in it changes. Reads signals. */
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

/** The pose of a file at a moment of a clip that it is not set to play itself. Reads signals. */
export function requestFor(file: DrawnFile, clip: Clip, timeMs: number, loop: boolean): PoseRequest {
  return {
    ...(clipSource(file, clip) ?? { animation: BIND_POSE.animation }),
    timeMs,
    loop,
    lod: file.look.lod.value,
    ...(file.info.features.interpretation && { interpretation: file.look.interpretation.value }),
  };
}

/** Where a clip's keys are, and what this file adds to its root; null when the clip's file is not open. */
function clipSource(
  file: DrawnFile,
  clip: Clip,
): { animation: number; source?: AbcFile; origin?: Vec3 } | null {
  const { child, animation } = clip;
  // The origin of an animation of its own the core finds itself.
  if (child === 0) return { animation };
  const source = clipModel(file, clip);
  const name = source?.info.animations[animation]?.name;
  if (!source || name === undefined) return null;
  return { animation, source, origin: boundOrigin(file.info, child, name) };
}

/** A layer as the core takes it; none when it is off, or its file not open. */
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
