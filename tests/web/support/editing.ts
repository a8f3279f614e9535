/** The module of changes as the tests use it: built, and loaded once; the page's rooms have it too. */
import { readFile } from 'node:fs/promises';
import { Editing } from '@lithoscope/editing';
import { editWith } from '../../../web/store/lazy-cores.ts';

let loading: Promise<Editing> | undefined;

export function loadEditing(): Promise<Editing> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Editing> {
  const wasm = await readFile(new URL('../../../build/wasm/editing.wasm', import.meta.url));
  const editing = await Editing.load(new Uint8Array(wasm).buffer);
  editWith(editing);
  return editing;
}
