/**
 * What the user is told: lines, and while something takes long what is running, for how long and how far it is. On a
 * terminal that is one line, rewritten each second; elsewhere a line each minute. Node built-ins only.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const SECOND = 1000;
const isTerminal = Boolean(process.stdout.isTTY);
const CLEAR_LINE = '\r\u001b[K';

/** @type {Set<Running>} */
const running = new Set();
/** @type {NodeJS.Timeout | undefined} */
let timer;

/** What the code that asks is a part of. @type {AsyncLocalStorage<Running>} */
const whole = new AsyncLocalStorage();

/** Something that takes a while. */
export class Running {
  #start = performance.now();

  /** How far it is, in words: "120 of 352 tests". */
  progress = '';

  /** @param {string} title */
  constructor(title) {
    this.title = title;
    running.add(this);
    timer ??= setInterval(show, (isTerminal ? 1 : 60) * SECOND).unref();
  }

  get seconds() {
    return (performance.now() - this.#start) / SECOND;
  }

  /** What runs in here, and asks `Running.whole()`, is a part of this. @template T @param {() => T} work @returns {T} */
  with(work) {
    return whole.run(this, work);
  }

  /** What is running and the caller is a part of. */
  static whole() {
    return whole.getStore();
  }

  end() {
    running.delete(this);
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    if (isTerminal) process.stdout.write(CLEAR_LINE);
  }
}

/** @param {number} seconds @returns {string} 75 → "1:15" */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

function statusLine() {
  return [...running]
    .map(({ title, seconds, progress }) => `${title} ${clock(seconds)}${progress && ` (${progress})`}`)
    .join(' · ');
}

function show() {
  if (running.size === 0) return;
  if (isTerminal)
    process.stdout.write(CLEAR_LINE + statusLine().slice(0, (process.stdout.columns || 80) - 1));
  else process.stdout.write(`  … ${statusLine()}\n`);
}

/** Writes a line; on a terminal the one that tells what is running stays below it. @param {string} line */
export function say(line) {
  process.stdout.write(`${isTerminal && running.size > 0 ? CLEAR_LINE : ''}${line}\n`);
  if (isTerminal) show();
}
