/** Poses have the same bits in the native build and in WebAssembly: the hashes of tests/cpp/tools/pose_hash.cpp. */
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import type { AbcFile } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { nativeProgram } from '../support/native.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf } from '../support/samples.ts';

const core = await loadCore();
const program = nativeProgram('pose_hash');

/** FNV-1a, 64 bits, in two halves: BigInt would take a minute. */
class Hash {
  #high = 0xcbf29ce4;
  #low = 0x84222325;

  add(values: Float32Array): void {
    for (const byte of new Uint8Array(values.buffer, values.byteOffset, values.byteLength)) {
      const low = (this.#low ^ byte) >>> 0;
      // The prime is 2^40 + 0x1b3.
      const product = low * 0x1b3;
      this.#high = (Math.imul(this.#high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      this.#low = product >>> 0;
    }
  }

  toString(): string {
    return [this.#high, this.#low].map((half) => half.toString(16).padStart(8, '0')).join('');
  }
}

function hashOf(file: AbcFile): string {
  const hash = new Hash();
  // The levels of v6 share one list of vertices.
  const levels = file.info.version === 6 ? Math.min(1, file.info.lodCount) : file.info.lodCount;
  const add = (animation: number, timeMs: number, loop: boolean) => {
    // A file without pieces still has nodes.
    for (let lod = 0; lod < Math.max(1, levels); lod++) {
      const frame = file.evaluate({ animation, timeMs, loop, lod, origin: [0, 0, 0] });
      if (!frame) expect.fail(`animation ${animation} cannot be evaluated`);
      if (lod === 0) hash.add(frame.nodes);
      for (const { positions, normals } of frame.pieces) {
        hash.add(positions);
        hash.add(normals);
      }
    }
  };
  add(-1, 0, false);
  for (const [animation, { length, complete }] of file.info.animations.entries()) {
    if (!complete) continue;
    for (const time of [0, length / 3, length / 2, length]) add(animation, time, false);
    add(animation, length * 1.37, true);
  }
  return hash.toString();
}

test.each(realFiles('.abc').map((path) => [basename(path), path]))(
  '%s: poses have the same bits as natively',
  (_, path) => {
    const native = execFileSync(program, [path], { encoding: 'utf8' }).slice(0, 16);
    expect(hashOf(core.open(bytesOf(path)))).toBe(native);
  },
);
