/** Textures among the files that the user opens: skins of models, or files in tabs. */

import { type FileSource, OpenFile } from '../../document/open-file.ts';
import { activeFile, activeId, addFiles, files } from '../../document/state.ts';
import { addTextures } from '../../document/textures.ts';
import { counted } from '../../explain/describe.ts';
import { baseName } from '../../lib/file-names.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';

import { type FileContent, type ParsedContent, parseTexture, readSource } from '../read.ts';
import type { SlotTarget } from '../source.ts';
import { convertImage } from './conversions.ts';
import { chooseSkin, frameStates, slotStates } from './slots.ts';

/** Most textures without a model that open in tabs. */
const MAX_TABS = 50;
/** Most textures that are named; more are counted. */
const MAX_SENTENCES = 3;

export interface TextureAssignment {
  /** Textures to open as files. */
  readonly files: readonly ParsedContent[];
  /** Sentences about textures that could not be opened. */
  readonly problems: readonly string[];
}

export interface TextureContext {
  /** The slot for the first texture. */
  readonly slot: SlotTarget | null;
  /** Whether models were opened with the textures, which are then their skins. */
  readonly withModels: boolean;
}

/**
 * Keeps textures for the models. A DTX that is opened without models, and that no open model uses, opens in a tab.
 * @param pictures textures that were read
 * @param beside unread textures, of a folder or a sample
 */
export async function assignTextures(
  pictures: readonly FileContent[],
  beside: readonly FileSource[],
  { slot, withModels }: TextureContext,
): Promise<TextureAssignment> {
  addTextures([...pictures.map(({ source }) => source), ...beside]);
  const [first] = pictures;
  // An image that is dropped on an open texture replaces it; a texture is opened beside it.
  const isReplacing =
    slot !== null && slot.file.texture !== null && first !== undefined && first.kind !== 'dtx';
  if (isReplacing) convertImage(first.source, slot);
  const covers = slot?.file.texture ? null : slot;
  if (covers && first) {
    chooseSkin(covers.file, covers.slot, first.source);
    say(coveredBy(first.source)?.words ?? '', first, covers);
  }
  if (withModels || covers || isReplacing) return { files: [], problems: [] };
  const covered = pictures.map(({ source }) => coveredBy(source));
  const alone = pictures.filter((_, i) => !covered[i]);
  const textures = alone.filter(({ kind }) => kind === 'dtx').slice(0, MAX_TABS);
  const kept = [
    ...alone.filter((picture) => !textures.includes(picture)).map(({ source }) => source),
    ...beside,
  ].map(({ name }) => name);
  const words = [...whatIsCovered(covered.map((one) => one?.words ?? '')), whatIsKept(kept)].join(' ');
  say(words, pictures.length === 1 && beside.length === 0 ? first : undefined, covered[0]?.target ?? null);
  try {
    return { files: await Promise.all(textures.map(parseTexture)), problems: [] };
  } catch (error) {
    return { files: [], problems: [`Textures cannot be opened: ${reasonOf(error)}`] };
  }
}

/** Announces what became of pictures. @param only the only one: if it is no texture yet, it can be made one */
function say(words: string, only: FileContent | undefined, target: SlotTarget | null): void {
  announcement.value =
    only && only.kind !== 'dtx'
      ? { text: words, action: { label: 'Convert to DTX…', run: () => convertImage(only.source, target) } }
      : words;
}

interface Covered {
  /** `HERO.DTX covers slot 0 of HERO.ABC.` */
  readonly words: string;
  /** Null for a frame of a sprite. */
  readonly target: SlotTarget | null;
}

/** What uses a texture; null if no open model or sprite does. */
function coveredBy(source: FileSource): Covered | null {
  const name = baseName(source.name);
  for (const file of files.peek()) {
    const state = slotStates(file).find((state) => state.source === source);
    if (state) {
      const { slot } = state;
      return { words: `${name} covers slot ${slot} of ${file.name}.`, target: { file, slot } };
    }
    const frame = frameStates(file).findIndex((state) => state.source === source);
    if (frame >= 0) return { words: `${name} is frame ${frame} of ${file.name}.`, target: null };
  }
  return null;
}

function whatIsCovered(covered: readonly string[]): string[] {
  const sentences = covered.filter(Boolean);
  if (sentences.length <= MAX_SENTENCES) return sentences;
  return [`${counted(sentences.length, 'texture')} cover slots of open models.`];
}

/** `PICTURE.PNG is ready. Open its model.`; if a model is active, how to use it as a skin there. */
function whatIsKept(names: readonly string[]): string {
  const [name = ''] = names;
  if (names.length === 0) return '';
  const model = activeFile.peek()?.model ? activeFile.peek() : null;
  if (names.length === 1) {
    return model
      ? `The name of ${baseName(name)} does not match a skin of ${baseName(model.name)}. Drop it onto a piece, or choose it under Model › Skins.`
      : `${baseName(name)} is ready. Open its model.`;
  }
  const textures = counted(names.length, 'texture');
  return model
    ? `The names of ${textures} do not match skins of ${baseName(model.name)}. Drop one onto a piece, or choose it under Model › Skins.`
    : `${textures} are ready. Open their models.`;
}

/** Opens a texture in a tab, or activates its tab. */
export async function showTexture(source: FileSource): Promise<void> {
  const open = files.peek().find((file) => file.texture !== null && file.source.name === source.name);
  if (open) {
    activeId.value = open.id;
    return;
  }
  try {
    const { parsed } = await parseTexture(await readSource(source));
    addFiles([new OpenFile(source, parsed)]);
  } catch (error) {
    notify(reasonOf(error));
  }
}
