/** Commands for importing GLB and glTF. The wizard is loaded with the first file. */

import { type GltfRequest, offerImporter } from '../opening/gltf.ts';
import { openSources } from '../opening/open.ts';
import { pickFiles } from '../opening/source.ts';
import type { Command } from '../store/commands.ts';
import { reasonOf } from '../store/core.ts';
import { notify } from '../store/notices.ts';
import { loadPart } from '../ui/parts.ts';

export const importCommand: Command = {
  id: 'file.import',
  label: 'Import a GLB or glTF…',
  group: 'File',
  run: async () => {
    const sources = await pickFiles();
    if (sources.length > 0) await openSources(sources);
  },
};

/** Opens the wizard for each file to import, one at a time. */
export function takeGltf(): void {
  let last = Promise.resolve();
  offerImporter((request) => {
    last = last.then(() => importOne(request));
    return last;
  });
}

async function importOne(request: GltfRequest): Promise<void> {
  try {
    const { openImport } = await loadPart(() => import('./wizard.ts'));
    await openImport(request);
  } catch (error) {
    notify(reasonOf(error));
  }
}
