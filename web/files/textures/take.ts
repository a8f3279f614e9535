/** What becomes of textures among the files that the user gives: skins of models, or files of their own. */

import { counted } from '../../explain/describe.ts';
import { baseName } from '../../explain/file-names.ts';
import { reasonOf } from '../../store/core.ts';
import { loadDtx } from '../../store/dtx.ts';
import { announcement, notify } from '../../store/notices.ts';
import { activeId, addFiles, type FileSource, files, openFile } from '../../store/state.ts';
import { addTextures } from '../../store/textures.ts';

import { type Content, readBytes, type SlotTarget } from '../source.ts';
import { pictureKind } from './kinds.ts';
import { chooseSkin, slotStates } from './slots.ts';

/** Of more textures that no model takes, the first are opened as files. */
const MOST_TABS = 50;
/** More textures than this are not named one by one. */
const MOST_SENTENCES = 3;

export interface Taken {
  /** Textures to open as files. */
  readonly files: readonly Content[];
  /** What is no texture either. */
  readonly others: readonly Content[];
  /** Sentences about textures that could not be opened. */
  readonly problems: readonly string[];
}

export interface Occasion {
  /** The slot that the first texture is meant for. */
  readonly slot: SlotTarget | null;
  /** Models came with the textures: these are their skins. */
  readonly withModels: boolean;
}

/**
 * Keeps textures for the models. Alone, and when no open model takes it, a DTX is a file to look at.
 * @param given files that are no models
 * @param beside textures that lay in a folder or belong to a sample
 */
export async function takeTextures(
  given: readonly Content[],
  beside: readonly FileSource[],
  { slot, withModels }: Occasion,
): Promise<Taken> {
  const isPicture = ({ source, parsed }: Content) => pictureKind(source.name, parsed.bytes) !== null;
  const pictures = given.filter(isPicture);
  const others = given.filter((content) => !isPicture(content));
  addTextures([...pictures.map(({ source }) => source), ...beside]);
  const [first] = pictures;
  if (slot && first) {
    chooseSkin(slot.file, slot.slot, first.source);
    announcement.value = coveredBy(first.source);
  }
  if (withModels || slot) return { files: [], others, problems: [] };
  const covered = pictures.map(({ source }) => coveredBy(source));
  const alone = pictures.filter((_, i) => covered[i] === '');
  const textures = alone.filter(({ parsed }) => parsed.info.format === 'dtx').slice(0, MOST_TABS);
  const kept = alone.length - textures.length + beside.length;
  announcement.value = [...whatIsCovered(covered), whatIsKept(kept)].join(' ');
  return { ...(await openTextures(textures)), others };
}

/** `HERO.DTX covers slot 0 of HERO.ABC.`; '' when no open model wants the texture. */
function coveredBy(source: FileSource): string {
  for (const file of files.peek()) {
    const slot = slotStates(file).find((state) => state.source === source);
    if (slot) return `${baseName(source.name)} covers slot ${slot.slot} of ${file.name}.`;
  }
  return '';
}

function whatIsCovered(covered: readonly string[]): string[] {
  const sentences = covered.filter(Boolean);
  if (sentences.length <= MOST_SENTENCES) return sentences;
  return [`${counted(sentences.length, 'texture')} cover slots of open models.`];
}

function whatIsKept(count: number): string {
  if (count === 0) return '';
  const it = count === 1 ? 'it' : 'one';
  return `${counted(count, 'texture')} kept: found by name when a model wants ${it}, or dropped on a piece.`;
}

async function openTextures(textures: readonly Content[]): Promise<Pick<Taken, 'files' | 'problems'>> {
  if (textures.length === 0) return { files: [], problems: [] };
  try {
    const library = await loadDtx();
    return {
      files: textures.map(({ source, parsed }) => ({ source, parsed: library.open(parsed.bytes) })),
      problems: [],
    };
  } catch (error) {
    return { files: [], problems: [`Textures cannot be opened: ${reasonOf(error)}`] };
  }
}

/** Opens a texture as a file of its own, or goes to it. */
export async function showTexture(source: FileSource): Promise<void> {
  const open = files.peek().find((file) => file.texture !== null && file.source.name === source.name);
  if (open) {
    activeId.value = open.id;
    return;
  }
  try {
    const bytes = await readBytes(source);
    addFiles([openFile(source, (await loadDtx()).open(bytes))]);
  } catch (error) {
    notify(reasonOf(error));
  }
}
