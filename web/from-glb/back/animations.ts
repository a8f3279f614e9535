/** The animations of a file as the GLB has them: keys that have other values, that came or went; animations likewise. */
import type { Animation } from '@gltf-transform/core';
import type { EditOperation } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import type { ImportOptions } from '../options.ts';
import type { ImportChange, ImportNote } from '../report.ts';
import type { GltfSource } from '../source.ts';
import { animationBytes } from './animation-bytes.ts';
import { AnimationKeys, type KeysContext } from './keys.ts';
import { Player } from './player.ts';

export interface AnimationsBack {
  /** Set animations that have other keys. */
  readonly sets: readonly EditOperation[];
  /** Then these: animations that go and come. */
  readonly lists: readonly EditOperation[];
  readonly changes: readonly ImportChange[];
  readonly notes: readonly ImportNote[];
  /** As `ImportResult.animations`. */
  readonly sources: Int32Array;
}

export async function animationsBack(
  context: KeysContext,
  source: GltfSource,
  options: ImportOptions,
  step: (done: number) => Promise<void>,
): Promise<AnimationsBack> {
  const { base, description, rig, patches } = context;
  const own = base.info.animations;
  const isV6 = base.info.version === 6;
  const listPath = isV6 ? 'Animation.Anims' : 'Animation.Animations';
  const all = source.document.getRoot().listAnimations();
  const byName = new Map<string, Animation[]>();
  all.forEach((animation, i) => {
    if (options.animations && !options.animations.includes(i)) return;
    const list = byName.get(animation.getName());
    if (list) list.push(animation);
    else byName.set(animation.getName(), [animation]);
  });
  const sets: EditOperation[] = [];
  const lists: EditOperation[] = [];
  const changes: ImportChange[] = [];
  const notes: ImportNote[] = [];
  const sources: number[] = own.map(() => -1);
  const gone: number[] = [];
  let children = 0;
  let done = 0;
  for (const [name, { source: child, index }] of description.animations) {
    const found = byName.get(name);
    byName.delete(name);
    await step(0.5 + (0.5 * done++) / description.animations.size);
    if (child >= 0) {
      if (found) children++;
      continue;
    }
    const info = own[index];
    if (!info) continue;
    // Not taken is not gone.
    const isThere = all.some((animation) => animation.getName() === name);
    if (!found) {
      if (!isThere) gone.push(index);
      continue;
    }
    sources[index] = all.indexOf(found[0] as Animation);
    const path = `${listPath}[${index}]`;
    const player = new Player(rig, found);
    const keys = new AnimationKeys(context, index, player);
    const back = keys.back();
    const say = (message: string) => changes.push({ path, message });
    if (back.changed > 0) say(`Animation “${info.name}”: ${counted(back.moments, 'key')} changed.`);
    if (back.removed.length > 0)
      say(`Animation “${info.name}”: ${counted(back.removed.length, 'key')} removed.`);
    if (back.inserted.length > 0)
      say(`Animation “${info.name}”: ${counted(back.inserted.length, 'key')} added.`);
    if (back.removed.length + back.inserted.length === 0) continue;
    const made = animationBytes(context, index, keys, back);
    if (!made) continue;
    patches.release(path);
    sets.push({ op: 'set', path, value: made.bytes });
    if (made.strings.length > 0) {
      notes.push({
        code: 'STRINGS_MOVED',
        severity: 'warning',
        message: `Keys of “${info.name}” that are gone had frame strings: ${made.strings.join(', ')}. They are at the nearest keys now.`,
        help: '',
      });
    }
  }
  void children;
  return { sets, lists, changes, notes, sources: Int32Array.from(sources) };
}
