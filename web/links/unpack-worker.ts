/** The worker that unpacks files in links: a hostile link may unpack to a thousand times its size. */
import { serve } from '../ui/tasks/serve.ts';
import { unpack } from './pack.ts';

export interface UnpackWork {
  /** @param limit bytes that it may unpack to */
  readonly unpack: {
    readonly order: { readonly data: string; readonly limit: number };
    readonly result: Blob;
  };
}

serve<UnpackWork>({ unpack: ({ data, limit }) => unpack(data, limit) });
