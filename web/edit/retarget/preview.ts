/** Plays a retargeted animation on the model in the view: nothing of it is in the file. */
import type { AbcFile } from '@lithoscope/core';
import { signal, untracked } from '@preact/signals-core';
import { retargetPlan } from '../../changes/retarget.ts';
import { Content } from '../../document/content.ts';
import { showPreview } from '../../document/previews.ts';
import { editingCore } from '../../store/lazy-cores.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import type { RetargetChoice } from './choice.ts';

/**
 * Follows the choice until the current scope ends.
 * @param failed called with a sentence, '' when it plays
 */
export function playChosen(choice: RetargetChoice, failed: (sentence: string) => void): void {
  effect(() => {
    const animation = choice.played.value;
    const models = choice.models.value;
    const options = choice.options.value;
    if (animation < 0 || !models) return;
    const made = untracked(() => {
      const { operations, refused } = retargetPlan(editingCore(), models.target, models.source, options, [
        animation,
      ]);
      if (refused !== '') return refused;
      const edited = editingCore().edit(models.target, operations);
      if ('refused' in edited) return edited.refused;
      return new Content(models.target.withBytes(edited.bytes)).model ?? 'The animation cannot be played.';
    });
    failed(typeof made === 'string' ? made : '');
    if (typeof made !== 'string') play(models.target, made);
  });
}

/** Plays the last animation of a model in place of another model, until the current scope ends. */
function play(of: AbcFile, model: AbcFile): void {
  const animation = model.info.animations.length - 1;
  const length = model.info.animations[animation]?.length ?? 0;
  const timeMs = signal(0);
  const playback = {
    clip: signal({ child: 0, animation }),
    timeMs,
    mode: signal('loop' as const),
    layers: signal([]),
    transition: signal(null),
  };
  showPreview({ of, model, playback });
  const start = performance.now();
  let frame = 0;
  const step = (now: number) => {
    timeMs.value = length > 0 ? Math.max(now - start, 0) % length : 0;
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  onEnd(() => {
    cancelAnimationFrame(frame);
    showPreview(null);
  });
}
