/** Times of the core in WebAssembly, under Node. tools/bench.mjs runs it. */
import { readFileSync } from 'node:fs';
import createModule from '@lithoscope/module';
import { Bench } from 'tinybench';

export interface Timing {
  /** `open FILE` or `evaluate FILE`. */
  name: string;
  milliseconds: number;
}

/**
 * Measures what abc_bench.cpp measures, through the binding: `open` with the copy of the bytes into
 * WebAssembly's memory, `evaluate` with the copy of the frame out of it.
 * @param files paths of models
 */
export async function benchCore(files: readonly string[]): Promise<Timing[]> {
  const wasm = readFileSync(new URL('../../build/wasm/lithoscope.wasm', import.meta.url));
  const module = await createModule({ wasmBinary: new Uint8Array(wasm).buffer });
  const bench = new Bench({ time: 300, warmupTime: 100 });
  const open = (bytes: Uint8Array) => {
    const file = new module.File();
    file.allocate(bytes.length)?.set(bytes);
    file.parse();
    return file;
  };
  const opened = files.map((path) => {
    const bytes = new Uint8Array(readFileSync(path));
    const file = open(bytes);
    const animation = file.info().animations[0];
    bench.add(`open ${path}`, () => open(bytes).delete());
    if (animation?.complete) {
      bench.add(`evaluate ${path}`, () => {
        file.evaluate(file, 0, animation.length / 2, false, 0, null);
      });
    }
    return file;
  });
  await bench.run();
  for (const file of opened) file.delete();
  return bench.tasks.map((task) => {
    if (task.result.state !== 'completed') throw new Error(`${task.name} did not complete`);
    return { name: task.name, milliseconds: task.result.latency.mean };
  });
}
