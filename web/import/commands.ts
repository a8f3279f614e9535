/** What imports models of other programs. The wizard is fetched when a file for it comes. */

import { untracked } from '@preact/signals-core';
import { type GltfRequest, gltfRequests } from '../files/gltf.ts';
import { openSources } from '../files/open.ts';
import { pickFiles } from '../files/pick.ts';
import type { Command } from '../store/commands.ts';
import { reasonOf } from '../store/core.ts';
import { notify } from '../store/notices.ts';
import { loadPart } from '../ui/parts.ts';
import { effect } from '../ui/scope.ts';

export const importCommand: Command = {
  id: 'file.import',
  label: 'Import a GLB or glTF…',
  group: 'File',
  run: async () => {
    const sources = await pickFiles();
    if (sources.length > 0) await openSources(sources);
  },
};

/** Opens the wizard for each file that is to be imported, one after the other, until the current scope ends. */
export function followGltf(): void {
  let running: GltfRequest | null = null;
  effect(() => {
    const [first] = gltfRequests.value;
    if (!first || running) return;
    running = first;
    untracked(() => {
      void importOne(first).finally(() => {
        running = null;
        gltfRequests.value = gltfRequests.peek().filter((request) => request !== first);
      });
    });
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
