/** Changes of the animation layers of a file. */

import type { AnimationLayer, Clip, OpenFile } from './open-file.ts';
import { canPlay } from './playback.ts';

let nextId = 1;

/** Adds an animation as a layer, with the first weight set if there is one. */
export function addLayer(file: OpenFile, clip: Clip): void {
  const weightSet = file.info.weightSets.length > 0 ? 0 : -1;
  setLayers(file, [
    ...file.playback.layers.value,
    { id: nextId++, clip, weightSet, timeMs: 0, runs: true, on: true },
  ]);
}

/** Replaces all layers. */
export function replaceLayers(file: OpenFile, layers: readonly Omit<AnimationLayer, 'id'>[]): void {
  setLayers(
    file,
    layers.map((layer) => ({ ...layer, id: nextId++ })),
  );
}

export function changeLayer(file: OpenFile, id: number, change: Partial<AnimationLayer>): void {
  setLayers(
    file,
    file.playback.layers.value.map((layer) => (layer.id === id ? { ...layer, ...change } : layer)),
  );
}

export function removeLayer(file: OpenFile, id: number): void {
  setLayers(
    file,
    file.playback.layers.value.filter((layer) => layer.id !== id),
  );
}

/** Moves a layer up or down in the list. */
export function moveLayer(file: OpenFile, id: number, by: 1 | -1): void {
  const layers = [...file.playback.layers.value];
  const at = layers.findIndex((layer) => layer.id === id);
  const other = layers[at + by];
  const layer = layers[at];
  if (!layer || !other) return;
  layers[at] = other;
  layers[at + by] = layer;
  setLayers(file, layers);
}

/** Sets the layers; playback stops if nothing moves any more. */
function setLayers(file: OpenFile, layers: readonly AnimationLayer[]): void {
  file.playback.layers.value = layers;
  if (!canPlay(file)) file.playback.playing.value = false;
}
