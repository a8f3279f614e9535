/**
 * Ownership: every effect, listener, observer, timer, worker and object URL belongs to a scope, and ends with it.
 *
 * Scopes nest by where they are made: what is made while a scope runs belongs to that scope, and what an effect
 * makes belongs to that run of the effect, so it ends before the effect runs again. signals-core itself keeps inner
 * effects alive. After an `await` no scope is current: keep the scope and `run` in it.
 */
import { effect as signalEffect, untracked } from '@preact/signals-core';

type End = () => void;

let current: Scope | null = null;
let effects = 0;

/** Effects that have not ended, in the whole page: a number that must not grow with use. */
export const liveEffects = (): number => effects;

export class Scope {
  #ends: Set<End> | null = new Set();

  /** Calls `end` when this scope ends; at once when it has ended. Returns what withdraws that. */
  add(end: End): End {
    if (!this.#ends) {
      end();
      return () => {};
    }
    const own = () => end();
    this.#ends.add(own);
    return () => this.#ends?.delete(own);
  }

  /** Runs with this scope as the current one. */
  run<T>(build: () => T): T {
    const outer = current;
    current = this;
    try {
      return build();
    } finally {
      current = outer;
    }
  }

  /** Ends all that belongs to this scope, last made first. A second call does nothing. */
  end(): void {
    const ends = this.#ends;
    this.#ends = null;
    if (!ends) return;
    untracked(() => {
      for (const end of [...ends].reverse()) end();
    });
  }
}

function owner(): Scope {
  if (!current) throw new Error('made outside any scope: nothing would end it');
  return current;
}

/** Makes a scope for what `build` makes. It ends with the scope around it, if there is one, or by `end`. */
export function scope(build: () => void = () => {}): Scope {
  const made = new Scope();
  if (current) {
    const withdraw = current.add(() => made.end());
    made.add(withdraw);
  }
  made.run(build);
  return made;
}

/** The page's own scope, which never ends. */
export const page = scope();

/** Calls `end` when the current scope ends. */
export function onEnd(end: End): void {
  owner().add(end);
}

/** Runs now and whenever a signal that it read changes, until the current scope ends. `run` may return a clean-up. */
export function effect(run: () => unknown): End {
  const around = owner();
  effects++;
  const dispose = signalEffect(() => {
    const inner = new Scope();
    const cleanUp = inner.run(run);
    if (typeof cleanUp === 'function') inner.add(cleanUp as End);
    return () => inner.end();
  });
  let ended = false;
  // In a scope that has ended, adding is ending.
  let withdraw: End = () => {};
  const end = () => {
    if (ended) return;
    ended = true;
    effects--;
    withdraw();
    dispose();
  };
  withdraw = around.add(end);
  return end;
}

/** Runs once, as soon as a condition that reads signals holds. What it makes belongs to the current scope. */
export function once(condition: () => boolean, run: () => void): void {
  const around = owner();
  let done = false;
  const made = scope(() => {
    effect(() => {
      if (!condition()) return;
      // An effect cannot end itself while it runs for the first time.
      queueMicrotask(() => made.end());
      if (done) return;
      done = true;
      untracked(() => around.run(run));
    });
  });
}

/** Listens until the current scope ends. */
export function listen<K extends keyof WindowEventMap>(
  target: Window,
  type: K,
  listener: (event: WindowEventMap[K]) => void,
  options?: AddEventListenerOptions,
): void;
export function listen<K extends keyof DocumentEventMap>(
  target: Document,
  type: K,
  listener: (event: DocumentEventMap[K]) => void,
  options?: AddEventListenerOptions,
): void;
export function listen<K extends keyof HTMLElementEventMap>(
  target: HTMLElement,
  type: K,
  listener: (event: HTMLElementEventMap[K]) => void,
  options?: AddEventListenerOptions,
): void;
export function listen(
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options?: AddEventListenerOptions,
): void;
export function listen(
  target: EventTarget,
  type: string,
  listener: (event: never) => void,
  options: AddEventListenerOptions = {},
): void {
  const callback = listener as EventListener;
  target.addEventListener(type, callback, options);
  onEnd(() => target.removeEventListener(type, callback, options));
}

/** Calls back when an element changes its size, until the current scope ends. */
export function onResize(element: Element, changed: () => void): void {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  onEnd(() => observer.disconnect());
}

/**
 * Keeps the children of `host` in step with a list: one element an item, made once for each key and ended when its
 * key is gone. Elements that stay are moved, not made again, so that focus and state stay.
 * @param render makes an item's element; it gets a later item of the same key through the signal
 */
export function each<T, K>(
  host: Element,
  items: () => readonly T[],
  key: (item: T) => K,
  render: (item: T, index: number) => Element,
): void {
  const around = owner();
  const rows = new Map<K, { element: Element; scope: Scope }>();
  effect(() => {
    const wanted = items();
    untracked(() => {
      const keys = new Set(wanted.map(key));
      for (const [gone, row] of rows) {
        if (keys.has(gone)) continue;
        row.scope.end();
        row.element.remove();
        rows.delete(gone);
      }
      wanted.forEach((item, index) => {
        let row = rows.get(key(item));
        if (!row) {
          const made = around.run(() => scope());
          row = { element: made.run(() => render(item, index)), scope: made };
          rows.set(key(item), row);
        }
        const at = host.children[index] ?? null;
        if (at !== row.element) host.insertBefore(row.element, at);
      });
    });
  });
}
