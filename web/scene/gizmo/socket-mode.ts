/** What a drag at a socket does, for as long as the page is open. */

import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { listen } from '../../ui/scope.ts';

export interface SocketMode {
  readonly action: Signal<'move' | 'turn'>;
  /** The axes of the handles: those of the file, or the socket's own. */
  readonly space: Signal<'world' | 'local'>;
  /** Of a snapped drag and of a key, units. */
  readonly step: Signal<number>;
  /** A finger is what points. */
  readonly isCoarse: ReadonlySignal<boolean>;
}

/** It follows the pointer until the current scope ends. */
export function socketMode(): SocketMode {
  const coarse = matchMedia('(pointer: coarse)');
  const isCoarse = signal(coarse.matches);
  listen(coarse, 'change', () => {
    isCoarse.value = coarse.matches;
  });
  return { action: signal('move'), space: signal('world'), step: signal(1), isCoarse };
}
