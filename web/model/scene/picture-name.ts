/** The name of a saved picture. */
import { modelName } from '../../explain/file-names.ts';
import { clipInfo } from '../../store/clips.ts';
import type { OpenFile } from '../../store/state.ts';

/** Characters that a file's name may not have on some system, and what would hide it or hang at its end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNFIT = /[\u0000-\u001f\u007f-\u009f"*/:<>?\\|]+/g;

/** `agent-Flirt-3184ms.png`: model, animation and time; in the bind pose the model alone. */
export function pictureName(file: OpenFile): string {
  const model = modelName(file.name);
  const animation = clipInfo(file, file.playback.clip.peek());
  const time = `${Math.round(file.playback.timeMs.peek())}ms`;
  const parts = animation ? [model, animation.name.slice(0, 100), time] : [model];
  return `${parts.map((part) => part.replace(UNFIT, '_').trim()).join('-')}.png`;
}
