/** Export subject: an open model with its bytes, the files that supply animations, and its skins. */
import type { AbcFile } from '@lithoscope/core';
import { safePath } from '../../archive/paths.ts';
import { clipGroups } from '../../document/animation-clips.ts';
import { proposedLevels } from '../../document/drawn-together.ts';
import type { OpenFile, Skin } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { modelName } from '../../lib/file-names.ts';
import type { AlphaMode, GlbOptions, GlbSkin } from '../../to-glb/input.ts';
import type { ChoiceFacts, GlbChoice } from './choice.ts';
import type { GlbTask } from './worker.ts';

/** The model to be exported, in its current state. */
export interface GlbSubject {
  readonly file: OpenFile;
  readonly model: AbcFile;
  readonly facts: ChoiceFacts;
  /** The model itself, then the files of its child models that are open and fit. */
  readonly clips: readonly ClipOwner[];
  /** By slot. */
  readonly skins: ReadonlyMap<number, Skin>;
}

/** A file whose animations can be exported. */
interface ClipOwner {
  /** As `GlbSource.child`; 0 for the model itself and for a file that it does not reference. */
  readonly child: number;
  readonly file: OpenFile;
}

/** The model of an open file in its current state; null if it was closed or is no longer a model. Reads signals. */
export function subjectOf(id: number): GlbSubject | null {
  const file = files.value.find((open) => open.id === id);
  if (!file?.model) return null;
  const { info, look } = file;
  const clips = clipGroups(file).map(({ child, file: owner }) => ({
    // Numbers past the list are files that the user added.
    child: child < info.childModels.length ? child : 0,
    file: owner,
  }));
  return {
    file,
    model: file.model,
    facts: {
      info,
      shown: Math.min(look.lod.value, Math.max(0, info.lodCount - 1)),
      steps: proposedLevels(info),
      interpretation: look.interpretation.value,
      visible: visiblePieces(file),
      clipCounts: clips.map((owner) => owner.file.info.animations.length),
    },
    clips,
    skins: file.skins.worn.value,
  };
}

function visiblePieces({ info, look }: OpenFile): readonly number[] | null {
  const hidden = look.hiddenPieces.value;
  const visible = [...info.pieces.keys()].filter((piece) => !hidden.has(piece));
  return visible.length < info.pieces.length ? visible : null;
}

/** Alpha mode of a skin: as the user chose, else as it is drawn. */
export function alphaOf({ alpha }: Pick<GlbChoice, 'alpha'>, slot: number, skin: Skin): AlphaMode {
  return alpha.get(slot) ?? (skin.alpha ? 'BLEND' : 'OPAQUE');
}

/** The subject as a task for the worker: copies of all bytes and pixels. */
export function taskOf(
  { file, model, clips, skins }: GlbSubject,
  choice: GlbChoice,
  options: GlbOptions,
): GlbTask {
  // Files without exported animations are not copied.
  const suppliers = options.animations === 'none' || options.animations === 'own' ? [] : clips.slice(1);
  return {
    name: file.name,
    bytes: new Uint8Array(model.bytes),
    sources: suppliers.map(({ child, file: supplier }) => ({
      child,
      name: supplier.name,
      bytes: new Uint8Array((supplier.model as AbcFile).bytes),
    })),
    skins: chosenSkins({ skins }, choice),
    options,
  };
}

/** Copies of the skins to export. */
export function chosenSkins({ skins }: Pick<GlbSubject, 'skins'>, choice: GlbChoice): GlbTask['skins'] {
  if (!choice.skins) return [];
  // Slots with the same texture share its pixels, and one image in the GLB.
  const made = new Map<string, GlbSkin>();
  const ids = new Map<unknown, number>();
  return [...skins].flatMap(([slot, skin]): [number, GlbSkin][] => {
    const [level] = (skin.picture.decoded ?? skin.picture).levels;
    if (!level) return [];
    const id = ids.get(skin.picture) ?? ids.size;
    ids.set(skin.picture, id);
    const mode = alphaOf(choice, slot, skin);
    const key = `${id} ${mode}`;
    const known = made.get(key);
    const { width, height, data } = level;
    const one = known ?? { name: skin.name, width, height, rgba: data.slice(), alphaMode: mode };
    made.set(key, one);
    return [[slot, one]];
  });
}

/** `INTHERO_CASUAL.glb`; safe on any disk. */
export function exportName(name: string, ending: string): string {
  const path = safePath(`${modelName(name) || 'model'}${ending}`);
  return path.split('/').at(-1) ?? `model${ending}`;
}
