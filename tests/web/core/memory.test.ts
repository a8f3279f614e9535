/** The end of the memory of a WebAssembly module: an error with a sentence, and files again after one was released. 1 GB is filled, so it is a thorough test. */
import { expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { thorough } from '../support/thorough.ts';

test.runIf(thorough)(
  'When the memory is full, the next file is refused in words, and opens after others were released',
  async () => {
    const core = await loadCore();
    const files: { release(): void }[] = [];
    let refusal: unknown = null;
    // Files of no version keep their bytes and little else: ever smaller ones fill what is left.
    for (let size = 1 << 29; refusal === null && files.length < 100_000; ) {
      try {
        const file = core.open(new Uint8Array(size));
        files.push(file);
        if (file.findings.some(({ code }) => code === 'OUT_OF_MEMORY')) size >>= 2;
      } catch (error) {
        refusal = error;
      }
    }
    expect(refusal).toBeInstanceOf(RangeError);
    expect(String(refusal)).toContain('not enough memory');
    for (const file of files) file.release();
    const [error] = core.open(new Uint8Array(16)).findings;
    expect(error?.code).not.toBe('OUT_OF_MEMORY');
  },
);
