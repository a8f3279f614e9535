/** Reads parts of files beside the page. */
import { Handed } from '../../ui/tasks/protocol.ts';
import { serve } from '../../ui/tasks/serve.ts';

export interface SliceWork {
  /** The bytes [start, end). */
  readonly read: {
    readonly order: { readonly blob: Blob; readonly start: number; readonly end: number };
    readonly result: ArrayBuffer;
  };
}

serve<SliceWork>(
  {
    async read({ blob, start, end }) {
      const buffer = await blob.slice(start, end).arrayBuffer();
      return new Handed(buffer, [buffer]);
    },
  },
  { words: String },
);
