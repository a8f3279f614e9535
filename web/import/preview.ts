/** Import preview: the source and the imported model moving together, their playback, and how far they are apart. */

import type { AbcFile } from '@lithoscope/core';
import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { Box3 } from 'three';
import type { Skin } from '../document/open-file.ts';
import { listenToGestures } from '../embed/orbit-controls.ts';
import { counted, formatCount, formatTime } from '../explain/describe.ts';
import type { ImportResult } from '../from-glb/report.ts';
import { PlainModel } from '../scene/plain-model.ts';
import { button, el, optionsOf, setAttribute, visible } from '../ui/dom.ts';
import { isCalm } from '../ui/environment.ts';
import { type Option, segments } from '../ui/form.ts';
import { effect, onEnd, onResize } from '../ui/scope.ts';
import { cssColor } from '../ui/theme.ts';
import { type Deviation, deviationOf } from './deviation.ts';
import { ShownGltf } from './shown-gltf.ts';
import { type Arrangement, PreviewStage, SourceModel } from './stage.ts';

/** The imported model as it is shown; the caller owns the file. */
interface ShownResult {
  readonly file: AbcFile;
  readonly skins: ReadonlyMap<number, Skin>;
  readonly result: Pick<ImportResult, 'sources' | 'space' | 'animations' | 'starts'>;
}

interface PreviewState {
  /** The source as a GLB; null if it cannot be shown. */
  readonly glb: Uint8Array<ArrayBuffer> | null;
  /** Why the source is not shown, a sentence; '' if it is. */
  readonly notShown: string;
  readonly result: ReadonlySignal<ShownResult | null>;
  /** Names of the source's animations. */
  readonly names: readonly string[];
}

/** Moments of an animation whose bounds are framed together. */
const FRAMED_MOMENTS = [0, 0.25, 0.5, 0.75];
const REST = -1;

/** The preview; it ends with the current scope. */
export function previewPanel(state: PreviewState): HTMLElement {
  const canvas = el('canvas', { class: 'import-canvas', tabindex: 0, role: 'application' });
  setAttribute(
    canvas,
    'aria-label',
    'Preview: drag or use the arrow keys to rotate, + and − to zoom, Space to play',
  );
  const captions = [el('span', {}, 'Source'), el('span', {}, 'ABC')];
  const box = el(
    'div',
    { class: 'import-picture' },
    canvas,
    ...captions.map((caption, i) => el('div', { class: `import-caption import-caption-${i}` }, caption)),
  );
  const problem = el('p', { class: 'import-no-picture', role: 'status' }, state.notShown);
  const stage = makeStage(canvas, problem);
  const source = signal<SourceModel | null>(null);
  const arrangement = signal<Arrangement>('beside');
  /** Index in the source; −1 for none. */
  const animation = signal(REST);
  const timeMs = signal(0);
  const playing = signal(false);
  const length = computed(() => lengthOf(source.value, state.result.value, animation.value));
  let frame = 0;
  let before = 0;

  const draw = (now: number) => {
    frame = 0;
    if (playing.peek()) {
      const next = timeMs.peek() + Math.min(now - before, 100);
      timeMs.value = length.peek() > 0 ? next % length.peek() : 0;
      before = now;
      ask();
    }
    pose(source.peek(), state.result.peek(), stage?.result ?? null, animation.peek(), timeMs.peek());
    stage?.draw();
    canvas.dataset.pose = `${animation.peek()}@${Math.round(timeMs.peek())}`;
  };
  const ask = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  onEnd(() => cancelAnimationFrame(frame));

  const play = (on: boolean) => {
    before = performance.now();
    playing.value = on && length.peek() > 0;
    ask();
  };
  const refit = () => {
    if (!stage) return;
    const shown = state.result.peek();
    stage.source = source.peek();
    stage.source?.stand(shown?.result.space ?? null, shown?.file.info ?? null);
    stage.frame(boundsOf(stage, shown, animation.peek(), length.peek()));
    box.classList.toggle('import-stacked', stage.isStacked);
    ask();
  };
  effect(() => {
    if (!state.glb || !stage) return undefined;
    let isOver = false;
    let made: SourceModel | null = null;
    SourceModel.load(state.glb).then(
      (model) => {
        made = model;
        if (isOver) return model.dispose();
        source.value = model;
        animation.value = model.gltf.animations.findIndex(({ duration }) => duration > 0);
        play(!isCalm());
      },
      () => {
        // The error of three.js is not meant for users.
        if (!isOver) problem.textContent = 'The source cannot be shown.';
      },
    );
    return () => {
      isOver = true;
      source.value = null;
      if (stage) stage.source = null;
      made?.dispose();
    };
  });
  effect(() => {
    const shown = state.result.value;
    const plain = shown && stage ? new PlainModel(shown.file, shown.skins, stage.takesDxt) : null;
    if (stage) stage.result = plain;
    untracked(refit);
    return () => {
      if (stage) stage.result = null;
      plain?.dispose();
    };
  });
  effect(() => {
    void [source.value, animation.value];
    untracked(() => {
      timeMs.value = Math.min(timeMs.peek(), length.peek());
      refit();
    });
  });
  effect(() => {
    const over = arrangement.value === 'over';
    box.classList.toggle('import-over', over);
    if (!stage) return;
    stage.arrangement = arrangement.value;
    stage.fit();
    ask();
  });
  if (stage) {
    onResize(canvas, () => {
      stage.fit();
      box.classList.toggle('import-stacked', stage.isStacked);
      ask();
    });
    listenToGestures(canvas, {
      move: (by) => {
        stage.move(by);
        ask();
      },
      click: () => {},
      reset: () => {
        stage.reset();
        ask();
      },
      togglePlay: () => play(!playing.peek()),
    });
  }
  effect(() => {
    const info = state.result.value?.file.info;
    captions[1]?.replaceChildren(info ? `ABC v${info.version}` : 'ABC');
  });
  const figure = el('figure', { class: 'import-preview', 'aria-label': 'Preview' }, box, problem);
  figure.append(
    playLine({ state, animation, timeMs, length, playing, arrangement, play, ask }),
    deviationLine(measured(state.glb, state.result)),
  );
  return figure;
}

function makeStage(canvas: HTMLCanvasElement, problem: HTMLElement): PreviewStage | null {
  try {
    const stage = new PreviewStage(canvas, cssColor('--overlay-model'));
    onEnd(() => stage.dispose());
    return stage;
  } catch {
    problem.textContent = 'This browser does not provide WebGL 2, which is needed to draw models.';
    return null;
  }
}

/** Length of an animation, milliseconds of the source. */
function lengthOf(source: SourceModel | null, shown: ShownResult | null, animation: number): number {
  const { index, start } = ofResult(shown, animation);
  const seconds = source?.gltf.animations[animation]?.duration ?? 0;
  return Math.max(seconds * 1000, start + (shown?.file.info.animations[index]?.length ?? 0));
}

/** The animation of the result that came from one of the source; −1 for none. */
function ofResult(shown: ShownResult | null, animation: number): { index: number; start: number } {
  const index = animation === REST || !shown ? REST : shown.result.animations.indexOf(animation);
  return { index, start: shown?.result.starts[index] ?? 0 };
}

/** @param animation of the source */
function pose(
  source: SourceModel | null,
  shown: ShownResult | null,
  plain: PlainModel | null,
  animation: number,
  timeMs: number,
): void {
  source?.pose(animation, timeMs / 1000);
  const { index, start } = ofResult(shown, animation);
  const length = shown?.file.info.animations[index]?.length ?? 0;
  const at = Math.min(Math.max(timeMs - start, 0), length);
  plain?.pose({ animation: index, timeMs: at, loop: false, lod: 0 });
}

/** Bounds of an animation of the result; without a result, of the source. */
function boundsOf(stage: PreviewStage, shown: ShownResult | null, animation: number, length: number): Box3 {
  const { result, source } = stage;
  if (!result || !shown) return source?.bounds() ?? new Box3();
  const box = new Box3();
  for (const part of length > 0 ? FRAMED_MOMENTS : [0]) {
    pose(null, shown, result, animation, part * length);
    box.union(result.bounds());
  }
  return box;
}

interface Playing {
  readonly state: PreviewState;
  readonly animation: { value: number; peek(): number };
  readonly timeMs: { value: number };
  readonly length: ReadonlySignal<number>;
  readonly playing: ReadonlySignal<boolean>;
  readonly arrangement: Option<Arrangement>;
  play(on: boolean): void;
  ask(): void;
}

function playLine({
  state,
  animation,
  timeMs,
  length,
  playing,
  arrangement,
  play,
  ask,
}: Playing): HTMLElement {
  const toggle = button('', () => play(!playing.peek()), { class: 'button-small import-play' });
  effect(() => {
    const on = playing.value;
    toggle.textContent = on ? 'Pause' : 'Play';
    for (const name of ['aria-label', 'title'])
      setAttribute(toggle, name, on ? 'Pause the preview' : 'Play the preview');
    toggle.disabled = length.value <= 0;
  });
  const chooser = el('select', { 'aria-label': 'Animation of the preview' });
  chooser.addEventListener('change', () => {
    animation.value = Number(chooser.value);
    if (playing.peek()) play(true);
  });
  chooser.append(
    el('option', { value: REST }, 'Nothing plays'),
    ...optionsOf(state.names, (name, i) => el('option', { value: i }, visible(name, 80) || '(no name)')),
  );
  chooser.hidden = state.names.length === 0;
  effect(() => {
    chooser.value = String(animation.value);
  });
  const time = el('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Time of the preview' });
  time.addEventListener('input', () => {
    play(false);
    timeMs.value = Number(time.value);
    ask();
  });
  effect(() => {
    time.max = String(Math.round(length.value));
    time.disabled = length.value <= 0;
    time.value = String(timeMs.value);
    setAttribute(time, 'aria-valuetext', formatTime(timeMs.value));
  });
  const arranged = segments(arrangement, [
    { value: 'beside', label: () => 'Side by side', title: 'The source and the ABC side by side' },
    { value: 'over', label: () => 'Overlay', title: 'The ABC overlaid on the source' },
  ]);
  setAttribute(arranged, 'role', 'group');
  setAttribute(arranged, 'aria-label', 'Arrangement of the preview');
  return el('div', { class: 'import-play-line' }, toggle, chooser, time, arranged);
}

function deviationLine(words: ReadonlySignal<string>): HTMLElement {
  const line = el('p', { class: 'import-deviation', role: 'status' });
  effect(() => {
    line.textContent = words.value;
  });
  return line;
}

/** Moments of each animation that are compared. */
const COMPARED_MOMENTS = 20;
/** Below this, deviations are rounding of 32-bit floats, units. */
const LEAST = 0.001;

/**
 * The deviation of each result in words, measured in slices until the current scope ends; '' while unknown.
 * @param glb the source, as three.js reads it
 */
function measured(glb: Uint8Array | null, shown: ReadonlySignal<ShownResult | null>): ReadonlySignal<string> {
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
    // Measurements share one source, so they run one at a time.
    before = before.then(async () => {
      const source = await loading;
      if (!source || isOver.aborted) return;
      const found = await deviationOf(source, now.file, now.result, COMPARED_MOMENTS, {
        signal: isOver,
      }).catch(() => null);
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
      ? ` ${counted(others, 'triangle')} ${others === 1 ? 'has' : 'have'} nothing to compare with there.`
      : '';
  if (!Number.isFinite(distance)) return `Some vertices do not have a finite position.${rest}`;
  if (distance < LEAST) return `The largest deviation from the source is below ${LEAST} units.${rest}`;
  const name = file.info.animations[worst?.animation ?? -1]?.name;
  const place =
    worst === null
      ? ''
      : name === undefined
        ? ', when nothing plays'
        : `, in ${visible(name, 60) || '(no name)'} at ${formatTime(worst.timeMs)}`;
  const share = size > 0 ? ` (${digits((100 * distance) / size)} % of its size)` : '';
  return `Largest deviation from the source: ${digits(distance)} units${share}${place}.${rest}`;
}

/** Two significant digits. */
function digits(value: number): string {
  const rounded = Number(value.toPrecision(2));
  return rounded < 0.001 ? String(rounded) : formatCount(rounded);
}
