/** How often the benchmarks repeat what they measure. */

/** Each case runs once: to show that it builds, runs and produces a number. */
export const isOnce = process.argv.includes('--once');

/** So many rounds, files or frames. @param {number} usual @param {number} [once] where each case runs once */
export const rounds = (usual, once = 1) => (isOnce ? once : usual);

/** How long tinybench measures. @param {import('tinybench').BenchOptions} usual @returns {import('tinybench').BenchOptions} */
export const benchOptions = (usual) => (isOnce ? { time: 0, iterations: 1, warmup: false } : usual);

/** @param {readonly number[]} numbers @returns {number} NaN of none */
export const median = (numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
