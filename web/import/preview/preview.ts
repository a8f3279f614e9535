/** The source and what was made of it, moving together: the picture, and what plays in it. */

import type { AbcFile } from '@lithoscope/core';
import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { Box3 } from 'three';
import type { Skin } from '../../document/open-file.ts';
import { listenToGestures } from '../../embed/input.ts';
import type { ImportResult } from '../../from-glb/report.ts';
import { formatTime } from '../../motion/timeline/words.ts';
import { PlainModel } from '../../scene/plain-model.ts';
import { button, el, optionsOf, setAttribute, visible } from '../../ui/dom.ts';
import { isCalm } from '../../ui/environment.ts';
import { type Option, segments } from '../../ui/form.ts';
import { effect, onEnd, onResize } from '../../ui/scope.ts';
import { cssColor } from '../../ui/theme.ts';
import { SourceModel } from './source-model.ts';
import { type Arrangement, PreviewStage } from './stage.ts';
import './preview.css';

/** What was made, as it is shown. Its owner keeps the file. */
export interface ShownResult {
  readonly file: AbcFile;
  readonly skins: ReadonlyMap<number, Skin>;
  readonly result: Pick<ImportResult, 'sources' | 'space' | 'animations' | 'starts'>;
}

export interface PreviewState {
  /** The source as a GLB; null before it is read, and where it cannot be shown. */
  readonly glb: ReadonlySignal<Uint8Array<ArrayBuffer> | null>;
  /** Why there is no source to be seen, a sentence; '' where there is. */
  readonly notShown: string;
  readonly result: ReadonlySignal<ShownResult | null>;
  /** Names of the animations of the source. */
  readonly names: ReadonlySignal<readonly string[]>;
  /** What is said of how far the two are apart; '' for nothing. */
  readonly deviation: ReadonlySignal<string>;
}

/** Moments of an animation whose bounds are framed together. */
const MOMENTS = [0, 0.25, 0.5, 0.75];
const REST = -1;

/** Ends with the current scope. */
export function previewPanel(state: PreviewState): HTMLElement {
  const canvas = el('canvas', { class: 'import-canvas', tabindex: 0, role: 'application' });
  setAttribute(canvas, 'aria-label', 'Preview: drag or arrow keys turn, + and − zoom, Space plays');
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
  /** Of the source; −1: none. */
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
    const bytes = state.glb.value;
    if (!bytes || !stage) return undefined;
    let isOver = false;
    let made: SourceModel | null = null;
    SourceModel.load(bytes).then(
      (model) => {
        made = model;
        if (isOver) return model.dispose();
        source.value = model;
        animation.value = model.gltf.animations.findIndex(({ duration }) => duration > 0);
        play(!isCalm());
      },
      () => {
        // What three.js says of it is no sentence.
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
    deviationLine(state.deviation),
  );
  return figure;
}

function makeStage(canvas: HTMLCanvasElement, problem: HTMLElement): PreviewStage | null {
  try {
    const stage = new PreviewStage(canvas, cssColor('--overlay-model'));
    onEnd(() => stage.dispose());
    return stage;
  } catch {
    problem.textContent = 'This browser gives no WebGL 2 to draw models with.';
    return null;
  }
}

/** Milliseconds of the source. */
function lengthOf(source: SourceModel | null, shown: ShownResult | null, animation: number): number {
  const { index, start } = ofResult(shown, animation);
  const seconds = source?.gltf.animations[animation]?.duration ?? 0;
  return Math.max(seconds * 1000, start + (shown?.file.info.animations[index]?.length ?? 0));
}

/** What became of an animation of the source: −1 for none. */
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

/** Bounds of a whole animation of the result; before there is one, of the source as it stands. */
function boundsOf(stage: PreviewStage, shown: ShownResult | null, animation: number, length: number): Box3 {
  const { result, source } = stage;
  if (!result || !shown) return source?.bounds() ?? new Box3();
  const box = new Box3();
  for (const part of length > 0 ? MOMENTS : [0]) {
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
  effect(() => {
    const names = state.names.value;
    chooser.replaceChildren(
      el('option', { value: REST }, 'Nothing plays'),
      ...optionsOf(names, (name, i) => el('option', { value: i }, visible(name, 80) || '(no name)')),
    );
    chooser.hidden = names.length === 0;
    chooser.value = String(animation.peek());
  });
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
    { value: 'beside', label: () => 'Beside', title: 'The source and the ABC beside each other' },
    { value: 'over', label: () => 'Over', title: 'The ABC over the source' },
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
