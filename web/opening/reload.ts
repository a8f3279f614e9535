/** Reloading: new content in the tab of an open file, as authors of exporters need it; loaded with the first. */
import type { ParsedFile } from '@lithoscope/core';
import { clipInfo } from '../document/animation-clips.ts';
import { carryAttachments } from '../document/attachments.ts';
import { Content } from '../document/content.ts';
import { proposedLevels } from '../document/drawn-together.ts';
import { isUnsaved, NO_EDITS } from '../document/edits.ts';
import { BIND_POSE, type FileSource, type OpenFile } from '../document/open-file.ts';
import { type NodeRange, select } from '../document/selection.ts';
import { changeFiles, type FileChange, isOpen } from '../document/state.ts';
import { addTextures } from '../document/textures.ts';
import { animationWord, findAnimation } from '../explain/animations.ts';
import { counted, refusal } from '../explain/describe.ts';
import { problemCounts } from '../explain/verdict.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import { announcement, dismissNotice, notify } from '../store/notices.ts';
import { loadPart } from '../ui/parts.ts';
import { parseFile, readSource } from './read.ts';
import { isUnchanged } from './twins.ts';

/** Reloads a file from its source; if that fails, nothing changes. */
export async function reload(file: OpenFile): Promise<void> {
  dismissNotice();
  if (!isOpen(file)) return;
  try {
    const core = await loadCore();
    if (!core) return;
    if (file.archive) {
      await reloadArchive(file);
      return;
    }
    const content = await readSource(file.source);
    if (!isOpen(file)) return;
    if (isUnchanged(file, content.data)) {
      settle(unchanged(file, file.source));
      return;
    }
    const { parsed } = await parseFile(core, content);
    const isSameKind = parsed.info.format === file.info.format;
    if (isSameKind && (await mayLoseChanges(file, 'disk')) && isOpen(file)) {
      settle(changed(file, parsed, file.source));
      // A new object, so that models with this skin read it again.
      if (file.texture) addTextures([{ ...file.source }]);
      return;
    }
    if (!isSameKind && isOpen(file))
      notify(`${refusal(file.name, parsed.info, parsed.findings)} The file that was open stays open.`);
    parsed.release();
  } catch (error) {
    notify(reasonOf(error));
  }
}

/**
 * Asks before unsaved changes of a file are replaced by other content; does not ask if there are none.
 * @param other origin of the content: the file was reloaded, or dropped again
 */
export async function mayLoseChanges(file: OpenFile, other: 'disk' | 'drop'): Promise<boolean> {
  if (!isOpen(file) || !isUnsaved(file.edits.peek())) return true;
  const { mayReplace } = await loadPart(() => import('./replace.ts'));
  return mayReplace(file, other);
}

async function reloadArchive(file: OpenFile): Promise<void> {
  const { readArchive } = await loadPart(() => import('./archive/read.ts'));
  settle(changed(file, await readArchive(file.source), file.source));
}

/** The result of a reload. */
export interface Reread extends FileChange {
  readonly isChanged: boolean;
  /** A sentence about what changed. */
  readonly said: string;
}

/** Computes the result of a reload for the current state of the file, which may have been changed or closed meanwhile. */
export type Rereading = () => Reread;

/** Applies a reload to the tab of its file, and announces what changed. */
export function settle(rereading: Rereading): void {
  const reread = rereading();
  announcement.value = reread.said;
  changeFiles([reread]);
}

/** The file with its newest source and unchanged content. */
export function unchanged(file: OpenFile, source: FileSource): Rereading {
  const before = file.place.peek().source;
  const content = file.content.peek();
  return () => {
    // The file has been saved elsewhere meanwhile, which is its source now.
    if (file.place.peek().source !== before) return kept(file);
    if (file.content.peek() !== content) return { ...kept(file), source };
    const adapt = () => {
      const edits = file.edits.peek();
      // The changes made here were saved by other means.
      if (isUnsaved(edits)) {
        const { bytes } = content.parsed;
        // The source of a new file is the page itself.
        const isNew = edits.isNew === true && source === before;
        file.edits.value = { ...edits, saved: edits.done.length, savedBytes: bytes, changed: [], isNew };
      }
    };
    return { file, source, adapt, isChanged: false, said: `${file.name} is unchanged.` };
  };
}

/** The file with its own changes, which the user keeps. */
export function kept(file: OpenFile): Reread {
  return { file, isChanged: false, said: `${file.name} keeps its changes.` };
}

/**
 * The file with other content; keeps the parts of the view that still exist. If the file was changed meanwhile, it keeps
 * those changes instead.
 * @param parsed owned by the file from now on
 */
export function changed(file: OpenFile, parsed: ParsedFile, source: FileSource): Rereading {
  const edits = file.edits.peek();
  return () => {
    if (!isOpen(file) || file.edits.peek() !== edits) {
      parsed.release();
      return kept(file);
    }
    const adapt = () => {
      file.edits.value = NO_EDITS;
      carryOver(file, parsed);
    };
    const said = `Reloaded ${file.name}: ${whatChanged(file.content.peek().parsed, parsed)}.`;
    return { file, source, content: new Content(parsed), adapt, isChanged: true, said };
  };
}

function whatChanged(before: ParsedFile, after: ParsedFile): string {
  const difference = after.size - before.size;
  const size =
    difference === 0
      ? 'same size'
      : `${counted(Math.abs(difference), 'byte')} ${difference > 0 ? 'more' : 'fewer'}`;
  return `${size}, ${problemCounts(after).toLowerCase()}`;
}

/** Maps the user's choices to the nearest equivalents in other content. */
function carryOver(file: OpenFile, parsed: ParsedFile): void {
  const { playback, selection, info, parsed: before } = file;
  const { lod } = file.look;
  const { clip, timeMs, playing } = playback;
  const names = (animations: readonly { name: string }[]) => animations.map(({ name }) => name);
  const { child, animation } = clip.peek();
  const word = animationWord(names(info.animations), animation);
  const found = animation < 0 ? -1 : findAnimation(names(parsed.info.animations), word);
  const played = child === 0 ? parsed.info.animations[found] : clipInfo(file, clip.peek());
  const length = played?.complete ? played.length : 0;
  if (!played?.complete) clip.value = BIND_POSE;
  else if (child === 0) clip.value = { child, animation: found };
  timeMs.value = Math.min(timeMs.peek(), length);
  playing.value = playing.peek() && length > 0;
  lod.value = Math.min(lod.peek(), Math.max(0, parsed.info.lodCount - 1));
  carryAttachments(file, parsed.info);
  file.look.levelsBeside.value = file.look.levelsBeside.peek() && proposedLevels(parsed.info);
  const kept = selection.peek();
  const moved = movedSelection(kept, before, parsed);
  if (moved !== kept) select(file, moved, 'reload');
}

/**
 * The selection in other content: the same path, or its nearest ancestor that exists. A part of a field keeps its
 * position within the field.
 */
export function movedSelection(
  selection: NodeRange | null,
  before: Pick<ParsedFile, 'resolve'>,
  after: Pick<ParsedFile, 'resolve' | 'size'>,
): NodeRange | null {
  if (!selection) return null;
  const old = before.resolve(selection.path);
  for (let path = selection.path; path !== ''; path = parentPath(path)) {
    const node = after.resolve(path);
    if (!node) continue;
    const { start, end } = node;
    const whole =
      path !== selection.path || !old || (old.start === selection.start && old.end === selection.end);
    // Return the same object for an unchanged selection, so that no panel scrolls to it.
    if (whole && path === selection.path && start === selection.start && end === selection.end) {
      return selection;
    }
    if (whole) return { start, end, path };
    return {
      start: Math.min(start + selection.start - old.start, end),
      end: Math.min(start + selection.end - old.start, end),
      path,
    };
  }
  const end = Math.min(selection.end, after.size);
  return selection.path === '' && selection.start < end ? { start: selection.start, end, path: '' } : null;
}

/** `A.B[2].C` → `A.B[2]` → `A.B` → `A` → ``. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0));
}
