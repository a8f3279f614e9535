/** Saving a bundle, and giving it to the share sheet of the system. */
import type { OpenFile } from '../../document/open-file.ts';
import { counted, formatBytes, formatCount } from '../../explain/describe.ts';
import { isWithdrawn } from '../../lib/reason.ts';
import { LongTask } from '../../opening/long-task.ts';
import { type SaveKind, saveTarget } from '../../opening/save-target.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, dismissNotice, notify } from '../../store/notices.ts';
import { ask } from '../../ui/ask.ts';
import { BUNDLE_TYPE, type BundlePlan, type MadeBundle, makeBundle, planBundle } from './write.ts';

const BUNDLE: SaveKind = { description: 'Lithoscope bundle', type: BUNDLE_TYPE, ending: '.lith' };

/** Bytes that are written at a time. */
const PART = 8 * 2 ** 20;

/** Saves the bundle of a model where the user says. @param made the bundle, if it is there already */
export async function saveBundle(file: OpenFile, made: MadeBundle | null = null): Promise<void> {
  dismissNotice();
  try {
    const plan = planBundle(file);
    const target = await saveTarget(plan.name, BUNDLE);
    if (!target) return;
    let isDone = false;
    try {
      const bundle = made ?? (await makeWithProgress(plan));
      if (!bundle) return;
      const { blob } = bundle;
      for (let at = 0; at < blob.size; at += PART) {
        await target.write(new Uint8Array(await blob.slice(at, at + PART).arrayBuffer()));
      }
      await target.finish();
      isDone = true;
      say(bundle);
    } finally {
      if (!isDone) await target.abandon();
    }
  } catch (error) {
    notify(`The bundle was not saved: ${reasonOf(error)}`);
  }
}

/** Whether the system's share sheet takes bundles. */
export function canSendBundle(): boolean {
  const file = new File([], 'model.lith', { type: BUNDLE_TYPE });
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** Gives the bundle of a model to the system's share sheet. */
export async function sendBundle(file: OpenFile): Promise<void> {
  dismissNotice();
  try {
    const bundle = await makeWithProgress(planBundle(file));
    if (!bundle) return;
    const shared = { files: [new File([bundle.blob], bundle.name, { type: BUNDLE_TYPE })] };
    try {
      await navigator.share(shared);
    } catch (error) {
      // The sheet opens only soon after a press, and a large bundle takes longer.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') throw error;
      const text = [`The bundle is ready: ${formatBytes(bundle.blob.size)}.`];
      if ((await ask(`Share ${bundle.name}?`, text, [{ id: 'share', label: 'Share' }])) === 'share') {
        await navigator.share(shared);
      }
    }
  } catch (error) {
    if (!isWithdrawn(error)) notify(`The bundle was not shared: ${reasonOf(error)}`);
  }
}

/** Null when the user cancels. */
async function makeWithProgress(plan: BundlePlan): Promise<MadeBundle | null> {
  const total = plan.files.size;
  const words = (done: string) => `Packing ${done} of ${formatCount(total)}…`;
  const task = new LongTask('Creating the bundle', words, total);
  try {
    return await makeBundle(plan, { signal: task.signal, step: () => task.step() });
  } catch (error) {
    if (!task.isCancelled) throw error;
    announcement.value = 'No bundle was saved.';
    return null;
  } finally {
    task.end();
  }
}

function say({ name, blob, files, failures }: MadeBundle): void {
  const saved = `Saved ${name}: ${counted(files.length - 1, 'file')}, ${formatBytes(blob.size)}.`;
  if (failures.length === 0) announcement.value = saved;
  else notify(`${saved} ${counted(failures.length, 'file')} could not be read.`, undefined, failures);
}
