/** What becomes of a converted texture: a change of an open one, a new file, the skin of a model. */
import { batch, untracked } from '@preact/signals-core';
import { NO_EDITS } from '../../document/edits.ts';
import { type FileSource, OpenFile } from '../../document/open-file.ts';
import { addFiles, isOpen } from '../../document/state.ts';
import { addTextures } from '../../document/textures.ts';
import { freeName } from '../../edit/convert/open.ts';
import { namesIn, textureNameOf } from '../../explain/dependencies.ts';
import { baseName, withoutExtension } from '../../lib/file-names.ts';
import { parseTexture, readSource } from '../../opening/read.ts';
import type { SlotTarget } from '../../opening/source.ts';
import { openTextureOf } from '../../opening/textures/open-texture.ts';
import { chooseSkin, slotStates } from '../../opening/textures/slots.ts';
import { loadDtx, withEditing } from '../../store/lazy-cores.ts';
import { announcement } from '../../store/notices.ts';

/** What a converted texture is for. */
export type Use =
  /** It replaces an open texture. */
  | { readonly of: 'file'; readonly file: OpenFile }
  /** A slot of a model wears it. */
  | { readonly of: 'slot'; readonly target: SlotTarget }
  | { readonly of: 'new' };

/** The texture of a slot that a conversion replaces; null when it becomes a new file. */
export function replacedIn({ file, slot }: SlotTarget): FileSource | null {
  const found = untracked(() => slotStates(file)).find((state) => state.slot === slot)?.match.found;
  return found && /\.dtx$/i.test(found.name) ? found : null;
}

/** The name of the new texture of an image: in a slot, the one that games look for. */
export function nameFor(source: FileSource, use: Use): string {
  if (use.of === 'file') return baseName(use.file.name);
  if (use.of === 'new') return `${withoutExtension(baseName(source.name))}.dtx`;
  const { file, slot } = use.target;
  return untracked(() => textureNameOf({ ...namesIn(file.info), name: file.source.name }, slot));
}

/**
 * Takes a converted texture.
 * Rejects with a sentence for the user.
 * @param name of the new file, if it becomes one
 */
export async function take(use: Use, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (use.of === 'file') {
    await replace(use.file, bytes);
    announcement.value = `Replaced ${baseName(use.file.name)}: this can be undone.`;
    return;
  }
  if (use.of === 'new') {
    const file = await newTexture(name, bytes);
    addFiles([file]);
    announcement.value = `Converted to ${baseName(file.name)}, as a new file.`;
    return;
  }
  await wear(use.target, name, bytes);
}

/** Replaces a texture by one change that can be undone. */
async function replace(file: OpenFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { attempt } = await withEditing(() => import('../../edit/history.ts'));
  const end = file.content.peek().parsed.bytes.length;
  const operations = [{ op: 'bytes', start: 0, end, value: bytes }] as const;
  // The user was told what a game may not take.
  const obstacle = attempt(file, { label: 'Replace the texture', operations, path: '', mayBreak: true });
  if (obstacle) throw new Error(obstacle.text || 'The texture was closed, or cannot be changed.');
}

/** A new, unsaved texture, which models can wear. It is not among the open files yet. */
export async function newTexture(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<OpenFile> {
  const parsed = (await loadDtx()).open(bytes);
  const file = new OpenFile({ name: freeName(name), read: async () => new Blob([bytes]) }, parsed);
  batch(() => {
    file.edits.value = { ...NO_EDITS, savedBytes: parsed.bytes, isNew: true };
    addTextures([file.source]);
  });
  return file;
}

async function wear(target: SlotTarget, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { file: model, slot } = target;
  if (!isOpen(model)) throw new Error('The model was closed.');
  const replaced = replacedIn(target);
  if (replaced) {
    let open = untracked(() => openTextureOf(replaced));
    if (!open) {
      open = new OpenFile(replaced, (await parseTexture(await readSource(replaced))).parsed);
      addFiles([open], false);
    }
    await replace(open, bytes);
    chooseSkin(model, slot, undefined);
    announcement.value = `Slot ${slot} of ${model.name} wears it: ${baseName(open.name)} is changed, and saved with the model.`;
    return;
  }
  const file = await newTexture(name, bytes);
  batch(() => {
    addFiles([file], false);
    chooseSkin(model, slot, file.source);
  });
  announcement.value = `Slot ${slot} of ${model.name} wears it: ${baseName(file.name)} is new, and saved with the model.`;
}
