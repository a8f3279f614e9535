/** What one can do, shown at the first sample: each leaves the page as if the user had done it there. */

import type { OpenFile } from '../document/open-file.ts';
import { select } from '../document/selection.ts';
import { activeId, files } from '../document/state.ts';
import { editSelectedValue } from '../edit/value/host.ts';
import { openSources } from '../opening/open.ts';
import { listSamples, sampleSources } from '../opening/samples.ts';
import { command, runCommand } from '../store/commands.ts';
import { withEditing } from '../store/editing.ts';
import { isCalm } from '../ui/calm.ts';
import { showPanel } from '../ui/layout.ts';
import { sampleChanges } from './compared-sample.ts';

export type Ability = 'play' | 'bytes' | 'compare' | 'change' | 'glb';

/** Shows what one can do. Nothing happens without samples. */
export async function showAbility(ability: Ability): Promise<void> {
  const plays = !isCalm() && (ability === 'play' || ability === 'bytes');
  const file = await openSample(0, plays);
  if (!file) return;
  if (ability === 'play') showPanel('view');
  else if (ability === 'bytes') {
    selectPath(file, 'Pieces.Pieces[0].LODs[0].Vertices[0].Location');
    showPanel('bytes');
  } else if (ability === 'change') {
    selectPath(file, 'Header.InternalRadius');
    showPanel('structure');
    await changeSelected();
  } else if (ability === 'glb') runCommand(command('export.glb'));
  else if (file.model) {
    const { compareWithChanged } = await withEditing(() => import('../edit/compare.ts'));
    const changes = sampleChanges(file.model);
    // The bytes begin where the first difference is.
    const [first] = changes;
    if (first && 'path' in first) selectPath(file, first.path);
    compareWithChanged(file, changes);
  }
}

/** Opens a sample as its card does, unless it is open; null when it does not come. */
export async function openSample(index: number, plays: boolean): Promise<OpenFile | null> {
  const sample = (await listSamples())[index];
  if (!sample) return null;
  const { model, textures, bases } = sampleSources(sample);
  const opened = () => files.peek().find(({ source }) => source.url === model.url) ?? null;
  if (!opened()) {
    await openSources([model], { textures, bases, plays: plays ? sample.animation : undefined });
  }
  const file = opened();
  if (file) activeId.value = file.id;
  return file;
}

/** The panels show the selection some frames later: until then there is nothing to change it in. */
async function changeSelected(): Promise<void> {
  for (let frame = 0; frame < MOST_FRAMES && !editSelectedValue(); frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

const MOST_FRAMES = 60;

function selectPath(file: OpenFile, path: string): void {
  const node = file.parsed.resolve(path);
  if (node) select(file, { start: node.start, end: node.end, path: node.path }, 'go-to');
}
