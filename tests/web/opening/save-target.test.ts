/** A file that is gathered in parts is what the same writes make of an array. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlobParts } from '../../../web/opening/save-target.ts';

const MAX = 40;

describe('parts of a download', () => {
  it('hold what was written last at each place, and zeros where nothing was', async () => {
    const part = fc.record({
      bytes: fc.uint8Array({ maxLength: 8 }),
      position: fc.option(fc.nat(MAX - 8), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (writes) => {
        const parts = new BlobParts();
        const array: number[] = [];
        for (const { bytes, position } of writes) {
          const at = position ?? array.length;
          while (array.length < at) array.push(0);
          for (const [i, byte] of bytes.entries()) array[at + i] = byte;
          parts.write(bytes as Uint8Array<ArrayBuffer>, position);
          expect(parts.size).toBe(array.length);
        }
        expect([...(await parts.whole('').bytes())]).toEqual(array);
      }),
    );
  });
});
