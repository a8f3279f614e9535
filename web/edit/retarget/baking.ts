/** Adds the chosen animations to the model: one change, planned animation by animation so that it can be cancelled. */
import { type RetargetPlan, retargeting } from '../../changes/retarget.ts';
import { chooseClip, togglePlaying } from '../../document/playback.ts';
import { counted } from '../../explain/describe.ts';
import { baseName } from '../../lib/file-names.ts';
import { Pace, type Watch } from '../../lib/pace.ts';
import { editingCore } from '../../store/lazy-cores.ts';
import { announcement } from '../../store/notices.ts';
import { visible } from '../../ui/dom.ts';
import { changedBy, quoted } from '../lists/now.ts';
import type { RetargetChoice } from './choice.ts';

/**
 * Bakes the animations, and plays the first of them. Rejects with the signal's reason when it is cancelled.
 * @returns why nothing was changed, a sentence; '' when it was
 */
export async function bake(choice: RetargetChoice, watch: Watch): Promise<string> {
  const { file } = choice;
  const models = choice.models.peek();
  const source = choice.source.peek();
  if (!models || !source) return 'The file was closed.';
  const chosen = [...choice.chosen.peek()].sort((a, b) => a - b);
  const steps = retargeting(editingCore(), models.target, models.source, choice.options.peek(), chosen);
  const pace = new Pace(watch);
  let plan: RetargetPlan | null = null;
  while (!plan) {
    const step = steps.next();
    if (step.done) plan = step.value;
    else await pace.step(step.value / chosen.length);
  }
  pace.end();
  if (plan.refused !== '') return plan.refused;
  if (choice.models.peek()?.target !== models.target)
    return 'The file was changed in the meantime. Try again.';
  const count = counted(plan.added.length, 'animation');
  const label = `Add ${count} of ${quoted(baseName(source.name))}`;
  const refusal = changedBy(file, plan.operations, { label });
  if (refusal) return refusal.refused;
  const first = models.target.info.animations.length;
  chooseClip(file, { child: 0, animation: first });
  if (!file.playback.playing.peek()) togglePlaying(file);
  const renamed = plan.added.filter(
    ({ animation, name }) => source.info.animations[animation]?.name !== name,
  ).length;
  const note = renamed > 0 ? ` ${renamed} ${renamed === 1 ? 'has' : 'have'} another name there.` : '';
  announcement.value = `Added ${count} of ${visible(baseName(source.name), 60)}.${note}`;
  return '';
}
