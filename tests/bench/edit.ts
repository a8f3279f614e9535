/** What changes of a model cost in WebAssembly, through the binding of the page. tools/bench/edit.mjs runs it. */
import { readFileSync } from 'node:fs';
import { type AbcFile, type EditOperation, Lithoscope } from '@lithoscope/core';
import { Editing } from '@lithoscope/editing';
import { median, rounds } from './rounds.mjs';

/** Milliseconds. */
interface Time {
  median: number;
  least: number;
}

export interface EditTiming {
  name: string;
  /** One operation, not many in one call. */
  isOne: boolean;
  edit: Time;
  /** The same of opening the file, measured in between. */
  open: Time;
}

const ROUNDS = rounds(31);
/** Numbers that one call sets. */
const MANY = 10_000;
/** Of the generated models (models.cpp). */
const KEYS = 60;
const NODES = 25;
const VERTICES = 4096;

const set = (path: string, value: string | number): EditOperation => ({ op: 'set', path, value });

const timeOf = (times: readonly number[]): Time => ({ median: median(times), least: Math.min(...times) });

/** Path of one of many numbers: of a key, else of a vertex. */
function numberPath(info: AbcFile['info'], i: number): string {
  if (info.pieces.length > 0) {
    const axis = 'XYZ'[Math.floor(i / VERTICES) % 3];
    return `Pieces.Pieces[0].LODs[0].Vertices[${i % VERTICES}].Location.${axis}`;
  }
  const track = Math.floor(i / KEYS);
  const animation = Math.floor(track / NODES) % info.animations.length;
  return `Animation.Animations[${animation}].NodeTransforms[${track % NODES}].Transforms[${i % KEYS}].Location.X`;
}

function changesOf(info: AbcFile['info']): Map<string, EditOperation[]> {
  const changes = new Map<string, EditOperation[]>([
    ['a number', [set(numberPath(info, 7), 0.5)]],
    ['the name of a node', [set('Nodes.Nodes[0].Name', 'forearm')]],
    ['a new node', [{ op: 'insert', path: 'Nodes.Nodes[1]' }]],
  ]);
  if (info.animations.length > 0)
    changes.set('an animation once more', [{ op: 'duplicate', path: 'Animation.Animations[0]' }]);
  if (info.pieces.length > 0) changes.set('a piece removed', [{ op: 'remove', path: 'Pieces.Pieces[0]' }]);
  const many = Array.from({ length: MANY }, (_, i) => set(numberPath(info, i), i / 7));
  return changes.set(`${MANY.toLocaleString('en-US')} numbers in one call`, many);
}

/** @param path of a generated model */
export async function benchEdits(path: string): Promise<EditTiming[]> {
  const wasm = readFileSync(new URL('../../build/wasm/lithoscope.wasm', import.meta.url));
  const core = await Lithoscope.load(new Uint8Array(wasm).buffer);
  const editingWasm = readFileSync(new URL('../../build/wasm/editing.wasm', import.meta.url));
  const editing = await Editing.load(new Uint8Array(editingWasm).buffer);
  const bytes = new Uint8Array(readFileSync(path));
  const file = core.open(bytes);
  const out: EditTiming[] = [];
  for (const [name, operations] of changesOf(file.info)) {
    const edits: number[] = [];
    const opens: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      const edited = editing.edit(file, operations);
      const done = performance.now();
      if ('refused' in edited) throw new Error(`${name}: ${edited.refused}`);
      core.open(bytes).release();
      edits.push(done - begun);
      opens.push(performance.now() - done);
    }
    out.push({ name, isOne: operations.length === 1, edit: timeOf(edits), open: timeOf(opens) });
  }
  file.release();
  return out;
}
