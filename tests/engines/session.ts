/** What a journey needs of a browser; `puppeteer.ts` and `webkit.ts` give it. */

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A browser that runs. */
export interface Engine {
  /** A window of its own that remembers nothing of others. @param size of the page, CSS pixels */
  session(size: Size): Promise<Session>;
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What can be sent into a page and comes out of it: JSON. */
// biome-ignore lint/suspicious/noExplicitAny: arguments of any function
export type InPage<A extends any[], R> = (...args: A) => R | Promise<R>;

/** A window that a person could sit before: keys and the pointer are the browser's own. */
export interface Session {
  open(address: string): Promise<void>;
  /** Runs a function in the page: it has no surroundings, what it is given and gives is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: arguments of any function
  evaluate<A extends any[], R>(run: InPage<A, R>, ...args: A): Promise<R>;
  /** `Enter`, `n`, `Control+Shift+f`: names as of `KeyboardEvent.key`. */
  press(keys: string): Promise<void>;
  /** Types characters. */
  write(text: string): Promise<void>;
  /** Presses the main button at a point of the page, CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** What the page shows, as PNG. */
  screenshot(): Promise<Uint8Array>;
  /** What went wrong in the page since it was opened. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** No step takes longer, ms: a software driver on a busy machine compiles for seconds. */
export const LONGEST = 30_000;

/** The keys of `Control+Shift+f`, those to be held first. */
export function keysOf(keys: string): string[] {
  return keys === '+' ? ['+'] : keys.split('+');
}
