/** Long work that leaves the page alive: a generator that runs a few milliseconds at a time. */

/** Milliseconds at a time: half a frame. */
const SLICE = 8;

/** Runs a generator to its end. */
export interface Running {
  stop(): void;
}

/**
 * @param work yields often: a step must be much shorter than a frame
 * @param step called after each slice with what was yielded last
 * @param done called with what is returned, unless it was stopped
 */
export function runInChunks<Step, Result>(
  work: Generator<Step, Result>,
  step: (value: Step) => void,
  done: (result: Result) => void,
): Running {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = () => {
    const until = performance.now() + SLICE;
    for (;;) {
      const next = work.next();
      if (next.done) return done(next.value);
      if (performance.now() >= until) {
        step(next.value);
        break;
      }
    }
    timer = setTimeout(slice);
  };
  slice();
  return { stop: () => clearTimeout(timer) };
}
