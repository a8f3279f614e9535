/** The module of changes and exchanges as the tests use it: built, and loaded once; the page's rooms have it too. */
import { readFile } from 'node:fs/promises';
import { Exchange } from '@lithoscope/exchange';
import { editWith } from '../../../web/store/lazy-cores.ts';

let loading: Promise<Exchange> | undefined;

export function loadEditing(): Promise<Exchange> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Exchange> {
  const wasm = await readFile(new URL('../../../build/wasm/exchange.wasm', import.meta.url));
  const editing = await Exchange.load(new Uint8Array(wasm).buffer);
  editWith(editing);
  return editing;
}
