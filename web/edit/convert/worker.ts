/** Worker that converts models to other formats. */

import { Converting, type OpenedModel } from '@lithoscope/converting';
import type { ConvertedModel, NotWritten } from '@lithoscope/core';
import { loadOnce } from '../../lib/once.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { serve } from '../../ui/tasks/serve.ts';

export interface ConvertWork {
  /** Gives what a model can be converted to. */
  readonly targets: { readonly order: OpenedModel; readonly result: readonly string[] };
  readonly convert: {
    readonly order: OpenedModel & { readonly target: string };
    readonly result: ConvertedModel | NotWritten;
  };
}

const load = loadOnce(() => Converting.load());

async function converting(): Promise<Converting> {
  return load().catch(() => {
    throw new Error(
      'The part of the page that converts models could not be loaded. Check the connection, then try again.',
    );
  });
}

serve<ConvertWork>({
  async targets(model) {
    return (await converting()).targets(model);
  },
  async convert({ target, ...model }) {
    const made = (await converting()).convert(model, target);
    return 'refused' in made ? made : new Handed(made, [made.bytes.buffer]);
  },
});
