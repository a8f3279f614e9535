/** How far what was made is from its source, in words. */

import type { AbcFile } from '@lithoscope/core';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { counted, formatCount } from '../explain/describe.ts';
import { formatTime } from '../motion/timeline/words.ts';
import { visible } from '../ui/dom.ts';
import { effect, onEnd } from '../ui/scope.ts';
import { type Deviation, deviationOf } from './deviation/deviation.ts';
import { ShownGltf } from './deviation/shown-gltf.ts';
import type { ShownResult } from './preview/preview.ts';

/** Moments of each animation that are compared. */
const MOMENTS = 20;
/** Less is what numbers of 32 bits are off by, units. */
const LEAST = 0.001;

/**
 * Measures each result in slices, until the current scope ends. Empty while nothing is known.
 * @param glb the source, as three.js reads it
 */
export function measured(
  glb: Uint8Array | null,
  shown: ReadonlySignal<ShownResult | null>,
): ReadonlySignal<string> {
  const words = signal('');
  if (!glb) return words;
  const loading = ShownGltf.load(new Map([['source.glb', glb]])).catch(() => null);
  onEnd(() => void loading.then((source) => source?.release()));
  let before: Promise<unknown> = Promise.resolve();
  effect(() => {
    const now = shown.value;
    words.value = '';
    if (!now) return undefined;
    const cancelling = new AbortController();
    const { signal: isOver } = cancelling;
    // They pose one source: one after the other.
    before = before.then(async () => {
      const source = await loading;
      if (!source || isOver.aborted) return;
      const found = await deviationOf(source, now.file, now.result, MOMENTS, { signal: isOver }).catch(
        () => null,
      );
      if (found && !isOver.aborted) words.value = inWords(found, now.file);
    });
    return () => cancelling.abort();
  });
  return words;
}

function inWords({ distance, size, worst, triangles, others }: Deviation, file: AbcFile): string {
  if (triangles === 0) return '';
  const rest =
    others > 0
      ? ` ${counted(others, 'triangle')} ${others === 1 ? 'has' : 'have'} nothing there to compare with.`
      : '';
  if (!Number.isFinite(distance)) return `Some vertices have no finite position.${rest}`;
  if (distance < LEAST) return `The greatest deviation from the source is below ${LEAST} units.${rest}`;
  const name = file.info.animations[worst?.animation ?? -1]?.name;
  const place =
    worst === null
      ? ''
      : name === undefined
        ? ', when nothing plays'
        : `, in ${visible(name, 60) || '(no name)'} at ${formatTime(worst.timeMs)}`;
  const share = size > 0 ? ` (${digits((100 * distance) / size)} % of its size)` : '';
  return `Greatest deviation from the source: ${digits(distance)} units${share}${place}.${rest}`;
}

/** Two digits that count. */
function digits(value: number): string {
  const rounded = Number(value.toPrecision(2));
  return rounded < 0.001 ? String(rounded) : formatCount(rounded);
}
