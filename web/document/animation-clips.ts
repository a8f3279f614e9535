/** Clips: animations of a file, and those of child models in other open files. */

import type { AbcFile, AnimationInfo } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import { animationNamed, animationWord, findAnimation, sameTree } from '../explain/animations.ts';
import { filesByName, MAX_CHILDREN } from '../explain/dependencies.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import type { LibraryFile } from '../store/library.ts';
import { type FoundFile, libraryIndex, seekerOf } from './library-index.ts';
import { BIND_POSE, type Clip, type DrawnFile, type OpenFile } from './open-file.ts';
import { files } from './state.ts';

/**
 * The open file of a child model: the one that the user chose, otherwise the one at its path in the library, otherwise
 * the one of that name. Null if it is not open or no model. Reads signals.
 * @param child index into `info.childModels`; 0 is the file itself
 */
export function childFile<File extends DrawnFile>(file: File, child: number): File | OpenFile | null {
  return child === 0 ? file : findingChildren(file)(child).file;
}

/** The open file, and the file of the library. */
type FoundChild = Pick<AnimationSource, 'file' | 'found'>;

/** A lookup of child models that scans the open files only once. */
function findingChildren(file: DrawnFile): (child: number) => FoundChild {
  const others = files.value.filter(({ id, model }) => id !== file.id && model !== null);
  const byId = new Map(others.map((other) => [other.id, other]));
  const byEntry = new Map<LibraryFile | undefined, OpenFile>(
    others.map((other) => [other.source.entry, other]),
  );
  byEntry.delete(undefined);
  const byName = filesByName(others);
  const chosen = file.playback.sources.value;
  const index = libraryIndex();
  const seeker = seekerOf(file);
  return (child) => {
    const name = file.info.childModels[child]?.name ?? '';
    const named = name === '' ? null : index.find(name, 'model', seeker);
    const found = named && named.file !== file.source.entry ? named : null;
    const open = byId.get(chosen.get(child) ?? -1) ?? byEntry.get(found?.file) ?? byName(name);
    return { file: open, found };
  };
}

/** A file with animations that another file plays. */
export interface AnimationSource {
  /** Index into `info.childModels`; past its end for files that the user added. */
  readonly child: number;
  /** Its name in the model; '' for an added file. */
  readonly name: string;
  /** Null while it is not open. Its animations can be played only if its node tree matches. */
  readonly file: OpenFile | null;
  /** The file in the library; null if it is not there. */
  readonly found: FoundFile | null;
}

/** The first child models in the order of the file, then the files that the user added. Reads signals. */
export function animationSourcesOf(file: DrawnFile): AnimationSource[] {
  const childModels = file.info.childModels.slice(1, 1 + MAX_CHILDREN);
  const findChild = findingChildren(file);
  const added = [...file.playback.sources.value.keys()].filter((child) => child >= firstAdded(file));
  return [
    ...childModels.map(({ name }, i) => ({ child: i + 1, name, ...findChild(i + 1) })),
    ...added
      .sort((a, b) => a - b)
      .map((child) => ({ child, name: '', ...findChild(child) }))
      .filter((source) => source.file !== null),
  ];
}

/**
 * Files of the library with animations that a model plays, and that are not open. For a model of the library, the file
 * at the path has priority over an open one of the same name. Reads signals.
 */
export function childrenToOpen(file: DrawnFile): LibraryFile[] {
  const chosen = file.playback.sources.value;
  const isOfLibrary = file.source.entry !== undefined;
  return animationSourcesOf(file).flatMap(({ child, file: open, found }) => {
    if (!found || chosen.has(child) || open?.source.entry === found.file) return [];
    return open === null || (isOfLibrary && found.by === 'path') ? [found.file] : [];
  });
}

/** Index of the first added file: entry 0 is the file itself, even without a list of child models. */
function firstAdded({ info }: DrawnFile): number {
  return Math.max(info.childModels.length, 1);
}

/** Chooses the file for a child model; null resets the choice. */
export function setAnimationSource(file: OpenFile, child: number, source: OpenFile | null): void {
  const sources = new Map(file.playback.sources.value);
  if (source) sources.set(child, source.id);
  else sources.delete(child);
  batch(() => {
    file.playback.sources.value = sources;
    // The current clip may be in the previous file.
    const { clip, playing, timeMs, transition } = file.playback;
    if (clip.value.child !== child) return;
    clip.value = BIND_POSE;
    timeMs.value = 0;
    playing.value = false;
    transition.value = null;
  });
}

/** Adds a file with animations to those that the model names. */
export function addAnimationSource(file: OpenFile, source: OpenFile): void {
  const child = Math.max(
    firstAdded(file),
    ...[...file.playback.sources.value.keys()].map((used) => used + 1),
  );
  setAnimationSource(file, child, source);
}

/** Open files with a matching node tree that can be added. Reads signals. */
export function fittingFiles(file: DrawnFile): OpenFile[] {
  const { model } = file;
  if (!model || !file.info.features.childModels || file.info.nodes.length === 0) return [];
  const used = new Set(animationSourcesOf(file).map((source) => source.file?.id));
  return files.value.filter(
    (other) =>
      other.id !== file.id &&
      !used.has(other.id) &&
      other.model !== null &&
      other.info.features.childModels &&
      other.info.animations.length > 0 &&
      sameTree(model, other.model),
  );
}

/** An open file that has more animations for a model without child models; null without one. Reads signals. */
export function animatingFile(file: DrawnFile): OpenFile | null {
  if (animationSourcesOf(file).length > 0) return null;
  const own = file.info.animations.length;
  return fittingFiles(file).find(({ info }) => info.animations.length > own) ?? null;
}

/** Animations of a file. */
export interface ClipGroup<File extends DrawnFile = OpenFile> {
  readonly child: number;
  readonly file: File;
}

/** Files whose animations a file plays: itself, then each child model, but not their children. Reads signals. */
export function clipGroups<File extends DrawnFile>(file: File): ClipGroup<File | OpenFile>[] {
  const groups: ClipGroup<File | OpenFile>[] = [{ child: 0, file }];
  for (const { child, file: source } of animationSourcesOf(file)) {
    if (source?.model && file.model && sameTree(file.model, source.model))
      groups.push({ child, file: source });
  }
  return groups;
}

/** Number of a file's own animations, and a text about others that it plays: `1 from goodman.abc`. Reads signals. */
export function clipCounts(file: DrawnFile): { readonly own: number; readonly lent: string } {
  const lenders = clipGroups(file).filter(
    ({ child, file }) => child !== 0 && file.info.animations.length > 0,
  );
  const lent = lenders.reduce((sum, { file }) => sum + file.info.animations.length, 0);
  const from = lenders.length === 1 ? baseName(lenders[0]?.file.name ?? '') : counted(lenders.length, 'file');
  return { own: file.info.animations.length, lent: lent > 0 ? `${formatCount(lent)} from ${from}` : '' };
}

/** `13 animations`, `13 animations + 1 from goodman.abc`; '' without any. Reads signals. */
export function clipCountWords(file: DrawnFile): string {
  const { own, lent } = clipCounts(file);
  if (own === 0 && lent === '') return '';
  return `${counted(own, 'animation')}${lent === '' ? '' : ` + ${lent}`}`;
}

/**
 * The next clip in the order of the list, wrapping around the ends; the bind pose is before the first. Reads signals.
 * @param fits which clips count
 * @returns null if none fits
 */
export function clipAfter(
  file: OpenFile,
  from: Clip,
  step: 1 | -1,
  fits: (info: AnimationInfo) => boolean,
): Clip | null {
  const groups = clipGroups(file);
  const starts: number[] = [];
  let count = 0;
  for (const { file: source } of groups) {
    starts.push(count);
    count += source.info.animations.length;
  }
  const group = groups.findIndex(({ child }) => child === from.child);
  const at = from.animation < 0 || group < 0 ? -1 : (starts[group] ?? 0) + from.animation;
  // Backward from the bind pose leads to the last clip.
  const first = at < 0 && step < 0 ? 0 : at;
  for (let i = 1; i <= count; i++) {
    const place = (first + step * i + count * 2) % count;
    const owner = starts.findLastIndex((start) => start <= place);
    const { child = 0, file: source } = groups[owner] ?? {};
    const animation = place - (starts[owner] ?? 0);
    const info = source?.info.animations[animation];
    if (info && fits(info)) return { child, animation };
  }
  return null;
}

const namesOf = ({ info }: DrawnFile) => info.animations.map(({ name }) => name);

/**
 * The clip for a word: an own animation by name or index, otherwise one of a child model by name. BIND_POSE without
 * one. Reads signals.
 */
export function findClip(file: DrawnFile, word: string): Clip {
  for (const { child, file: source } of clipGroups(file)) {
    const find = child === 0 ? findAnimation : animationNamed;
    const animation = find(namesOf(source), word);
    if (animation >= 0) return { child, animation };
  }
  return BIND_POSE;
}

/** The word for which `findClip` gives a clip; '' without one. Reads signals. */
export function clipWord(file: DrawnFile, clip: Clip): string {
  const source = childFile(file, clip.child);
  if (!source || clip.animation < 0) return '';
  const word = animationWord(namesOf(source), clip.animation);
  return sameClip(findClip(file, word), clip) ? word : '';
}

/** The model that holds a clip; null when it is not open. Reads signals. */
export function clipModel(file: DrawnFile, { child }: Clip): AbcFile | null {
  return childFile(file, child)?.model ?? null;
}

/** Facts about the animation of a clip; null for the bind pose, and if its file is not open. Reads signals. */
export function clipInfo(file: DrawnFile, clip: Clip): AnimationInfo | null {
  return childFile(file, clip.child)?.info.animations[clip.animation] ?? null;
}

/** Whether two clips are the same one. */
export function sameClip(a: Clip, b: Clip): boolean {
  return a.child === b.child && a.animation === b.animation;
}

/** `3`, of a child model `1:3`: a short name for a clip within its file. */
export function clipKey({ child, animation }: Clip): string {
  return child === 0 ? String(animation) : `${child}:${animation}`;
}
