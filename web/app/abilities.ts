/** Features that the start page shows at the first sample. Each leaves the page as if the user had taken the steps. */

import type { AbcFile, EditOperation } from '@lithoscope/core';
import type { OpenFile } from '../document/open-file.ts';
import { select } from '../document/selection.ts';
import { activeId, files } from '../document/state.ts';
import { editSelectedValue } from '../edit/value/commands.ts';
import { decodeLeaf } from '../explain/values.ts';
import { openSources } from '../opening/open.ts';
import { listSamples, sampleSources } from '../opening/samples.ts';
import { command, runCommand } from '../store/commands.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { isCalm } from '../ui/environment.ts';
import { showPanel } from '../ui/layout.ts';

export type Ability = 'play' | 'bytes' | 'compare' | 'change' | 'glb';

/** Shows a feature; nothing happens without samples. */
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
    // Scrolls the bytes to the first difference.
    const [first] = changes;
    if (first && 'path' in first) selectPath(file, first.path);
    compareWithChanged(file, changes);
  }
}

/** Opens a sample as its card does, unless it is open; null when it cannot be loaded. */
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

/** Waits for a panel that shows the selection, some frames later, and opens the editor there. */
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

/** In the sample Clockwork: the arm takes its pose from the middle of another animation while idle. */
const ARM = 'R_UpperArm';
const IDLE = 'Idle';
const RAISED_IN = 'Wave';
/** A node whose flag the changed file lacks. */
const FLAGGED = 'Antenna';

/** The comparison's changes to the sample: one arm raised, one flag cleared. Empty for a model without these names. */
export function sampleChanges(model: AbcFile): EditOperation[] {
  const { nodes, animations } = model.info;
  const node = nodes.findIndex(({ name }) => name === ARM);
  const flagged = nodes.findIndex(({ name }) => name === FLAGGED);
  const [idle, raised] = [IDLE, RAISED_IN].map((wanted) =>
    animations.findIndex(({ name }) => name === wanted),
  );
  if ([node, flagged, idle, raised].some((index) => index === undefined || index < 0)) return [];
  const keysOf = (animation = 0) => `${model.pathOf({ animation, node })}.Transforms`;
  const middle = Math.floor((animations[raised ?? 0]?.keyframes ?? 0) / 2);
  const held = numbersAt(model, `${keysOf(raised)}[${middle}].Rotation`);
  const keys = Array.from({ length: animations[idle ?? 0]?.keyframes ?? 0 }, (_, key) => key);
  return [
    { op: 'set', path: `${model.pathOf({ node: flagged })}.Flags`, value: 0 },
    ...keys.flatMap((key) => {
      const path = `${keysOf(idle)}[${key}].Rotation`;
      return held.map(([name, value]): EditOperation => ({ op: 'set', path: `${path}.${name}`, value }));
    }),
  ];
}

/** Numbers of a struct, with their names. */
function numbersAt(model: AbcFile, path: string): [name: string, value: number][] {
  const struct = model.resolve(path);
  if (!struct) return [];
  const { offset, length } = model.leaves(struct.start, struct.end);
  return model
    .paths(struct.start, struct.end)
    .map((leaf, i) => [
      leaf.slice(path.length + 1),
      Number(decodeLeaf(model.bytes, offset[i] ?? 0, length[i] ?? 0, 'f32')),
    ]);
}
