/** The picture behind the model: chosen or dropped by the user. It stays in the memory of the page. */

import { batch } from '@preact/signals-core';
import { backdrop, view } from '../document/view.ts';
import { identify } from '../explain/file-kind.ts';
import { chooseByInput } from '../opening/source.ts';
import { refusedBySize } from '../pictures/picture.ts';
import { reasonOf } from '../store/core.ts';
import { announcement, notify } from '../store/notices.ts';
import { visible } from '../ui/dom.ts';

const KINDS = ['png', 'jpeg', 'webp'] as const;
/** Longest side that is kept; larger pictures are made smaller. Pixels. */
const MAX_SIDE = 4096;
/** Maximum length of a name in a sentence, characters. */
const MAX_NAME = 60;

/** Asks for a picture and shows it behind the model. */
export async function chooseBackdrop(): Promise<void> {
  const [file] = await chooseByInput({ accept: '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp' });
  if (file) await takeBackdrop(file.name, file);
}

/** Shows a picture behind the model. What is no picture is refused with a sentence. */
export async function takeBackdrop(name: string, file: Blob): Promise<void> {
  try {
    const picture = await decoded(name, file);
    removeBackdrop();
    batch(() => {
      backdrop.value = { name, picture, url: URL.createObjectURL(file) };
      view.background.value = 'picture';
    });
    announcement.value = `${visible(name, MAX_NAME)} is the background.`;
  } catch (error) {
    notify(`${visible(name, MAX_NAME)} cannot be the background: ${reasonOf(error)}.`);
  }
}

/** Forgets the picture. */
export function removeBackdrop(): void {
  const before = backdrop.peek();
  if (!before) return;
  backdrop.value = null;
  before.picture.close();
  URL.revokeObjectURL(before.url);
}

/** Rejects with a phrase. */
async function decoded(name: string, file: Blob): Promise<ImageBitmap> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = KINDS.find((known) => known === identify(name, bytes));
  if (!kind) throw new Error('it is not a PNG, JPEG or WebP');
  const refused = refusedBySize(kind, bytes);
  if (refused) throw new Error(`it ${refused}`);
  const whole = await createImageBitmap(file).catch(() => {
    throw new Error('it is damaged');
  });
  const scale = MAX_SIDE / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const size = {
    resizeWidth: Math.round(whole.width * scale),
    resizeHeight: Math.round(whole.height * scale),
  };
  const smaller = await createImageBitmap(whole, { ...size, resizeQuality: 'high' });
  whole.close();
  return smaller;
}
